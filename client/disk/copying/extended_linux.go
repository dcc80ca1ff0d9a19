package copying

import (
	"slices"
	"strings"
)

// accessLists are attributes that are a part of the mode.
var accessLists = []string{"system.posix_acl_access", "system.posix_acl_default"}

// copied tells attributes that belong to the file from those that the system gives to it,
// such as the labels of SELinux.
func copied(name string) (access, ours bool) {
	return slices.Contains(accessLists, name),
		strings.HasPrefix(name, "user.") || strings.HasPrefix(name, "trusted.") || name == "security.capability"
}

package drive

import (
	"html"
	"regexp"
	"strings"
	"sync/atomic"
)

// spelling is how the drive spells names. Public clients see them HTML-escaped in listings.
// Whether the service escapes what it lists, lists what it was sent, or un-escapes what it
// is sent, is not known. An escaping service never lists a name with a bare "&".
type spelling struct{ asIs atomic.Bool }

// entity is a character that an HTML escaper has written.
var entity = regexp.MustCompile(`&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);`)

// saw learns from a name as the drive has written it.
func (n *spelling) saw(wire string) {
	if strings.Contains(wire, "&") && strings.Contains(entity.ReplaceAllString(wire, ""), "&") {
		n.asIs.Store(true)
	}
}

// name is the name that the drive has written so.
func (n *spelling) name(wire string) string {
	if n.asIs.Load() {
		return wire
	}
	return html.UnescapeString(wire)
}

// doubtful: a name that itself looks escaped, which may come out as another one.
func doubtful(name string) bool { return html.UnescapeString(name) != name }

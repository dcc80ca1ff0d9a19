package places

import (
	"strings"

	"aloft/model"
)

// Written is a place as a person would type it: on disk a bare path, which every
// other program accepts, too.
func Written(p model.Place) string {
	if p.Scheme == model.SchemeDisk && p.Account == "" {
		return "/" + strings.Join(p.Names(), "/")
	}
	return p.String()
}

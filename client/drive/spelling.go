package drive

import (
	"html"
	"strings"
	"sync/atomic"

	"aloft/model/lazy"
)

// spelling is how the drive spells names. Public clients see them HTML-escaped in listings. It is not known whether
// the service escapes in listings, lists names as sent, or un-escapes them on arrival. An escaping service never
// lists a name with a bare "&".
type spelling struct{ asIs atomic.Bool }

// entity matches a character written by an HTML escaper.
var entity = lazy.Regexp(`&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);`)

// saw learns from a name on the wire.
func (n *spelling) saw(wire string) {
	if strings.Contains(wire, "&") && strings.Contains(entity().ReplaceAllString(wire, ""), "&") {
		n.asIs.Store(true)
	}
}

// name decodes a name from the wire.
func (n *spelling) name(wire string) string {
	if n.asIs.Load() {
		return wire
	}
	return html.UnescapeString(wire)
}

// doubtful reports whether a name looks escaped itself, so the drive may change it.
func doubtful(name string) bool { return html.UnescapeString(name) != name }

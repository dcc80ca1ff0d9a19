package drive

import (
	"context"
	"html"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/model"
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

// spellTries are the looks at a new entry, which listings may show late.
const spellTries = 3

// spell makes sure that an entry that was just made or renamed has its name. A doubtful one
// is looked at, and renamed once when it came out un-escaped. What fails here changes
// nothing about what was done: the entry has another name, which listings show.
func (s *Source) spell(ctx context.Context, at model.Place, id string, class client.Class) {
	name := at.Base()
	if !doubtful(name) {
		return
	}
	ctx = client.WithSending(ctx, nil) // a part of what was announced
	for try := range spellTries {
		if try > 0 && client.Sleep(ctx, time.Duration(float64(time.Second)*s.o.Scale)) != nil {
			return
		}
		folder, err := s.newWalk(client.Options{Class: class, Fresh: true}).Folder(ctx, at.Parent())
		if err != nil {
			return
		}
		ref, wire, err := s.written(ctx, folder, at, id, class)
		switch {
		case err != nil:
			return
		case wire == name: // as it was sent: the drive does not escape what it lists
			s.spelling.asIs.Store(true)
			return
		case html.UnescapeString(wire) == name:
			return
		case wire != "":
			_ = s.rename(ctx, ref, html.EscapeString(name), class)
			return
		}
	}
}

// written finds an entry by its id, or by what may have become of its name, and returns its
// name as the drive writes it, "" when it is not listed.
func (s *Source) written(ctx context.Context, folder model.Ref, at model.Place, id string, class client.Class) (ref model.Ref, wire string, err error) {
	err = s.collect(ctx, "list", pathList, listQuery(folder.ID, 1, s.o.PageSize, ascending), client.Options{Class: class}, maxEntries, func(w wireEntry) {
		name := string(w.Name)
		s.spelling.saw(name)
		same := string(w.ID) == id
		if id == "" {
			same = name == at.Base() || html.UnescapeString(name) == html.UnescapeString(at.Base())
		}
		if same {
			ref, wire = model.Ref{Place: at, ID: string(w.ID), Kind: w.kind(), Epoch: folder.Epoch, At: folder.At}, name
		}
	})
	return ref, wire, err
}

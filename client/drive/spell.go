package drive

import (
	"context"
	"html"
	"net/http"
	"time"

	"aloft/client"
	"aloft/model"
)

// rename sends the name as it is to be written.
func (s *Source) rename(ctx context.Context, item model.Ref, name string, class client.Class) error {
	const op = string(model.OpRename)
	epoch, err := s.epochOf(op, item.Place, []model.Ref{item})
	if err != nil {
		return err
	}
	a, err := s.write(ctx, request{
		op: op, place: item.Place, method: http.MethodPost, path: pathRename,
		body:  renameBody{ID: item.ID, Name: name},
		class: class, epoch: epoch,
	})
	if err != nil {
		return err
	}
	o := a.env.Data.outcome
	return s.finish(ctx, op, item.Place, class, o, a.env, true)
}

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

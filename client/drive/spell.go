package drive

import (
	"context"
	"html"
	"net/http"
	"time"

	"aloft/client"
	"aloft/model"
)

// rename sends the name exactly as given.
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

// spellTries bounds the lookups of a new entry, which listings may show late.
const spellTries = 3

// spell makes sure that a new or renamed entry has its name. It looks up doubtful names and renames an entry once if
// the drive un-escaped its name. Its failure does not undo the change: listings then show the other name.
func (s *Source) spell(ctx context.Context, at model.Place, id string, class client.Class) {
	name := at.Base()
	if !doubtful(name) {
		return
	}
	ctx = client.WithSending(ctx, nil) // part of a change already announced
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
		case wire == name: // as sent: the drive does not escape names in listings
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

// written finds an entry by its id or by a possible spelling of its name. It returns the name as the drive spells it,
// or "" if it is not listed.
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

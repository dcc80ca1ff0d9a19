package drive

import (
	"context"
	"html"
	"net/http"
	"time"

	"aloft/client"
	"aloft/client/gate"
	"aloft/model"
	"aloft/model/text"
)

// MakeFolder makes a folder in parent.
func (s *Source) MakeFolder(ctx context.Context, parent model.Ref, name string, class client.Class) (string, error) {
	const op = string(model.OpMakeFolder)
	p := parent.Place.Join(name)
	if err := s.checkNew(op, p, name); err != nil {
		return "", err
	}
	epoch, err := s.epochOf(op, p, nil, parent)
	if err != nil {
		return "", err
	}
	a, err := s.change(ctx, request{
		op: op, place: p, method: http.MethodPost, path: pathFile,
		body:  makeBody{Parent: parent.ID, Name: name, Type: 0, DirInit: true},
		class: class, epoch: epoch,
	}, true)
	if err != nil {
		return "", err
	}
	id := string(a.env.Data.ID)
	s.spell(ctx, p, id, class)
	return id, nil
}

// Rename renames an entry in its folder. The specification shows no body of the answer: without an error it is done.
func (s *Source) Rename(ctx context.Context, item model.Ref, name string, class client.Class) error {
	const op = string(model.OpRename)
	if err := s.checkNew(op, item.Place, name); err != nil {
		return err
	}
	if err := s.rename(ctx, item, name, class); err != nil {
		return err
	}
	s.spell(ctx, item.Place.Parent().Join(name), item.ID, class)
	return nil
}

// Move moves entries into one folder.
func (s *Source) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	const op = string(model.OpMove)
	epoch, err := s.batch(op, items, to)
	if err != nil {
		return err
	}
	for _, it := range items {
		switch {
		case it.ID == to.ID || to.Place.Within(it.Place):
			return client.Errorf(client.KindInvalid, op, it.Place, "%s cannot be moved into itself", it.Place.Base())
		case it.Place.Parent().Equal(to.Place):
			return client.Errorf(client.KindInvalid, op, it.Place, "%q is already in that folder", it.Place.Base())
		}
	}
	_, err = s.change(ctx, request{
		op: op, place: items[0].Place, method: http.MethodPost, path: pathMove,
		body:  moveBody{Action: actionMove, IDs: ids(items), To: to.ID},
		class: class, epoch: epoch, items: items,
	}, false)
	return err
}

// MoveBatch is the largest number of entries per call.
func (s *Source) MoveBatch() int { return s.o.Batch }

// Copy copies entries, including the content of folders, into one folder under their own names.
func (s *Source) Copy(ctx context.Context, items []model.Ref, to model.Ref, title string, class client.Class) (model.Entry, error) {
	const op = string(model.OpCopy)
	epoch, err := s.batch(op, items, to)
	if err != nil {
		return model.Entry{}, err
	}
	for _, it := range items {
		switch {
		case to.Place.Within(it.Place):
			return model.Entry{}, client.Errorf(client.KindInvalid, op, it.Place, "%s cannot be copied into itself", it.Place.Base())
		case title != "" && title != it.Place.Base():
			return model.Entry{}, client.Errorf(client.KindUnsupported, op, it.Place, text.BadCall, "drive", "another name")
		}
	}
	_, err = s.change(ctx, request{
		op: op, place: items[0].Place, method: http.MethodPost, path: pathCopy,
		body:  copyBody{Action: actionMove, IDs: ids(items), Exclude: []string{}, To: to.ID},
		class: class, epoch: epoch,
	}, false)
	return model.Entry{}, err
}

// Copies returns the limits of a copy: the batch of a move, folders included, names kept.
func (s *reader) Copies(model.Place) client.Copying {
	return client.Copying{Batch: s.o.Batch, Folders: true}
}

// Delete moves entries, including the content of folders, to the recycle bin.
func (s *Source) Delete(ctx context.Context, items []model.Ref, mode client.DeleteMode, class client.Class) error {
	const op = string(model.OpDelete)
	if mode != "" && mode != client.DeleteToBin {
		return client.Errorf(client.KindUnsupported, op, s.Root(), text.NoSuchDelete, "drive", string(mode))
	}
	epoch, err := s.batch(op, items)
	if err != nil {
		return err
	}
	_, err = s.change(ctx, request{
		op: op, place: items[0].Place, method: http.MethodPost, path: pathDelete,
		body:  deleteBody{Action: actionDelete, IDs: ids(items)},
		class: class, epoch: epoch, items: items,
	}, false)
	return err
}

// DeleteBatch is the largest number of entries per call. The specification states none, so it is that of a move.
func (s *Source) DeleteBatch() int { return s.o.Batch }

// DeleteModes returns the recycle bin as the only mode.
func (s *reader) DeleteModes() []client.DeleteMode {
	return []client.DeleteMode{client.DeleteToBin}
}

func (s *reader) checkNew(op string, p model.Place, name string) error {
	err := s.CheckName(name)
	if e, ok := err.(*client.Error); ok {
		e.Op, e.Place = op, p
	}
	return err
}

// batch checks the entries of one call and returns their epoch.
func (s *reader) batch(op string, items []model.Ref, others ...model.Ref) (uint64, error) {
	if len(items) == 0 {
		return 0, client.Errorf(client.KindInvalid, op, s.Root(), text.DriveBatchEmpty)
	}
	if len(items) > s.o.Batch {
		return 0, client.Errorf(client.KindInvalid, op, items[0].Place, text.BadCall, "drive", "too many entries")
	}
	seen := make(map[string]struct{}, len(items))
	for _, it := range items {
		if _, twice := seen[it.ID]; twice {
			return 0, client.Errorf(client.KindInvalid, op, it.Place, text.BadCall, "drive", "the same entry twice")
		}
		seen[it.ID] = struct{}{}
	}
	return s.epochOf(op, items[0].Place, items, others...)
}

// epochOf returns the epoch that all ids of a write share. The root's id never changes and fits any epoch, but the
// root itself cannot be changed.
func (s *reader) epochOf(op string, p model.Place, items []model.Ref, folders ...model.Ref) (uint64, error) {
	epoch := gate.AnyEpoch
	for i, r := range append(items[:len(items):len(items)], folders...) {
		switch {
		case s.mine(r.Place) != nil:
			return 0, client.Errorf(client.KindInvalid, op, r.Place, text.DriveOtherSource, r.Place.Base())
		case i < len(items) && (r.ID == rootID || r.Place.IsRoot()):
			return 0, client.Errorf(client.KindInvalid, op, r.Place, "the root of a source cannot be changed")
		case r.ID == "":
			return 0, client.Errorf(client.KindInvalid, op, r.Place, "%q has no id in this listing", r.Place.Base())
		case i >= len(items) && r.Kind != model.KindFolder && r.ID != rootID:
			return 0, client.Errorf(client.KindInvalid, op, r.Place, text.DriveNotFolder, r.Place.String())
		case r.ID == rootID:
			continue
		case time.Since(r.At) >= refAge:
			return 0, client.Errorf(client.KindStale, op, p, "the lookup is too old; nothing was sent")
		case epoch != gate.AnyEpoch && r.Epoch != epoch:
			return 0, client.Errorf(client.KindStale, op, p, text.DriveEpochPassed)
		}
		epoch = r.Epoch
	}
	return epoch, nil
}

func ids(items []model.Ref) []string {
	return model.Each(items, func(it model.Ref) string { return it.ID })
}

// rename sends the name exactly as given.
func (s *reader) rename(ctx context.Context, item model.Ref, name string, class client.Class) error {
	const op = string(model.OpRename)
	epoch, err := s.epochOf(op, item.Place, []model.Ref{item})
	if err != nil {
		return err
	}
	_, err = s.change(ctx, request{
		op: op, place: item.Place, method: http.MethodPost, path: pathRename,
		body:  renameBody{ID: item.ID, Name: name},
		class: class, epoch: epoch, items: []model.Ref{item},
	}, true)
	return err
}

// spellTries bounds the lookups of a new entry, which listings may show late.
const spellTries = 3

// spell makes sure that a new or renamed entry has its name. It looks up doubtful names and renames an entry once if
// the drive un-escaped its name. Its failure does not undo the change: listings then show the other name.
func (s *reader) spell(ctx context.Context, at model.Place, id string, class client.Class) {
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
func (s *reader) written(ctx context.Context, folder model.Ref, at model.Place, id string, class client.Class) (ref model.Ref, wire string, err error) {
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

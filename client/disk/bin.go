package disk

import (
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"strings"

	"aloft/client"
	"aloft/client/disk/trash"
	"aloft/model"
	"aloft/model/text"
)

var _ client.Trash = (*Source)(nil)

// The recycle bin is that of the desktop. A record is the id of an entry and its path there:
// the name alone could be that of another one by the time that it is used.

func (s *owned) recordOf(it trash.Item) string {
	return idOf(s.trash.File(it), it.Info) + ":" + (&url.URL{Path: s.trash.File(it)}).EscapedPath()
}

// item finds the entry of a record.
func (s *Source) item(record string) (trash.Item, error) {
	_, at, _ := strings.Cut(record, ":")
	path, err := url.PathUnescape(at)
	if err != nil {
		return trash.Item{}, client.Errorf(client.KindInvalid, string(model.OpRecover), s.Root(), text.NotInBin, record)
	}
	it, err := s.trash.Find(path)
	if err != nil {
		return it, err
	}
	if s.recordOf(it) != record {
		return it, client.Errorf(client.KindNotFound, string(model.OpRecover), s.Root(), text.NotInBin, it.Name)
	}
	return it, nil
}

// binEntry has the name that the entry had before, where that is known.
func (s *owned) binEntry(it trash.Item) client.BinEntry {
	b := client.BinEntry{Record: s.recordOf(it), Entry: entry(s.trash.File(it), it.Name, it.Info), Deleted: it.Deleted}
	if it.Path != "" {
		b.Entry.Name = filepath.Base(it.Path)
		b.From = placeOf(filepath.Dir(it.Path))
	}
	return b
}

// placeOf is the opposite of Path.
func placeOf(path string) model.Place {
	return model.LocalPlace(Steps(path))
}

// Bin lists the recycle bin, on all file systems. Of folders of it that cannot be read a job
// must know.
func (s *owned) Bin(ctx context.Context, opt client.Options) ([]client.BinEntry, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault("bin", s.Root(), err)
	}
	items, err := s.trash.List()
	if err != nil && (opt.Fresh || len(items) == 0) {
		return nil, fault("bin", s.Root(), err)
	}
	return model.Each(items, s.binEntry), nil
}

// Records finds single entries of the bin.
func (s *Source) Records(ctx context.Context, records []string) ([]client.BinEntry, error) {
	var found []client.BinEntry
	for _, r := range records {
		if err := ctx.Err(); err != nil {
			return nil, fault("bin", s.Root(), err)
		}
		switch it, err := s.item(r); {
		case err == nil:
			found = append(found, s.binEntry(it))
		case client.Is(binFault(it.Name, err), client.KindNotFound):
		default:
			return nil, binFault(it.Name, err)
		}
	}
	return found, nil
}

// Takes says why an entry cannot go to the bin, or nil.
func (s *Source) Takes(p model.Place) error {
	if err := s.trash.Takes(Path(p)); err != nil {
		return placed(err, string(model.OpDelete), p)
	}
	return nil
}

// Discard moves an entry to the bin.
func (s *Source) Discard(ctx context.Context, item model.Ref) (string, error) {
	const op = string(model.OpDelete)
	if err := s.begin(ctx, op, item.Place, item); err != nil {
		return "", err
	}
	by, done, err := s.in(item.Place)
	if err != nil {
		return "", fault(op, item.Place, err)
	}
	defer done()
	it, err := s.trash.PutBy(Path(item.Place), by)
	if err != nil {
		return "", placed(err, op, item.Place)
	}
	return s.recordOf(it), nil
}

// placed gives an error of the trash, or of a name, its place.
func placed(err error, op string, p model.Place) error {
	if e, ok := errors.AsType[*client.Error](err); ok {
		e.Op, e.Place = op, p
		return e
	}
	return fault(op, p, err)
}

// Return moves an entry of the bin to a place whose name is free.
func (s *Source) Return(ctx context.Context, record string, to model.Place) error {
	const op = string(model.OpRecover)
	if err := ctx.Err(); err != nil {
		return fault(op, s.Root(), err)
	}
	it, err := s.item(record)
	if err != nil {
		return binFault(it.Name, err)
	}
	path := it.Path
	if !to.IsZero() {
		if err := check(op, to); err != nil {
			return err
		}
		by, done, err := s.in(to)
		if err != nil {
			return fault(op, to, err)
		}
		defer done()
		path = by
	} else {
		to = placeOf(path)
	}
	if err := s.trash.Restore(it, path); err != nil {
		return placed(err, op, to)
	}
	return nil
}

// binFault is the error of an entry of the bin.
func binFault(name string, err error) error {
	return placed(err, string(model.OpRecover), model.Place{Scheme: model.SchemeDisk}.Join(name))
}

// Recover moves entries of the bin back to where they were.
func (s *Source) Recover(ctx context.Context, records []string, _ client.Class) error {
	return s.one(records, func(r string) error { return s.Return(ctx, r, model.Place{}) })
}

// Purge deletes entries of the bin for good.
func (s *Source) Purge(ctx context.Context, records []string, _ client.Class) error {
	return s.one(records, func(r string) error {
		if err := ctx.Err(); err != nil {
			return fault(string(model.OpPurge), s.Root(), err)
		}
		it, err := s.item(r)
		if err == nil {
			err = s.trash.Purge(it)
		}
		if err != nil {
			return binFault(it.Name, err)
		}
		return nil
	})
}

// one: each entry succeeds or fails by itself.
func (s *Source) one(records []string, do func(string) error) error {
	if len(records) != 1 {
		return client.Errorf(client.KindInvalid, string(model.OpRecover), s.Root(), text.BadCall, "disk", "several entries")
	}
	return do(records[0])
}

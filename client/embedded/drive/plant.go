package drive

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"aloft/client/embedded/content"
	"aloft/client/embedded/naming"
	"aloft/client/embedded/store"
)

// Item is one entry for Plant and of Dump.
type Item struct {
	Path     []string // raw names from the root down
	Folder   bool
	Size     int64
	MIME     string
	Modified time.Time
	Content  []byte // Plant: its bytes, of which Size is then the number; nil: they are made when they are read
	Recipe   string // Plant: of made bytes, "" for one of the entry's own
	MD5      string // Dump: of its bytes in hexadecimal, "" for made ones that nobody has asked for
	Key      int64  // Dump: never changes while the entry exists
	Moves    int    // Dump: how often a move has changed its folder
	Renames  int    // Dump: how often a rename has changed its name
	InBin    bool   // Dump: it is in the recycle bin; Path is where it was before
}

// Plant adds entries to the drive directly, not over the wire, making missing
// parents. A folder that exists already is no failure; any other taken name is.
func (s *Service) Plant(ctx context.Context, items []Item) error {
	written := map[int]store.Blob{}
	for i, it := range items {
		if it.Folder || it.Content == nil {
			continue
		}
		b, _, err := s.db.MakeBlob(ctx, func(w io.Writer) ([]string, error) {
			_, err := w.Write(it.Content)
			return nil, err
		})
		if err != nil {
			return store.Say(err, s.db.Path())
		}
		written[i] = b
	}
	err := s.update(ctx, func(l tree) error {
		if err := l.NextEpoch(); err != nil {
			return err
		}
		return l.plant(items, written, s.db.Now())
	})
	return store.Say(err, s.db.Path())
}

// PlantSample adds the sample to a drive without any entry.
func PlantSample(l *store.Link, now time.Time) error { return tree{l}.plant(sample(now), nil, now) }

// Reset resets the drive to the sample.
func Reset(l *store.Link, now time.Time) error {
	for _, q := range []string{
		"DELETE FROM lag", "DELETE FROM task", "DELETE FROM bin", "DELETE FROM incoming", "DELETE FROM share",
		"DELETE FROM node WHERE tree = 0 AND seq > 2",
	} {
		if err := l.Do(q); err != nil {
			return err
		}
	}
	if err := l.NextEpoch(); err != nil {
		return err
	}
	return PlantSample(l, now)
}

func (l tree) plant(items []Item, written map[int]store.Blob, now time.Time) error {
	folders := map[string]int64{"": store.RootSeq}
	var folder func(path []string, at time.Time) (int64, error)
	folder = func(path []string, at time.Time) (int64, error) {
		key := strings.Join(path, "/")
		if seq, known := folders[key]; known {
			return seq, nil
		}
		parent, err := folder(path[:len(path)-1], at)
		if err != nil {
			return 0, err
		}
		name := path[len(path)-1]
		var seq, isfile int64
		found, err := l.Row("SELECT seq, isfile FROM node WHERE parent = ? AND name = ? ORDER BY slot LIMIT 1", []any{parent, name}, &seq, &isfile)
		if err == nil && (!found || isfile != 0) {
			seq, err = l.insert(parent, name, Item{Folder: true, Modified: at}, store.Blob{})
		}
		folders[key] = seq
		return seq, err
	}
	for i, it := range items {
		if it.Modified.IsZero() {
			it.Modified = now
		}
		if it.Folder {
			if _, err := folder(it.Path, it.Modified); err != nil {
				return err
			}
			continue
		}
		parent, err := folder(it.Path[:len(it.Path)-1], it.Modified)
		if err != nil {
			return err
		}
		if _, err := l.insert(parent, it.Path[len(it.Path)-1], it, written[i]); err != nil {
			return err
		}
	}
	return nil
}

func (l tree) insert(parent int64, name string, it Item, b store.Blob) (int64, error) {
	isfile, bytes := 1, int64(0)
	if it.Folder {
		isfile = 0
	}
	if b.Hash != "" {
		var err error
		if bytes, err = content.Add(l.Link, b); err != nil {
			return 0, err
		}
		it.Size = b.Size
	}
	ms := it.Modified.UnixMilli()
	_, seq, err := l.Exec("INSERT INTO node(parent, isfile, sortkey, name, fold, mime, size, created, updated, content, made, md5) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		parent, isfile, naming.SortKey(name), name, naming.Fold(name), it.MIME, it.Size, ms, ms, bytes, it.Recipe, b.MD5)
	return seq, err
}

// Dump returns every entry of the drive in its real state: work that is due is done
// first, lag hides nothing. The order is that of their creation.
func (s *Service) Dump(ctx context.Context) ([]Item, error) {
	if _, err := s.settle(ctx); err != nil {
		return nil, err
	}
	type row struct {
		Item
		parent, slot int64
		name         string
	}
	rows, origin := map[int64]*row{}, map[int64][]string{}
	var order []int64
	err := s.view(ctx, func(l tree) error {
		err := l.Rows("SELECT seq, parent, slot, isfile, name, mime, size, updated, moves, renames, md5 FROM node WHERE tree = 0 AND parent IS NOT NULL ORDER BY seq", nil,
			func(scan func(...any) error) error {
				r := &row{}
				var isfile int
				var updated int64
				if err := scan(&r.Key, &r.parent, &r.slot, &isfile, &r.name, &r.MIME, &r.Size, &updated, &r.Moves, &r.Renames, &r.MD5); err != nil {
					return err
				}
				r.Folder, r.Modified = isfile == 0, time.UnixMilli(updated)
				rows[r.Key] = r
				order = append(order, r.Key)
				return nil
			})
		if err != nil {
			return err
		}
		return l.Rows("SELECT node, path FROM bin", nil, func(scan func(...any) error) error {
			var seq int64
			var path string
			if err := scan(&seq, &path); err != nil {
				return err
			}
			var names []string
			err := json.Unmarshal([]byte(path), &names)
			origin[seq] = names
			return err
		})
	})
	if err != nil {
		return nil, store.Say(err, s.db.Path())
	}
	out := make([]Item, 0, len(order))
	for _, seq := range order {
		r := rows[seq]
		at := r
		for {
			r.Path = append(r.Path, at.name)
			if at.parent == store.BinSeq {
				r.InBin = true
				from := slices.Clone(origin[at.Key])
				slices.Reverse(from)
				r.Path = append(r.Path, from...)
			}
			up, inside := rows[at.parent]
			if !inside {
				break
			}
			at = up
		}
		slices.Reverse(r.Path)
		out = append(out, r.Item)
	}
	return out, nil
}

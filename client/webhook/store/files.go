package store

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/client/system/sqlite"
)

// OutputFile is the path of a delivery's output. Its folder exists.
func (s *Store) OutputFile(id string) string {
	if !valid(id) {
		return ""
	}
	return filepath.Join(s.dir, outName, id)
}

// openOutput returns nil when nothing was printed, or it was dropped.
func (s *Store) openOutput(id string) (*os.File, int64, error) {
	file, err := system.OpenRead(s.OutputFile(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, readError(err)
	}
	st, err := file.Stat()
	if err != nil {
		_ = file.Close()
		return nil, 0, readError(err)
	}
	return file, st.Size(), nil
}

// keepWithinBounds drops what is beyond the limits until the store is closed.
func (s *Store) keepWithinBounds() {
	t := time.NewTicker(time.Hour)
	defer t.Stop()
	for {
		s.grown.Store(0)
		if s.ask(context.Background(), &item{do: s.drop}) == nil { // what fails is tried the next time
			_ = s.loadTalks(true)
		}
		s.sweep()
		select {
		case <-s.closing:
			return
		case <-t.C:
		case <-s.prune:
		}
	}
}

// grow counts bytes that were written.
func (s *Store) grow(n int64) {
	if s.grown.Add(n) > s.o.limits.grown {
		client.Nudge(s.prune)
	}
}

// drop deletes rows: the oldest when they are too many or too old, and the largest bodies when they are too large
// together. The newest body stays, as does all of a delivery that has not ended.
func (s *Store) drop(l *sqlite.Link, _ int64) error {
	m, old := s.o.limits, NewID(s.o.Now().Add(-s.o.limits.age))
	const ended = "id IN (SELECT id FROM delivery WHERE ended = 1)"
	for _, q := range []struct {
		query string
		args  []any
	}{
		{"DELETE FROM delivery WHERE ended = 1 AND (id < ? OR id <= (SELECT id FROM delivery ORDER BY id DESC LIMIT 1 OFFSET ?))", []any{old, m.rows}},
		{"DELETE FROM part WHERE id NOT IN (SELECT id FROM delivery)", nil},
		{"DELETE FROM part WHERE " + ended + " AND id <= (SELECT DISTINCT id FROM part ORDER BY id DESC LIMIT 1 OFFSET ?)", []any{m.files}},
		{`DELETE FROM part WHERE ` + ended + ` AND id <> (SELECT max(id) FROM part) AND id IN (SELECT id FROM
			(SELECT id, sum(size) OVER (ORDER BY size, id DESC) AS total FROM (SELECT id, sum(length(data)) AS size FROM part GROUP BY id)) WHERE total > ?)`, []any{m.bodies}},
		{`DELETE FROM message WHERE n IN (SELECT n FROM (SELECT n, sum(length(line)) OVER (ORDER BY n DESC) AS total FROM message) WHERE total > ?)`, []any{m.talk}},
		{"DELETE FROM message WHERE json_extract(line, '$.At') < ?", []any{s.o.Now().Add(-m.age).UTC().Format(time.RFC3339Nano)}},
		{"DELETE FROM talk WHERE last <> '{}' AND session NOT IN (SELECT session FROM message GROUP BY session ORDER BY max(n) DESC LIMIT ?)", []any{maxTalks}},
		{"DELETE FROM message WHERE session NOT IN (SELECT session FROM talk)", nil},
		{"DELETE FROM agent WHERE session NOT IN (SELECT session FROM talk)", nil},
		{"UPDATE talk SET messages = (SELECT count(*) FROM message WHERE message.session = talk.session)", nil},
		{"PRAGMA incremental_vacuum(10000)", nil},
	} {
		if err := l.Do(q.query, q.args...); err != nil {
			return err
		}
	}
	return nil
}

// sweep drops outputs: the oldest when they are too many or too old, and the largest when they are too large
// together. The newest one stays. Their names are ids, which sort by time.
func (s *Store) sweep() {
	dir := filepath.Join(s.dir, outName)
	es, err := os.ReadDir(dir) // sorted
	if err != nil {
		return
	}
	slices.Reverse(es)
	var all []os.FileInfo
	total, oldest := int64(0), s.o.Now().Add(-s.o.limits.age)
	drop := func(st os.FileInfo) bool {
		return !s.lives(st.Name(), st.ModTime()) && os.Remove(filepath.Join(dir, st.Name())) == nil
	}
	for _, e := range es {
		st, err := e.Info()
		if err != nil || !st.Mode().IsRegular() {
			continue
		}
		if n := len(all); n > 0 && (n >= s.o.limits.files || st.ModTime().Before(oldest)) && drop(st) {
			continue
		}
		all = append(all, st)
		total += st.Size()
	}
	if len(all) == 0 {
		return
	}
	all = all[1:]
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b os.FileInfo) int { return cmp.Compare(b.Size(), a.Size()) })
	for _, st := range all {
		if total <= s.o.limits.out {
			return
		}
		if drop(st) {
			total -= st.Size()
		}
	}
}

// lives: the file belongs to a delivery that has not ended, or is just being
// stored.
func (s *Store) lives(id string, changed time.Time) bool {
	if d := s.Get(id); d != nil {
		return !d.State.Ended()
	}
	return s.o.Now().Sub(changed) < time.Minute
}

func readError(err error) error {
	return &client.Error{Kind: client.KindLocal, Op: op, What: "the stored delivery cannot be read (%s)", Args: []any{system.Reason(err)}, Err: err}
}

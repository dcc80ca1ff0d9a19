package docs

import (
	"context"

	"aloft/client/embedded/pages"
)

// Snapshots are made after that many edits or that much log, whichever comes first.
const (
	snapEdits = 100
	snapLog   = 256 << 10
	// closeEdits is how many edits are worth one when the service closes.
	closeEdits = 20
)

// snapshotSoon starts a snapshot, in the background, when it is due.
func (s *wordVersions) snapshotSoon(page int64) {
	if s.cache.due(page) {
		// If it fails the next edit starts another one; everything is in the log.
		s.life.Start(func() { _ = s.snapshot(page) })
	}
}

// snapshot stores the version in memory, and trims the log behind the last snapshot
// but one.
func (s *wordVersions) snapshot(page int64) error {
	o, open := s.cache.get(page)
	if !open {
		return nil
	}
	version := o.doc.Version
	done := false
	defer func() { s.cache.written(page, o, done) }()
	pics := pictures{db: s.db}
	data, err := encode(o.doc, &pics)
	if err != nil {
		return err
	}
	s.db.Step("snapshot made")
	// Close must not cut this short; it waits for it.
	err = s.pages.Update(context.WithoutCancel(s.life.Context()), func(l pages.Rows) error {
		// Another process may have been quicker, and the page may be deleted.
		near, known := int64(0), int64(0)
		if found, err := l.Row("SELECT version FROM doc WHERE page = ?", []any{page}, &known); err != nil || !found || known < version {
			return err
		}
		found, err := l.Row("SELECT version FROM snap WHERE page = ? AND version > ? LIMIT 1", []any{page, version - closeEdits}, &near)
		if err != nil || found {
			return err
		}
		if err := s.keepImages(l, page, pics.new); err != nil {
			return err
		}
		if _, err := data.keep(l, page, version); err != nil {
			return err
		}
		s.db.Step("snapshot written")
		var keep int64
		found, err = l.Row("SELECT version FROM snap WHERE page = ? ORDER BY version DESC LIMIT 1 OFFSET 1", []any{page}, &keep)
		if err != nil || !found {
			return err
		}
		if err := l.Do("DELETE FROM snap WHERE page = ? AND version < ?", page, keep); err != nil {
			return err
		}
		return l.Do("DELETE FROM edit WHERE page = ? AND version <= ?", page, keep)
	})
	done = err == nil
	s.db.Step("snapshot kept")
	return err
}

// LastSnapshots stores snapshots, when the service closes, of what this process
// edited.
func (s *wordVersions) LastSnapshots() {
	for _, page := range s.cache.dueAtEnd() {
		_ = s.snapshot(page) // everything is in the log
	}
}

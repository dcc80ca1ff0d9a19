package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"aloft/client/system/sqlite"
	"aloft/model/text"
)

// Finding is an error in the database.
type Finding struct {
	What text.Text
	Args []any
}

// maxFindings is how many of SQLite's own messages are shown.
const maxFindings = 3

// area is the content of a table in words.
type area struct {
	name   text.Text
	tables []string
}

// areas are all tables, those that others refer to first.
func areas() []area {
	return []area{
		{"the drive", []string{"node", "bin", "task", "lag", "share"}},
		{"the contents of the drive's files", []string{"content", "piece", "incoming", "loose"}},
		{"the documents and spaces", []string{"page", "prose", "pagebin", "viewed"}},
		{"the text of Word documents", []string{"doc", "snap", "snappart", "edit", "docimage", "upload"}},
		{"imports and exports", []string{"transfer"}},
		{"sessions (a new one is made)", []string{"meta", "session", "token"}},
	}
}

// Check checks the whole database: SQLite's own check and the affected parts, or else dangling references and missing
// files. A damaged one is set aside by the next Open; a large database takes seconds.
func (s *DB) Check(ctx context.Context) ([]Finding, error) {
	var out []Finding
	used, partial := map[string]bool{}, 0
	err := s.View(ctx, func(l *Link) error {
		findings, err := l.integrity("")
		if err != nil {
			return err
		}
		for _, f := range findings[:min(len(findings), maxFindings)] {
			out = append(out, Finding{"SQLite's check finds: %s", []any{f}})
		}
		if len(findings) > 0 {
			mark(s.path)
			return l.affected(func(name text.Text) { out = append(out, Finding{"damaged: %s", []any{name}}) })
		}
		lost := 0
		err = l.Rows("PRAGMA foreign_key_check", nil, func(func(...any) error) error { lost++; return nil })
		if lost > 0 {
			out = append(out, Finding{"%d {reference points|references point} to a missing record", []any{lost}})
		}
		if err == nil {
			_, err = l.Row("SELECT count(*) FROM node n WHERE content <> 0 AND size <> (SELECT coalesce(sum(p.size), 0) FROM piece p WHERE p.content = n.content)", nil, &partial)
		}
		if partial > 0 {
			out = append(out, Finding{"%d {file|files} of the drive {is|are} incomplete", []any{partial}})
		}
		if err == nil {
			used, err = l.UsedBlobs(s.Now().UnixNano())
		}
		return err
	})
	if err != nil && !(sqlite.IsDamage(err) && len(out) > 0) { // the end of a transaction repeats the finding
		return nil, Say(err, s.path)
	}
	missing := 0
	for hash := range used {
		if len(hash) != hex.EncodedLen(sha256.Size) { // of the sample: it is made when it is first read
			continue
		}
		if _, err := os.Stat(s.BlobPath(hash)); errors.Is(err, fs.ErrNotExist) {
			missing++
		}
	}
	if missing > 0 {
		out = append(out, Finding{"the content of %d {file is|files are} missing from the folder blobs", []any{missing}})
	}
	return out, nil
}

// affected adds the areas that have a damaged table.
func (l *Link) affected(add func(text.Text)) error {
	for _, a := range areas() {
		for _, t := range a.tables {
			found, err := l.integrity(t)
			if err != nil {
				return err
			}
			if len(found) > 0 {
				add(a.name)
				break
			}
		}
	}
	return nil
}

// integrity returns SQLite's findings on a table and its indexes; "" is the whole file.
func (l *Link) integrity(table string) (found []string, err error) {
	query := "PRAGMA integrity_check"
	if table != "" {
		query = fmt.Sprintf("PRAGMA integrity_check(%s)", table)
	}
	err = l.Rows(query, nil, func(scan func(...any) error) error {
		var lines string
		if err := scan(&lines); err != nil {
			return err
		}
		found = append(found, strings.Split(strings.TrimSpace(lines), "\n")...)
		return nil
	})
	found = slices.DeleteFunc(found, func(f string) bool { return f == "ok" || strings.HasPrefix(f, "***") })
	if sqlite.IsDamage(err) { // findings so far
		if len(found) == 0 {
			found = []string{err.Error()}
		}
		return found, nil
	}
	return found, err
}

package edits

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// Each document has a journal of its own, named by a hash: the file name reveals
// nothing. It is in the folder of the document's account, whichever account is
// current in the process that edits. A line is written and made durable at once,
// under the lock of the file named lock, since several processes may edit one
// document.
//
// Earlier versions kept a journal in the folder of the account that was current,
// and left that one out of the hash. For the current account that is the same
// place; the others' journals are read where they are, and what is settled is
// written beside them. The same holds for the other names of the same service: an
// id is one document there.

// format of the journals; see system.Newer.
const format = 1

// known refuses journals that a newer program has written.
func (j *journal) known() error {
	if all := filepath.Dir(j.dir); system.Newer(all, format) {
		return client.Newer(opEdit, all, client.DataHome)
	}
	return nil
}

// maxEdits is how many edits a journal keeps.
const maxEdits = 100

// journal of one document.
type journal struct {
	dir    string
	path   string
	others []*journal // of earlier versions, and of other names of the account
}

// journal returns a document's journal: its id is the same in all trees of an
// account.
func (e *Engine) journal(d *doc) *journal {
	root := d.src.Root()
	account := cmp.Or(root.Account, e.o.Account)
	at := func(name string) string { return e.o.Service(model.Place{Account: name, Scheme: root.Scheme}) }
	j := journalIn(filepath.Join(e.o.Dir, account), "", d.entry.ID)
	stores, _ := os.ReadDir(e.o.Dir) // there are none yet, or j returns the error
	for _, s := range stores {
		if !s.IsDir() || s.Name() == account {
			continue
		}
		dir := filepath.Join(e.o.Dir, s.Name())
		j.others = append(j.others, journalIn(dir, account, d.entry.ID))
		if at(s.Name()) == at(account) {
			j.others = append(j.others, journalIn(dir, "", d.entry.ID))
		}
	}
	return j
}

func journalIn(dir, account, id string) *journal {
	sum := sha256.Sum256([]byte(account + "\x00" + id))
	return &journal{dir: dir, path: filepath.Join(dir, hex.EncodeToString(sum[:16])+".jsonl")}
}

func newID() string { return strings.ToLower(rand.Text()[:12]) }

// locked runs f while no other process writes.
func (j *journal) locked(f func() error) error {
	if err := j.known(); err != nil {
		return err
	}
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		e := &client.Error{Kind: client.KindLocal, Op: opEdit, What: "%s cannot be used: %s",
			Args: []any{j.dir, err}, Err: err}
		return e.InFolder(client.DataHome)
	}
	l, err := system.Hold(filepath.Join(j.dir, "lock"), client.Held(opEdit))
	var held *client.Error
	switch {
	case errors.As(err, &held):
		return held
	case err != nil:
		return j.fail(err)
	}
	defer l.Close()
	return f()
}

func (j *journal) fail(err error) error {
	e := &client.Error{Kind: client.KindLocal, Op: opEdit, What: "the journal of edits cannot be written (%s), so nothing is sent",
		Args: []any{err}, Err: err}
	return e.InFolder(client.DataHome)
}

func (j *journal) append(r record) error {
	line, err := r.line()
	if err != nil {
		return j.fail(err)
	}
	return j.locked(func() error {
		f, err := os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return j.fail(err)
		}
		defer f.Close()
		l, err := system.OpenLog(f)
		if err != nil {
			return j.fail(err)
		}
		if err := l.Append(line, true); err != nil {
			return j.fail(err)
		}
		if r.T == recIntent {
			return j.prune()
		}
		return nil
	})
}

func (j *journal) read() ([]*history, error) {
	var out []*history
	for _, from := range append(slices.Clone(j.others), j) {
		all, err := from.readOne()
		if err != nil {
			return nil, err
		}
		out = append(out, all...)
	}
	if len(j.others) > 0 {
		slices.SortStableFunc(out, func(a, b *history) int { return a.at.Compare(b.at) })
	}
	markUndone(out)
	return out, nil
}

// readOne returns the edits in this journal alone.
func (j *journal) readOne() ([]*history, error) {
	if err := j.known(); err != nil {
		return nil, err
	}
	b, err := system.ReadFile(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, j.fail(err)
	}
	all := replay(b)
	for _, h := range all {
		h.in = j
	}
	return all, nil
}

// prune drops the oldest edits when there are too many. The lock is held.
func (j *journal) prune() error {
	all, err := j.readOne()
	if err != nil || len(all) <= maxEdits+maxEdits/4 {
		return err
	}
	var out []byte
	for _, h := range all[len(all)-maxEdits:] {
		for _, r := range h.records() {
			l, err := r.line()
			if err != nil {
				return j.fail(err)
			}
			out = append(out, l...)
		}
	}
	if err := system.Replace(j.path, out, true); err != nil {
		return j.fail(err)
	}
	return nil
}

// records are the lines that replay as the edit.
func (h *history) records() []record {
	out := []record{{T: recIntent, ID: h.id, At: h.at, Base: h.base, Marks: h.marks, Undo: h.undo, Undoes: h.undoes}}
	for i, v := range h.made {
		if v > 0 {
			out = append(out, record{T: recMade, ID: h.id, Step: i, Place: h.marks[i].At, Version: v})
		}
	}
	if h.out != model.EditUnknown {
		out = append(out, record{T: recEnd, ID: h.id, Out: h.out, Version: h.version})
	}
	return out
}

package drive

import (
	"slices"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"aloft/client/embedded/store"
	"aloft/client/system/sqlite"
)

// Kinds of change. They are stored in tasks, so their names must not change.
const (
	changeMake    = "mkdir"
	changeRename  = "rename"
	changeMove    = "move"
	changeCopy    = "copy"
	changeDelete  = "delete"
	changeRecover = "recover"
	changeRemove  = "remove"
	changeUpload  = "upload"
	changeShare   = "share"
	changeSave    = "save"
)

// changeKind is how one kind of change is applied.
type changeKind struct {
	apply func(*work) (outcome, error)
	task  bool // it may become a task with its id in the answer
	// polled says that the task can be polled although its result is in the answer.
	polled bool
}

func kinds() map[string]changeKind {
	return map[string]changeKind{
		changeMake:    {apply: (*work).makeFolder},
		changeRename:  {apply: (*work).rename, task: true},
		changeMove:    {apply: (*work).move, task: true},
		changeCopy:    {apply: (*work).copy, task: true},
		changeDelete:  {apply: (*work).delete, task: true},
		changeRecover: {apply: (*work).recover},
		changeRemove:  {apply: (*work).remove},
		changeUpload:  {apply: (*work).upload},
		changeShare:   {apply: (*work).share, task: true, polled: true},
		changeSave:    {apply: (*work).save, task: true, polled: true},
	}
}

// change is a mutation with every fid resolved. Together with its times it has one meaning, whichever process applies
// it later.
type change struct {
	Kind  string        `json:"kind"`
	Nodes []int64       `json:"nodes,omitempty"` // rows of node; of bin for recover and remove, of incoming for upload
	To    int64         `json:"to,omitempty"`    // move: the target; mkdir: the parent
	Name  string        `json:"name,omitempty"`  // rename: the new name; mkdir: the last name
	Chain []string      `json:"chain,omitempty"` // mkdir: parents, made where missing
	Reuse bool          `json:"reuse,omitempty"` // mkdir: the last folder may exist
	Dup   bool          `json:"dup,omitempty"`   // a taken name is allowed
	Room  int64         `json:"room,omitempty"`  // upload, save and copy: capacity of the drive
	Less  int64         `json:"less,omitempty"`  // upload and copy: so many bytes less are kept
	Share *shared       `json:"share,omitempty"` // share: the link without its entries
	Lag   time.Duration `json:"lag,omitempty"`
	Show  int           `json:"show,omitempty"`
}

// outcome is the result of a change.
type outcome struct {
	seq     int64   // of the folder or file made
	made    []int64 // save: copies of the named entries
	applied int     // entries changed
}

// apply applies the change as of the given time. An error of type rejection refuses the whole change, and the caller
// rolls back.
func (c *change) apply(l tree, at time.Time) (outcome, error) {
	w := &work{tree: l, change: c, at: at, live: map[int64]bool{}}
	w.forget()
	k, known := kinds()[c.Kind]
	if !known { // a damaged stored change
		return outcome{}, rejection{bad("kind")}
	}
	return k.apply(w)
}

// try reports whether the change could be applied now, without applying it.
func (c *change) try(l tree, at time.Time) error {
	if err := l.Do("SAVEPOINT try"); err != nil {
		return err
	}
	_, err := c.apply(l, at)
	if e := l.Do("ROLLBACK TO try"); e != nil {
		return e
	}
	if e := l.Do("RELEASE try"); e != nil {
		return e
	}
	return err
}

// work is one change in progress.
type work struct {
	tree
	*change
	at   time.Time
	live map[int64]bool
	lags *bool // whether an earlier change still lags; nil until checked
}

// node is what changes need of an entry.
type node struct {
	seq, parent, slot int64
	isfile            int
	name              string
	key               []byte
	updated           int64
}

func (l tree) node(seq int64) (n node, found bool, err error) {
	found, err = l.Row("SELECT seq, coalesce(parent, 0), slot, isfile, name, sortkey, updated FROM node WHERE seq = ?",
		[]any{seq}, &n.seq, &n.parent, &n.slot, &n.isfile, &n.name, &n.key, &n.updated)
	return n, found, err
}

// alive reports whether the entry is below the root, not in the bin.
func (l tree) alive(seq int64, known map[int64]bool) (bool, error) {
	var way []int64
	for at := seq; ; {
		live, told := known[at]
		if !told {
			way = append(way, at)
			var parent int64
			found, err := l.Row("SELECT coalesce(parent, 0) FROM node WHERE seq = ?", []any{at}, &parent)
			if err != nil {
				return false, err
			}
			if found && parent != 0 {
				at = parent
				continue
			}
		}
		for _, s := range way {
			known[s] = live
		}
		return live, nil
	}
}

// forget clears the cache of alive: a change has moved something between the tree
// and the bin.
func (w *work) forget() {
	clear(w.live)
	w.live[store.RootSeq], w.live[store.BinSeq] = true, false
}

// entry finds a live entry. A deleted one refuses the change.
func (w *work) entry(seq int64) (node, error) {
	n, found, err := w.node(seq)
	if err != nil {
		return n, err
	}
	live := false
	if found {
		if live, err = w.alive(seq, w.live); err != nil {
			return n, err
		}
	}
	if !live {
		return n, gone("")
	}
	return n, nil
}

func (w *work) folder(seq int64, param string) (node, error) {
	n, err := w.entry(seq)
	if err == nil && n.isfile != 0 {
		return n, rejection{bad(param + " is no folder")}
	}
	return n, err
}

// put gives an entry its folder and name. slot 0 is the first entry of a name; if equal names are switched on, others
// use their own number.
func (w *work) put(n node, parent int64, name string, moves, renames int) error {
	set := func(slot int64) error {
		if name == n.name {
			return w.Do("UPDATE node SET parent = ?, slot = ?, moves = moves + ? WHERE seq = ?", parent, slot, moves, n.seq)
		}
		return w.Do("UPDATE node SET parent = ?, name = ?, sortkey = ?, fold = ?, slot = ?, moves = moves + ?, renames = renames + ? WHERE seq = ?",
			parent, name, store.SortKey(name), store.Fold(name), slot, moves, renames, n.seq)
	}
	err := set(0)
	if sqlite.Code(err) == sqlite3.SQLITE_CONSTRAINT {
		if !w.Dup {
			return taken()
		}
		err = set(n.seq)
	}
	return err
}

// How listings show a change that lags: the old state, or
const (
	showNone = iota + 1 // at neither place
	showBoth            // at both
)

// linger makes listings show the state before the change for a while. parent 0 means "was nowhere", to 0 "is
// nowhere".
func (w *work) linger(old node, to int64) error {
	if w.lags == nil { // one check for the whole change
		found, err := w.Row("SELECT 1 FROM lag LIMIT 1", nil, new(int))
		if err != nil {
			return err
		}
		w.lags = &found
	}
	if *w.lags {
		if err := w.Do("DELETE FROM lag WHERE node = ? OR until <= ?", old.seq, w.at.UnixNano()); err != nil {
			return err
		}
	}
	if w.Lag <= 0 {
		return nil
	}
	until := w.at.Add(w.Lag).UnixNano()
	note := func(parent int64, ghost int) error {
		return w.Do("INSERT INTO lag(parent, node, ghost, until, isfile, sortkey, name, updated) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
			parent, old.seq, ghost, until, old.isfile, old.key, old.name, old.updated)
	}
	if to != 0 && w.Show != showBoth {
		if err := note(to, 0); err != nil {
			return err
		}
	}
	if old.parent != 0 && w.Show != showNone {
		return note(old.parent, 1)
	}
	return nil
}

func (w *work) makeFolder() (out outcome, err error) {
	parent, err := w.folder(w.To, "pdir_fid")
	if err != nil {
		return out, err
	}
	names := w.Chain
	if w.Name != "" {
		names = append(slices.Clip(names), w.Name)
	}
	out.seq = parent.seq
	for i, name := range names {
		var seq int64
		var isfile int
		found, err := w.Row("SELECT seq, isfile FROM node WHERE parent = ? AND name = ? ORDER BY slot LIMIT 1",
			[]any{out.seq, name}, &seq, &isfile)
		if err != nil {
			return out, err
		}
		last := i == len(names)-1
		if found && isfile == 0 && (!last || w.Reuse) {
			out.seq = seq
			continue
		}
		if found && !w.Dup {
			return out, taken()
		}
		if out.seq, err = w.insertFolder(out.seq, name, found); err != nil {
			return out, err
		}
		out.applied++
	}
	return out, nil
}

func (w *work) insertFolder(parent int64, name string, again bool) (int64, error) {
	ms, slot := w.at.UnixMilli(), int64(0)
	if again {
		if _, err := w.Row("SELECT max(slot) + 1 FROM node WHERE parent = ? AND name = ?", []any{parent, name}, &slot); err != nil {
			return 0, err
		}
	}
	key := store.SortKey(name)
	_, seq, err := w.Exec("INSERT INTO node(parent, isfile, sortkey, name, slot, fold, created, updated) VALUES(?, 0, ?, ?, ?, ?, ?, ?)",
		parent, key, name, slot, store.Fold(name), ms, ms)
	if err != nil {
		return 0, err
	}
	return seq, w.linger(node{seq: seq, name: name, key: key, updated: ms}, parent)
}

func (w *work) rename() (outcome, error) {
	n, err := w.entry(w.Nodes[0])
	if err != nil || n.name == w.Name {
		return outcome{}, err
	}
	if err := w.put(n, n.parent, w.Name, 0, 1); err != nil {
		return outcome{}, err
	}
	return outcome{applied: 1}, w.linger(n, n.parent)
}

// above are the folder and those that it is in.
func (w *work) above(folder node) (map[int64]bool, error) {
	above := map[int64]bool{}
	for at := folder.seq; at != 0; {
		above[at] = true
		n, _, err := w.node(at)
		if err != nil {
			return nil, err
		}
		at = n.parent
	}
	return above, nil
}

func insideItself() error {
	return rejection{refusal(400, codeBad, "to_pdir_fid lies inside one of the entries")}
}

func (w *work) move() (out outcome, err error) {
	to, err := w.folder(w.To, "to_pdir_fid")
	if err != nil {
		return out, err
	}
	above, err := w.above(to)
	if err != nil {
		return out, err
	}
	for _, seq := range w.Nodes {
		n, err := w.entry(seq)
		if err != nil {
			return out, err
		}
		if above[seq] {
			return out, insideItself()
		}
		if n.parent == to.seq {
			continue // it exists already
		}
		if err := w.put(n, to.seq, n.name, 1, 0); err != nil {
			return out, err
		}
		if err := w.linger(n, to.seq); err != nil {
			return out, err
		}
		out.applied++
	}
	return out, nil
}

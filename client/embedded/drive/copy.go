package drive

import "aloft/client/embedded/store"

// save copies entries of a link into a folder and numbers taken names.
func (w *work) save() (outcome, error) {
	to, err := w.folder(w.To, "to_pdir_fid")
	if err != nil {
		return outcome{}, err
	}
	return w.copyInto(to, w.freeName)
}

// copy copies entries into a folder under their own names.
func (w *work) copy() (outcome, error) {
	to, err := w.folder(w.To, "to_pdir_fid")
	if err != nil {
		return outcome{}, err
	}
	above, err := w.above(to)
	if err != nil {
		return outcome{}, err
	}
	for _, seq := range w.Nodes {
		if above[seq] {
			return outcome{}, insideItself()
		}
	}
	return w.copyInto(to, func(_ int64, n node) (string, error) { return n.name, nil })
}

// copyInto copies the entries of the change with their content; named returns the name of a copy. Files share their
// bytes with the copy.
func (w *work) copyInto(to node, named func(parent int64, n node) (string, error)) (out outcome, err error) {
	type copying struct{ from, parent int64 }
	var queue []copying
	size, below := int64(0), map[int64][]int64{} // found before copying: the target may be inside
	var collect func(seq int64) error
	collect = func(seq int64) error {
		var own int64
		if _, err := w.Row("SELECT size FROM node WHERE seq = ?", []any{seq}, &own); err != nil {
			return err
		}
		size += own
		kids, err := w.kids(seq)
		below[seq] = kids
		for _, kid := range kids {
			if err == nil {
				err = collect(kid)
			}
		}
		return err
	}
	for _, seq := range w.Nodes {
		if _, err := w.entry(seq); err != nil {
			return out, err
		}
		if err := collect(seq); err != nil {
			return out, err
		}
		queue = append(queue, copying{seq, to.seq})
	}
	if err := w.room(size, w.Room); err != nil {
		return out, err
	}
	for ; len(queue) > 0; queue = queue[1:] {
		next := queue[0]
		n, _, err := w.node(next.from)
		if err != nil {
			return out, err
		}
		name := n.name
		if next.parent == to.seq {
			if name, err = named(to.seq, n); err != nil {
				return out, err
			}
		}
		made, err := w.copyNode(n, next.parent, name)
		if err != nil {
			return out, err
		}
		if next.parent == to.seq {
			out.made = append(out.made, made)
		}
		out.applied++
		for _, kid := range below[next.from] {
			queue = append(queue, copying{kid, made})
		}
	}
	return out, nil
}

// copyNode copies one entry without its content.
func (w *work) copyNode(n node, parent int64, name string) (int64, error) {
	slot := int64(0)
	if _, err := w.Row("SELECT coalesce(max(slot) + 1, 0) FROM node WHERE parent = ? AND name = ?", []any{parent, name}, &slot); err != nil {
		return 0, err
	}
	if slot > 0 && parent == w.To && !w.Dup {
		return 0, taken()
	}
	ms, key := w.at.UnixMilli(), store.SortKey(name)
	_, seq, err := w.Exec("INSERT INTO node(parent, isfile, sortkey, name, slot, fold, mime, size, created, updated, content, made, md5, lcreated, lupdated) "+
		"SELECT ?, isfile, ?, ?, ?, ?, mime, max(0, size - ?), ?, ?, content, CASE WHEN isfile = 1 AND content = 0 AND made = '' THEN CAST(seq AS TEXT) ELSE made END, md5, "+
		"CASE lcreated WHEN 0 THEN created ELSE lcreated END, CASE lupdated WHEN 0 THEN updated ELSE lupdated END FROM node WHERE seq = ?",
		parent, key, name, slot, store.Fold(name), w.Less, ms, ms, n.seq)
	if err != nil {
		return 0, err
	}
	return seq, w.linger(node{seq: seq, name: name, key: key, isfile: n.isfile, updated: ms}, parent)
}

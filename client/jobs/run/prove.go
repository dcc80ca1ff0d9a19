package run

import (
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// proof is what this process has seen of what a service has said that it has.
type proof struct {
	known bool // nothing is left to be seen
	looks int
	// of the copy of a folder: when it was made, by the clock of the service, and the pairs of
	// folders that are still to be compared
	born   time.Time
	inside [][2]model.Place
}

// brought is the size and MD5 of the file that a step has brought to a service, where it is after
// the last step about it; false = there is nothing that a listing could be compared with.
func (j *job) brought(n int) (size int64, md5 string, ok bool) {
	s, st := &j.Steps[n], j.States[n]
	_, uploads := j.srcAt(s.To).(client.Uploader)
	parts := j.Parts[s.Item]
	switch {
	case st.State != model.ItemDone || !st.Ours || !uploads || j.States[parts[len(parts)-1]].State != model.ItemDone:
		return 0, "", false
	case s.Op.Transfers() && st.Carry != nil && st.Carry.MD5 != "":
		return st.Carry.Size, st.Carry.MD5, true
	case s.Op == model.OpCopy && s.Of.Kind.Container():
		return model.Unknown, "", true
	case s.Op == model.OpCopy && !j.Plan.Audited() && s.Of.Print.Size > 0:
		return s.Of.Print.Size, "", true
	}
	return 0, "", false
}

// prove compares what the job has brought to one folder of a service with its listing, what one
// call has copied with it, and files by their MD5s before their originals go. What differs has
// failed. proven: nothing is left.
func (w *worker) prove(j *job) (proven bool, err error) {
	if j.Cancel || j.settling {
		return true, nil
	}
	var at model.Place
	var steps []int
	again := false
	for n := range j.Steps {
		p := j.known(n).proof
		if _, _, ok := j.brought(n); !ok || p.known {
			continue
		}
		if len(p.inside) > 0 {
			return false, w.proveInside(j, n)
		}
		if t, _ := j.Steps[n].Of.After(); len(steps) == 0 || journal.SamePlace(t.Parent(), at) {
			at, steps, again = t.Parent(), append(steps, n), again || p.looks > 0
		}
	}
	if len(steps) == 0 {
		return true, nil
	}
	l, err := w.proofOf(j, at, again)
	if err != nil {
		return false, err
	}
	entries := make(map[string]*model.Entry, len(l.Entries))
	for i := range l.Entries {
		entries[l.Entries[i].Name] = &l.Entries[i]
	}
	var rs []journal.Record
	fail := func(n int, v verify.Verdict) {
		rs = append(rs, v.Record(j.Steps[n].Op, j.Items(n)))
		j.of(n).proof.known = true
	}
	var summed []int // what is to be compared by MD5
	var files []*model.Entry
	looks := 0
	for _, n := range steps {
		size, md5, _ := j.brought(n)
		t, _ := j.Steps[n].Of.After()
		p, e := &j.of(n).proof, entries[t.Base()]
		if e != nil && e.Kind.Container() != j.Steps[n].Of.Kind.Container() {
			e = nil
		}
		p.looks++
		switch {
		case e != nil && e.Kind.Container():
			p.looks, p.born, p.inside = 0, e.Created, [][2]model.Place{{j.Steps[n].Source(), t}}
		case e != nil && (e.Size == model.Unknown || e.Size == size):
			if md5 == "" || j.Plan.Op != model.OpRelocate {
				p.known = true
			} else {
				summed, files = append(summed, n), append(files, e)
			}
		case e != nil && p.looks > 1: // a new entry may have no size at first
			fail(n, verify.KeptLess(e.Size, size))
		case e == nil && w.shows(j, n):
			fail(n, verify.Verdict{Out: journal.OutMissing, Kind: client.KindNotFound, Text: text.JobsUnmade})
		default:
			looks = max(looks, p.looks)
		}
	}
	sums, err := verify.Sums(w.reads, j.srcAt(at), at, files, j.class(), func(call func() error) error {
		w.change(j, func() { j.Requests++ })
		return call()
	})
	if err != nil {
		j.looked.proving = nil // the ids may be others by now
		return false, err
	}
	for i, n := range summed {
		if _, md5, _ := j.brought(n); sums[i] != "" && sums[i] != md5 {
			fail(n, verify.Verdict{Out: journal.OutFailed, Kind: client.KindServer, Text: "the drive's MD5 does not match the uploaded file"})
		}
		j.of(n).proof.known = true
	}
	w.proveAgain(j, looks)
	return false, w.settle(j, merge(rs))
}

// proveInside compares the next folder of a copied one with its original. What somebody has changed
// in the original since is passed over.
func (w *worker) proveInside(j *job, n int) error {
	p := &j.of(n).proof
	from, to := p.inside[0][0], p.inside[0][1]
	was, err := w.proofOf(j, from, p.looks > 0)
	if err != nil {
		return err
	}
	is, err := w.proofOf(j, to, p.looks > 0)
	if err != nil {
		return err
	}
	left, v := p.inside[1:], verify.Verdict{}
	copies := make(map[string]*model.Entry, len(is.Entries))
	for i := range is.Entries {
		copies[is.Entries[i].Name] = &is.Entries[i]
	}
	for i := range was.Entries {
		e := &was.Entries[i]
		c := copies[e.Name]
		if c != nil && c.Kind.Container() != e.Kind.Container() {
			c = nil
		}
		switch {
		case !p.born.IsZero() && (e.Modified.After(p.born) || e.Created.After(p.born)):
		case c != nil && e.Kind.Container():
			left = append(left, [2]model.Place{from.Join(e.Name), to.Join(e.Name)})
		case c != nil && e.Size >= 0 && c.Size >= 0 && c.Size != e.Size:
			v = verify.KeptLess(c.Size, e.Size)
			v.Text, v.Args = "the copy of %s is incomplete: only %d of %d {byte|bytes} arrived", append([]any{e.Name}, v.Args...)
		case c == nil && is.Complete:
			v = verify.Verdict{Out: journal.OutFailed, Kind: client.KindServer, Text: "the copy is incomplete: %s is missing", Args: []any{e.Name}}
		}
	}
	switch p.looks++; {
	case v.Text == "":
		p.looks, p.inside, p.known = 0, left, len(left) == 0
	case p.looks > 1 && w.shows(j, n):
		p.known, p.inside = true, nil
		return w.settle(j, []journal.Record{v.Record(j.Steps[n].Op, j.Items(n))})
	default:
		w.proveAgain(j, p.looks)
	}
	return nil
}

// shows reports whether listings show by now what the step has made.
func (w *worker) shows(j *job, n int) bool {
	return j.known(n).proof.looks > 1 && time.Since(j.States[n].Done) > w.late(j)
}

// proveAgain lists again a while later what does not show all after so many looks.
func (w *worker) proveAgain(j *job, looks int) {
	if looks > 0 {
		j.looked.proving = nil
		w.change(j, func() { j.wait.until = time.Now().Add(w.scaled(min(time.Second<<(looks-1), verify.Lag))) })
	}
}

// proofOf lists a folder; one that is not there holds nothing.
func (w *worker) proofOf(j *job, at model.Place, again bool) (model.Listing, error) {
	defer w.bulkTurn(j)()
	if j.looked.proving == nil || j.looked.proving.Src != j.srcAt(at) {
		j.looked.proving = w.walkAt(j, at, client.Options{After: !again, Fresh: again})
	}
	l, err := j.looked.proving.All(w.reads, at)
	w.spent(j, j.looked.proving)
	switch {
	case client.Is(err, client.KindNotFound):
		return l, nil
	case err != nil:
		j.looked.proving = nil
	}
	return l, err
}

package run

import (
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/retry"
	"aloft/client/jobs/step"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// proof is what this process has seen of a file that a service has said that it has.
type proof struct {
	known bool // nothing is left to be seen
	looks int
}

// brought is the size and MD5 of the file that a step has brought to a service; false = there
// is nothing that a listing could be compared with.
func (j *job) brought(n int) (size int64, md5 string, ok bool) {
	s, st := &j.Steps[n], j.States[n]
	_, uploads := j.srcAt(s.To).(client.Uploader)
	switch {
	case st.State != model.ItemDone || !st.Ours || !uploads:
		return 0, "", false
	case s.Op.Transfers() && st.Carry != nil && st.Carry.MD5 != "":
		return st.Carry.Size, st.Carry.MD5, true
	case s.Op == model.OpCopy && len(j.Plan.Items) < model.AuditFrom && !s.Of.Kind.Container() && s.Of.Print.Size > 0:
		return s.Of.Print.Size, "", true
	}
	return 0, "", false
}

// prove compares the files of one folder that the job has brought to a service with its
// listing, and with its MD5 before their originals go. A file that differs has failed. proven:
// none is left.
func (w *worker) prove(j *job) (proven bool, err error) {
	if j.Cancel || j.settling {
		return true, nil
	}
	var at model.Place
	var steps []int
	for n := range j.Steps {
		if _, _, ok := j.brought(n); !ok || j.known(n).proof.known {
			continue
		}
		if to := j.Steps[n].To; len(steps) == 0 || step.SamePlace(to, at) {
			at, steps = to, append(steps, n)
		}
	}
	if len(steps) == 0 {
		return true, nil
	}
	defer w.bulkTurn(j)()
	walk := w.walkAt(j, at, true)
	l, err := walk.All(w.reads, at)
	w.spent(j, walk)
	if err != nil && !client.Is(err, client.KindNotFound) {
		return false, err
	}
	entries := make(map[string]*model.Entry, len(l.Entries))
	for i := range l.Entries {
		if e := &l.Entries[i]; !e.Kind.Container() {
			entries[e.Name] = e
		}
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
		t, _ := j.Steps[n].Target()
		p, e := &j.of(n).proof, entries[t.Base()]
		p.looks++
		switch {
		case e != nil && (e.Size == model.Unknown || e.Size == size):
			if md5 == "" || j.Plan.Op != model.OpRelocate {
				p.known = true
			} else {
				summed, files = append(summed, n), append(files, e)
			}
		case e != nil && p.looks > 1: // a new entry may have no size at first
			fail(n, verify.Verdict{Out: journal.OutFailed, Kind: client.KindServer, Text: "the drive kept %d of %d {byte|bytes}", Args: []any{e.Size, size}})
		case e == nil && time.Since(j.States[n].Done) > w.late(j) && p.looks > 1:
			fail(n, verify.Verdict{Out: journal.OutMissing, Kind: client.KindNotFound, Text: "it was made but is not where it should be"})
		default:
			looks = max(looks, p.looks)
		}
	}
	sums, err := w.sums(j, at, files)
	if err != nil {
		return false, err
	}
	for i, n := range summed {
		if _, md5, _ := j.brought(n); sums[i] != "" && sums[i] != md5 {
			fail(n, verify.Verdict{Out: journal.OutFailed, Kind: client.KindServer, Text: "the drive's MD5 is not that of the file that was sent"})
		}
		j.of(n).proof.known = true
	}
	if looks > 0 {
		w.change(j, func() { j.notBefore = time.Now().Add(w.scaled(min(time.Second<<(looks-1), listing.Lag))) })
	}
	return false, w.settle(j, merge(rs))
}

// sums are the drive's MD5s of the files, "" where it tells none: one that is too large is
// refused, with all that are asked for in the same call.
func (w *worker) sums(j *job, at model.Place, files []*model.Entry) ([]string, error) {
	src := j.srcAt(at)
	if _, ok := src.(client.Summer); !ok || len(files) == 0 {
		return make([]string, len(files)), nil
	}
	w.change(j, func() { j.Requests++ })
	out, err := client.Sums(w.reads, src, at, files, j.class())
	switch {
	case err == nil:
		return out, nil
	case client.Is(err, client.KindAuth), client.Is(err, client.KindStale), client.Is(err, client.KindNotFound), retry.Retryable(err):
		return nil, err
	case len(files) == 1:
		return []string{""}, nil
	}
	half := len(files) / 2
	one, err := w.sums(j, at, files[:half])
	if err != nil {
		return nil, err
	}
	two, err := w.sums(j, at, files[half:])
	return append(one, two...), err
}

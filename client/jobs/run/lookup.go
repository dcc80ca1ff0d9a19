package run

import (
	"cmp"
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
	"aloft/model/text"
)

// batch is what one call will change.
type batch struct {
	op    model.Op
	to    model.Place // the target, or the folder of what is made
	mode  string
	steps []int
	whole bool // look through whole folders: the entries were not where expected
}

// lookups are the fresh ids for a batch.
type lookups struct {
	to     model.Ref
	refs   []model.Ref
	steps  []int    // those found, in the order of refs
	lost   []int    // not found near the expected page
	reuse  string   // the folder that is there already, instead of one to make
	known  []string // ids of the entries that have the name already
	absent []int    // not found in the whole folder
	bad    map[int]problem
}

// problem is why a step cannot be done at all.
type problem struct {
	kind client.Kind
	out  string
	text string
}

// folderError is a failed lookup of a folder.
type folderError struct {
	place  model.Place
	target bool
	err    error
}

func (e *folderError) Error() string { return e.err.Error() }
func (e *folderError) Unwrap() error { return e.err }

// lookUp turns a batch into ids: the target's chain first, then the sources'
// pages, all in one epoch.
func (j *job) lookUp(ctx context.Context, w *listing.Walker, b *batch) (*lookups, error) {
	l, op := &lookups{bad: map[int]problem{}}, b.op.Row()
	if op.NoSource || op.ToTarget() {
		to, err := w.Folder(ctx, b.to)
		if err != nil {
			return nil, &folderError{b.to, true, err}
		}
		l.to = to
		if j.Steps[b.steps[0]].Once {
			if err := j.freeName(ctx, w, b, l); err != nil || len(l.bad) > 0 || l.reuse != "" {
				return l, err
			}
		}
		if op.NoSource {
			l.steps = b.steps
			return l, nil
		}
	}
	if b.op.InBin() {
		return l, j.inBin(ctx, w, b, l)
	}
	for len(b.steps) > 0 {
		if s := &j.Steps[b.steps[0]]; s.Loose {
			if err := j.findLoose(ctx, w, b.steps[0], l); err != nil {
				return nil, err
			}
			b.steps = b.steps[1:]
			continue
		}
		folder := j.Steps[b.steps[0]].Parent
		var here, rest []int
		for _, n := range b.steps {
			if !j.Steps[n].Loose && j.Steps[n].Parent.Equal(folder) {
				here = append(here, n)
			} else {
				rest = append(rest, n)
			}
		}
		b.steps = rest
		if err := j.find(ctx, w, folder, here, b.whole, l); err != nil {
			return nil, &folderError{folder, false, err}
		}
	}
	if op.Moves && b.whole {
		// A long search: the target's id may have become too old.
		to, err := w.Folder(ctx, b.to)
		if err != nil {
			return nil, &folderError{b.to, true, err}
		}
		l.to = to
	}
	return l, nil
}

// find looks for entries on the pages where they should be, then on the
// neighbours, and with whole set on every page of the folder.
func (j *job) find(ctx context.Context, w *listing.Walker, folder model.Place, steps []int, whole bool, l *lookups) error {
	want := map[string]int{}
	hint := map[int]int{}
	for i, it := range j.left(steps) {
		want[cmp.Or(idKeyOf(j.idOf(steps[i])), j.Steps[steps[i]].Name)] = steps[i]
		hint[steps[i]] = it.PageHint
	}
	s := search{job: j, want: want, hits: map[int][]hit{}, last: -1}
	for n := s.start(hint); n > 0; n = s.next(hint, whole) {
		pg, err := w.Page(ctx, folder, n)
		if err != nil {
			return err
		}
		s.take(pg, n)
	}
	for _, n := range steps {
		hits := s.hits[n]
		switch ref, p := j.choose(n, hits); {
		case ref != nil:
			l.refs = append(l.refs, *ref)
			l.steps = append(l.steps, n)
		case len(hits) > 0:
			l.bad[n] = p
		case s.complete():
			l.absent = append(l.absent, n)
		default:
			l.lost = append(l.lost, n)
		}
	}
	return nil
}

// hit is an entry of the wanted name.
type hit struct {
	entry model.Entry
	ref   model.Ref
}

// search is the order in which the pages of a folder are looked at.
type search struct {
	job   *job
	want  map[string]int
	hits  map[int][]hit
	first int
	last  int // the last page, once it is known
	seen  map[int]bool
}

func (s *search) start(hint map[int]int) int {
	s.seen = map[int]bool{}
	for _, n := range hint {
		if s.first == 0 || n < s.first {
			s.first = n
		}
	}
	return s.first
}

func (s *search) take(pg client.Page, n int) {
	s.seen[n] = true
	if pg.Last && (s.last < 0 || n < s.last) {
		s.last = n
	}
	for i, e := range pg.Entries {
		step, ok := s.want[step.IDKey(e.ID)]
		if !ok {
			step, ok = s.want[e.Name]
		}
		if ok && !s.has(step, e.ID) {
			s.hits[step] = append(s.hits[step], hit{e, pg.Refs[i]})
		}
	}
}

// has: the entry was on an earlier page; it slid when another one was added.
func (s *search) has(step int, id string) bool {
	return id != "" && slices.ContainsFunc(s.hits[step], func(h hit) bool { return h.entry.ID == id })
}

func (s *search) unseen(n int) bool { return n >= 1 && (s.last < 0 || n <= s.last) && !s.seen[n] }

// complete: every page was seen.
func (s *search) complete() bool { return s.last > 0 && len(s.seen) >= s.last && !s.gaps() }

func (s *search) gaps() bool {
	for n := 1; n <= s.last; n++ {
		if !s.seen[n] {
			return true
		}
	}
	return false
}

// next page: where a missing entry should be, then (the folder may have shrunk
// or grown by other hands) outwards from there; only two pages beside unless
// the whole folder is to be searched.
func (s *search) next(hint map[int]int, whole bool) int {
	missing := false
	for _, step := range s.want {
		if len(s.hits[step]) > 0 {
			continue
		}
		missing = true
		if n := hint[step]; s.unseen(n) {
			return n
		}
	}
	if !missing {
		return 0
	}
	for d := 1; ; d++ {
		if !whole && d > 1 {
			return 0
		}
		if s.unseen(s.first - d) {
			return s.first - d
		}
		if s.unseen(s.first + d) {
			return s.first + d
		}
		if s.first-d < 1 && s.last > 0 && s.first+d > s.last {
			return 0
		}
	}
}

// choose the one entry that the step means. Of several with the name the one
// that still looks as planned is taken; two of them are never guessed between.
func (j *job) choose(n int, hits []hit) (*model.Ref, problem) {
	s := &j.Steps[n]
	if j.idOf(n) != "" && len(hits) > 0 {
		return j.pinned(s, hits[0])
	}
	var same, exact []hit
	for _, h := range hits {
		if h.entry.Kind.Container() != s.Kind.Container() {
			continue
		}
		same = append(same, h)
		if looksAs(h.entry, s.Print, true) {
			exact = append(exact, h)
		}
	}
	if len(same) > 1 {
		same = exact
	}
	switch {
	case len(hits) == 0:
		return nil, problem{}
	case len(same) > 1:
		return nil, problem{client.KindConflict, journal.OutConflict, string(text.Text("two entries of its folder have this name now"))}
	case len(same) == 0:
		return nil, problem{client.KindConflict, journal.OutConflict, string(text.JobsChanged)}
	case s.Op.Row().Deletes && !looksAs(same[0].entry, s.Print, true):
		// What somebody has worked on since is not what was to be deleted.
		return nil, problem{client.KindConflict, journal.OutConflict, string(text.JobsChanged)}
	}
	return &same[0].ref, problem{}
}

// looksAs compares an entry with a fingerprint: what is known of both must
// agree. Times of folders change with their content, and a rename of ours may
// change a time, so times count only when strict.
func looksAs(e model.Entry, f model.Fingerprint, strict bool) bool {
	if e.Kind.Container() || f.Kind == "" {
		return e.Kind.Container() == f.Kind.Container() || f.Kind == ""
	}
	if e.Size != model.Unknown && f.Size != model.Unknown && e.Size != f.Size {
		return false
	}
	if strict && f.Modified != 0 && !e.Modified.IsZero() && e.Modified.UnixMilli() != f.Modified {
		return false
	}
	return true
}

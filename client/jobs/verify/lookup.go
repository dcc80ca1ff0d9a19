package verify

import (
	"cmp"
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
	"aloft/model/text"
)

// Batch is what one call will change.
type Batch struct {
	Op    model.Op
	To    model.Place // the target, or the folder of what is made
	Mode  string
	Steps []int
	Whole bool // search whole folders: the entries were not where expected
}

// Found are the fresh ids of a batch.
type Found struct {
	To     model.Ref
	Refs   []model.Ref
	Steps  []int    // those found, in the order of Refs
	Lost   []int    // not found near the expected page
	Reuse  string   // the folder that exists already, instead of one to make
	Known  []string // ids of entries that have the name already
	Absent []int    // not found in the whole folder
	Bad    map[int]Verdict
}

// FolderError is a failed lookup of a folder.
type FolderError struct {
	Place  model.Place
	Target bool
	Err    error
}

func (e *FolderError) Error() string { return e.Err.Error() }
func (e *FolderError) Unwrap() error { return e.Err }

// finder fills Found for a batch of a job's steps.
type finder struct {
	*Found
	*journal.Progress
	*Walker
	class client.Class
}

var (
	changed = Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: "it has changed since the plan was made"}
	taken   = Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: text.JobsOther}
	twins   = Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: "its folder now has two entries with this name"}
)

// Find turns a batch into ids: the target's path first, then the sources' pages,
// all in one epoch.
func Find(ctx context.Context, g *journal.Progress, w *Walker, class client.Class, b *Batch) (*Found, error) {
	f := finder{&Found{Bad: map[int]Verdict{}}, g, w, class}
	op := b.Op.Row()
	if op.NoSource || op.ToTarget() {
		if err := f.target(ctx, b.To); err != nil {
			return nil, err
		}
		if g.Steps[b.Steps[0]].Once {
			if err := f.freeName(ctx, b); err != nil || len(f.Bad) > 0 || f.Reuse != "" {
				return f.Found, err
			}
		}
		if op.NoSource {
			f.Found.Steps = b.Steps
			return f.Found, nil
		}
	}
	if b.Op.InBin() {
		return f.Found, f.inBin(ctx, b.Steps)
	}
	for left := b.Steps; len(left) > 0; {
		n := left[0]
		if g.Steps[n].Loose {
			if err := f.loose(ctx, n); err != nil {
				return nil, err
			}
			left = left[1:]
			continue
		}
		folder := g.Steps[n].Parent
		var here, others []int
		for _, n := range left {
			if !g.Steps[n].Loose && g.Steps[n].Parent.Equal(folder) {
				here = append(here, n)
			} else {
				others = append(others, n)
			}
		}
		left = others
		if err := f.pages(ctx, folder, here, b.Whole); err != nil {
			return nil, &FolderError{folder, false, err}
		}
	}
	if op.ToTarget() && b.Whole {
		// After a long search the target's id may be too old.
		if err := f.target(ctx, b.To); err != nil {
			return nil, err
		}
	}
	return f.Found, nil
}

func (f finder) target(ctx context.Context, p model.Place) (err error) {
	if f.To, err = f.Folder(ctx, p); err != nil {
		return &FolderError{p, true, err}
	}
	return nil
}

func (f finder) found(n int, ref model.Ref) {
	f.Refs, f.Found.Steps = append(f.Refs, ref), append(f.Found.Steps, n)
}

// pages looks for entries on the pages where they should be, then on the
// neighbours, and with whole set on every page of the folder. Where names are enough, no
// page is read.
func (f finder) pages(ctx context.Context, folder model.Place, steps []int, whole bool) error {
	s := search{want: map[string]int{}, hits: map[int][]hit{}, last: -1}
	hint := map[int]int{}
	var names []string
	for i, it := range f.Left(steps) {
		n, key := steps[i], it.Name
		if id := f.IDOf(n); id != "" {
			key = journal.IDKey(id)
		} else {
			names = append(names, it.Name)
		}
		s.want[key], hint[n] = n, it.PageHint
	}
	first := s.start(hint)
	if len(names) == len(steps) {
		pg, ok, err := f.Named(ctx, folder, names)
		if err != nil {
			return err
		}
		if ok {
			s.take(pg, 1)
			first = 0
		}
	}
	for n := first; n > 0; n = s.next(hint, whole) {
		pg, err := f.Page(ctx, folder, n)
		if err != nil {
			return err
		}
		s.take(pg, n)
	}
	for _, n := range steps {
		hits := s.hits[n]
		switch ref, bad := f.choose(n, hits); {
		case ref != nil:
			f.found(n, *ref)
		case len(hits) > 0:
			f.Bad[n] = bad
		case s.complete():
			f.Absent = append(f.Absent, n)
		default:
			f.Lost = append(f.Lost, n)
		}
	}
	return nil
}

// choose returns the one entry that the step means. Of several with the name it is
// the one that still looks as planned; between two such entries there is no guess.
func (f finder) choose(n int, hits []hit) (*model.Ref, Verdict) {
	s := &f.Progress.Steps[n]
	if f.IDOf(n) != "" && len(hits) > 0 {
		return pinned(s, hits[0])
	}
	var same, exact []hit
	for _, h := range hits {
		if h.entry.Kind.Container() != s.Of.Kind.Container() {
			continue
		}
		same = append(same, h)
		if journal.LooksAs(h.entry, s.Of.Print, true) {
			exact = append(exact, h)
		}
	}
	if len(same) > 1 {
		same = exact
	}
	switch {
	case len(hits) == 0:
		return nil, Verdict{}
	case len(same) > 1:
		return nil, twins
	case len(same) == 0:
		return nil, changed
	case s.Op.Row().Deletes && !journal.LooksAs(same[0].entry, s.Of.Print, true):
		// An entry that was changed since is not the one that was to be deleted.
		return nil, changed
	}
	return &same[0].ref, Verdict{}
}

// pinned checks the entry with the step's id.
func pinned(s *journal.Step, h hit) (*model.Ref, Verdict) {
	renamed := s.Maker < 0 && !s.Renamed && h.entry.Name != s.Name && h.entry.Name != s.Rename
	if renamed || s.Op.Row().Deletes && !journal.LooksAs(h.entry, s.Of.Print, true) {
		return nil, changed
	}
	return &h.ref, Verdict{}
}

// loose finds an entry by its id alone.
func (f finder) loose(ctx context.Context, n int) error {
	s, id := &f.Progress.Steps[n], f.IDOf(n)
	e, ok, err := f.ByID(ctx, id)
	if err != nil {
		return err
	}
	if !ok {
		f.Absent = append(f.Absent, n)
		return nil
	}
	ref, bad := pinned(s, hit{e, model.Ref{Place: s.Source(), ID: id, Kind: e.Kind, Space: e.Facts().Space, At: time.Now()}})
	if ref == nil {
		f.Bad[n] = bad
		return nil
	}
	f.found(n, *ref)
	return nil
}

// inBin finds entries of the recycle bin. They have no place but a record id, which
// does not change.
func (f finder) inBin(ctx context.Context, steps []int) error {
	records := model.Each(steps, func(n int) string { return f.Progress.Steps[n].Of.Record })
	in, err := f.Bin(ctx, f.class, records...)
	if err != nil {
		return err
	}
	for _, n := range steps {
		s := &f.Progress.Steps[n]
		if e, ok := in[s.Of.Record]; !ok || e.Entry.Name != "" && e.Entry.Name != s.Name {
			f.Absent = append(f.Absent, n)
			continue
		}
		f.found(n, model.Ref{Place: s.Source(), ID: s.Of.Record, Kind: s.Of.Kind, At: time.Now()})
	}
	return nil
}

// freeName checks whether the name of what will be made is free: the service would
// allow two entries of one name, aloft makes none. Where a copy is only on its way
// they do no harm, but are remembered, so that the copy can be told from them.
func (f finder) freeName(ctx context.Context, b *Batch) error {
	n := b.Steps[0]
	s := &f.Progress.Steps[n]
	t, _ := s.Target()
	list, err := f.All(ctx, b.To)
	if err != nil {
		return &FolderError{b.To, true, err}
	}
	onTheWay := n+1 < len(f.Progress.Steps) && f.Progress.Steps[n+1].Maker == n
	for _, e := range list.Entries {
		if e.Name != t.Base() {
			continue
		}
		f.Known = append(f.Known, e.ID)
		switch {
		case onTheWay:
		case s.Of.Mode == model.ModeReuse && e.Kind.Container():
			f.Reuse = cmp.Or(f.Reuse, e.ID)
		default:
			f.Bad[n] = taken
		}
	}
	return nil
}

// hit is an entry of the wanted name.
type hit struct {
	entry model.Entry
	ref   model.Ref
}

// search decides in which order the pages of a folder are read.
type search struct {
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
		step, ok := s.want[journal.IDKey(e.ID)]
		if !ok {
			step, ok = s.want[e.Name]
		}
		if ok && !s.has(step, e.ID) {
			s.hits[step] = append(s.hits[step], hit{e, pg.Refs[i]})
		}
	}
}

// has: the entry was on an earlier page, and was moved to a later one when an entry
// was added.
func (s *search) has(step int, id string) bool {
	return id != "" && slices.ContainsFunc(s.hits[step], func(h hit) bool { return h.entry.ID == id })
}

func (s *search) unseen(n int) bool { return n >= 1 && (s.last < 0 || n <= s.last) && !s.seen[n] }

// complete: every page was read.
func (s *search) complete() bool {
	for n := 1; n <= s.last; n++ {
		if !s.seen[n] {
			return false
		}
	}
	return s.last > 0
}

// next returns the next page: where a missing entry should be, then outwards from
// there, since the folder may have shrunk or grown; two pages on each side unless
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

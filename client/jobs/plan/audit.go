package plan

import (
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// Audit compares what the journal of a job says with listings of the folders that the job
// has changed. Each entry that counts as done must be in its folder, under its name, and
// by its id where ids never change; and where it was it must not be any more.
type Audit struct {
	g       *journal.Progress
	steady  bool // ids never change
	entries []audited
	folders map[string]*auditFolder
	order   []string
	ends    map[string]bool // the places where entries of the job are now
}

// audited is an entry with what the listings have shown of it.
type audited struct {
	*deed
	from, to sight
	looks    int // how often it was not where it should be
	settled  bool
	found    *verify.Verdict // nil = it is where it should be, or could not be seen
}

// sight is what the newest listing shows of an entry in a folder.
type sight struct {
	needed bool // the folder is listed for it
	read   bool
	here   bool  // the entry is there
	other  bool  // something else has its name, or it has another name
	size   int64 // of what has its name and kind, and another size
	at     time.Time
}

// auditFolder is a folder to list, with the entries that should be in it or have left it.
type auditFolder struct {
	place    model.Place
	in, left []int
	again    bool // it is still to be listed
}

// NewAudit is the audit of a job whose steps are all final. steady says whether the ids of
// its service never change.
func NewAudit(g *journal.Progress, steady bool) *Audit {
	a := &Audit{g: g, steady: steady, folders: map[string]*auditFolder{}, ends: map[string]bool{}}
	deeds := doneBy(g, func(*journal.State) bool { return true })
	a.entries = make([]audited, 0, len(deeds))
	for i := range deeds {
		d := &deeds[i]
		op := g.Steps[d.last].Op.Row()
		e := audited{deed: d}
		if d.item.Mode == string(client.DeleteRecord) { // it is still in its folder
			continue
		}
		at := d.home
		if d.item.Op.Transfers() {
			at = d.item.Target
		}
		if own := (model.Place{Account: g.Plan.Account, Scheme: g.Plan.Scheme}); !journal.SameService(at, own) {
			continue // the other end of a relocation proves each copy by itself
		}
		n := len(a.entries)
		switch {
		case op.InBin:
			e.from.needed = true
			a.folder(d.home.Join(journal.BinMark)).left = append(a.folder(d.home.Join(journal.BinMark)).left, n)
			if f := d.item.Former; !f.IsZero() && d.item.Op == model.OpRecover {
				e.now = f.Join(d.name)
			}
		case d.takes():
			e.from.needed = true
			a.folder(d.home).left = append(a.folder(d.home).left, n)
		}
		if at := e.now; !at.IsZero() && !at.IsLoose() {
			e.to.needed = true
			a.ends[journal.PlaceKey(at)] = true
			a.folder(at.Parent()).in = append(a.folder(at.Parent()).in, n)
		}
		a.entries = append(a.entries, e)
	}
	return a
}

func (a *Audit) folder(at model.Place) *auditFolder {
	k := journal.PlaceKey(at)
	if a.folders[k] == nil {
		a.folders[k] = &auditFolder{place: at, again: true}
		a.order = append(a.order, k)
	}
	return a.folders[k]
}

// Folders are those still to be listed, in order; of is how many there are.
func (a *Audit) Folders() (left []model.Place, of int) {
	for _, k := range a.order {
		if f := a.folders[k]; f.again {
			left = append(left, f.place)
		}
	}
	return left, len(a.order)
}

// Saw takes a listing of a folder; nil = it cannot be read, and nothing is said about it.
func (a *Audit) Saw(at model.Place, l *model.Listing) {
	f := a.folders[journal.PlaceKey(at)]
	f.again = false
	if l == nil {
		for _, n := range f.left {
			a.entries[n].from = sight{needed: true}
		}
		for _, n := range f.in {
			a.entries[n].to = sight{needed: true}
		}
		return
	}
	names, ids := make(map[string][]int, len(l.Entries)), map[string]int{}
	for i := range l.Entries {
		e := &l.Entries[i]
		names[e.Name] = append(names[e.Name], i)
		if a.steady || at.Base() == journal.BinMark {
			ids[e.ID] = i
		}
	}
	look := func(d *deed, id, name string) sight {
		s := sight{needed: true, read: l.Complete, at: l.ListedAt}
		if id != "" && (a.steady || at.Base() == journal.BinMark) {
			if i, ok := ids[id]; ok {
				s.read, s.here = true, true
				s.other = at.Base() != journal.BinMark && l.Entries[i].Name != name
			} else {
				s.other = len(names[name]) > 0
			}
			return s
		}
		for _, i := range names[name] {
			s.read = true
			f := fingerprint(d)
			if d.item.Op == model.OpCopy { // within a service, which keeps the size
				f.Size = d.item.Print.Size
			}
			if journal.LooksAs(l.Entries[i], f, false) {
				s.here = true
			} else {
				s.other, s.size = true, l.Entries[i].Size
			}
		}
		s.other = s.other && !s.here
		return s
	}
	for _, n := range f.left {
		e := &a.entries[n]
		e.from = look(e.deed, a.idOf(e), e.name)
		switch {
		case at.Base() == journal.BinMark:
		case a.steady && e.to.needed && journal.SamePlace(e.home, e.now.Parent()):
			e.from.here = e.from.here && !e.from.other // renamed where it is: only its old name counts
		case !a.steady && a.ends[journal.PlaceKey(e.home.Join(e.name))]:
			e.from.here = false // another one of the job has its name now
		}
	}
	for _, n := range f.in {
		e := &a.entries[n]
		id := a.idOf(e)
		if e.item.Op.InBin() {
			id = "" // the id of its record
		}
		e.to = look(e.deed, id, e.now.Base())
	}
}

// idOf is the id by which the entry is found, "" where only its name is known.
func (a *Audit) idOf(e *audited) string {
	switch {
	case e.item.Op.InBin():
		return e.item.Record
	case e.item.Op.Row().Makes:
		return e.made
	}
	return e.item.Pin
}

// judge says what is wrong with an entry, in the terms of the Verifier; Out "" = nothing,
// or nothing can be told.
func (a *Audit) judge(e *audited) verify.Verdict {
	op := a.g.Steps[e.last].Op.Row()
	was := verify.Verdict{Out: journal.OutFailed, Kind: client.KindServer, Text: "it is in its old place"}
	switch from, to := e.from, e.to; {
	case !to.needed && from.here, to.needed && from.here && !(to.here && !to.other):
		return was
	case !to.needed:
	case to.here && to.other:
		return verify.Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: text.JobsRenamed, Args: []any{e.now.Base()}}
	case to.here && from.here:
		return verify.Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: text.JobsBoth}
	case to.here, !to.read, from.needed && !from.read:
	case e.item.Op == model.OpCopy && to.other && to.size >= 0 && e.item.Print.Size > 0:
		return verify.KeptLess(to.size, e.item.Print.Size)
	case e.item.Op.Row().Doubles: // it may be elsewhere, and once more would make a second one
		return verify.Verdict{Out: journal.OutMissing, Kind: client.KindUnknown, Text: text.JobsUnmade}
	case op.Makes:
		return verify.Verdict{Out: journal.OutMissing, Kind: client.KindNotFound, Text: text.JobsUnmade}
	default:
		return verify.Verdict{Out: journal.OutMissing, Kind: client.KindNotFound, Text: text.JobsNeither}
	}
	return verify.Verdict{}
}

// back: the entry is as it was before the job.
func (e *audited) back() bool {
	return e.found != nil && e.found.Out == journal.OutFailed && e.from.here
}

// Judge looks at what the listings have shown. What is not where it should be is believed
// when two listings say so, the later one made late after the last call about the entry:
// until then listings may lag behind. Its folders are to be listed again.
func (a *Audit) Judge(late time.Duration) {
	for i := range a.entries {
		e := &a.entries[i]
		if e.settled {
			continue
		}
		v := a.judge(e)
		if v.Out == "" {
			e.settled = true
			continue
		}
		e.looks++
		if e.looks > 1 && !e.listed().Before(e.sent.Add(late)) {
			e.settled, e.found = true, &v
			continue
		}
		for _, at := range a.foldersOf(e) {
			a.folder(at).again = true
		}
	}
}

// listed is when the entry was looked for, in the folder that was listed first.
func (e *audited) listed() time.Time {
	if !e.from.read || e.to.read && e.to.at.Before(e.from.at) {
		return e.to.at
	}
	return e.from.at
}

func (a *Audit) foldersOf(e *audited) (all []model.Place) {
	if e.from.needed && e.item.Op.InBin() {
		all = append(all, e.home.Join(journal.BinMark))
	} else if e.from.needed {
		all = append(all, e.home)
	}
	if e.to.needed {
		all = append(all, e.now.Parent())
	}
	return all
}

// Found is what the audit has found, for the journal.
func (a *Audit) Found() *journal.Audited {
	out := &journal.Audited{}
	var back []time.Time // when they were sent
	for i := range a.entries {
		e := &a.entries[i]
		if e.found == nil {
			continue
		}
		s := &a.g.Steps[e.last]
		r := e.found.Record(s.Op, a.g.Items(e.last))
		f := journal.Finding{Items: r.Items, Op: r.Op, Out: r.Out, Kind: r.Kind, Error: r.Error, Back: e.back()}
		if f.Back {
			back = append(back, e.sent)
		}
		n := slices.IndexFunc(out.Findings, func(o journal.Finding) bool { return o.Op == f.Op && o.Out == f.Out && o.Error == f.Error })
		if n < 0 {
			out.Findings = append(out.Findings, f)
			continue
		}
		out.Findings[n].Items = append(out.Findings[n].Items, f.Items...)
	}
	if why := setBack(a.g.Plan, back, len(a.entries)); why != nil {
		out.Note, out.SetBack = client.Trouble(why), true
	}
	return out
}

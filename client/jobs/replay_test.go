package jobs

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aloft/client/embedded/drive"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// entries are a drive, or what a drive must be by the word of a journal.
type entries map[int64]*entry

// entry is one entry of a drive. Its key in entries never changes; those that a job is to
// make have keys below zero.
type entry struct {
	path   string
	bin    bool
	folder bool
	size   int64
	moves  int
	names  int // renames
	seen   map[string]bool
	part   bool // steps of the job are about it
}

func (w *world) entries() entries {
	out := entries{}
	for _, it := range w.dump() {
		out[it.Key] = &entry{path: pathOf(it), bin: it.InBin, folder: it.Folder, size: it.Size, moves: it.Moves, names: it.Renames}
	}
	return out
}

func pathOf(it drive.Item) string { return "/" + strings.Join(it.Path, "/") }

func pathTo(p model.Place) string { return "/" + strings.Join(p.Names(), "/") }

// under: path is the entry at, or in it.
func under(path, at string) bool { return path == at || strings.HasPrefix(path, at+"/") }

func (es entries) copy() entries {
	out := entries{}
	for k, e := range es {
		c := *e
		out[k] = &c
	}
	return out
}

// at are the keys of what is at a path and in it, in the bin or not.
func (es entries) at(path string, bin bool) []int64 {
	var out []int64
	for k, e := range es {
		if e.bin == bin && under(e.path, path) {
			out = append(out, k)
		}
	}
	return out
}

// apply does a step. now is the drive as it is, which tells apart what has one name in the bin.
func (es entries) apply(s *journal.Step, it *model.Item, now entries) {
	from := pathTo(s.Source())
	switch {
	case s.Op == model.OpRecover:
		from = pathTo(it.Former.Join(it.Name))
		for _, k := range es.at(from, true) {
			if e := es[k]; now[k] != nil && !now[k].bin && (e.folder || e.path != from || it.Print.Size == e.size) {
				e.bin = false
			}
		}
	case s.Op == model.OpMakeFolder:
		if len(es.at(from, false)) == 0 {
			es[-int64(len(es))-1] = &entry{path: from, folder: true, size: model.Unknown}
		}
	case s.Op == model.OpDelete:
		for _, k := range es.at(from, false) {
			es[k].bin = true
		}
	default:
		t, _ := s.Target()
		for _, k := range es.at(from, false) {
			e := es[k]
			if e.path == from && s.Op == model.OpMove {
				e.moves++
			}
			if e.path == from && s.Op == model.OpRename {
				e.names++
			}
			e.path = pathTo(t) + strings.TrimPrefix(e.path, from)
		}
	}
}

// meant marks what the steps of a job are about, with all paths that it may have by them.
func (es entries) meant(g *journal.Progress) {
	do := es.copy()
	for k, e := range do {
		e.seen = map[string]bool{e.path: true}
		es[k].seen = e.seen
	}
	for i := range g.Steps {
		s := &g.Steps[i]
		before := map[int64]entry{}
		for k, e := range do {
			before[k] = *e
		}
		do.apply(s, &g.Plan.Items[s.Item], do)
		if s.Op == model.OpRecover {
			it := &g.Plan.Items[s.Item]
			for _, k := range es.at(pathTo(it.Former.Join(it.Name)), true) {
				es[k].part = true
			}
		}
		for k, e := range do {
			if b := before[k]; es[k] != nil && (b.path != e.path || b.bin != e.bin) {
				es[k].part = true
				e.seen[e.path] = true
			}
		}
	}
}

// journalOf reads a job from its files.
func (w *world) journalOf(id string) (*journal.Progress, error) {
	dir := filepath.Join(w.o.jobs, "jobs", "t", id)
	p, _, err := (&journal.Stores{Dir: w.o.jobs + "/jobs", Hook: func(string) {}}).ReadPlan(dir)
	if err != nil {
		return nil, err
	}
	log, err := os.ReadFile(filepath.Join(dir, journal.LogName))
	if err != nil {
		return nil, err
	}
	rs, _ := journal.Read(log)
	g := journal.NewProgress(p)
	for i := range rs {
		g.Apply(&rs[i])
	}
	return g, nil
}

// difference compares what a job has done with what its plan and its journal say (I1 to I4,
// I10). Of what others have touched only is asked that it is there.
func (s *random) difference(before, now entries, g *journal.Progress) {
	was := before.copy()
	was.meant(g)
	must := before.copy()
	var done []int
	for i := range g.States {
		if g.States[i].State == model.ItemDone {
			done = append(done, i)
		}
	}
	slices.SortStableFunc(done, func(a, b int) int { return cmp.Or(g.States[a].Sent.Compare(g.States[b].Sent), a-b) })
	for _, n := range done {
		must.apply(&g.Steps[n], &g.Plan.Items[g.Steps[n].Item], now)
	}
	// What another device moved on before it was seen in its target is done and not known to
	// be.
	unseen := 0
	for i := range g.States {
		if g.States[i].State != model.ItemDone {
			unseen = max(unseen, g.States[i].Calls)
		}
	}
	made := map[string]bool{}
	for k, e := range must {
		old, is := was[k], now[k]
		if k < 0 {
			made[e.path] = !e.bin
			continue
		}
		others := s.others.touched(k, e.path) || is != nil && s.others.touched(k, is.path)
		switch {
		case is == nil:
			s.say("I1: %s is gone", old.path)
		case is.bin && !e.bin && !others:
			s.say("I1: %s is in the bin", is.path)
		case others:
		case old.part && !is.bin && !old.seen[is.path]:
			s.say("I2: %s is at %s, which the plan does not name", old.path, is.path)
		case !old.part && (is.path != e.path || is.bin != e.bin):
			s.say("I10: %s was not in the plan, and is at %s", old.path, is.path)
		case is.path != e.path || is.bin != e.bin:
			s.say("I4: %s is at %s (in the bin: %v), by the journal at %s (%v)", old.path, is.path, is.bin, e.path, e.bin)
		}
		moves, names := e.moves+s.others.moves[k], e.names+s.others.names[k]
		if others {
			moves, names = moves+unseen, names+unseen
		}
		if is != nil && (is.moves > moves || is.names > names) {
			s.say("I3: %s was moved %d times and renamed %d times, by the journal %d and %d", old.path, is.moves-old.moves, is.names-old.names, e.moves-old.moves, e.names-old.names)
		}
	}
	for k, is := range now {
		if must[k] == nil && !is.bin && !made[is.path] && !s.others.added(is) && !s.others.touched(k, is.path) {
			s.say("I10: %s was made, and no plan says so", is.path)
		}
		if !is.bin {
			delete(made, is.path)
		}
	}
	for path, live := range made {
		if live && !s.others.touched(0, path) {
			s.say("I4: %s was made by the journal, and is not there", path)
		}
	}
}

// same compares two states of a drive, for an undo (I11).
func (s *random) same(want, now entries, what string) {
	for k, e := range want {
		if is := now[k]; is == nil || is.bin != e.bin || !is.bin && is.path != e.path {
			if !s.others.touched(k, e.path) && (is == nil || !s.others.touched(k, is.path)) {
				s.say("I11: %s: %s is not as before: %s", what, e.path, isAt(is))
			}
		}
	}
	for k, is := range now {
		if want[k] == nil && !is.bin && !s.others.added(is) && !s.others.touched(k, is.path) {
			s.say("I11: %s: %s is left", what, is.path)
		}
	}
}

func isAt(e *entry) string {
	if e == nil {
		return "gone"
	}
	return fmt.Sprint(e.path, ", in the bin: ", e.bin)
}

package jobs

import (
	"fmt"
	"path"
	"slices"

	"aloft/client"
	"aloft/model"
)

// request asks for a random change of a drive, false when there is hardly anything on it.
func (s *random) request(now entries) (client.Request, bool) {
	in := map[string][]string{} // the files of each folder
	var folders, inner []string
	for _, e := range now {
		switch {
		case e.bin:
		case e.folder:
			folders = append(folders, e.path)
			if path.Dir(e.path) != "/" {
				inner = append(inner, e.path)
			}
		default:
			in[path.Dir(e.path)] = append(in[path.Dir(e.path)], e.path)
		}
	}
	slices.Sort(folders)
	slices.Sort(inner)
	var full []string // folders with some files
	for dir, files := range in {
		if slices.Sort(files); len(files) > 2 {
			full = append(full, dir)
		}
	}
	slices.Sort(full)
	if len(full) == 0 {
		return client.Request{}, false
	}
	any := func(of []string) string { return of[s.rnd.IntN(len(of))] }
	some := func(dir string, most int) []string {
		var out []string
		for _, n := range s.rnd.Perm(len(in[dir]))[:min(len(in[dir]), 2+s.rnd.IntN(most))] {
			out = append(out, in[dir][n])
		}
		return out
	}
	dir, to := any(full), any(folders)
	rule := []model.ConflictRule{model.ConflictNumber, model.ConflictSkip}[s.rnd.IntN(2)]
	switch n := s.rnd.IntN(9); {
	case n == 0: // from several folders into one
		return client.Request{Op: model.OpMove, Items: ats(append(some(dir, 3), some(any(full), 3)...)...), Target: at(to), Rule: rule}, true
	case n == 1: // a cycle, or a pair that swaps its names
		r := client.Request{Op: model.OpRename, Items: ats(some(dir, 4)...)}
		for i := range r.Items {
			r.NewNames = append(r.NewNames, r.Items[(i+1)%len(r.Items)].Base())
		}
		return r, true
	case n == 2: // many, some to names that others of them leave
		r := client.Request{Op: model.OpRename, Items: ats(in[dir]...), Rule: rule}
		for i := range r.Items {
			r.NewNames = append(r.NewNames, fmt.Sprint("n", i+s.rnd.IntN(2)))
		}
		return r, true
	case n == 3:
		return client.Request{Op: model.OpDelete, Items: ats(some(dir, 4)...)}, true
	case n == 4:
		return client.Request{Op: model.OpMakeFolder, Items: []model.Place{at(dir).Join("new").Join("er"), at(to).Join("new")}, Parents: true}, true
	case n == 5: // each to a place of its own, some only renamed
		r := client.Request{Op: model.OpMove, Items: ats(some(dir, 4)...), Enter: true, Partial: true, Rule: rule}
		for i := range r.Items {
			to := any([]string{dir, any(folders)})
			r.Targets, r.NewNames = append(r.Targets, at(to)), append(r.NewNames, fmt.Sprint("m", i))
		}
		return r, true
	case n == 6 && len(inner) > 0: // a folder
		what := any(inner)
		if under(to, what) || path.Dir(what) == to {
			return client.Request{Op: model.OpRename, Items: ats(what), NewNames: []string{path.Base(what) + "+"}, Rule: rule}, true
		}
		return client.Request{Op: model.OpMove, Items: ats(what), Target: at(to), Rule: rule}, true
	case n == 7 && len(inner) > 0:
		return client.Request{Op: model.OpDelete, Items: ats(any(inner))}, true
	}
	return client.Request{Op: model.OpMove, Items: ats(some(dir, 5)...), Target: at(to), Rule: rule}, true
}

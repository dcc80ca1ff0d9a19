package model_test

import (
	"cmp"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"testing"
)

// Of the arrows between the files of a package at most a tenth run back up: an
// arrow goes from a file to another one that defines a function, a type, a method, a
// constant or a variable that it names, and the files stand in the order in which
// the fewest arrows run from below to above. So a reader who begins at the top
// finds what something is made of below it.

const (
	fewArrows  = 20 // a package with fewer is small enough to be read in any order
	mostBackUp = 10 // percent
)

func TestArrowsRunDown(t *testing.T) {
	var h house
	h.all, h.set = sources(t)
	for dir, arrows := range h.arrows() {
		back := backUp(arrows)
		n := 0
		for _, to := range arrows {
			n += len(to)
		}
		if n < fewArrows || len(back)*100 <= n*mostBackUp {
			continue
		}
		t.Errorf("%s: %d of %d arrows between its files run back up", dir, len(back), n)
		for _, a := range back {
			t.Logf("  %s names %v of %s", a.from, arrows[a.from][a.to], a.to)
		}
	}
}

// named is what files name of other files: from, to, the names.
type named map[string]map[string][]string

// arrow goes from a file to one that defines what it names.
type arrow struct{ from, to string }

// arrows finds the arrows in each package, by its folder.
func (h house) arrows() map[string]named {
	dirs := map[string][]*ast.File{}
	for _, s := range h.all {
		name := path.Base(s.path)
		if ok, err := build.Default.MatchFile(path.Join("..", s.dir), name); s.test || err != nil || !ok {
			continue
		}
		dirs[s.dir] = append(dirs[s.dir], s.file)
	}
	c := checked{house: h, dirs: dirs, done: map[string]*types.Package{}, uses: map[string]*types.Info{}}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		_, _ = c.Import(path.Join(module, dir))
	}
	out := map[string]named{}
	for dir, info := range c.uses {
		out[dir] = named{}
		for id, to := range info.Uses {
			if to.Pkg() != c.done[dir] || !defined(to) {
				continue
			}
			from, at := h.fileOf(id.Pos()), h.fileOf(to.Pos())
			if from == at {
				continue
			}
			if out[dir][from] == nil {
				out[dir][from] = map[string][]string{}
			}
			if !slices.Contains(out[dir][from][at], to.Name()) {
				out[dir][from][at] = append(out[dir][from][at], to.Name())
			}
		}
	}
	return out
}

func (h house) fileOf(p token.Pos) string { return path.Base(h.set.File(p).Name()) }

// defined: a method, or something that the package itself defines.
func defined(o types.Object) bool {
	if f, ok := o.(*types.Func); ok {
		return f.Signature().Recv() == nil || !types.IsInterface(f.Signature().Recv().Type())
	}
	return o.Parent() == o.Pkg().Scope()
}

// checked checks the types of our own packages. Foreign ones are empty: what comes
// from them is of no file of ours.
type checked struct {
	house
	dirs map[string][]*ast.File
	done map[string]*types.Package
	uses map[string]*types.Info
}

// Import implements types.Importer.
func (c *checked) Import(name string) (*types.Package, error) {
	dir, ours := "", false
	if name == module || len(name) > len(module) && name[:len(module)+1] == module+"/" {
		dir, ours = name[min(len(name), len(module)+1):], true
	}
	if p := c.done[cmp.Or(dir, name)]; p != nil {
		return p, nil
	}
	if !ours {
		p := types.NewPackage(name, path.Base(name))
		p.MarkComplete()
		c.done[name] = p
		return p, nil
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: c, Error: func(error) {}, FakeImportC: true}
	p, _ := conf.Check(name, c.set, c.dirs[dir], info) // the errors are about foreign packages
	c.done[dir], c.uses[dir] = p, info
	return p, nil
}

// backUp puts the files in an order, and returns the arrows that run from below to
// above in it. The order is that of Eades, Lin and Smyth, improved as long as moving
// one file helps.
func backUp(n named) []arrow {
	files := map[string]bool{}
	for from, to := range n {
		files[from] = true
		for f := range to {
			files[f] = true
		}
	}
	order := slices.Sorted(maps.Keys(files))
	weight := func(from, to string) int {
		if n[from][to] != nil {
			return 1
		}
		return 0
	}
	// The top first: who names most of the others, less who is named.
	var top []string
	for left := slices.Clone(order); len(left) > 0; {
		best, most := 0, -1<<30
		for i, f := range left {
			d := 0
			for _, o := range left {
				d += weight(f, o) - weight(o, f)
			}
			if d > most {
				best, most = i, d
			}
		}
		top = append(top, left[best])
		left = slices.Delete(left, best, best+1)
	}
	for better := true; better; {
		better = false
		for i := range top {
			f := top[i]
			at, gain := i, 0
			for _, step := range []int{-1, 1} {
				sum := 0
				for j := i + step; j >= 0 && j < len(top); j += step {
					// Moved above top[j], an arrow from it to f runs down no more.
					sum += step * (weight(top[j], f) - weight(f, top[j]))
					if sum > gain {
						at, gain = j, sum
					}
				}
			}
			if gain > 0 {
				top = slices.Insert(slices.Delete(top, i, i+1), at, f)
				better = true
			}
		}
	}
	var back []arrow
	for i, f := range top {
		for _, above := range top[:i] {
			if weight(f, above) > 0 {
				back = append(back, arrow{f, above})
			}
		}
	}
	return back
}

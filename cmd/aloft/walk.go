package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// visit walks a tree, folders in natural order, each entry as soon as its
// folder was read. Only the folders on the way down are in memory. A folder
// that cannot be read is named and left out; the walk goes on, unless the whole
// account cannot be used.
type visit struct {
	a        *app
	src      client.Source
	maxDepth int // 0 = no limit
	failed   int
	unnamed  int      // entries that no place can name
	above    []string // ids of the folders on the way: none is gone into inside itself
	// entry is told each entry; false ends the walk.
	entry func(e model.Entry, at model.Place, depth int, last bool) (more bool, err error)
	leave func(depth int) error
}

func (v *visit) folder(p model.Place, depth int) (more bool, err error) {
	v.a.progress("reading %s", model.Clean(p.String()))
	l, err := v.src.List(v.a.ctx(), p, client.Options{Class: client.Bulk})
	if err != nil {
		if depth == 0 || v.a.ctx().Err() != nil || client.Is(err, client.KindAuth) || client.Is(err, client.KindNetwork) {
			return false, err
		}
		v.failed++
		v.a.progressEnd()
		v.a.warn(err)
		return true, nil
	}
	if !l.Complete {
		v.a.progressEnd()
		v.a.sayCut(l)
	}
	es := inOrder(l.Entries)
	twins := l.Twins()
	for i, e := range es {
		at := p.JoinEntry(&e, twins)
		told := v.unnamed
		more, err := v.entry(e, at, depth, i == len(es)-1)
		if err != nil || !more {
			return false, err
		}
		deeper := e.Enterable() && (v.maxDepth == 0 || depth+1 < v.maxDepth) && (e.ID == "" || !slices.Contains(v.above, e.ID))
		switch {
		case deeper && !at.Valid():
			if told == v.unnamed {
				v.nameless(p, &e)
			}
		case deeper:
			v.above = append(v.above, e.ID)
			more, err := v.folder(at, depth+1)
			v.above = v.above[:len(v.above)-1]
			if err != nil || !more {
				return false, err
			}
		}
		if v.leave != nil {
			if err := v.leave(depth); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// nameless tells of an entry that had to be left out, since no place can name it.
func (v *visit) nameless(folder model.Place, e *model.Entry) {
	v.unnamed++
	v.a.progressEnd()
	v.a.warnLine(v.a.cat.Say("%s holds %s (id %s), whose name is empty or has a NUL character in it: no place can name it, so it is left out", model.Clean(folder.String()), v.a.name(e.Name), model.Clean(e.ID)))
}

// done is the error of a walk that had to leave something out.
func (v *visit) done() error {
	v.a.progressEnd()
	switch {
	case v.failed > 0:
		what := text.Text("%d {folder|folders} could not be read")
		if v.failed == 1 {
			what = "%d folder could not be read"
		}
		return &exitError{exitSome, client.Errorf(client.KindServer, "list", model.Place{}, what, v.failed)}
	case v.unnamed > 0:
		return &exitError{code: exitSome}
	}
	return nil
}

// found streams a result: a person sees each at once, a pipe gets them in blocks.
func (a *app) found() error {
	if a.outIsTerminal() {
		if err := a.out.Flush(); err != nil {
			return a.outputFailed(err)
		}
	}
	return nil
}

func (a *app) treeCommand() *cobra.Command {
	var f format
	var depth int
	c := &cobra.Command{
		Use: "tree PLACE", Short: a.cat.Say("show a folder with everything below it"), Args: wantArgs(0, 1), ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if depth < 0 {
				return usageErrorFor(c, text.CliDepth, depth)
			}
			return a.tree(argOr(args, "."), f, depth)
		}),
	}
	c.Flags().IntVarP(&depth, "depth", "L", 0, a.cat.Say("go down this many levels only (0 = all)"))
	a.formatFlags(c, &f, true)
	return c
}

// node is a folder of the JSON tree.
type node struct {
	jsonEntry
	Entries []*node `json:"entries,omitempty"`
}

func (a *app) tree(arg string, f format, depth int) error {
	p, src, err := a.source(arg)
	if err != nil {
		return err
	}
	v := &visit{a: a, src: src, maxDepth: depth}
	top := &node{jsonEntry: jsonEntry{Name: p.Base(), Kind: model.KindFolder, Place: p.String()}}
	open := []*node{top}
	var bars []string
	v.entry = func(e model.Entry, at model.Place, d int, last bool) (bool, error) {
		switch {
		case f.jsonl:
			return true, a.encode(toJSON(e, at))
		case f.json:
			n := &node{jsonEntry: toJSON(e, at)}
			open = append(open[:d+1], n)
			open[d].Entries = append(open[d].Entries, n)
			return true, nil
		}
		branch, bar := "├── ", "│   "
		if last {
			branch, bar = "└── ", "    "
		}
		bars = append(bars[:d], bar)
		a.progressClear()
		if err := a.line(strings.Join(bars[:d], ""), branch, a.name(e.Name), slash(e)); err != nil {
			return false, err
		}
		return true, a.found()
	}
	if !f.json && !f.jsonl {
		if err := a.line(model.Clean(p.String())); err != nil {
			return err
		}
	}
	if _, err := v.folder(p, 0); err != nil {
		a.progressEnd()
		return err
	}
	if f.json {
		if err := a.encode(top); err != nil {
			return err
		}
	}
	return v.done()
}

// findKinds are the words of --kind. "folder" and "file" divide all that there
// is, as they do on a disk.
func findKinds() []string {
	out := []string{string(model.KindFolder), string(model.KindFile)}
	for _, k := range append(model.DocumentKinds(), model.KindSpace, model.KindOther) {
		if k != model.KindFolder {
			out = append(out, string(k))
		}
	}
	return out
}

func ofKind(e model.Entry, kind string) bool {
	switch kind {
	case "":
		return true
	case string(model.KindFolder):
		return e.Kind.Container()
	case string(model.KindFile):
		return !e.Kind.Container()
	}
	return string(e.Kind) == kind
}

type findOptions struct {
	format
	kind   string
	depth  int
	limit  int
	print0 bool
}

func (a *app) findCommand() *cobra.Command {
	var o findOptions
	c := &cobra.Command{
		Use: "find PLACE PATTERN", Short: a.cat.Say("find entries below a folder by name"), Long: a.cat.Say(`Prints the place of every entry whose name holds PATTERN. With * or ? in it
PATTERN is compared with the whole name. Capital letters make the case count.
Results come as they are found; --print0 feeds "aloft rm -0" and "aloft mv -0".
It leaves out what no place can name, says so, and ends with code 3.`),
		Args: wantArgs(2, 2), ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			switch {
			case o.depth < 0:
				return usageErrorFor(c, text.CliDepth, o.depth)
			case o.limit < 0:
				return usageErrorFor(c, "a limit is not negative: %d", o.limit)
			case o.kind != "" && !slices.Contains(findKinds(), o.kind):
				return usageErrorFor(c, "--kind is one of %s, not %q", strings.Join(findKinds(), ", "), o.kind)
			}
			return a.find(args[0], args[1], o)
		}),
	}
	c.Flags().StringVar(&o.kind, "kind", "", a.cat.Say("only entries of this kind: folder, file (no folder) or a kind of document"))
	c.Flags().IntVar(&o.depth, "max-depth", 0, a.cat.Say("go down this many levels only (0 = all)"))
	c.Flags().IntVar(&o.limit, "limit", 0, a.cat.Say("stop after this many results (0 = never)"))
	c.Flags().BoolVar(&o.print0, "print0", false, a.cat.Say("end each place with a NUL byte"))
	oneOfWords(c, "kind", findKinds()...)
	a.formatFlags(c, &o.format, true)
	return c
}

func (a *app) find(arg, pattern string, o findOptions) error {
	p, src, err := a.source(arg)
	if err != nil {
		return err
	}
	filter := model.NewFilter(pattern)
	hits := []jsonEntry{}
	n := 0
	v := &visit{a: a, src: src, maxDepth: o.depth}
	v.entry = func(e model.Entry, at model.Place, _ int, _ bool) (bool, error) {
		if !filter.Match(e.Name) || !ofKind(e, o.kind) {
			return true, nil
		}
		n++
		var err error
		switch {
		case o.json:
			hits = append(hits, toJSON(e, at))
		case o.jsonl:
			err = a.encode(toJSON(e, at))
		case o.print0:
			if !at.Valid() {
				v.nameless(at.Parent(), &e)
				break
			}
			err = a.whole(at.String() + "\x00")
		default:
			a.progressClear()
			err = a.line(a.name(at.String()), slash(e))
		}
		if err == nil {
			err = a.found()
		}
		return o.limit == 0 || n < o.limit, err
	}
	_, err = v.folder(p, 0)
	if err != nil {
		a.progressEnd()
		if a.ctx().Err() != nil {
			return context.Canceled
		}
		return err
	}
	if o.json {
		if err := a.encode(hits); err != nil {
			return err
		}
	}
	return v.done()
}

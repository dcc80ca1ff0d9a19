package browse

import (
	"slices"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// visit walks a tree, folders in natural order, each entry as soon as its folder
// was read. Only the folders on the way down are in memory. A folder that cannot be
// read is named and left out; the walk goes on, unless the whole account cannot be
// used.
type visit struct {
	cs       *Commands
	src      client.Source
	maxDepth int // 0 = no limit
	failed   int
	cut      error    // of a listing that did not show everything
	unnamed  int      // entries that no place can name
	above    []string // ids of the folders on the way: none is entered inside itself
	// entry is called for each entry; false ends the walk.
	entry func(e model.Entry, at model.Place, depth int, last bool) (more bool, err error)
	leave func(depth int) error
}

func (v *visit) folder(p model.Place, depth int) (more bool, err error) {
	v.cs.con.Progress("reading %s", model.Clean(p.String()))
	l, err := v.src.List(v.cs.session.Context(), p, client.Options{Class: client.Bulk})
	if err != nil {
		if depth == 0 || v.cs.session.Context().Err() != nil || client.Is(err, client.KindAuth) || client.Is(err, client.KindNetwork) {
			return false, err
		}
		v.failed++
		v.cs.con.ProgressEnd()
		v.cs.con.Warn(err)
		return true, nil
	}
	if !l.Complete {
		v.cs.con.ProgressEnd()
		v.cut = v.cs.cut(l)
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

// nameless reports an entry that had to be left out, since no place can name it.
func (v *visit) nameless(folder model.Place, e *model.Entry) {
	v.unnamed++
	v.cs.con.ProgressEnd()
	v.cs.con.WarnLine(v.cs.con.Say("%s holds %s (id %s), whose name is empty or has a NUL character in it: no place can name it, so it is left out", model.Clean(folder.String()), v.cs.con.Name(e.Name), model.Clean(e.ID)))
}

// done is the error of a walk that had to leave something out.
func (v *visit) done() error {
	v.cs.con.ProgressEnd()
	switch {
	case v.failed > 0:
		what := text.Text("%d {folder|folders} could not be read")
		if v.failed == 1 {
			what = "%d folder could not be read"
		}
		return console.Exit(console.ExitSome, client.Errorf(client.KindServer, "list", model.Place{}, what, v.failed))
	case v.unnamed > 0:
		return console.Exit(console.ExitSome, nil)
	}
	return v.cut
}

// found streams a result: a person sees each at once, a pipe gets them in blocks.
func (cs *Commands) found() error {
	if cs.con.OutIsTerminal() {
		if err := cs.con.Flush(); err != nil {
			return err
		}
	}
	return nil
}

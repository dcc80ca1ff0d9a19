package browse

import (
	"aloft/client"
	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// visit is a walk of a command. A folder that cannot be read is named and left out; the
// walk goes on, unless the whole account cannot be used.
type visit struct {
	cs       *Commands
	maxDepth int // 0 = no limit
	failed   int
	cut      error // of a listing that did not show everything
	unnamed  int   // entries that no place can name
	// entry is called for each entry; false ends the walk.
	entry func(in *find.In, e *model.Entry, at model.Place) (more bool, err error)
}

// below walks below a place.
func (v *visit) below(p model.Place) error {
	ctx, con := v.cs.session.Context(), v.cs.con
	told := 0
	walk := find.Walk{
		Sources: v.cs.sources, Depth: v.maxDepth, Opt: client.Options{Class: client.Bulk},
		Reading: func(at model.Place) { con.Progress("reading %s", model.Clean(at.String())) },
		Entry: func(in *find.In, e *model.Entry) (bool, error) {
			told = v.unnamed
			return v.entry(in, e, in.Place(e))
		},
		Nameless: func(in *find.In, e *model.Entry) {
			if told == v.unnamed {
				v.nameless(in.Listing.Place, e)
			}
		},
		Failed: func(err error) {
			v.failed++
			con.ProgressEnd()
			con.Warn(err)
		},
		Cut: func(l *model.Listing) {
			con.ProgressEnd()
			v.cut = v.cs.cut(*l)
		},
	}
	return walk.Run(ctx, p)
}

// nameless reports an entry that had to be left out, since no place can name it.
func (v *visit) nameless(folder model.Place, e *model.Entry) {
	v.unnamed++
	v.cs.con.ProgressEnd()
	v.cs.con.WarnLine(v.cs.con.Say("%s: left out %s (id %s), whose name is empty or has a NUL character", model.Clean(folder.String()), v.cs.con.Name(e.Name), model.Clean(e.ID)))
}

// done is the error of a walk that had to leave something out.
func (v *visit) done() error {
	v.cs.con.ProgressEnd()
	switch {
	case v.failed > 0:
		return console.Exit(console.ExitSome, client.Errorf(client.KindServer, "list", model.Place{}, "%d {folder|folders} could not be read", v.failed))
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

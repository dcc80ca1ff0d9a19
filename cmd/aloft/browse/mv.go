package browse

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) mvCommand() console.Command {
	return cs.run.Row(write.Audit|write.Many|write.Plan|write.Replace|write.Target, console.Command{
		Use: "mv SRC… DST", Short: "move entries", Long: `If DST is an existing folder, the sources go into it. Else the one source
becomes DST: it is moved, renamed, or both. Nothing is overwritten: a taken
name is a conflict (exit 5), unless --on-conflict says what to do. With -t,
leave DST out.
With -0 --pairs standard input gives each SRC its own DST, all in one job: SRC,
a NUL byte, DST, a NUL byte, and so on. There a DST that ends in / must be a
folder. Between two services or accounts, or a service and this disk, each
entry is copied. Once its copy is complete, the original goes to the recycle
bin. If there is no bin, or the copy is in another format, aloft asks first or
needs --yes. In a space every page can hold pages.`,
		Flags: []console.Flag{
			{Name: "pairs", Value: false, Help: "-0 reads pairs: an entry and its new place"},
		},
	}, cs.mv)
}

// mv moves as people expect: into DST when it is a folder, else to the name DST.
func (cs *Commands) mv(in console.Call, w write.Flags) error {
	if in.On("pairs") {
		return cs.mvPairs(in, w)
	}
	items, dst, err := cs.fromTo(in, in.Args, w)
	if err != nil {
		return err
	}
	to, src, err := cs.target(dst)
	if err != nil {
		return err
	}
	if err := noRoot(in, items...); err != nil {
		return err
	}
	folder, err := cs.isFolder(src, to)
	switch {
	case err == nil && folder:
		return cs.run.Each(items, w, func(group []model.Place) client.Request {
			return client.Request{Op: model.OpMove, Items: group, Target: to, Rule: w.Rule, Partial: true}
		})
	case err == nil && len(items) == 1 && items[0].Equal(to):
		return client.Errorf(client.KindConflict, "move", to, "%s is both the source and the target", to.String())
	case err == nil && (!w.Rule.Replaces() || len(items) > 1):
		return client.Errorf(client.KindConflict, "move", to, text.CliMvFile, to.String()).Hinted(text.CliHintMvFile)
	case err != nil && !client.Is(err, client.KindNotFound) || w.Target != "" || len(items) > 1 || strings.HasSuffix(dst, "/"):
		return err
	}
	return cs.moveAs(in, src, items[0], to, w)
}

// isFolder reports what is at a place. In a space every page can hold pages.
func (cs *Commands) isFolder(src client.Source, p model.Place) (bool, error) {
	if p.IsRoot() {
		return true, nil
	}
	e, err := src.Stat(cs.session.Context(), p, client.Options{})
	return err == nil && e.Holds(p.Scheme), err
}

// moveAs moves a thing to the place `to`, where nothing is yet: a rename in its own
// folder, else a move under the new name.
func (cs *Commands) moveAs(in console.Call, src client.Source, p, to model.Place, w write.Flags) error {
	if err := src.CheckName(to.Base()); err != nil {
		return err
	}
	if p.Parent().Equal(to.Parent()) {
		return cs.run.Run(client.Request{Op: model.OpRename, Items: []model.Place{p}, NewNames: []string{to.Base()}, Rule: w.Rule}, w)
	}
	if to.Within(p) {
		return in.Usage("%s cannot be moved into itself", p.String())
	}
	if folder, err := cs.isFolder(src, to.Parent()); err != nil {
		return err
	} else if !folder {
		return client.Errorf(client.KindNotFound, "move", to.Parent(), text.CliMvNoFolder, to.Parent().String())
	}
	move := client.Request{Op: model.OpMove, Items: []model.Place{p}, Target: to.Parent(), Rule: w.Rule, Format: formatOf(p, to)}
	if p.Base() == to.Base() {
		return cs.run.Run(move, w)
	}
	move.NewNames = []string{to.Base()}
	return cs.run.Run(move, w)
}

// mvPairs moves each entry to a place of its own, in one job.
func (cs *Commands) mvPairs(in console.Call, w write.Flags) error {
	switch {
	case !w.Nul:
		return in.Usage(text.CliAddNeeds, "--pairs", "-0")
	case len(in.Args) > 0 || w.Target != "":
		return in.Usage("with --pairs all places come from standard input")
	}
	pairs, err := cs.places.Pairs(in.Cmd, w.Local)
	if err != nil {
		return err
	}
	r := client.Request{Op: model.OpMove, Enter: true, Rule: w.Rule, Partial: true,
		Items: make([]model.Place, len(pairs)), Targets: make([]model.Place, len(pairs)), NewNames: make([]string, len(pairs))}
	for i, p := range pairs {
		if p.From.IsRoot() {
			return in.Usage("pair %d: %s is the root, which cannot be moved", i+1, p.From.String())
		}
		to, name := p.To, ""
		if !p.Into {
			to, name = p.To.Parent(), p.To.Base()
		}
		if i > 0 && to.Equal(r.Targets[i-1]) {
			to = r.Targets[i-1] // in memory once
		}
		r.Items[i], r.Targets[i], r.NewNames[i] = p.From, to, name
	}
	return cs.run.Run(r, w)
}

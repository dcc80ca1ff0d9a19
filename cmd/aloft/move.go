package main

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) mvCommand() *cobra.Command {
	var w writing
	c := &cobra.Command{
		Use: "mv SRC… DST", Short: a.cat.Say(text.CliMv), Long: a.cat.Say(text.CliMvLong), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: a.completePlaces(-1),
		RunE:              a.needs(func(c *cobra.Command, args []string) error { return a.mv(c, args, w) }),
	}
	c.Flags().StringVarP(&w.target, "target", "t", "", a.cat.Say(text.CliFlagTarget))
	c.Flags().StringVar(&w.onConflict, "on-conflict", "ask", a.cat.Say(text.CliFlagConflict))
	a.manyFlags(c, &w)
	a.writeFlags(c, &w)
	return c
}

// mv moves as people expect: into DST when it is a folder, else to the name DST.
func (a *app) mv(c *cobra.Command, args []string, w writing) error {
	rule := model.ConflictRule(w.onConflict)
	switch rule {
	case model.ConflictAsk, model.ConflictSkip, model.ConflictNumber, model.ConflictStop:
	default:
		return usageErrorFor(c, text.CliConflictRule, w.onConflict)
	}
	// Names from standard input are sources; the last argument is the target.
	dst := w.target
	if dst == "" {
		if len(args) == 0 || len(args) == 1 && !w.nul {
			return usageErrorFor(c, text.CliTooFew, c.CommandPath())
		}
		args, dst = args[:len(args)-1], args[len(args)-1]
	}
	items, err := a.items(c, args, w)
	if err != nil {
		return err
	}
	to, src, err := a.source(dst)
	if err != nil {
		return err
	}
	for _, p := range items {
		switch {
		case p.IsRoot():
			return usageErrorFor(c, text.CliMvRoot, p.String())
		case !p.SameSource(to):
			e := client.Errorf(client.KindUnsupported, "move", p, text.CliMvAcross, p.Root().String(), to.Root().String())
			e.Hint = text.CliHintMvAcross
			return e
		}
	}
	folder, err := a.isFolder(src, to)
	switch {
	case err == nil && folder:
		return a.write(client.Request{Op: model.OpMove, Items: items, Target: to, Rule: rule, Partial: true}, w)
	case err == nil && len(items) == 1 && items[0].Equal(to):
		return client.Errorf(client.KindConflict, "move", to, text.CliMvSame, to.String())
	case err == nil:
		e := client.Errorf(client.KindConflict, "move", to, text.CliMvFile, to.String())
		e.Hint = text.CliHintMvFile
		return e
	case !client.Is(err, client.KindNotFound) || w.target != "" || len(items) > 1 || strings.HasSuffix(dst, "/"):
		return err
	}
	return a.moveAs(c, src, items[0], to, rule, w)
}

// isFolder reports what stands at a place.
func (a *app) isFolder(src client.Source, p model.Place) (bool, error) {
	if p.IsRoot() {
		return true, nil
	}
	e, err := src.Stat(a.ctx(), p, client.Options{})
	return err == nil && e.Kind.Container(), err
}

// moveAs gives a thing the place `to`, where nothing is yet: a rename in its
// own folder, else a move and a rename. The service has no request that does
// both, so whichever order meets no taken name is used.
func (a *app) moveAs(c *cobra.Command, src client.Source, p, to model.Place, rule model.ConflictRule, w writing) error {
	if err := src.CheckName(to.Base()); err != nil {
		return err
	}
	if p.Parent().Equal(to.Parent()) {
		return a.write(client.Request{Op: model.OpRename, Items: []model.Place{p}, NewNames: []string{to.Base()}, Rule: model.ConflictAsk}, w)
	}
	if to.Within(p) {
		return usageErrorFor(c, text.CliMvInside, p.String())
	}
	if folder, err := a.isFolder(src, to.Parent()); err != nil {
		return err
	} else if !folder {
		return client.Errorf(client.KindNotFound, "move", to.Parent(), text.CliMvNoFolder, to.Parent().String())
	}
	move := client.Request{Op: model.OpMove, Target: to.Parent(), Rule: model.ConflictAsk}
	if p.Base() == to.Base() {
		move.Items, move.Rule = []model.Place{p}, rule
		return a.write(move, w)
	}
	rename := client.Request{Op: model.OpRename, NewNames: []string{to.Base()}, Rule: model.ConflictAsk}
	first, second := move, rename
	first.Items, second.Items = []model.Place{p}, []model.Place{to.Parent().Join(p.Base())}
	if taken, err := a.taken(src, second.Items[0]); err != nil {
		return err
	} else if taken {
		first, second = rename, move
		first.Items, second.Items = []model.Place{p}, []model.Place{p.Parent().Join(to.Base())}
	}
	if err := a.write(first, w); err != nil {
		return err
	}
	if w.dryRun {
		return a.sayDryStep(second, w)
	}
	return a.write(second, w)
}

func (a *app) taken(src client.Source, p model.Place) (bool, error) {
	_, err := src.Stat(a.ctx(), p, client.Options{})
	if client.Is(err, client.KindNotFound) {
		return false, nil
	}
	return err == nil, err
}

// sayDryStep tells the step that can be planned only after the first one ran.
func (a *app) sayDryStep(r client.Request, w writing) error {
	after := r.Target.Join(r.Items[0].Base())
	if r.Op == model.OpRename {
		after = r.Items[0].Parent().Join(r.NewNames[0])
	}
	if w.asJSON() {
		return a.encode(jsonResult{Place: r.Items[0].String(), Action: string(r.Op), Result: resultPlanned, To: after.String()})
	}
	return a.line(a.cat.Say(text.CliDryItem, string(r.Op), model.Clean(r.Items[0].String()), model.Clean(after.String())))
}

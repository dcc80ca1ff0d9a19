package doc

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// editCommands are the commands of the edits that have one, from their rows.
func (cs *Commands) editCommands() []*cobra.Command {
	var out []*cobra.Command
	for _, s := range model.EditSpecs() {
		if s.Use != "" {
			out = append(out, cs.editCommand(s))
		}
	}
	return out
}

func (cs *Commands) editCommand(s model.EditSpec) *cobra.Command {
	var e editing
	in := typed{cs: cs, spec: s, edit: model.Edit{Kind: s.Kind}, words: map[string]*string{}, switches: map[string]*bool{}}
	least, most := wanted(&s)
	c := &cobra.Command{
		Use: s.Use, Short: cs.con.Say(s.Short), Long: cs.con.Say(s.Long),
		Args: console.WantArgs(least, most), ValidArgsFunction: cs.places.PlaceThenFiles(),
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error { return in.run(args, &e) }),
	}
	in.flags(c)
	switch s.At {
	case model.EditAtPlace:
		cs.atFlags(c, &e)
	case model.EditAtMatches:
		c.ValidArgsFunction = cs.places.Complete(1)
		cs.matchFlags(c, &e, !s.One)
	default:
		cs.editFlags(c, &e)
	}
	cs.suggestFlags(c, &e)
	return c
}

// wanted is how many words the command takes, including the document; most -1 =
// any. A replacement text must be given, though it may be empty.
func wanted(s *model.EditSpec) (least, most int) {
	least, most = 1, 1
	for _, f := range s.Fields {
		switch {
		case !f.Arg:
		case f.Type == model.FieldTasks:
			return least, -1
		case f.Need || s.Ranged():
			least, most = least+1, most+1
		default:
			most++
		}
	}
	return least, most
}

// run makes the edit from a command line.
func (in *typed) run(args []string, e *editing) error {
	var at model.Where
	var pick []int
	var err error
	if in.spec.At == model.EditAtPlace {
		if at, err = e.where(in.c); err != nil {
			return err
		}
	}
	if err := in.args(args[0], args[1:]); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	if pick, err = e.picked(in.c); err != nil {
		return err
	}
	x := chosen{EditAt: client.EditAt{Edit: in.edit, At: at, Pick: pick}, all: e.all}
	what := string(in.spec.Kind)
	switch {
	case in.spec.At == model.EditAtImage:
		place := model.Place{}
		if x, place, err = in.cs.oldImage(args[0], in.image, &e.base, in.edit); err != nil {
			return in.cs.noEdit(place, *e, what, err)
		}
	case e.all && in.spec.All != "":
		x.Edit.Kind = in.spec.All // the service does it in one call, however many there are
	}
	return in.cs.edit(in.c, args[0], *e, what, x)
}

// args reads the words after the document.
func (in *typed) args(document string, words []string) error {
	for _, f := range in.spec.Fields {
		if f.Type == model.FieldTasks {
			in.edit.Tasks = in.done.merge(words)
			return nil
		}
		if !f.Arg || len(words) == 0 {
			continue
		}
		word := words[0]
		words = words[1:]
		switch f.Type {
		case model.FieldImage:
			n, err := strconv.Atoi(word)
			if err != nil || n < 1 {
				bad := client.Errorf(client.KindInvalid, "usage", model.Place{}, f.Usage, word)
				bad.Hint, bad.HintArgs = text.CliHintImages, []any{document}
				return console.Exit(console.ExitUsage, bad)
			}
			in.image = n
		case model.FieldFile:
			in.words[f.Name] = &word
		default:
			*f.Text(&in.edit) = word
		}
	}
	return nil
}

// flags defines the flags of the fields.
func (in *typed) flags(c *cobra.Command) {
	in.c = c
	in.missing = func(f *model.EditField) error { return console.UsageErrorFor(c, f.Usage) }
	in.given = func(f *model.EditField) bool { return c.Flags().Changed(flagOf(f)) }
	for _, f := range in.spec.Fields {
		name, help := flagOf(&f), in.cs.con.Say(f.Help)
		switch {
		case f.Type == model.FieldTasks:
			in.done.before = c.Flags().NArg
			c.Flags().Var(&in.done, name, help)
		case f.Arg:
		case f.Type == model.FieldChoice:
			in.words[f.Name] = c.Flags().String(name, "", help)
			console.OneOfWords(c, name, f.Words()...)
		case f.Type == model.FieldSwitch:
			in.switches[f.Name] = c.Flags().Bool(name, false, help)
		case f.Number != nil:
			c.Flags().IntVar(f.Number(&in.edit), name, f.Preset, help)
		default:
			c.Flags().StringVar(f.Text(&in.edit), name, "", help)
		}
	}
}

func flagOf(f *model.EditField) string {
	if f.Flag != "" {
		return f.Flag
	}
	return strings.ReplaceAll(f.Name, "_", "-")
}

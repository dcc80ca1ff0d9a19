package doc

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/spf13/pflag"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// editCommands are the commands of the edits that have one, from their rows.
func (cs *Commands) editCommands() []console.Command {
	var out []console.Command
	for _, s := range model.EditSpecs() {
		if s.Use != "" {
			out = append(out, cs.editCommand(s))
		}
	}
	return out
}

func (cs *Commands) editCommand(s model.EditSpec) console.Command {
	in := typed{cs: cs, spec: s, edit: model.Edit{Kind: s.Kind}, words: map[string]*string{}, switches: map[string]*bool{}}
	least, most := wanted(&s)
	row := console.Command{Use: s.Use, Short: s.Short, Long: s.Long, Args: console.WantArgs(least, most), Words: cs.places.PlaceThenFiles(), Flags: in.flags()}
	flags := suggestFlags()
	switch s.At {
	case model.EditAtPlace:
		flags = cs.atFlags()
	case model.EditAtMatches:
		row.Words, flags = cs.places.Complete(1), matchFlags(!s.One)
	}
	return cs.editRow(flags, row, in.run)
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
func (in *typed) run(call console.Call, e editing) error {
	in.read(call)
	args := call.Args
	var at model.Where
	var pick []int
	var err error
	if in.spec.At == model.EditAtPlace {
		if at, err = e.where(call); err != nil {
			return err
		}
	}
	if err := in.args(args[0], args[1:]); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	if pick, err = e.picked(call); err != nil {
		return err
	}
	x := chosen{EditAt: client.EditAt{Edit: in.edit, At: at, Pick: pick}, all: e.all}
	what := string(in.spec.Kind)
	switch {
	case in.spec.At == model.EditAtImage:
		place := model.Place{}
		if x, place, err = in.cs.oldImage(args[0], in.image, &e.base, in.edit); err != nil {
			return in.cs.noEdit(place, e, what, err)
		}
	case e.all && in.spec.All != "":
		x.Edit.Kind = in.spec.All // the service does it in one call, however many there are
	}
	return in.cs.edit(call, e, what, x)
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
				return console.Exit(console.ExitUsage, client.Errorf(client.KindInvalid, "usage", model.Place{}, f.Usage, word).
					Hinted(text.CliHintImages, document))
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

// flags are the flags of the fields.
func (in *typed) flags() (all []console.Flag) {
	for _, f := range in.spec.Fields {
		row := console.Flag{Name: flagOf(&f), Value: "", Help: f.Help}
		switch {
		case f.Type == model.FieldTasks:
			row.Value = func(c *cobra.Command) pflag.Value { in.done.before = c.Flags().NArg; return &in.done }
		case f.Arg:
			continue
		case f.Type == model.FieldChoice:
			row.Words = f.Words()
		case f.Type == model.FieldSwitch:
			row.Value = false
		case f.Number != nil:
			row.Value = f.Preset
		}
		all = append(all, row)
	}
	return all
}

// read takes what the flags say.
func (in *typed) read(call console.Call) {
	in.call = call
	in.missing = func(f *model.EditField) error { return call.Usage(f.Usage) }
	in.given = func(f *model.EditField) bool { return call.Given(flagOf(f)) }
	for _, f := range in.spec.Fields {
		word, on := call.Text(flagOf(&f)), call.On(flagOf(&f))
		switch {
		case f.Type == model.FieldTasks, f.Arg:
		case f.Type == model.FieldChoice:
			in.words[f.Name] = &word
		case f.Type == model.FieldSwitch:
			in.switches[f.Name] = &on
		case f.Number != nil:
			*f.Number(&in.edit) = call.Int(flagOf(&f))
		default:
			*f.Text(&in.edit) = word
		}
	}
}

func flagOf(f *model.EditField) string {
	if f.Flag != "" {
		return f.Flag
	}
	return strings.ReplaceAll(f.Name, "_", "-")
}

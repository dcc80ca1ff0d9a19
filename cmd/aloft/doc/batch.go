package doc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// batchLine is an edit in a script; keys are the remaining keys, which are fields
// of edits.
type batchLine struct {
	edit, at string
	nth      int
	pick     []int
	all      bool
	keys     map[string]json.RawMessage
}

func (cs *Commands) batchCommand() console.Command {
	return cs.editRow(suggestFlags(), console.Command{
		Use: "batch PLACE [FILE|-]", Short: "make several edits in one go", Long: "%s", Told: []any{cs.batchHelp()},
	}, func(in console.Call, e editing) error {
		data, err := cs.brought(in)
		if err != nil {
			return err
		}
		edits, err := cs.batch(in, data, &e)
		if err != nil {
			return err
		}
		return cs.edit(in, e, "batch", edits...)
	})
}

// batch reads the lines. A mistake in one of them is reported before anything is
// requested.
func (cs *Commands) batch(in console.Call, data string, e *editing) ([]chosen, error) {
	var out []chosen
	n := 0
	for line := range strings.Lines(data) {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		b, err := readBatchLine(line)
		var x chosen
		if err == nil {
			x, err = cs.batchEdit(in, b, e)
		}
		if err != nil {
			return nil, in.Usage("line %d: %s; nothing was changed", n, cs.saidAlone(err))
		}
		out = append(out, x)
	}
	if len(out) == 0 {
		return nil, in.Usage("the input has no edits")
	}
	return out, nil
}

// saidAlone is an error without its hint: the line has its own.
func (cs *Commands) saidAlone(err error) string {
	if e, ok := errors.AsType[*client.Error](err); ok {
		bare := *e
		bare.Hint = ""
		return cs.con.Explain(&bare)
	}
	return cs.con.Explain(err)
}

// readBatchLine reads the keys that each edit can have.
func readBatchLine(line string) (b batchLine, err error) {
	d := json.NewDecoder(strings.NewReader(line))
	if err = d.Decode(&b.keys); err != nil {
		return b, err
	}
	var rest json.RawMessage
	if err = d.Decode(&rest); err == nil {
		return b, client.Errorf(client.KindInvalid, "usage", model.Place{}, "more than one JSON object")
	} else if !errors.Is(err, io.EOF) {
		return b, err
	}
	for _, k := range []struct {
		name string
		into any
	}{{"edit", &b.edit}, {"at", &b.at}, {"nth", &b.nth}, {"pick", &b.pick}, {"all", &b.all}} {
		if err := b.take(k.name, k.into); err != nil {
			return b, err
		}
	}
	return b, nil
}

// take reads the value of a key, if there is one, and removes the key. Case does
// not matter, as usual in Go's JSON.
func (b *batchLine) take(name string, into any) error {
	for key, raw := range b.keys {
		if !strings.EqualFold(key, name) {
			continue
		}
		delete(b.keys, key)
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		err := d.Decode(into)
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok { // the message names the key
			wrong.Struct, wrong.Field = "batchLine", strings.TrimSuffix(name+"."+wrong.Field, ".")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fields reads the fields of the edit. Those of other edits may be there, too, when
// they are empty; a key that no edit has is a mistake.
func (b *batchLine) fields(in *typed) error {
	other := typed{words: map[string]*string{}}
	for _, s := range append([]model.EditSpec{in.spec}, model.EditSpecs()...) {
		to := &other
		if s.Kind == in.spec.Kind {
			to = in
		}
		for _, f := range s.Fields {
			if !s.Batch() {
				continue
			}
			if err := b.take(f.Name, to.value(&f)); err != nil {
				return err
			}
		}
	}
	rest, err := json.Marshal(b.keys)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(rest))
	d.DisallowUnknownFields()
	return d.Decode(&struct{}{})
}

// value is where a field's JSON value is stored.
func (in *typed) value(f *model.EditField) any {
	switch {
	case f.Type == model.FieldTasks:
		return &in.edit.Tasks
	case f.Type == model.FieldImage:
		return &in.image
	case f.Type == model.FieldChoice, f.Type == model.FieldFile:
		if in.words[f.Name] == nil {
			in.words[f.Name] = new(string)
		}
		return in.words[f.Name]
	case f.Switch != nil:
		return f.Switch(&in.edit)
	case f.Number != nil:
		return f.Number(&in.edit)
	}
	return f.Text(&in.edit)
}

// batchEdit makes an edit from a line, by the rules of the commands.
func (cs *Commands) batchEdit(call console.Call, b batchLine, e *editing) (chosen, error) {
	s, known := model.EditKind(b.edit).Spec()
	in := typed{
		cs: cs, call: call, spec: s, edit: model.Edit{Kind: s.Kind}, words: map[string]*string{},
		given:   func(*model.EditField) bool { return false },
		missing: func(f *model.EditField) error { return needs(f.Name) },
	}
	err := b.fields(&in)
	switch {
	case err != nil:
		return chosen{}, err
	case !known || !s.Batch():
		return chosen{}, call.Usage(text.CliOneOf, "edit", strings.Join(batchKinds(), ", "), b.edit)
	case s.Ranged() && b.all && len(b.pick) > 0:
		return chosen{}, call.Usage(text.CliMixed, "--pick", "--all")
	case s.At == model.EditAtImage && in.image < 1:
		return chosen{}, needs("image")
	}
	if err := in.check(); err != nil {
		return chosen{}, err
	}
	x := chosen{EditAt: client.EditAt{Edit: in.edit, Pick: b.pick}, all: b.all}
	switch s.At {
	case model.EditAtImage:
		x, _, err = cs.oldImage(call.Args[0], in.image, &e.base, in.edit)
	case model.EditAtPlace:
		if b.at == "" {
			return x, needs("at")
		}
		x.At, err = whereOf(call, b.at, b.nth, b.nth != 0)
	default:
		for _, n := range b.pick {
			if n < 1 {
				return x, call.Usage(text.CliPickBad, console.Itoa(int64(n)))
			}
		}
	}
	return x, err
}

func needs(key string) error {
	return client.Errorf(client.KindInvalid, "usage", model.Place{}, "the key %q is missing", key)
}

// batchKinds are the edits that a batch may have.
func batchKinds() []string {
	var out []string
	for _, s := range model.EditSpecs() {
		if s.Batch() {
			out = append(out, string(s.Kind))
		}
	}
	return out
}

// batchKeys are the keys of their fields, without those that are named on their
// own.
func batchKeys() []string {
	var out []string
	for _, s := range model.EditSpecs() {
		for _, f := range s.Fields {
			name := f.Name
			if f.Type == model.FieldTasks {
				name += ` ([{"text", "done"}])`
			}
			if s.Batch() && name != "old" && name != "text" && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

func (cs *Commands) batchHelp() string {
	keys := cs.con.Say(`FILE (or standard input) has one JSON object per line. Each is an edit: {"edit": KIND, …}. KIND is one of %s. The other keys are at, nth, old, text, pick (a list of numbers), all, %s.`,
		strings.Join(batchKinds(), ", "), strings.Join(batchKeys(), ", "))
	return strings.Join(model.Ruler{}.Wrap(keys, 92), "\n") + "\n" + cs.con.Say(`aloft finds all places in one version. The edits then run from the end of the
document to its start, so that none moves the place of another.`)
}

package doc

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// typed is an edit from a command line or a line of a batch.
type typed struct {
	cs    *Commands
	call  console.Call
	spec  model.EditSpec
	edit  model.Edit
	words map[string]*string // of choices, and of the file, by the name of the field
	// switches are the flags that set or reset something, by the name of the field.
	switches map[string]*bool
	image    int // the number of an image of the document
	done     doneTasks
	// given: the field was named, though it may be empty.
	given func(*model.EditField) bool
	// missing is the error of a field that must be there.
	missing func(*model.EditField) error
}

func (in *typed) word(f *model.EditField) string {
	if w := in.words[f.Name]; w != nil {
		return *w
	}
	return ""
}

// check parses what was typed as words, and refuses invalid values.
func (in *typed) check() error {
	for i := range in.spec.Fields {
		if err := in.checkField(&in.spec.Fields[i]); err != nil {
			return err
		}
	}
	if f := in.edit.Check(); f != nil && f.Usage != "" {
		return in.call.Usage(f.Usage, f.Args...)
	}
	return nil
}

func (in *typed) checkField(f *model.EditField) (err error) {
	e := &in.edit
	empty := f.Need && f.Empty(e)
	switch f.Type {
	case model.FieldChoice:
		var ok bool
		word := in.word(f)
		if *f.Number(e), ok = f.Choose(word); !ok || word == "" && in.given(f) {
			return in.call.Usage(f.Usage, word)
		}
	case model.FieldNumber:
		return in.checkNumber(f)
	case model.FieldSwitch:
		if on := in.switches[f.Name]; on != nil && in.given(f) {
			*f.Switch(e) = on
		}
	case model.FieldColor:
		if f.Empty(e) && in.given(f) {
			return in.call.Usage(f.Usage, "")
		}
	case model.FieldLine:
		if in.spec.At == model.EditAtPlace {
			return oneLine(*f.Text(e), f.Need)
		}
	case model.FieldMarkdown:
		if strings.TrimSpace(*f.Text(e)) == "" {
			return in.missing(f)
		}
	case model.FieldSearch:
		if or, ok := in.spec.Field(f.Or); empty && !(ok && !or.Empty(e)) {
			return in.missing(f)
		}
	case model.FieldText, model.FieldTasks:
		if empty {
			return in.missing(f)
		}
		for _, t := range e.Tasks {
			if err := oneLine(t.Text, true); err != nil {
				return err
			}
		}
	case model.FieldFile:
		e.Image.File, err = in.cs.imageFile(in.call, in.word(f), e.Image.ID)
	}
	return err
}

func (in *typed) checkNumber(f *model.EditField) error {
	n := *f.Number(&in.edit)
	if with, ok := in.spec.Field(f.With); ok && n != 0 && with.Empty(&in.edit) {
		return in.call.Usage(f.Alone)
	}
	if n == 0 && f.Least > 0 && !f.Need && in.given(f) {
		return in.call.Usage(f.Usage, n)
	}
	return nil
}

// oneLine refuses what the service takes for more than one paragraph ("no newline
// characters" of doc.insert_text in the specification).
func oneLine(s string, needed bool) error {
	switch {
	case s == "" && needed:
		return client.Errorf(client.KindInvalid, "edit", model.Place{}, text.CliTextEmpty)
	case strings.ContainsAny(s, model.LineBreaks):
		return client.Errorf(client.KindInvalid, "edit", model.Place{}, "the text has a line break in it; nothing was changed").
			Hinted("use aloft insert for several paragraphs, aloft doc paragraph for one")
	}
	return nil
}

// doneTasks collects --done together with the arguments between them: both are
// tasks, and their order is that of the list.
type doneTasks struct {
	before func() int // how many arguments come before the flag
	all    []doneTask
}

type doneTask struct {
	at   int
	text string
}

// String is of pflag.Value.
func (d *doneTasks) String() string { return "" }

// Type is of pflag.Value.
func (d *doneTasks) Type() string { return "string" }

// Set is of pflag.Value.
func (d *doneTasks) Set(s string) error {
	d.all = append(d.all, doneTask{d.before(), s})
	return nil
}

// merge puts the done tasks between the open ones. The first argument of the
// command line is the document.
func (d *doneTasks) merge(todo []string) []model.DocTask {
	var out []model.DocTask
	next := 0
	for i := 0; i <= len(todo); i++ {
		for next < len(d.all) && d.all[next].at-1 <= i {
			out = append(out, model.DocTask{Done: true, Text: d.all[next].text})
			next++
		}
		if i < len(todo) {
			out = append(out, model.DocTask{Text: todo[i]})
		}
	}
	return out
}

package editing

import (
	"strconv"
	"strings"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
)

// formFields returns the fields of the edit's form.
func (a *Acts) formFields(w askFor, found string) []dialog.FormField {
	var out []dialog.FormField
	for _, f := range w.fields() {
		out = append(out, a.formField(&f, found)...)
	}
	return out
}

// formField returns the field for one value. found is the text of the last search.
func (a *Acts) formField(f *model.EditField, found string) []dialog.FormField {
	say := a.Env.Text.Say
	out := dialog.FormField{Name: f.Name, Kind: dialog.FieldLine, Label: say(f.Label), Placeholder: say(f.Hint), Value: f.Typed}
	switch f.Type {
	case model.FieldMarkdown:
		return a.markdownFields()
	case model.FieldText:
		out.Kind, out.Rows, out.Sends = dialog.FieldArea, 4, true
	case model.FieldTasks:
		out.Kind, out.Rows = dialog.FieldArea, 5
		return []dialog.FormField{out, {Kind: dialog.FieldNote, Value: say(f.Note)}}
	case model.FieldSearch:
		out.Default = found
	case model.FieldNumber:
		a.numberField(f, &out)
	case model.FieldChoice:
		out.Kind = dialog.FieldCycle
		for _, c := range f.Choices {
			out.Options = append(out.Options, dialog.FormOption{Label: say(c.Label, c.Args...)})
		}
	case model.FieldSwitch:
		out.Kind, out.Options = dialog.FieldCycle, options(say("as is"), say("on"), say("off"))
	case model.FieldColor:
		out.Placeholder, out.Check = "RRGGBB", checkColor
	case model.FieldFile:
		out.Value, out.Complete = a.imageHere(), true
	}
	return []dialog.FormField{out}
}

func (a *Acts) numberField(f *model.EditField, out *dialog.FormField) {
	if f.Upto > 0 {
		out.Kind, out.Options = dialog.FieldCycle, numbers(f.Least, f.Upto)
	} else {
		out.Check = within(*f)
	}
	if with := f.With; with != "" {
		out.When = func(at map[string]int) bool { return at[with] > 0 }
	}
}

// markdownFields ask for the source of the Markdown.
func (a *Acts) markdownFields() []dialog.FormField {
	say := a.Env.Text.Say
	at := func(i int) func(map[string]int) bool {
		return func(at map[string]int) bool { return at[inSource] == i }
	}
	return []dialog.FormField{
		{Name: inSource, Kind: dialog.FieldCycle, Label: say("source"), Options: options(
			"$EDITOR", say("file"), say("paste or type"))},
		{Name: inFile, Kind: dialog.FieldLine, Label: say(text.FileLabel), Value: a.PathHere(), Complete: true, When: at(fromFile)},
		{Name: inText, Kind: dialog.FieldArea, Label: say(text.TextLabel), Rows: 6, When: at(fromPaste),
			PastedWith: inSource, PastedAt: fromPaste},
	}
}

// imageHere returns the image on this computer that is probably meant.
func (a *Acts) imageHere() string {
	if e := a.Other().Current(); e != nil && a.Other().Place().Scheme.Local() && !e.Kind.Container() {
		return a.Other().PlaceOf(e).String()
	}
	return a.PathHere()
}

func options(labels ...string) []dialog.FormOption {
	return model.Each(labels, func(l string) dialog.FormOption { return dialog.FormOption{Label: l} })
}

func numbers(from, to int) []dialog.FormOption {
	var out []dialog.FormOption
	for i := from; i <= to; i++ {
		out = append(out, dialog.FormOption{Label: strconv.Itoa(i)})
	}
	return out
}

// editOf makes the edit from a form. A file is passed by its place and not read here.
func editOf(w askFor, v dialog.FormValues) model.Edit {
	e := model.Edit{Kind: w.kind}
	for _, f := range w.fields() {
		at, typed := v.At[f.Name], v.Text[f.Name]
		switch f.Type {
		case model.FieldLine, model.FieldMarkdown, model.FieldSearch:
			*f.Text(&e) = typed
		case model.FieldText:
			*f.Text(&e) = strings.TrimRight(typed, "\n")
		case model.FieldTasks:
			e.Tasks = tasksOf(typed)
		case model.FieldNumber:
			switch {
			case f.Upto == 0:
				*f.Number(&e) = number(typed)
			case f.With == "" || v.At[f.With] > 0:
				*f.Number(&e) = f.Least + at
			}
		case model.FieldChoice:
			*f.Number(&e) = f.Choices[at].Value
		case model.FieldSwitch:
			if on := at == 1; at > 0 {
				*f.Switch(&e) = &on
			}
		case model.FieldColor:
			*f.Text(&e) = strings.ToUpper(strings.TrimPrefix(strings.TrimSpace(typed), "#"))
		}
	}
	return e
}

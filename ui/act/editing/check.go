package editing

import (
	"strconv"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
)

// within checks a typed number against the limits of the field.
func within(f model.EditField) func(string) error {
	return func(s string) error {
		s = strings.TrimSpace(s)
		n, err := strconv.Atoi(s)
		switch {
		case s == "" && !f.Need, err == nil && f.Takes(n):
			return nil
		case f.Most > 0:
			return client.Errorf(client.KindInvalid, "edit", model.Place{}, "enter a number from %d to %d", f.Least, f.Most)
		}
		return client.Errorf(client.KindInvalid, "edit", model.Place{}, "enter a whole number, %d or more", f.Least)
	}
}

func checkColor(s string) error {
	hex := strings.TrimPrefix(strings.TrimSpace(s), "#")
	if _, err := strconv.ParseUint(hex, 16, 32); s != "" && (err != nil || len(hex) != 6) {
		return client.Errorf(client.KindInvalid, "edit", model.Place{}, "a colour is six hexadecimal digits, such as FF8800")
	}
	return nil
}

// checkForm returns what is missing before a search.
func (a *Acts) checkForm(t editTag) func(dialog.FormValues) (string, string) {
	say := a.Env.Text.Say
	return func(v dialog.FormValues) (string, string) {
		for _, f := range t.what.fields() {
			if at, why := a.missing(&f, v); at != "" {
				if t.what.how == asReply {
					why = say(text.NeedText)
				}
				return at, why
			}
		}
		spec, _ := t.what.kind.Spec()
		t.values = v
		e := t.edit()
		switch {
		case spec.Ranged() && spec.Replaces && e.Old == e.Text:
			return inText, say("both texts are the same: nothing would change")
		case spec.Has(model.FieldSwitch) && e.Props.Empty():
			return "bold", say("choose what to set")
		}
		return "", ""
	}
}

// missing returns the field to fill and what it lacks.
func (a *Acts) missing(f *model.EditField, v dialog.FormValues) (at, why string) {
	typed := v.Text[f.Name]
	switch {
	case f.Type == model.FieldMarkdown:
		return a.missingMarkdown(v)
	case f.Type == model.FieldFile:
		if strings.TrimSpace(typed) == "" || strings.HasSuffix(typed, "/") {
			return f.Name, a.Env.Text.Say("choose a file")
		}
	case f.Missing == "":
	case typed == "", f.Type != model.FieldSearch && strings.TrimSpace(typed) == "":
		return f.Name, a.Env.Text.Say(f.Missing)
	}
	return "", ""
}

func (a *Acts) missingMarkdown(v dialog.FormValues) (at, why string) {
	switch s := v.Text[inText]; {
	case v.At[inSource] == fromFile:
		return a.missing(&model.EditField{Name: inFile, Type: model.FieldFile}, v)
	case v.At[inSource] != fromPaste:
	case strings.TrimSpace(s) == "":
		return inText, a.Env.Text.Say(text.NeedText)
	case len(s) > act.MaxMarkdown:
		return inText, a.Env.Text.Say("more than %d MB; insert it in parts", act.MaxMarkdown>>20)
	}
	return "", ""
}

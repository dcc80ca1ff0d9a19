package editing

import (
	"slices"
	"strconv"
	"strings"

	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/preview"
)

// asking is a variant of an edit's form.
type asking string

const (
	asUsual  asking = ""
	asAppend asking = "append" // at the end of the document
	asInside asking = "inside" // into a known cell or box
	asReply  asking = "reply"  // to a comment
	asChosen asking = "chosen" // of the selected text
)

func (t editTag) key() string {
	return t.subject.place.String() + "\x00" + t.subject.entry.ID + "\x00" + string(t.what.kind) + "\x00" + string(t.what.how)
}

// undoes reports whether the edit undoes another one.
func (t editTag) undoes() bool { return t.what.kind == model.EditRevert }

// answers is the comment that is answered, or "", raw.
func (t editTag) answers() string {
	if t.what.how != asReply {
		return ""
	}
	return t.comment.Author + ": " + model.OneLine(t.comment.Text)
}

// Names of fields and buttons.
const (
	inWhere  = "where"
	inSource = "source"
	inFile   = "file"
	inText   = "text"
	inOld    = "old"

	doPreview = "preview"
	doNow     = "now"
	doFind    = "find"
)

// Sources of Markdown, by their index in the field.
const (
	fromEditor = iota
	fromFile
	fromPaste
)

// fields are the form's fields for the edit: all with a label, or only the text if the rest is known.
func (w askFor) fields() []model.EditField {
	s, _ := w.kind.Spec()
	return slices.DeleteFunc(slices.Clone(s.Fields), func(f model.EditField) bool {
		return f.Label == "" || (w.how == asReply || w.how == asInside) && f.Name != inText || w.how == asChosen && f.Type == model.FieldSearch
	})
}

// askFor is what a form asks for.
type askFor struct {
	kind model.EditKind
	how  asking
}

// editTag passes through the dialogs of an edit.
type editTag struct {
	subject subject
	what    askFor
	places  []model.Where // of the field "where", in order
	values  dialog.FormValues
	passage []preview.Piece  // of asChosen
	at      model.Where      // of asInside
	comment model.DocComment // of asReply
	image   model.DocImage   // of a replaced image

	left, row int // tracked changes that are left then, and which of them is next; 0 = not from their list
}

// edit makes the edit from the form.
func (t editTag) edit() model.Edit {
	e := editOf(t.what, t.values)
	if t.what.how == asChosen {
		e.Old = t.text()
	}
	return e
}

// text is the text that was searched for, or the selected one.
func (t editTag) text() string {
	if t.what.how != asChosen {
		return t.values.Text[inOld]
	}
	first, last := t.passage[0].Text, t.passage[len(t.passage)-1].Text
	if len(t.passage) > 1 {
		return first + " … " + last
	}
	return first
}

// word is the found or selected text that a new form is about, or "".
func (t editTag) word() string {
	switch s, _ := t.what.kind.Spec(); {
	case t.what.how == asChosen:
		return t.text()
	case s.At == model.EditAtMatches:
		return t.subject.matches.Text
	}
	return ""
}

// single reports whether the edit takes only one match.
func (t editTag) single() bool {
	s, _ := t.what.kind.Spec()
	return s.One
}

// tasksOf reads a task from each line. Lines that begin with x are done tasks.
func tasksOf(s string) []model.DocTask {
	var out []model.DocTask
	for _, l := range strings.Split(s, "\n") {
		l = strings.TrimSpace(l)
		l = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(l, "- ["), "["))
		t := model.DocTask{Text: l}
		for _, mark := range []string{"x] ", "X] ", "x ", "X "} {
			if rest, ok := strings.CutPrefix(l, mark); ok {
				t = model.DocTask{Done: true, Text: strings.TrimSpace(rest)}
				break
			}
		}
		if rest, ok := strings.CutPrefix(t.Text, "]"); ok {
			t.Text = strings.TrimSpace(rest)
		}
		if t.Text != "" {
			out = append(out, t)
		}
	}
	return out
}

// number parses a checked number.
func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0
	}
	return n
}

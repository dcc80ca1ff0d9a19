package editing

import (
	"slices"
	"strconv"
	"strings"

	"aloft/model"
	"aloft/ui/dialog"
)

// asking is a variant of an edit's form.
type asking string

const (
	asUsual  asking = ""
	asAppend asking = "append" // at the end of the document
	asInside asking = "inside" // into a cell or a box that is known
	asReply  asking = "reply"  // to a comment
)

func (t editTag) key() string {
	return t.subject.place.String() + "\x00" + t.subject.entry.ID + "\x00" + string(t.what.kind) + "\x00" + string(t.what.how)
}

// undoes: it takes an edit back.
func (t editTag) undoes() bool { return t.what.kind == model.EditRevert }

// Names of fields, and buttons.
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

// Sources of Markdown, by their place in the field.
const (
	fromEditor = iota
	fromFile
	fromPaste
)

// fields of the form that belong to the edit: all that have a label, or the text
// alone where the rest is known.
func (w askFor) fields() []model.EditField {
	s, _ := w.kind.Spec()
	return slices.DeleteFunc(slices.Clone(s.Fields), func(f model.EditField) bool {
		return f.Label == "" || (w.how == asReply || w.how == asInside) && f.Name != inText
	})
}

// askFor is what a form asks for.
type askFor struct {
	kind model.EditKind
	how  asking
}

// editTag is passed through the dialogs of an edit.
type editTag struct {
	subject subject
	what    askFor
	places  []model.Where // of the field "where", in its order
	values  dialog.FormValues
	at      model.Where      // of asInside
	comment model.DocComment // of asReply
	image   model.DocImage   // of an image that is replaced
}

// single: the edit is for one match only.
func (t editTag) single() bool {
	s, _ := t.what.kind.Spec()
	return s.One
}

// tasksOf reads a task from each line; those that begin with x are done.
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

// number parses what was checked before.
func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0
	}
	return n
}

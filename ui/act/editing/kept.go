package editing

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// maxKept limits the stored input.
const maxKept = 16

// keepTyped stores the input until the same question about the same document comes up.
func (a *Acts) keepTyped(t editTag, v dialog.FormValues) {
	if !t.typed(v) {
		return
	}
	if t.what.how == asChosen {
		v.Text[inOld] = t.text()
	}
	kit.Keep(&a.kept, maxKept, t.key(), v)
}

// typed reports whether there is a text worth keeping.
func (t editTag) typed(v dialog.FormValues) bool {
	return slices.ContainsFunc(t.what.fields(), func(f model.EditField) bool {
		switch f.Type {
		case model.FieldLine, model.FieldText, model.FieldMarkdown, model.FieldSearch, model.FieldTasks:
			return strings.TrimSpace(v.Text[f.Name]) != ""
		}
		return false
	})
}

// backedOut stores the input when the user leaves a form.
func (a *Acts) backedOut(t editTag) tea.Cmd {
	if !t.typed(t.values) {
		delete(a.kept, t.key())
		return nil
	}
	a.keepTyped(t, t.values)
	return a.Note.SayText(status.Info, text.TypedKept)
}

func (a *Acts) isKept(t editTag) bool {
	_, ok := a.kept[t.key()]
	return ok
}

package editing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// switchSuggest makes every edit a suggestion from now on, or none. It refuses where the
// service of the document cannot suggest.
func (a *Acts) switchSuggest(s subject) tea.Cmd {
	on := &a.screen.Switches.Suggest
	if *on {
		*on = false
		return a.note.SayText(status.Info, "suggesting is off: edits apply at once")
	}
	ed, err := a.client.EditorOf(s.place)
	if err == nil {
		err = ed.CanSuggest(model.Edit{Kind: model.EditText})
	}
	if err != nil {
		return a.note.Say(status.Warn, a.note.Sentence(err))
	}
	*on = true
	return a.note.SayText(status.Info, "suggesting as %s: edits become tracked changes; %s turns this off", model.Clean(a.set.Author), a.env.Keys.Key(keys.EditSuggest))
}

// suggestedBy is who suggests an edit, "" = it is made. Whoever accepts or rejects does that
// at once.
func (a *Acts) suggestedBy(t editTag) string {
	if !a.screen.Switches.Suggest || t.undoes() || t.what.kind == model.EditRevisions {
		return ""
	}
	return a.set.Author
}

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
	on := &a.Switches.Suggest
	if *on {
		*on = false
		return a.Note.SayText(status.Info, "suggesting is off: edits apply at once")
	}
	ed, err := a.Client.EditorOf(s.place)
	if err == nil {
		err = ed.CanSuggest(model.Edit{Kind: model.EditText})
	}
	if err != nil {
		return a.Note.Say(status.Warn, a.Note.Sentence(err))
	}
	*on = true
	return a.Note.SayText(status.Info, "suggesting as %s: edits become tracked changes; %s turns this off", model.Clean(a.Set.Author), a.Env.Keys.Key(keys.EditSuggest))
}

// suggestedBy is who suggests an edit, "" = it is made. Whoever accepts or rejects does that
// at once.
func (a *Acts) suggestedBy(t editTag) string {
	if !a.Switches.Suggest || t.undoes() || t.what.kind == model.EditRevisions {
		return ""
	}
	return a.Set.Author
}

package listing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/dialog"
)

// askPattern asks which names to select or deselect.
func (a *Acts) askPattern(on bool) tea.Cmd {
	what, title := toSelect, text.Text("Select by pattern")
	if !on {
		what, title = toUnselect, "Unselect by pattern"
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[patternFor]{
		Origin: a.Origin(), For: what, Title: a.Env.Text.Say(title),
		Label: a.Env.Text.Say("pattern: "), Body: []string{a.Env.Text.Say("* any text, ? one character; without them: names that hold the text")},
		Placeholder: "*.txt", Cursor: -1, History: a.History(string(what)),
	}))
}

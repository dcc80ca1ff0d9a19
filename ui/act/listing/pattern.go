package listing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/dialog"
)

// askPattern asks which names to select or unselect.
func (a *Acts) askPattern(on bool) tea.Cmd {
	what, title := toSelect, text.Text("Select by pattern")
	if !on {
		what, title = toUnselect, "Unselect by pattern"
	}
	return a.screen.Dialogs.Push(dialog.NewPrompt(a.env, dialog.PromptOptions[patternFor]{
		Origin: a.screen.Origin(), For: what, Title: a.env.Text.Say(title),
		Label: a.env.Text.Say("pattern: "), Body: []string{a.env.Text.Say("* any text, ? one character; without them: names with the text")},
		Placeholder: "*.txt", Cursor: -1, History: a.client.History(string(what)),
	}))
}

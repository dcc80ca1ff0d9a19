package session

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/lazy"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/files"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Running runs the user's commands: those of keys.toml, and typed ones.
type Running struct {
	*act.Screen
	opening *files.Opening
}

// NewRunning returns the actions of a screen.
func NewRunning(s *act.Screen, o *files.Opening) *Running {
	return &Running{Screen: s, opening: o}
}

// ranMsg says that a command has ended.
type ranMsg struct {
	title       string
	own         act.Own
	ended, said string
	err         error
}

// Do runs the command of an action.
func (a *Running) Do(id keys.Action) tea.Cmd {
	doc, _ := a.Env.Keys.Doc(id)
	own := a.own(a.Env.Keys.Command(id))
	for _, at := range own.Places {
		if !at.Valid() {
			return a.Note.SayText(status.Warn, "%s cannot be passed to a command", model.Clean(at.Base()))
		}
	}
	return a.Note.Run(act.Row{Refuse: a.refuse, Do: func() tea.Cmd { return a.run(string(doc.Title), own) }})
}

// own is a command on the selection.
func (a *Running) own(c keys.Command) act.Own {
	return act.Own{Command: c, Places: a.Pane().Selection().Places(), Folder: a.Pane().Base(), Other: a.Other().Base()}
}

// refuse returns why no command can be run, or "".
func (a *Running) refuse() string {
	if a.Machine.Shell == nil {
		return a.Env.Text.Say("no commands can be run here")
	}
	return ""
}

func (a *Running) run(title string, own act.Own) tea.Cmd {
	run := a.Machine.Shell(own, func(ended, said string, err error) tea.Msg { return ranMsg{title, own, ended, said, err} })
	if own.How == keys.Background || own.How == keys.List {
		return tea.Batch(a.Note.SayText(status.Info, "%s runs in the background", title), run)
	}
	return run
}

// Rows returns the typed commands.
func (a *Running) Rows() act.Rows {
	row := func(how keys.How) act.Row {
		return act.Row{Do: func() tea.Cmd { return a.ask(how) }, Refuse: a.refuse, Needs: act.EntryPlaces}
	}
	return act.Rows{keys.Shell: row(keys.AndWait), keys.ShellList: row(keys.List)}
}

// promptShell is the name of the typed commands' history.
const promptShell = "shell"

// ask asks for a command. It runs in the folder of this pane or the other one, or at home: the first on this computer.
func (a *Running) ask(how keys.How) tea.Cmd {
	own := a.own(keys.Command{How: how})
	own.In = a.Client.HomeFolder()
	for _, at := range []model.Place{own.Other, own.Folder} {
		if at.Scheme.Local() {
			own.In = at
		}
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[act.Own]{
		For: own, Title: a.Env.Text.Say("Command in %s", a.PlaceText(own.In)), Label: "$", Cursor: -1, History: a.Client.History(promptShell),
		Body: []string{a.Env.Text.Say("%s: selection, %s: this folder, %s: the other pane's folder, %s: a percent sign", "%s", "%d", "%D", "%%")},
	}))
}

// typed runs a typed line. What is not on this computer is copied as for the editor.
func (a *Running) typed(own act.Own, line string) tea.Cmd {
	if own.Run = shellLine(line); !strings.Contains(own.Run, "$@") {
		own.Places = nil
	} else if len(own.Places) == 0 {
		return a.Note.SayText(status.Warn, text.NothingSelected)
	}
	return a.opening.Take(own.Places, func(copies ...client.WorkingCopy) tea.Cmd {
		own.Copies = copies
		return a.run(model.Clean(line), own)
	})
}

// What the shell gets for a %. Names are never put into the line: its arguments stand for them, so nothing in a name is
// read by the shell. In single quotes a % is a %.
var (
	shellParts = lazy.Regexp(`(?s)'[^']*'|\\.|"(?:[^"\\]|\\.)*"|%.`)
	asWord     = strings.NewReplacer("%%", "%", "%s", `"$@"`, "%d", `"${ALOFT_FOLDER}"`, "%D", `"${ALOFT_OTHER}"`)
	inQuotes   = strings.NewReplacer("%%", "%", "%s", "$@", "%d", "${ALOFT_FOLDER}", "%D", "${ALOFT_OTHER}")
)

func shellLine(line string) string {
	return shellParts().ReplaceAllStringFunc(line, func(part string) string {
		switch {
		case part[0] == '%':
			return asWord.Replace(part)
		case part[0] == '"' && (strings.Contains(part, "$(") || strings.Contains(part, "`")): // a command in the quotes has words of its own
			return `"` + shellLine(part[1:len(part)-1]) + `"`
		case part[0] == '"':
			return inQuotes.Replace(part)
		}
		return part
	})
}

// Update takes typed commands, and lists the panes again after a command. mine is false for every other message.
func (a *Running) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if m, ok := msg.(dialog.PromptAnswered[act.Own]); ok {
		return tea.Batch(a.Client.Remember(promptShell, m.Value), a.typed(m.For, m.Value)), true
	}
	m, mine := msg.(ranMsg)
	if !mine {
		return nil, false
	}
	how := m.ended + ": " + m.title
	cmds := []tea.Cmd{a.Panes[0].Refresh(), a.Panes[1].Refresh(), a.opening.CheckIn(m.own.Copies)}
	switch {
	case m.err != nil:
		cmds = append(cmds, a.Note.Fail(m.err))
	case m.own.How == keys.List:
		cmds = append(cmds, a.Note.Say(status.Info, how))
	case m.own.How == keys.Background:
		cmds = append(cmds, a.Note.SayText(status.Info, "%s has ended", m.title))
	}
	if m.said != "" {
		asked := dialog.CompareReadAsked{Title: how}
		for line := range strings.Lines(m.said) {
			asked.Lines = append(asked.Lines, text.DiffLine{Text: strings.TrimRight(line, "\r\n")})
		}
		cmds = append(cmds, a.Show(dialog.NewCompareText(a.Env, asked)))
	}
	return tea.Batch(cmds...), true
}

package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
	jobpanel "aloft/ui/jobs"
	"aloft/ui/kit"
	"aloft/ui/status"
	"aloft/ui/term"
)

// The linear screen (--plain) is another view of the same state: what is new in it is written as lines. Lists are laid
// out far wider than a terminal, since their rows are said and not drawn.
const (
	lineWidth  = 300
	lineHeight = 40
)

// resize takes the size of the terminal.
func resize(a *App, w, h int) {
	a.w, a.h = w, h
	if a.Env.Plain && w > 0 {
		a.tty.X, a.tty.Y = w, h
		a.w, a.h = lineWidth, max(h, lineHeight)
	}
}

// speech collects what there is to say.
type speech struct {
	*App
	term.LinearPage
}

// linearOf returns what there is to say, with what the keys are on last.
func linearOf(a *App) tea.View {
	p := speech{App: a}
	drawing, ok := a.Focused().(interface{ Drawing() bool })
	if a.w == 0 || ok && drawing.Drawing() {
		return term.LinearWait()
	}
	h := a.header()
	p.Say(a.lines.Header(status.Header{Account: h.Account, SignedOut: h.SignedOut, Paused: h.Paused, Failed: h.Failed, Quitting: h.Quitting}, a.w))
	hook, _ := a.lines.HookAlone(h.Hook, a.w) // if it needs attention
	p.Say(hook)
	p.panes()
	if !a.PaneFocused() {
		p.over()
	}
	p.job()
	flags, _ := a.lines.Flags(a.flags(), a.w)
	p.Say(flags)
	p.goesOn()
	for _, b := range a.Dialogs.Boxes() {
		for _, s := range b.Said {
			p.Say(s)
		}
		p.Now = b.Now
	}
	p.message()
	if f := a.prompt(); f != nil && a.Dialogs.Len() == 0 {
		say, found := p.Say, "" // what has been found so far
		if p.PaneFocused() && p.Pane().Filtering() && f.Value() != "" {
			say, found = p.Aside, "  "+p.Env.Text.Say(text.InfoEntries, p.Pane().Rows().Len())
		}
		say(p.Now.Text)
		p.Now = f.Current()
		p.Now.Text += found
	}
	return p.LinearPage.View()
}

// panes says the panes and the current entry.
func (p *speech) panes() {
	pane := p.Pane()
	title, rest := pane.Said()
	other, _ := p.Other().Said()
	p.Say(title)
	p.Say(p.Env.Text.Say("Tab: %s", other))
	// Not what is read of the entry later: its line would be said twice.
	p.Now = pane.Now(p.lines.Facts(pane.Current(), p.Env.Now()))
	for _, s := range rest {
		p.Say(s)
	}
}

// over says the part that took the keys from the panes.
func (p *speech) over() {
	part := p.Focused()
	p.Now = kit.Current{}
	switch {
	case part != p.Reader:
	case p.Dialogs.Len() > 0:
		p.Turn = -1 // it is below the dialog
	default:
		p.Turn = p.turn
	}
	drawn, ok := part.(interface{ View() []string })
	if !ok {
		return
	}
	rows, it := drawn.View(), part.Item()
	if finds, ok := part.(interface{ Hit() (string, int) }); ok && !it.Listed() {
		p.Found(finds.Hit()) // in place of the text around it
	}
	if part == p.Reader {
		p.Event(p.Reader.Doc.Selected())
		if at := p.Reader.Doc.Cursor(); at != nil && at.Y < len(rows) { // the row with the moving end of the selection
			row := strings.TrimPrefix(ansi.Strip(rows[at.Y]), " ")
			p.Now = kit.Current{Text: strings.TrimRight(row, " "), Typed: true, X: max(0, at.X-1)}
		}
	}
	mark := p.Env.Styles.Glyphs.Cursor
	words, told := part.(interface{ Now() kit.Current })
	for y, row := range rows {
		switch {
		case it.Listed() && y == it.Y && told:
			p.Now = words.Now()
		case it.Listed() && y == it.Y:
			p.Now.Text = strings.TrimPrefix(strings.TrimSpace(ansi.Strip(row)), mark)
		case it.Listed() && y >= it.From && y < it.To:
		case y == 0:
			p.Say(row)
		case it.Listed() && y < len(rows)-1:
			p.Text(" " + strings.TrimSpace(ansi.Strip(row)))
		case y < len(rows)-1:
			p.Text(strings.TrimPrefix(ansi.Strip(row), mark))
		case it.Listed() && !told: // how many there are
			p.Say(row)
		}
	}
}

// goesOn says the keys that go on with a begun chord.
func (p *speech) goesOn() {
	if box := p.chordBox(); len(box) > 2 {
		for _, row := range box[1 : len(box)-1] {
			p.Say(strings.Trim(ansi.Strip(row), "| "))
		}
	}
}

// job says the job of the job line.
func (p *speech) job() {
	if j := p.work.Shown(); j != nil && p.Focused() != p.work.Panel {
		p.Say(jobpanel.Words(p.Env, j))
	}
}

// message says the message, what is wrong with what is typed, and what takes long.
func (p *speech) message() {
	p.Say(p.Pane().Trouble())
	going := p.goingOn()
	if going != "" && p.waited != "" {
		going = p.waited
	}
	n := &p.Note.Shown
	if going != n.Text {
		p.Say(going)
	}
	if n.Text != "" {
		p.Event(model.Clean(n.Text), n.Number())
	}
}

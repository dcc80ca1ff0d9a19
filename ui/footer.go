package ui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/status"
	"aloft/ui/webhook"
)

// footer returns the two lines below the panes: what goes on, and the keys. An error that is too long for one has both.
func (a *App) footer(now time.Time) (goes, keyLine string) {
	end, width := "", a.w
	if a.prompt() == nil {
		var n int
		if end, n = a.lasting(a.flags()); a.Env.Ruler.Width(model.Clean(a.Note.Shown.Text))+1 > width-n {
			end, n = a.lasting(status.Flags{DryRun: a.Switches.Dry, Suggest: a.Switches.Suggest}) // a message is short-lived
		}
		width -= n
	}
	goes, keyLine = a.message(width)
	if goes == "" {
		goes = a.standing(now, width)
	}
	if keyLine == "" {
		keyLine = a.keyLine()
	}
	return goes + end, keyLine
}

func (a *App) keyLine() string {
	ctx := a.context()
	if ctx == keys.InInput && a.Dialogs.Len() > 0 {
		return a.lines.TypingHints(a.w)
	}
	return a.lines.Hints(ctx, a.hintedAbout(ctx), a.w)
}

// message returns the text field, its problem, or the message, or "". below replaces the keys: the second line of an
// error, whose hint is at its end, or a message under a dialog, which may cover the line above.
func (a *App) message(width int) (line, below string) {
	if f := a.prompt(); f != nil {
		line, _ := f.View()
		return " " + line, ""
	}
	n, going := &a.Note.Shown, a.goingOn()
	s, level := model.Clean(n.Text), n.Level
	bad := s != "" && level >= status.Warn
	t := a.Pane().Trouble()
	if bad && t == "" {
		if a.Dialogs.Len() == 0 && going == "" {
			return a.twoLines(s, width)
		}
		if a.Dialogs.Len() == 0 { // progress takes the line of the keys
			return a.lines.Message(a.cutMessage(s, width), level, width), a.lines.Message(going, status.Info, a.w)
		}
	}
	switch {
	case t != "":
		s, level = t, status.Bad
	case bad:
	case a.waited != "": // says why it takes long
		s, level = a.waited, status.Info
	case going != "":
		s, level = going, status.Info
	case s == "":
		return "", ""
	}
	if a.Dialogs.Len() > 0 {
		return "", a.lines.Message(a.cutMessage(s, a.w), level, a.w)
	}
	return a.lines.Message(a.cutMessage(s, width), level, width), ""
}

// twoLines breaks an error.
func (a *App) twoLines(s string, width int) (line, below string) {
	level := a.Note.Shown.Level
	head := a.Env.Ruler.Wrap(s, width-1)[0]
	rest := strings.TrimLeft(strings.TrimPrefix(s, head), " ")
	if rest == "" {
		return a.lines.Message(head, level, width), ""
	}
	return a.lines.Message(head, level, width), a.lines.Message(a.cutMessage(rest, a.w), level, a.w)
}

// cutMessage returns the part of a message that fits, and where to read all of it.
func (a *App) cutMessage(s string, width int) string {
	key := a.Env.Keys.Key(keys.Log)
	if key == "" || a.Env.Ruler.Width(s)+1 <= width {
		return s
	}
	more := " " + a.Env.Text.Say("(%s: full text)", key)
	return a.Env.Ruler.TruncateEnd(s, width-1-a.Env.Ruler.Width(more)) + more
}

// lasting returns the end of the line: states that must show.
func (a *App) lasting(f status.Flags) (drawn string, width int) {
	if a.lay.Header.Empty() {
		drawn, width = a.lines.HookAlone(a.hooks.Cell(), a.w/2)
	}
	flags, n := a.lines.Flags(f, (a.w-width)*2/3)
	return flags + drawn, width + n
}

// standing returns what the line shows without a message: running work or the current entry.
func (a *App) standing(now time.Time, width int) string {
	if a.lay.Working && a.lay.Job.Empty() {
		return a.lines.Job(a.work.Snaps(), width)
	}
	return a.detail(now, width)
}

func (a *App) flags() status.Flags {
	f := status.Flags{DryRun: a.Switches.Dry, Suggest: a.Switches.Suggest}
	if !a.Switches.Reader && a.hooks.Over() == nil {
		f.Sync = a.Switches.Sync
		f.Cut, f.Copy = a.Marked(model.MarkCut), a.Marked(model.MarkCopy)
	}
	return f
}

// detail draws the current entry, or the state of what covers the panes.
func (a *App) detail(now time.Time, w int) string {
	switch {
	case a.Has(a.hooks.Panel):
		return a.lines.Plain(webhook.Line(a.Env, a.hooks.LookedAt(), w), w)
	case a.hooks.Over() != nil:
		return a.lines.Plain(" "+a.hooks.Over().State(), w)
	case a.Switches.Reader:
		e := a.Reader.Entry()
		return a.lines.Detail(status.Detailed{Entry: &e, State: a.Reader.State(now)}, now, w)
	case !a.lay.Info.Empty() && !a.Previews():
		return a.lines.Listed(a.Pane().ListedAt(), now, w) // the column shows the rest
	}
	return a.lines.Detail(status.Detailed{Entry: a.Current(), Listed: a.Pane().ListedAt()}, now, w)
}

// cursor returns the cursor outside of dialogs: of a text field, or of selected text.
func (a *App) cursor() *tea.Cursor {
	p := a.Pane()
	if f := a.prompt(); f != nil {
		_, x := f.View()
		return steady(1+x, a.lay.Status.Min.Y)
	}
	if at := p.Cursor(); at != nil && a.PaneFocused() {
		r := a.lay.Panes[a.Focus]
		return steady(r.Min.X+at.X, r.Min.Y+at.Y)
	}
	if at := a.Reader.Doc.Cursor(); at != nil {
		r := a.readerArea()
		return steady(r.Min.X+at.X, r.Min.Y+at.Y)
	}
	return itemOf(a)
}

// hintedAbout is what the hints of a context depend on: whether a pane has documents, and what is refused at the
// focus. Hints do not change with the current entry, but they do with an empty list, and with the current job, which may
// end while it is shown, and with a command that asks.
func (a *App) hintedAbout(ctx keys.Context) status.Hinted {
	at := a.Pane().Place()
	h := status.Hinted{Documents: at.Scheme.Documents() || at.Scheme.Local() && a.Other().Place().Scheme.Documents()}
	hook := ctx == keys.InHook || ctx == keys.InDelivery
	if !hook && !slices.Contains([]keys.Context{keys.InDocument, keys.InPassage, keys.InJobs}, ctx) && !keys.InList(ctx) {
		return h
	}
	h.Stands = ctx == keys.InJobs && a.work.Stands()
	empty := keys.InList(ctx) && a.Pane().Rows().Len() == 0 || ctx == keys.InJobs && a.work.Panel.Current() == nil ||
		ctx == keys.InHook && a.hooks.LookedAt() == nil
	for i, id := range keys.Hinted(ctx, h.Documents) {
		row := a.rows[id]
		switch {
		case empty && (id == keys.Filter || id == keys.JobFilter || id == keys.HookFilter):
		case hook && !empty && id != keys.HookAllow && id != keys.DeliveryAllow:
			continue // the others stay where they are
		case empty && (row.Needs == act.LiveEntries || row.Needs == act.EntryPlaces):
		case (empty || ctx == keys.InJobs) && row.Idle != nil && row.Idle() != "":
		case id == keys.ViewOutline && at.Scheme.Documents(), row.Refuse == nil || row.Refuse() == "":
			continue
		}
		h.Refused |= 1 << i
	}
	return h
}

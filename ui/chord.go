package ui

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// chordWait is how long a begun chord waits before it shows what can follow.
const chordWait = 300 * time.Millisecond

// chordMsg says that a chord has waited.
type chordMsg struct{ seq int }

// press adds a key to the chord and runs its action.
func (a *App) press(key string) tea.Cmd {
	if a.scrollChord(key) {
		return nil
	}
	if a.count.begins(key) && len(a.chord.keys.Pending()) == 0 {
		if _, moves := a.Env.Keys.Doc(keys.Down.In(a.context())); moves {
			return a.countOn(key)
		}
	}
	a.chord.seq++
	a.chord.shown, a.chord.port = false, viewport.Model{}
	begun := a.chord.keys.Pending()
	action, found := a.chord.keys.Press(a.Env.Keys, a.context(), key)
	switch {
	case found == keys.Bound:
		if cmd, early := a.tooEarly(action, key); early {
			a.count.take()
			return cmd
		}
		return a.counted(action, strings.Join(append(slices.Clone(begun), key), " "))
	case found == keys.Prefix:
		a.count.seq++
		seq := a.chord.seq
		return tea.Tick(chordWait, func(time.Time) tea.Msg { return chordMsg{seq} })
	}
	a.count.take()
	if len(begun) == 0 || key != "esc" {
		return a.noKey(append(slices.Clone(begun), key)...)
	}
	return nil
}

// countOn adds a digit to a count.
func (a *App) countOn(digit string) tea.Cmd {
	if !a.count.add(digit) {
		return a.Note.SayText(status.Info, "a count has at most %d {digit|digits}", maxCount)
	}
	all := a.count.digits
	said := a.Note.SayText(status.Info, "count %s: a movement, or %s", all, a.Env.Keys.Key(keys.Back))
	if len(all) > 1 || a.Env.Keys.Action(a.context(), digit) == keys.None {
		return said
	}
	seq := a.count.seq
	return tea.Batch(said, tea.Tick(countWait, func(time.Time) tea.Msg { return countMsg{seq} }))
}

// counted repeats an action as the count says.
func (a *App) counted(id keys.Action, key string) tea.Cmd {
	digits, n := a.count.take()
	if digits == "" {
		return a.do(id)
	}
	if id == keys.Back {
		return nil
	}
	var cmds []tea.Cmd
	switch _, reach := id.Step(1); {
	case reach == keys.ToEnd: // to a line
		cmds = append(cmds, a.do(keys.Top.In(id.Context())))
		id, n = keys.Down.In(id.Context()), n-1
	case reach != keys.Nowhere, id == keys.Toggle, id == keys.ExtendDown, id == keys.ExtendUp:
	default:
		return a.Note.SayText(status.Info, "%s does nothing: a count works with movements only", digits+keys.Show(key))
	}
	for range n {
		if cmd := a.do(id); cmd != nil {
			cmds = append(cmds, cmd)
		}
	}
	return tea.Batch(cmds...)
}

// countAlone runs the key of a single digit.
func (a *App) countAlone(digit string) tea.Cmd {
	action := a.Env.Keys.Action(a.context(), digit)
	if cmd, early := a.tooEarly(action, digit); early || action == keys.None || a.Dialogs.Len() > 0 {
		return cmd
	}
	return a.Note.Answering(func() tea.Cmd { return a.do(action) })
}

// takenAs runs the meant key and explains it once, as soon as the message line is free.
func (a *App) takenAs(pressed, key tea.KeyPressMsg, why text.Text) tea.Cmd {
	said := a.Note.Shown
	cmd := a.key(key)
	if why == "" || a.method || a.Note.Shown != said || a.Note.Broken() || a.prompt() != nil {
		return cmd
	}
	a.method = true
	return tea.Batch(cmd, a.Note.SayText(status.Info, why, keys.Show(pressed.String()), keys.Show(key.String())))
}

// noKey says that the keys do nothing here and where to find those that do.
func (a *App) noKey(seq ...string) tea.Cmd {
	return a.Note.SayText(status.Info, "%s does nothing here; %s lists the keys", keys.Show(strings.Join(seq, " ")), a.Env.Keys.Key(keys.Help))
}

// pressDialog passes a key to the top dialog. A key without effect gets a message.
func (a *App) pressDialog(k tea.KeyPressMsg) tea.Cmd {
	action := a.Env.Keys.Action(a.Dialogs.Context(), k.String())
	doc, _ := a.Env.Keys.Doc(action)
	switch {
	case a.w == 0 || dialog.Moves(action) || doc.ID.Context() == keys.InInput && !offers(action):
		return a.hold(func() tea.Cmd { return a.Dialogs.Update(k) })
	case !a.Dialogs.Armed():
		return a.Note.SayText(status.Info, "%s ignored: this dialog had just opened", keys.Show(k.String()))
	}
	before := a.Dialogs.Boxes()
	cmd := a.hold(func() tea.Cmd { return a.Dialogs.Update(k) })
	switch {
	case cmd != nil || !reflect.DeepEqual(before, a.Dialogs.Boxes()):
		return cmd
	case action == keys.None:
		return a.noKey(k.String())
	case action == keys.InAccept || action == keys.InBreak:
		return a.Note.SayText(status.Info, "%s does not confirm here; %s goes back", keys.Show(k.String()), a.Env.Keys.Key(keys.InCancel))
	}
	return a.Note.SayText(status.Info, "%s does nothing here (%s)", keys.Show(k.String()), a.Env.Text.Say(doc.Title))
}

// offers reports whether a key of a text field does more than edit. At the ends of the text the cursor says enough.
func offers(id keys.Action) bool {
	return id == keys.InAccept || id == keys.InBreak || id == keys.InComplete || id == keys.InUncomplete
}

// chordPort returns the possible next keys in the room that they have, as far as they were scrolled.
func (a *App) chordPort() viewport.Model {
	cell := 38
	if a.Env.Plain { // no word of them is cut
		cell = a.w / 3
	}
	r, st := a.Env.Ruler, a.Env.Styles
	port := a.chord.port
	port.SetWidth(a.w - 3)
	var lines []string
	columns := max(1, (a.w-4)/cell)
	next := a.Env.Keys.Next(a.context(), a.chord.keys.Pending()...)
	width := (a.w - 4) / max(1, min(columns, len(next)))
	for row := range slices.Chunk(next, columns) {
		line := ""
		for _, n := range row {
			key := keys.Show(n.Key)
			doc, _ := a.Env.Keys.Doc(n.Action)
			s := st.StatusKey.Render(key) + " " + r.TruncateEnd(a.Env.Text.Say(doc.Title), width-2-r.Width(key))
			line += s + strings.Repeat(" ", max(0, width-ansi.StringWidth(s)))
		}
		lines = append(lines, line)
	}
	port.SetHeight(min(len(lines), max(1, a.lay.Status.Min.Y-2)))
	port.SetContentLines(lines)
	return port
}

// scrollChord pages through the possible next keys.
func (a *App) scrollChord(key string) bool {
	pending := a.chord.keys.Pending()
	if !a.chord.shown || len(pending) == 0 || key != "pgdown" && key != "pgup" {
		return false
	}
	port := a.chordPort()
	if _, found := a.Env.Keys.Lookup(a.context(), append(slices.Clone(pending), key)...); found != keys.Unbound || port.TotalLineCount() <= port.Height() {
		return false
	}
	if key == "pgup" {
		port.PageUp()
	} else {
		port.PageDown()
	}
	a.chord.port = port
	return true
}

// chordBox draws the possible next keys over the lower lines of the panes.
func (a *App) chordBox() []string {
	pending := a.chord.keys.Pending()
	if !a.chord.shown || len(pending) == 0 {
		return nil
	}
	st, port := a.Env.Styles, a.chordPort()
	all := port.TotalLineCount()
	if all == 0 {
		return nil
	}
	foot := ""
	if port.Height() < all {
		foot = fmt.Sprintf("%d-%d/%d  %s", port.YOffset()+1, port.YOffset()+port.VisibleLineCount(), all, keys.Show("pgdown"))
	}
	f := kit.Frame{Borders: kit.Boxed, Glyphs: &st.Glyphs, Ruler: a.Env.Ruler, Paint: kit.NewPaint(st.DialogBorder)}
	left, right, _ := f.Sides()
	out := []string{f.Rule(a.w, f.Edge(false), keys.Show(strings.Join(pending, " ")), kit.NewPaint(st.DialogTitle), false)}
	for line := range strings.SplitSeq(port.View(), "\n") {
		out = append(out, left+" "+line+right)
	}
	return append(out, f.Rule(a.w, f.Edge(true), foot, kit.NewPaint(st.DialogBorder), false))
}

package ui

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// View joins the drawn components. It is pure, and cheap because it runs for every frame.
func (a *App) View() tea.View {
	if a.env.Plain {
		return a.linear()
	}
	v := measured(a)
	if a.env.Ruler.Wc {
		v.Content = model.Apart(v.Content)
	}
	return v
}

// measured returns the screen at the measured width.
func measured(a *App) tea.View {
	v := tea.View{AltScreen: true, WindowTitle: a.windowTitle(), ProgressBar: a.progressBar()}
	v.KeyboardEnhancements.ReportAlternateKeys = true // Ctrl keys of a layout without Latin letters
	v.BackgroundColor, v.ForegroundColor = a.env.Styles.Background, a.env.Styles.Foreground
	if a.screen.Switches.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if a.w == 0 {
		return v
	}
	if a.lay.TooSmall {
		v.Content = a.tooSmall()
		return v
	}
	blocks := a.blocks()
	v.Cursor = a.cursor()
	chord := a.chordBox()
	if chord == nil && a.screen.Dialogs.Len() == 0 {
		v.Content = join(blocks, a.w, a.h)
		return v
	}
	lines := strings.Split(join(blocks, a.w, a.h), "\n")
	if chord != nil {
		lines = kit.Splice(lines, chord, 0, a.lay.Prompt.Min.Y-len(chord), a.w, a.env.Ruler)
	}
	for _, b := range a.screen.Dialogs.Boxes() {
		x, y := (a.w-b.Width)/2, max(0, (a.h-1-b.Height)/2)
		lines = kit.Splice(lines, b.Lines, x, y, b.Width, a.env.Ruler)
		v.Cursor = under(x+b.Item.X, y+b.Item.Y)
		if b.Cursor != nil {
			v.Cursor = steady(x+b.Cursor.X, y+b.Cursor.Y)
		}
	}
	v.Content = strings.Join(lines, "\n")
	return v
}

// steady returns a cursor that does not blink. The terminal draws the blinking, but some restart it at every redraw.
func steady(x, y int) *tea.Cursor {
	c := tea.NewCursor(x, y)
	c.Shape, c.Blink = tea.CursorBar, false
	return c
}

// blocks draws everything below the dialogs.
func (a *App) blocks() []block {
	l := &a.lay
	blocks := make([]block, 0, 12)
	add := func(at image.Rectangle, lines ...string) {
		if !at.Empty() {
			blocks = append(blocks, block{at, lines})
		}
	}
	ctx := a.context()
	now := a.env.Now()
	add(l.Header, a.lines.Header(a.header(), a.w))
	for i, p := range a.screen.Panes {
		if !l.Panes[i].Empty() {
			add(l.Panes[i], p.View()...)
		}
	}
	switch {
	case !l.Reader.Empty() && a.hooks.Over() != nil:
		add(l.Reader, a.hooks.Over().View()...)
	case !l.Reader.Empty():
		add(l.Reader, a.screen.Reader.View()...)
	case !l.Info.Empty() && a.screen.Previews():
		add(l.Info, a.screen.Reader.View()...)
	case !l.Info.Empty():
		add(l.Info, a.lines.Info(a.infoOf(), l.Info.Dx(), l.Info.Dy())...)
	}
	blocks = append(blocks, a.rules...)
	switch {
	case l.Panel.Empty():
	case a.screen.Lower == a.hooks.Panel:
		add(l.Panel, a.hooks.Panel.View()...)
	default:
		add(l.Panel, a.work.Panel.View()...)
	}
	detail, job := l.Detail, l.Job
	end := func(at *image.Rectangle, drawn string, width int) {
		at.Max.X -= width
		add(image.Rect(at.Max.X, at.Min.Y, at.Max.X+width, at.Max.Y), drawn)
	}
	if !detail.Empty() && l.Header.Empty() {
		cell, n := a.lines.HookAlone(a.hooks.Cell(), a.w/2)
		end(&detail, cell, n)
	}
	if l.State.Empty() { // the line above ends with what must show
		at := &detail
		if at.Empty() {
			at = &job
		}
		flags, n := a.lines.Flags(a.stateOf(), at.Dx()*2/3)
		end(at, flags, n)
	}
	if !detail.Empty() {
		add(detail, a.detail(now, detail.Dx()))
	}
	if !job.Empty() {
		add(job, a.lines.Job(a.work.Snaps(), job.Dx()))
	}
	if !l.State.Empty() {
		add(l.State, a.lines.State(a.stateOf(), a.w))
	}
	above, prompt := a.promptLines()
	if !l.Hints.Empty() {
		if above == "" {
			if ctx == keys.InInput && a.screen.Dialogs.Len() > 0 {
				above = a.lines.TypingHints(a.w)
			} else {
				above = a.lines.Hints(ctx, a.hintedAbout(ctx), a.w)
			}
		}
		add(l.Hints, above)
	}
	add(l.Prompt, prompt)
	return blocks
}

// join joins the blocks into lines.
func join(blocks []block, w, h int) string {
	slices.SortFunc(blocks, func(x, y block) int { return x.at.Min.X - y.at.Min.X })
	var b strings.Builder
	b.Grow(h * (w + 64))
	for y := range h {
		if y > 0 {
			b.WriteByte('\n')
		}
		for i := range blocks {
			r := &blocks[i].at
			if at := y - r.Min.Y; y >= r.Min.Y && y < r.Max.Y && at < len(blocks[i].lines) {
				b.WriteString(blocks[i].lines[at])
			}
		}
	}
	return b.String()
}

// rule is the line between two panes.
func (a *App) rule(n int) []string {
	f := a.env.Frame()
	_, _, mid := f.Sides()
	out := make([]string, n)
	for i := range out {
		out[i] = mid
	}
	if n > 1 {
		out[0], out[n-1] = f.Paint.On(f.Edge(false).Cross), f.Paint.On(f.Edge(true).Cross)
	}
	return out
}

// promptLines returns the last line, and the one above it if an error needs both: its hint is at its end.
func (a *App) promptLines() (above, last string) {
	n := &a.note.Shown
	if n.Text == "" || n.Level < status.Warn || a.prompt() != nil {
		return "", a.promptLine()
	}
	s := model.Clean(n.Text)
	if a.goingOn() != "" { // progress takes the last line, the error the one above
		return a.lines.Message(a.cutMessage(s), n.Level, a.w), a.promptLine()
	}
	if a.env.Ruler.Width(s)+1 <= a.w {
		return "", a.promptLine()
	}
	if a.lay.Hints.Empty() {
		if a.screen.Pane().Trouble() != "" {
			return "", a.promptLine()
		}
		return "", a.lines.Message(a.cutMessage(s), n.Level, a.w)
	}
	head, rest := s, ""
	for a.env.Ruler.Width(head)+1 > a.w {
		i := strings.LastIndexByte(head, ' ')
		if i <= 0 {
			return "", a.promptLine()
		}
		head, rest = head[:i], s[i+1:]
	}
	return a.lines.Message(head, n.Level, a.w), a.lines.Message(a.cutMessage(rest), n.Level, a.w)
}

// cutMessage returns the part of a message that fits, and where to read all of it.
func (a *App) cutMessage(s string) string {
	key := a.env.Keys.Key(keys.Log)
	if key == "" || a.env.Ruler.Width(s)+1 <= a.w {
		return s
	}
	more := " " + a.env.Text.Say("(%s: all of it)", key)
	return a.env.Ruler.TruncateEnd(s, a.w-1-a.env.Ruler.Width(more)) + more
}

// promptLine returns the last line: the text field, its problem, or the message.
func (a *App) promptLine() string {
	if f := a.prompt(); f != nil {
		line, _ := f.View()
		return " " + line
	}
	if t := a.screen.Pane().Trouble(); t != "" {
		return a.lines.Message(t, status.Bad, a.w)
	}
	going := a.goingOn()
	if a.waited != "" && (going != "" || a.note.Shown.Text == "" || a.note.Shown.Level < status.Warn) {
		going = a.waited // says why it takes long
	}
	if going != "" {
		return a.lines.Message(going, status.Info, a.w)
	}
	if a.note.Shown.Text == "" {
		return strings.Repeat(" ", a.w)
	}
	return a.lines.Message(a.cutMessage(model.Clean(a.note.Shown.Text)), a.note.Shown.Level, a.w)
}

// cursor returns the cursor of a text field outside of dialogs.
func (a *App) cursor() *tea.Cursor {
	p := a.screen.Pane()
	if f := a.prompt(); f != nil {
		_, x := f.View()
		return steady(1+x, a.lay.Prompt.Min.Y)
	}
	if at := p.Cursor(); at != nil && a.screen.PaneFocused() {
		r := a.lay.Panes[a.screen.Focus]
		return steady(r.Min.X+at.X, r.Min.Y+at.Y)
	}
	return a.item()
}

// tooSmall is shown on a terminal that is too small. It mentions running work.
func (a *App) tooSmall() string {
	c := a.env.Text
	lines := []string{c.Say("%dx%d is too small", a.w, a.h), c.Say("needs %dx%d", minWidth, minHeight)}
	if best := lines[1] + ", " + c.Say("best 80x24"); a.env.Ruler.Width(best) <= a.w {
		lines[1] = best
	}
	if a.screen.Dialogs.Len() > 0 {
		lines = append(lines, c.Say("a question is open"))
	}
	quit := c.Say("q quit")
	if n := len(a.work.Running()); n > 0 {
		quit += "  " + c.Say("(%d {job keeps|jobs keep} running)", n)
	}
	lines = append(lines, quit)
	for len(lines) < a.h {
		lines = append(lines, "")
	}
	for i := range lines {
		lines[i] = a.env.Ruler.Fit(a.env.Ruler.TruncateEnd(lines[i], a.w), a.w)
	}
	return strings.Join(lines[:a.h], "\n")
}

// hintedAbout is what the hints of a context depend on: whether a pane has documents, and what is refused at the
// focus. Hints do not change with the current entry, but they do with an empty list, and with the current job, which may
// end while it is shown.
func (a *App) hintedAbout(ctx keys.Context) status.Hinted {
	at := a.screen.Pane().Place()
	h := status.Hinted{Documents: at.Scheme.Documents() || at.Scheme.Local() && a.screen.Other().Place().Scheme.Documents()}
	if !slices.Contains([]keys.Context{keys.InDocument, keys.InJobs}, ctx) && !keys.InList(ctx) {
		return h
	}
	empty := keys.InList(ctx) && a.screen.Pane().Rows().Len() == 0
	for i, id := range keys.Hinted(ctx, h.Documents) {
		row := a.rows[id]
		switch {
		case empty && (row.Needs == act.LiveEntries || row.Needs == act.EntryPlaces):
		case (empty || ctx == keys.InJobs) && row.Idle != nil && row.Idle() != "":
		case id == keys.ViewOutline && at.Scheme.Documents():
			continue
		case row.Refuse == nil || row.Refuse() == "":
			continue
		}
		h.Refused |= 1 << i
	}
	return h
}

package ui

import (
	"image"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/palette"
)

// Two clicks on one line within this time open it.
const doubleClick = 400 * time.Millisecond

// wheelLines is how far one notch scrolls.
const wheelLines = 3

// lastClick recognises a double click.
type lastClick struct {
	at   time.Time
	pane int
	line int
}

// clickedPanel stands for the panel in the place of a pane's number.
const clickedPanel = 2

// mouse handles what the mouse does.
func (p *pointer) mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	_, moves := msg.(tea.MouseMotionMsg)
	if !moves || p.Dialogs.Len() > 0 {
		p.drop()
	}
	_, clicks := msg.(tea.MouseClickMsg)
	clicks = clicks && m.Button == tea.MouseLeft
	switch {
	case p.lay.TooSmall:
	case p.Dialogs.Len() > 0:
		if clicks && at.In(p.lay.Hints) {
			return p.Answering(func() tea.Cmd { return p.pressHint(m.X) })
		}
		return p.Dialogs.Mouse(msg)
	case moves && p.drag != nil:
		p.click = lastClick{}
		for i, pane := range p.Panes {
			if pane == p.drag {
				pane.Drag(m.Y - p.lay.Panes[i].Min.Y)
			}
		}
	case m.Button == tea.MouseWheelUp:
		return p.wheel(at, -wheelLines)
	case m.Button == tea.MouseWheelDown:
		return p.wheel(at, wheelLines)
	case clicks && at.In(p.lay.Header):
		return p.Answering(func() tea.Cmd { return p.pressHeader(m.X) })
	case clicks && at.In(p.lay.Hints):
		return p.Answering(func() tea.Cmd { return p.pressHint(m.X) })
	case clicks:
		return p.clicked(at)
	}
	if _, ok := msg.(tea.MouseClickMsg); ok && m.Button == tea.MouseRight && !p.lay.TooSmall {
		return p.Answering(func() tea.Cmd { return p.menu(at) })
	}
	return nil
}

// drop ends the selecting of rows; they stay selected.
func (p *pointer) drop() {
	if p.drag != nil {
		p.drag.Drop()
		p.drag = nil
	}
}

func (p *pointer) wheel(at image.Point, by int) tea.Cmd {
	if v := p.hooks.Over(); v != nil && at.In(p.lay.Reader) {
		return v.Wheel(by)
	}
	if at.In(p.lay.Panel) && p.Switches.Hook {
		p.hooks.Panel.Wheel(by)
	}
	if area := p.readerArea(); at.In(area) {
		p.Reader.Wheel(at.X-area.Min.X, at.Y-area.Min.Y, by)
	}
	for i, pane := range p.Panes {
		if at.In(p.lay.Panes[i]) {
			pane.Wheel(by)
		}
	}
	return nil
}

// pressHeader does what the key of a cell of the header does.
func (p *pointer) pressHeader(x int) tea.Cmd {
	id := p.lines.HeaderAt(p.header(), p.w, x)
	if id == keys.None || p.context() == keys.InInput { // a key would be typed
		return nil
	}
	return p.do(id)
}

// pressHint presses the key of a hint.
func (p *pointer) pressHint(x int) tea.Cmd {
	if above, _ := p.promptLines(); above != "" {
		return nil // an error has the line
	}
	in := p.context()
	id := keys.None
	if in == keys.InInput && p.Dialogs.Len() > 0 {
		id = p.lines.TypingHintAt(p.w, x)
	} else {
		id = p.lines.HintAt(in, p.hintedAbout(in), p.w, x)
	}
	if id == keys.None {
		return nil
	}
	var cmds []tea.Cmd
	for press := range strings.FieldsSeq(p.Env.Keys.Keys(id)[0]) {
		// Everything that is given a key goes by its name.
		cmds = append(cmds, p.key(tea.KeyPressMsg{Code: tea.KeyExtended, Text: press}))
	}
	return tea.Batch(cmds...)
}

func (p *pointer) clicked(at image.Point) tea.Cmd {
	if v := p.hooks.Over(); v != nil && at.In(p.lay.Reader) {
		return v.Click(at.X-p.lay.Reader.Min.X, at.Y-p.lay.Reader.Min.Y)
	}
	if at.In(p.lay.Panel) {
		return p.clickPanel(at.Y - p.lay.Panel.Min.Y)
	}
	if area := p.readerArea(); at.In(area) {
		p.Switches.OnPanel, p.Switches.OnReader = false, true
		p.Settle()
		p.Reader.Click(at.X-area.Min.X, at.Y-area.Min.Y)
		return nil
	}
	i, line, ok := p.row(at)
	if !ok {
		return nil
	}
	p.drag = p.Panes[i]
	if p.double(i, line) {
		p.drag = nil
		return p.Panes[i].Open()
	}
	return nil
}

// row gives the focus to the pane at a point, and puts the cursor on the row there; ok is
// false where there is none.
func (p *pointer) row(at image.Point) (pane, line int, ok bool) {
	for i, pane := range p.Panes {
		r := p.lay.Panes[i]
		if !at.In(r) {
			continue
		}
		p.SetFocus(i)
		line := pane.At(at.X-r.Min.X, at.Y-r.Min.Y)
		return i, line, !pane.Typing() && pane.Click(line)
	}
	return 0, 0, false
}

// double reports whether this click is the second one on a row.
func (p *pointer) double(pane, line int) bool {
	was, now := p.click, p.Now()
	p.click = lastClick{now, pane, line}
	if was.pane != pane || was.line != line || now.Sub(was.at) >= doubleClick {
		return false
	}
	p.click = lastClick{}
	return true
}

// onPanel gives the focus to the lower panel, and puts the cursor on its line; ok is false
// where there is none.
func (p *pointer) onPanel(y int) (ok bool) {
	p.Switches.OnPanel = true
	p.Settle()
	if p.Switches.Hook {
		return p.hooks.Panel.Click(y)
	}
	return p.work.Panel.Click(y)
}

// clickPanel puts the cursor on a line of the lower panel; a double click opens a
// delivery.
func (p *pointer) clickPanel(y int) tea.Cmd {
	if p.onPanel(y) && p.Switches.Hook && p.double(clickedPanel, y) {
		return p.hooks.Do(keys.HookDetails)
	}
	return nil
}

// menu lists what can be done to the row at a point.
func (p *pointer) menu(at image.Point) tea.Cmd {
	title, entry := "", true
	switch {
	case p.hooks.Over() != nil || at.In(p.readerArea()):
		return nil
	case at.In(p.lay.Panel):
		if !p.onPanel(at.Y - p.lay.Panel.Min.Y) {
			return nil
		}
		title = p.Env.Text.Say("This job")
		if p.Switches.Hook {
			title = p.Env.Text.Say("This delivery")
		}
	default:
		if _, _, ok := p.row(at); !ok {
			return nil
		}
		title, entry = p.rowTitle()
	}
	var can []keys.Action
	for _, id := range keys.OfRow(p.context()) {
		if (entry || id == keys.Open) && p.refuse(id) == "" {
			can = append(can, id)
		}
	}
	return p.Dialogs.Push(palette.Of(p.Env, title, p.context(), can))
}

// rowTitle says what the menu of a row acts on, clean: all that is selected, else the row;
// entry is false for "..".
func (p *pointer) rowTitle() (title string, entry bool) {
	here, elsewhere := p.Pane().Selected()
	e := p.Pane().Current()
	switch {
	case elsewhere > 0:
		return p.Env.Text.Say("selected %d here + %d elsewhere", here, elsewhere), true
	case here > 0:
		return p.Env.Text.Say("selected %d", here), true
	case e == nil:
		return "..", false
	}
	return model.CleanName(e.Name), true
}

// readerArea is where the reader shows.
func (p *pointer) readerArea() image.Rectangle {
	if !p.lay.Reader.Empty() {
		return p.lay.Reader
	}
	if p.Previews() {
		return p.lay.Info
	}
	return image.Rectangle{}
}

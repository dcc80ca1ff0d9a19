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

// doubleClick is the time for two clicks on a line to open it.
const doubleClick = 400 * time.Millisecond

// wheelLines is how many lines a notch scrolls.
const wheelLines = 3

// clickedPanel stands for the panel instead of a pane's number.
const clickedPanel = 2

// mouse handles the mouse.
func (p *pointer) mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	_, moves := msg.(tea.MouseMotionMsg)
	if !moves || p.app.Dialogs.Len() > 0 {
		p.drop()
	}
	_, clicks := msg.(tea.MouseClickMsg)
	clicks = clicks && m.Button == tea.MouseLeft
	switch {
	case p.app.lay.TooSmall:
	case p.app.Dialogs.Len() > 0:
		if clicks && at.In(p.app.lay.Hints) {
			return p.app.Note.Answering(func() tea.Cmd { return p.pressHint(m.X) })
		}
		return p.app.Dialogs.Mouse(msg)
	case moves && p.text:
		corner := p.app.readerArea().Min
		return p.app.Reader.Doc.Drag(p.from.Sub(corner), at.Sub(corner))
	case moves && p.drag != nil:
		p.click = lastClick{}
		for i, pane := range p.app.Panes {
			if pane == p.drag {
				pane.Drag(m.Y - p.app.lay.Panes[i].Min.Y)
			}
		}
	case m.Button == tea.MouseWheelUp:
		return p.wheel(at, -wheelLines)
	case m.Button == tea.MouseWheelDown:
		return p.wheel(at, wheelLines)
	case clicks && at.In(p.app.lay.Header):
		return p.app.Note.Answering(func() tea.Cmd { return p.pressHeader(m.X) })
	case clicks && at.In(p.app.lay.Hints):
		return p.app.Note.Answering(func() tea.Cmd { return p.pressHint(m.X) })
	case clicks:
		return p.clicked(at)
	}
	if _, ok := msg.(tea.MouseClickMsg); ok && m.Button == tea.MouseRight && !p.app.lay.TooSmall {
		return p.app.Note.Answering(func() tea.Cmd { return p.menu(at) })
	}
	return nil
}

// drop ends the selection by dragging; the rows stay selected.
func (p *pointer) drop() {
	p.text = false
	if p.drag != nil {
		p.drag.Drop()
		p.drag = nil
	}
}

func (p *pointer) wheel(at image.Point, by int) tea.Cmd {
	if v := p.app.hooks.Over(); v != nil && at.In(p.app.lay.Reader) {
		return v.Wheel(by)
	}
	if at.In(p.app.lay.Panel) {
		p.app.Lower.Wheel(by)
	}
	if area := p.app.readerArea(); at.In(area) {
		p.app.Reader.Wheel(at.X-area.Min.X, at.Y-area.Min.Y, by)
	}
	for i, pane := range p.app.Panes {
		if at.In(p.app.lay.Panes[i]) {
			pane.Wheel(by)
		}
	}
	return nil
}

// pressHeader runs the key of a cell of the header.
func (p *pointer) pressHeader(x int) tea.Cmd {
	id := p.app.lines.HeaderAt(p.app.header(), p.app.w, x)
	if id == keys.None || p.app.context() == keys.InInput { // the key would be typed
		return nil
	}
	return p.app.do(id)
}

// pressHint presses the key of a hint.
func (p *pointer) pressHint(x int) tea.Cmd {
	if _, below := p.app.message(p.app.w); below != "" {
		return nil // an error has the line
	}
	in := p.app.context()
	id := keys.None
	if in == keys.InInput && p.app.Dialogs.Len() > 0 {
		id = p.app.lines.TypingHintAt(p.app.w, x)
	} else {
		id = p.app.lines.HintAt(in, p.app.hintedAbout(in), p.app.w, x)
	}
	if id == keys.None {
		return nil
	}
	var cmds []tea.Cmd
	for press := range strings.FieldsSeq(p.app.Env.Keys.Keys(id)[0]) {
		// Everything that receives a key looks it up by its name.
		cmds = append(cmds, p.app.key(tea.KeyPressMsg{Code: tea.KeyExtended, Text: press}))
	}
	return tea.Batch(cmds...)
}

func (p *pointer) clicked(at image.Point) tea.Cmd {
	if v := p.app.hooks.Over(); v != nil && at.In(p.app.lay.Reader) {
		return v.Click(at.X-p.app.lay.Reader.Min.X, at.Y-p.app.lay.Reader.Min.Y)
	}
	if at.In(p.app.lay.Panel) {
		return p.clickPanel(at.Y - p.app.lay.Panel.Min.Y)
	}
	if area := p.app.readerArea(); at.In(area) {
		p.app.FocusReader()
		p.app.Reader.Click(at.X-area.Min.X, at.Y-area.Min.Y)
		p.text = true
		p.from = at
		return nil
	}
	i, line, ok := p.row(at)
	if !ok {
		return nil
	}
	p.drag = p.app.Panes[i]
	if p.double(i, line) {
		p.drag = nil
		return p.app.Panes[i].Open()
	}
	return nil
}

// row moves the focus to the pane at a point and the cursor to its row. ok is false if there is none.
func (p *pointer) row(at image.Point) (pane, line int, ok bool) {
	for i, pane := range p.app.Panes {
		r := p.app.lay.Panes[i]
		if !at.In(r) {
			continue
		}
		p.app.SetFocus(i)
		line := pane.At(at.X-r.Min.X, at.Y-r.Min.Y)
		return i, line, !pane.Typing() && pane.Click(line)
	}
	return 0, 0, false
}

// double reports whether this is the second click on a row.
func (p *pointer) double(pane, line int) bool {
	was, now := p.click, p.app.Env.Now()
	p.click = lastClick{now, pane, line}
	if was.pane != pane || was.line != line || now.Sub(was.at) >= doubleClick {
		return false
	}
	p.click = lastClick{}
	return true
}

// onPanel moves the focus to the lower panel and the cursor to its line. ok is false if there is none.
func (p *pointer) onPanel(y int) (ok bool) {
	p.app.OpenLower(p.app.Lower)
	return p.app.Lower.Click(y)
}

// clickPanel puts the cursor on a line of the lower panel; a double click does what the panel says.
func (p *pointer) clickPanel(y int) tea.Cmd {
	if l := p.app.Lower; p.onPanel(y) && l.Enter != keys.None && p.double(clickedPanel, y) {
		cmd, _ := l.Do(l.Enter)
		return cmd
	}
	return nil
}

// menu lists the actions on the row at a point.
func (p *pointer) menu(at image.Point) tea.Cmd {
	title, entry := "", true
	switch {
	case p.app.hooks.Over() != nil || at.In(p.app.readerArea()):
		return nil
	case at.In(p.app.lay.Panel):
		if !p.onPanel(at.Y - p.app.lay.Panel.Min.Y) {
			return nil
		}
		title = p.app.Env.Text.Say(p.app.Lower.Row)
	default:
		if _, _, ok := p.row(at); !ok {
			return nil
		}
		title, entry = p.rowTitle()
	}
	var can []keys.Action
	for _, id := range keys.OfRow(p.app.context()) {
		if (entry || id == keys.Open) && p.app.refuse(id) == "" {
			can = append(can, id)
		}
	}
	return p.app.Dialogs.Push(palette.Of(p.app.Env, title, p.app.context(), can))
}

// rowTitle names what the menu of a row acts on, clean: the selection or the row. entry is false for "..".
func (p *pointer) rowTitle() (title string, entry bool) {
	here, elsewhere := p.app.Pane().Selected()
	e := p.app.Pane().Current()
	switch {
	case elsewhere > 0:
		return p.app.Env.Text.Say("selected %d here + %d elsewhere", here, elsewhere), true
	case here > 0:
		return p.app.Env.Text.Say("selected %d", here), true
	case e == nil:
		return "..", false
	}
	return model.CleanName(e.Name), true
}

package dialog

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// Update answers a key, a paste, or completions.
func (d *form) Update(msg tea.Msg) (tea.Cmd, bool) {
	defer d.reveal()
	defer d.refresh()
	f := d.at()
	switch m := msg.(type) {
	case tea.PasteMsg:
		d.note = ""
		return d.pasted(f, m), true
	case input.Completed:
		for _, f := range d.fields {
			if f.in != nil {
				f.in.Update(m)
			}
		}
		return nil, true
	case tea.KeyPressMsg, acted:
	default:
		return nil, true
	}
	a := action(d.env, keys.InForm, msg)
	if i := slices.IndexFunc(d.buttons, func(b FormButton) bool { return b.Key == a }); i >= 0 && a != keys.None {
		return d.done(d.buttons[i].Value)
	}
	if a == keys.FormEditor {
		d.say(nil, d.env.Text.Say("no field here opens in $EDITOR"))
		return nil, true
	}
	if f != nil && f.typing() {
		if k, ok := msg.(tea.KeyPressMsg); ok {
			return d.typeInto(f, a, k)
		}
	}
	d.note = ""
	switch a {
	case keys.DlgCancel:
		return d.done("")
	case keys.FormDone:
		return d.done(d.buttons[0].Value)
	case keys.FormNext:
		d.step(1)
	case keys.FormPrev:
		d.step(-1)
	case keys.DlgDown, keys.DlgUp:
		d.move(f, a == keys.DlgDown)
	case keys.FormRight, keys.FormLeft:
		d.turn(f, a == keys.FormRight)
	case keys.DlgPageDown, keys.DlgPageUp:
		d.pagePreview(a == keys.DlgPageDown)
	case keys.DlgAccept:
		return d.enter(f)
	case keys.DlgHelp:
		return help(a, keys.InForm), true
	}
	return nil, true
}

// pasted passes a paste to the focused field, or else to the field with PastedWith.
func (d *form) pasted(f *asked, m tea.PasteMsg) (cmd tea.Cmd) {
	if f == nil || !f.typing() {
		i := slices.IndexFunc(d.fields, func(f *asked) bool { return f.PastedWith != "" })
		if i < 0 {
			return nil
		}
		f = d.fields[i]
		for _, o := range d.fields {
			if o.Name == f.PastedWith {
				o.At = f.PastedAt
			}
		}
		d.goTo(f.Name)
	}
	switch {
	case f.area != nil:
		f.area.update(m)
	case f.hidden != nil:
		f.hidden.update(m)
	default:
		_, cmd = f.in.Update(m)
	}
	return cmd
}

// typeInto passes a key to a text field unless the key leaves the field.
func (d *form) typeInto(f *asked, a keys.Action, k tea.KeyPressMsg) (tea.Cmd, bool) {
	d.note = ""
	in := d.env.Keys.Action(keys.InInput, k.String())
	switch {
	case a == keys.FormDone:
		return d.done(d.buttons[0].Value)
	case k.String() == "ctrl+c":
		return d.done("")
	case f.hidden != nil:
		switch in {
		case keys.InCancel:
			return d.done("")
		case keys.InComplete, keys.InHistNext:
			d.step(1)
		case keys.InUncomplete, keys.InHistPrev:
			d.step(-1)
		case keys.InAccept, keys.InBreak:
			if !f.hidden.goesOn() {
				return d.enter(f)
			}
			f.hidden.update(k)
		default:
			f.hidden.update(k)
		}
		return nil, true
	case f.area != nil:
		switch {
		case in == keys.InCancel:
			return d.done("")
		case in == keys.InComplete:
			d.step(1)
		case in == keys.InUncomplete:
			d.step(-1)
		case in == keys.InAccept && f.Sends:
			return d.enter(f)
		default:
			if !f.area.update(k) {
				d.step(map[bool]int{true: -1, false: 1}[in == keys.InHistPrev])
			}
		}
		return nil, true
	}
	if !f.Complete && (in == keys.InComplete || in == keys.InUncomplete) {
		d.step(map[bool]int{true: -1, false: 1}[in == keys.InUncomplete])
		return nil, true
	}
	if in == keys.InPageDown || in == keys.InPageUp {
		d.pagePreview(in == keys.InPageDown)
		return nil, true
	}
	did, cmd := f.in.Update(k)
	switch did {
	case input.Canceled:
		return d.done("")
	case input.Accepted:
		return d.enter(f)
	case input.Nothing:
		switch in {
		case keys.InHistPrev:
			d.step(-1)
		case keys.InHistNext:
			d.step(1)
		}
	}
	return cmd, true
}

// enter goes to the next empty text field, or accepts.
func (d *form) enter(f *asked) (tea.Cmd, bool) {
	stops := d.stops()
	if f == nil {
		if i := d.focus - len(stops); i < len(d.buttons) {
			return d.done(d.buttons[i].Value)
		}
		return d.done("")
	}
	for i := d.focus + 1; i < len(stops); i++ {
		if stops[i].typing() && !stops[i].Optional && stops[i].blank() {
			d.focus = i
			return nil, true
		}
	}
	return d.done(d.buttons[0].Value)
}

// move goes through stacked options and then to the next field.
func (d *form) move(f *asked, down bool) {
	by := map[bool]int{true: 1, false: -1}[down]
	if f != nil && f.Kind == FieldPick {
		if i := f.At + by; i >= 0 && i < len(f.Options) {
			f.At = i
			return
		}
	}
	d.step(by)
}

// turn takes the next option or moves along the buttons.
func (d *form) turn(f *asked, right bool) {
	by := map[bool]int{true: 1, false: -1}[right]
	if f == nil { // Cancel is drawn before the others
		fields, n := len(d.stops()), 1+len(d.buttons)
		at := (d.focus - fields + 1 + by + n) % n
		d.focus = fields + (at+n-1)%n
		return
	}
	if n := len(f.Options); n > 0 {
		f.At = (f.At + by + n) % n
	}
}

// mouse chooses a clicked option, field or button.
func (d *form) mouse(at image.Point, wheel int) keys.Action {
	if wheel != 0 {
		if d.preview != nil {
			d.scrollPreview(wheel)
		}
		return keys.None
	}
	box, spots := d.draw()
	if f := d.at(); at.Y == box.Height-2 && (d.note == "" || d.blamed != nil) && (f == nil || !f.typing()) {
		return hintAt(d.env, keys.InForm, box.Width-4, at.X)
	}
	for _, s := range spots {
		if !at.In(s.at) {
			continue
		}
		d.focus, d.note = s.stop, ""
		stops := d.stops()
		if s.stop >= len(stops) {
			return keys.DlgAccept
		}
		if s.option >= 0 {
			stops[s.stop].At = s.option
		}
		d.reveal()
		return keys.None
	}
	return keys.None
}

// tip explains the keys of the focused field.
func (d *form) tip(width int) line {
	if d.note != "" && d.blamed == nil {
		return line{warn, d.note}
	}
	f := d.at()
	say, key := d.env.Text.Say, d.env.Keys.Key
	switch {
	case f != nil && f.hidden != nil:
		return line{hinted, say("Enter signs in  %s next field", key(keys.FormNext))}
	case f != nil && f.area != nil && f.Sends:
		return line{hinted, say("Enter done  %s new line  %s next field", key(keys.InBreak), key(keys.FormNext))}
	case f != nil && f.area != nil:
		return line{hinted, d.waysOut(width, say("Enter new line  %s next field", key(keys.FormNext)))}
	case f != nil && f.in != nil:
		if f.Complete {
			return line{hinted, d.waysOut(width, say("%s completes  Enter goes on", key(keys.InComplete)))}
		}
		tip := say("Enter goes on  %s next field", key(keys.FormNext))
		for _, b := range d.buttons {
			if more := tip + "  " + key(b.Key) + " " + model.Clean(b.Label); b.Key != keys.None && d.env.Ruler.Width(more) < width-lastWay {
				tip = more
			}
		}
		return line{hinted, d.waysOut(width, tip)}
	}
	return line{hinted, hints(d.env, keys.InForm, width)}
}

// lastWay is the width waysOut needs for one of the keys.
const lastWay = len("  Alt-Enter done")

// waysOut adds the keys that accept from any field: both if they fit, since a terminal may take the first for itself.
func (d *form) waysOut(width int, tip string) string {
	all := d.env.Keys.Keys(keys.FormDone)
	out := tip + "  " + d.env.Text.Say("%s done", d.env.Keys.Key(keys.FormDone))
	if len(all) > 1 {
		both := tip + "  " + d.env.Text.Say("%s or %s done", keys.Show(all[0]), keys.Show(all[1]))
		if d.env.Ruler.Width(both) <= width {
			return both
		}
	}
	return out
}

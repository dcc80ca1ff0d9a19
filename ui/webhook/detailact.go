package webhook

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// findFieldID is the id of the view's input, apart from others.
const findFieldID = -21

// Do carries out an action. The root handles actions on the delivery itself, as in the panel.
func (d *Detail) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	if d.move(a) {
		return d.settle(), true
	}
	switch a {
	case keys.Back:
		return nil, d.back()
	case keys.OtherPane:
		d.Switch()
	case keys.DeliveryFollow:
		if !d.hasOutput() {
			return input.Tell(d.env.Text.Say("there is no output to follow")), true
		}
		d.follow()
		return tea.Batch(d.settle(), input.Tell(d.env.Text.Say("the view follows the end of the output"))), true
	case keys.DeliveryFind:
		d.field = input.New(d.env.Env, findFieldID, input.Options{
			Prompt: d.env.Text.Say("find text: "), Value: d.want.text, Cursor: -1,
		})
	case keys.DeliveryFindNext, keys.DeliveryFindPrev:
		if d.want.text == "" {
			return input.Tell(d.env.Text.Say("no search yet; %s finds text", d.env.Keys.Key(keys.DeliveryFind))), true
		}
		return d.find(a == keys.DeliveryFindPrev), true
	default:
		return nil, false
	}
	return d.settle(), true
}

// follow switches between following the output's end and staying on the present lines. It shows a hidden output
// first.
func (d *Detail) follow() {
	h := d.outputAt().Dy()
	switch {
	case !d.out.follow || h == 0:
		d.out.end()
	case len(d.out.offsets) > 0:
		d.out.stand(d.out.top(h))
	}
	d.onOutput, d.chosen = true, true
}

// move scrolls the focused part.
func (d *Detail) move(a keys.Action) bool {
	at := d.requestAt()
	if d.scrollsOutput() {
		at = d.outputAt()
	}
	n := max(1, at.Dy()-1)
	by, r := a.Step(n)
	switch {
	case r == keys.Nowhere:
		return false
	case r != keys.ToEnd:
		d.scroll(by)
	case by < 0:
		if d.scrollsOutput() {
			d.out.home()
		} else {
			d.at = kit.Spot{}
		}
	default:
		if d.scrollsOutput() {
			d.out.end()
		} else if !at.Empty() {
			d.at = d.request(at.Dx() - 1).last(at.Dy())
		}
	}
	d.toEnd = r == keys.ToEnd && by > 0 && !d.scrollsOutput() && d.reading
	return true
}

// scrollsOutput reports whether keys scroll the output.
func (d *Detail) scrollsOutput() bool { return d.onOutput && d.hasOutput() }

func (d *Detail) scroll(by int) {
	if d.scrollsOutput() {
		d.out.scroll(by, d.outputAt().Dy())
		return
	}
	at := d.requestAt()
	if at.Empty() {
		return
	}
	l := d.request(at.Dx() - 1)
	d.at = l.clamp(l.step(l.clamp(d.at, at.Dy()), by), at.Dy())
}

// Wheel scrolls the focused part.
func (d *Detail) Wheel(by int) tea.Cmd {
	d.toEnd = false
	d.scroll(by)
	return d.settle()
}

// Click moves the focus to the clicked part.
func (d *Detail) Click(x, y int) tea.Cmd {
	switch at := image.Pt(x, y); {
	case at.In(d.outputAt()):
		d.onOutput, d.chosen = true, true
	case at.In(d.requestAt()):
		d.onOutput, d.chosen = false, true
	}
	d.layOut()
	return nil
}

// Typing reports whether the search text is being typed.
func (d *Detail) Typing() bool { return d.field != nil }

// Prompt returns the field of that text.
func (d *Detail) Prompt() *input.Model { return d.field }

// Type handles a key or a paste.
func (d *Detail) Type(msg tea.Msg) tea.Cmd {
	if d.field == nil {
		return nil
	}
	did, cmd := d.field.Update(msg)
	switch did {
	case input.Accepted:
		s := d.field.Value()
		d.field = nil
		d.back()
		if s == "" {
			return cmd
		}
		d.want = newNeedle(s)
		return tea.Batch(cmd, d.find(false))
	case input.Canceled:
		d.field = nil
	}
	return cmd
}

// find goes to the next or previous match in the focused part and wraps around.
func (d *Detail) find(back bool) tea.Cmd {
	if d.scrollsOutput() {
		if d.asking {
			return nil
		}
		d.asking = true
		return d.out.find(d.ctx, d.want, back, d.outputAt().Dy())
	}
	at := d.requestAt()
	l := d.request(at.Dx() - 1)
	n := len(l.lines)
	from := d.hit.Line
	if from < 0 || from >= n {
		from = l.clamp(d.at, at.Dy()).Line - 1
		if back {
			from = l.step(l.clamp(d.at, at.Dy()), at.Dy()).Line + 1
		}
	}
	for k := 1; k <= n; k++ {
		i := (from + k) % n
		if back {
			i = ((from-k)%n + n) % n
		}
		if f, _ := d.want.in(l.lines[i].text); f >= 0 {
			d.hit = l.rowOf(i, d.want)
			top := l.clamp(d.at, at.Dy())
			if end := l.step(top, at.Dy()-1); d.hit.Before(top) || end.Before(d.hit) {
				d.at = l.clamp(l.step(d.hit, -at.Dy()/3), at.Dy())
			}
			return nil
		}
	}
	return d.noSuch()
}

func (d *Detail) noSuch() tea.Cmd {
	s := foreign(d.want.text)
	d.want, d.hit = needle{}, kit.Spot{Line: -1}
	return input.Tell(d.env.Text.Say("%s not found here", s))
}

func (d *Detail) outputFound(m streamFound) tea.Cmd {
	if m.seq != d.out.finds || !d.asking {
		return nil
	}
	d.asking = false
	if m.err != nil {
		d.out.dropFind()
		return input.Fail(m.err)
	}
	if !d.out.found(m) {
		return d.noSuch()
	}
	return nil
}

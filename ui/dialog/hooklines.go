package dialog

import (
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
	"aloft/ui/keys"
)

// HookLineChosen requests to copy a snippet.
type HookLineChosen struct{ Line hooks.HookLine }

// hookLines shows ready-made shell snippets: the list above, the snippet under the
// cursor below.
type hookLines struct {
	env    *Env
	all    []hooks.HookLine
	cursor int
	top    int // first visible line of the snippet

	screenW, screenH int
}

// pieceLayout is what is under the list.
type pieceLayout struct {
	where []line // what the snippet is for
	piece []line // all of it
	room  int    // visible lines of the snippet
}

// NewHookLines offers ready-made snippets: HookLineChosen.
func NewHookLines(env *Env, all []hooks.HookLine) Dialog { return &hookLines{env: env, all: all} }

// Context of the keys.
func (d *hookLines) Context() keys.Context { return keys.InView }

// Update answers a key.
func (d *hookLines) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch a := action(d.env, keys.InView, msg); a {
	case keys.DlgCancel:
		return nil, false
	case keys.DlgAccept, keys.ViewCopy:
		if d.cursor < len(d.all) {
			return answer(HookLineChosen{d.all[d.cursor]}), false
		}
	case keys.DlgDown:
		d.stand(d.cursor + 1)
	case keys.DlgUp:
		d.stand(d.cursor - 1)
	case keys.DlgHelp:
		return help(a, keys.InView), true
	default:
		by, _ := a.Step(max(1, d.arrange().room-1))
		d.scroll(by)
	}
	return nil, true
}

func (d *hookLines) stand(i int) {
	if i = max(0, min(i, len(d.all)-1)); i != d.cursor {
		d.cursor, d.top = i, 0
	}
}

// scroll scrolls the snippet, within its length.
func (d *hookLines) scroll(by int) {
	l := d.arrange()
	d.top = max(0, min(d.top+by, len(l.piece)-l.room))
}

// mouse puts the cursor on a row of the list; the wheel scrolls the snippet.
func (d *hookLines) mouse(at image.Point, wheel int) keys.Action {
	if wheel != 0 {
		d.scroll(wheel)
		return keys.None
	}
	i := at.Y - 1
	if i < 0 || i >= len(d.all) || at.X < 1 {
		return keys.None
	}
	again := i == d.cursor
	d.stand(i)
	if again {
		return keys.DlgAccept
	}
	return keys.None
}

// SetSize lays it out for a screen of that size.
func (d *hookLines) SetSize(width, height int) {
	d.screenW, d.screenH = width, height
	d.scroll(0)
}

func (d *hookLines) frame() *frame { return newFrame(d.env, wide, d.screenH, d.screenW, d.screenH) }

// tight screens have no empty rows.
func (d *hookLines) tight() bool { return d.screenH < 16 }

// arrange finds how much of the snippet is visible.
func (d *hookLines) arrange() (l pieceLayout) {
	if d.cursor >= len(d.all) {
		return l
	}
	f, at := d.frame(), d.all[d.cursor]
	left := f.left() - min(len(d.all), f.left())
	least := 3
	if !d.tight() {
		left, least = left-1, 1
	}
	for _, s := range wrap(d.env, plain, model.Clean(at.Where), f.inner()) {
		if left > least {
			l.where = append(l.where, s)
			left--
		}
	}
	if !d.tight() {
		left -= 3
	} else {
		left--
	}
	l.piece = hardLines(d.env, dim, at.Text, f.inner())
	l.room = max(0, left)
	return l
}

// View draws the list and the snippet.
func (d *hookLines) View() Box {
	say := d.env.Text.Say
	f := d.frame()
	for i, l := range d.all {
		mark, r := " ", plain
		if i == d.cursor {
			mark, r = d.env.Styles.Glyphs.Cursor, cursor
		}
		if f.left() > 0 {
			f.add(line{r, mark + " " + model.Clean(l.Title)})
		}
	}
	name, more := "", ""
	if d.cursor < len(d.all) {
		name = d.all[d.cursor].Name
		more = d.viewPiece(f)
	}
	for f.left() > 1 {
		f.add(line{})
	}
	if f.left() > 0 {
		f.add(line{dim, say("%s or Enter copies, %s scrolls; or: aloft hook lines %s", d.env.Keys.Key(keys.ViewCopy), d.env.Keys.Key(keys.DlgPageDown), name)})
	}
	title := say("Ready-made lines")
	if n := len(d.all); n > 0 {
		title += " " + strings.Join([]string{strconv.Itoa(d.cursor + 1), strconv.Itoa(n)}, "/")
	}
	return f.box(title, more, foot(d.env))
}

// viewPiece draws the snippet under the cursor, and says which part of it is
// visible when that is not all.
func (d *hookLines) viewPiece(f *frame) (more string) {
	l := d.arrange()
	blank := func() {
		if !d.tight() {
			f.add(line{})
		}
	}
	blank()
	for _, s := range l.where {
		f.add(s)
	}
	blank()
	to := min(d.top+l.room, len(l.piece))
	for i := d.top; i < to; i++ {
		f.add(l.piece[i])
	}
	if len(l.piece) <= l.room {
		return ""
	}
	return d.env.Text.Say(text.DlgLines, d.top+1, to, len(l.piece))
}

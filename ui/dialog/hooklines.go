package dialog

import (
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// HookLineChosen is the wish to have a ready-made piece in the clipboard.
type HookLineChosen struct{ Line model.HookLine }

// hookLines shows ready-made pieces of shell: the list above, the piece under the
// cursor below.
type hookLines struct {
	env    *Env
	all    []model.HookLine
	cursor int
	top    int // first line of the piece that shows
	room   int // lines of it that do
}

// NewHookLines offers ready-made pieces: HookLineChosen.
func NewHookLines(env *Env, all []model.HookLine) Dialog { return &hookLines{env: env, all: all} }

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
	case keys.DlgPageDown:
		d.top += max(1, d.room-1)
	case keys.DlgPageUp:
		d.top = max(0, d.top-max(1, d.room-1))
	case keys.DlgTop:
		d.top = 0
	case keys.DlgBottom:
		d.top = 1 << 20 // drawn as far as there is something
	case keys.DlgHelp:
		return help(a, keys.InView), true
	}
	return nil, true
}

func (d *hookLines) stand(i int) {
	if i = max(0, min(i, len(d.all)-1)); i != d.cursor {
		d.cursor, d.top = i, 0
	}
}

// mouse puts the cursor on a row of the list; the wheel scrolls the piece.
func (d *hookLines) mouse(at image.Point, wheel int) keys.Action {
	if wheel != 0 {
		d.top = max(0, d.top+wheel)
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

// View draws the list and the piece. It notes how much of the piece shows, and
// keeps its first line where there is a last one.
func (d *hookLines) View(width, height int) Box {
	say := d.env.Text.Say
	f := newFrame(d.env, wide, height, width, height)
	for i, l := range d.all {
		mark, r := " ", plain
		if i == d.cursor {
			mark, r = d.env.Styles.Glyphs.Cursor, cursor
		}
		if f.left() > 0 {
			f.add(line{r, mark + " " + model.Clean(l.Title)})
		}
	}
	var name string
	if d.cursor < len(d.all) {
		name = d.all[d.cursor].Name
	}
	hint := line{dim, say("%s or Enter copies, %s scrolls; or: aloft hook lines %s", d.env.Keys.Key(keys.ViewCopy), d.env.Keys.Key(keys.DlgPageDown), name)}
	more := ""
	if d.cursor < len(d.all) {
		l := d.all[d.cursor]
		tight := height < 16
		if !tight {
			f.add(line{})
		}
		for _, s := range wrap(d.env, plain, model.Clean(l.Where), f.inner()) {
			if f.left() > 3 || !tight && f.left() > 1 {
				f.add(s)
			}
		}
		if !tight {
			f.add(line{})
		}
		piece := hardLines(d.env, dim, l.Text, f.inner())
		d.room = max(0, f.left()-2)
		if tight {
			d.room = max(0, f.left()-1)
		}
		d.top = max(0, min(d.top, len(piece)-d.room))
		for i := d.top; i < min(d.top+d.room, len(piece)); i++ {
			f.add(piece[i])
		}
		if len(piece) > d.room {
			more = say(text.DlgLines, d.top+1, min(d.top+d.room, len(piece)), len(piece))
		}
	}
	for f.left() > 1 {
		f.add(line{})
	}
	if f.left() > 0 {
		f.add(hint)
	}
	title := say("Ready-made lines")
	if n := len(d.all); n > 0 {
		title += " " + strings.Join([]string{strconv.Itoa(d.cursor + 1), strconv.Itoa(n)}, "/")
	}
	return f.box(title, more, foot(d.env))
}

package dialog

import (
	"image"
	"strings"

	"aloft/ui/keys"
)

// rows is a list with a cursor: the common form of all choices among many.
type rows struct {
	env     *Env
	context keys.Context
	title   string
	n       int
	row     func(i, width int) line // clean; its role counts when the cursor is elsewhere
	detail  func(i int) string      // what is shown in full under the list; nil = nothing
	empty   string                  // said when there is no row
	note    string                  // said under the list until the next key
	notice  role
	tip     string // said there else, instead of the context's keys
	low     string // said in the lower border
	want    int
	tall    int // rows that the box is made for
	cursor  int
	page    int  // rows of the list, as drawn last
	top     int  // the first row of them
	down    int  // rows of the box above the list
	atOnce  bool // a click takes a row, not only the second one on it
	hide    []keys.Action
}

// detailRows are kept for what is shown in full; what is longer takes more.
const detailRows = 2

// move handles the keys that move the cursor.
func (l *rows) move(a keys.Action) {
	if a == keys.None {
		return
	}
	l.note = ""
	page := max(l.page-1, 1)
	switch a {
	case keys.DlgDown:
		l.cursor++
	case keys.DlgUp:
		l.cursor--
	case keys.DlgPageDown:
		l.cursor += page
	case keys.DlgPageUp:
		l.cursor -= page
	case keys.DlgTop:
		l.cursor = 0
	case keys.DlgBottom:
		l.cursor = l.n - 1
	}
	l.clamp()
}

func (l *rows) clamp() { l.cursor = max(0, min(l.cursor, l.n-1)) }

// say puts a note under the list.
func (l *rows) say(r role, s string) { l.note, l.notice = s, r }

// Context of the keys.
func (l *rows) Context() keys.Context { return l.context }

// from is the first row that shows. It follows from the cursor alone and moves
// by half a page, so that most steps change two rows only.
func (l *rows) from(room int) int {
	half := max(room/2, 1)
	if l.cursor < room {
		return 0
	}
	return max(0, min(((l.cursor-room)/half+1)*half, l.n-room))
}

// mouse puts the cursor on the row that is clicked and takes the row that has
// it already; the wheel moves the cursor.
func (l *rows) mouse(at image.Point, wheel int) keys.Action {
	if wheel != 0 {
		l.note = ""
		l.cursor += wheel
		l.clamp()
		return keys.None
	}
	y := at.Y - 1 - l.down
	i := l.top + y
	if y < 0 || y >= l.page || i >= l.n || at.X < 1 {
		return keys.None
	}
	again := i == l.cursor
	l.cursor, l.note = i, ""
	if again || l.atOnce {
		return keys.DlgAccept
	}
	return keys.None
}

// View draws the list. It notes which rows show, and nothing else.
func (l *rows) View(width, height int) Box {
	f := newFrame(l.env, l.want, height, width, height)
	low := 1
	var about []string
	if l.detail != nil {
		if l.n > 0 {
			about = wrapText(l.env, l.detail(l.cursor), f.inner())
		}
		low += max(detailRows, min(len(about), height-4)) // one row of the list stays
	}
	f.h = max(min(l.tall+low+3, height), 3)
	room := f.h - 2 - low
	if room > 3 {
		room-- // an empty row before the keys
	}
	if room < 1 {
		room = max(f.h-2, 1)
	}
	l.page = room
	if l.n == 0 {
		for _, s := range wrap(l.env, dim, l.empty, f.inner()) {
			f.add(s)
		}
	}
	from := l.from(room)
	l.top = from
	for i := from; i < min(from+room, l.n); i++ {
		mark := " "
		r := l.row(i, f.inner()-2)
		if i == l.cursor {
			mark, r.role = l.env.Styles.Glyphs.Cursor, cursor
		}
		r.text = mark + " " + r.text
		f.add(r)
	}
	for f.left() > low {
		f.add(line{})
	}
	for _, s := range about {
		if f.left() > 1 {
			f.add(line{dim, s})
		}
	}
	for f.left() > 1 {
		f.add(line{})
	}
	if f.left() > 0 {
		switch {
		case l.note != "":
			f.add(line{l.notice, l.note})
		case l.tip != "":
			f.add(line{dim, l.tip})
		default:
			f.add(line{dim, hints(l.env, l.context, f.inner(), l.hide...)})
		}
	}
	count := l.low
	if l.n > room {
		count = strings.TrimSpace(l.env.Text.Say("%d/%d", l.cursor+1, l.n) + "  " + count)
	}
	return f.box(l.title, count, foot(l.env))
}

// two sets two texts at the ends of a row; the left one is cut first.
func two(env *Env, left, right string, width int) string {
	r := env.Ruler
	right = r.Truncate(right, width/2)
	room := width - r.Width(right) - 2
	if right == "" {
		room = width
		return r.Fit(left, room)
	}
	return r.Fit(left, room) + "  " + right
}

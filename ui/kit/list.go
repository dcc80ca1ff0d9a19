package kit

// List is the cursor and the window of a list. All lists move, scroll and take clicks like this.
type List struct {
	At     int // row of the cursor
	Top    int // first visible row
	Len    int // rows
	More   int // lines that the cursor's row has beyond its first
	Height int // visible lines
}

// scrollMargin is how many lines stay visible above and below the cursor.
const scrollMargin = 3

// margin is smaller in a low window, so that not every step scrolls.
func (l *List) margin() int { return max(0, min(scrollMargin, (l.Height-l.More-1)/3)) }

// Step moves the cursor by rows. A page moves the window too, so that the cursor stays on its line.
func (l *List) Step(by int, page bool) {
	l.At += by
	if page {
		l.Top += by
	}
	l.Reveal()
}

// Reveal scrolls no more than the cursor and its margin need. If that is far, the cursor comes to the middle.
func (l *List) Reveal() { l.show(l.margin()) }

// Fit is Reveal without the margin, for what is not a movement: no row moves away under the pointer.
func (l *List) Fit() { l.show(0) }

func (l *List) show(margin int) {
	l.At = max(0, min(l.At, l.Len-1))
	if l.Height <= 0 {
		return
	}
	top := min(max(l.Top, l.At+l.More+margin-l.Height+1), l.At-margin)
	if max(top-l.Top, l.Top-top) > l.Height/2 {
		top = l.At - max(0, l.Height-l.More-1)/2
	}
	l.Top = Scroll(top, 0, l.Len+l.More, l.Height)
}

// Scroll returns the first visible line of a text after it has been scrolled.
func Scroll(top, by, lines, height int) int { return max(0, min(top+by, lines-height)) }

// Keep takes other rows. The cursor's row is now at, and -1 if it is gone: then another one takes its place. The cursor
// stays on its line, but a list stays at its beginning if the cursor is still visible there.
func (l *List) Keep(at, rows int) {
	if at < 0 {
		at = min(l.At, rows-1)
	}
	if l.Top > 0 || at >= l.Height {
		l.Top += at - l.At
	}
	l.At, l.Len = at, rows
	l.Fit()
}

// Wheel scrolls by lines. The cursor moves only to keep its margin.
func (l *List) Wheel(by int) {
	l.Top = Scroll(l.Top, by, l.Len+l.More, l.Height)
	first, last := l.Top+l.margin(), l.Top+l.Height-1-l.More-l.margin()
	if l.Top == 0 {
		first = 0
	}
	if l.Top >= l.Len+l.More-l.Height {
		last = l.Len - 1
	}
	l.At = max(first, min(l.At, last))
	l.Fit()
}

// RowAt returns the row in a line of the window, or -1.
func (l *List) RowAt(line int) int {
	row := l.Top + line
	if row > l.At {
		row = max(l.At, row-l.More)
	}
	if line < 0 || line >= l.Height || row >= l.Len {
		return -1
	}
	return row
}

// Click puts the cursor on the row in a line of the window, where it stays. It reports whether there is one.
func (l *List) Click(line int) bool {
	row := l.RowAt(line)
	if row < 0 {
		return false
	}
	if row > l.At {
		l.Top = max(0, l.Top-l.More)
	}
	if row != l.At {
		l.At, l.More = row, 0
		l.Fit()
	}
	return true
}

// Item returns the place of the cursor in a list that is drawn from a cell on.
func (l *List) Item(x, y int) Item {
	it := Item{X: x, Y: y}
	if l.Len > 0 {
		it = Item{X: x, Y: y + l.At - l.Top, From: y, To: y + min(l.Len+l.More-l.Top, l.Height)}
	}
	return it
}

package kit_test

import (
	"math/rand/v2"
	"testing"

	"aloft/ui/kit"
)

func TestListMoves(t *testing.T) {
	const far = 1 << 30
	at := func(at, top int) kit.List { return kit.List{At: at, Top: top, Len: 100, Height: 20} }
	step := func(by int) func(*kit.List) { return func(l *kit.List) { l.Step(by, false) } }
	page := func(by int) func(*kit.List) { return func(l *kit.List) { l.Step(by, true) } }
	wheel := func(by int) func(*kit.List) { return func(l *kit.List) { l.Wheel(by) } }
	click := func(y int) func(*kit.List) { return func(l *kit.List) { l.Click(y) } }
	for name, c := range map[string]struct {
		from    kit.List
		do      func(*kit.List)
		at, top int
	}{
		"a step within the window":            {at(10, 0), step(1), 11, 0},
		"the last row before the margin":      {at(15, 0), step(1), 16, 0},
		"a step into the margin":              {at(16, 0), step(1), 17, 1},
		"a step up into the margin":           {at(33, 30), step(-1), 32, 29},
		"at the beginning there is no margin": {at(3, 0), step(-2), 1, 0},
		"before the first row":                {at(0, 0), step(-1), 0, 0},
		"at the end there is no margin":       {at(96, 80), step(2), 98, 80},
		"after the last row":                  {at(99, 80), step(1), 99, 80},
		"further than half a window":          {at(5, 0), step(30), 35, 26},
		"so far up":                           {at(60, 50), step(-30), 30, 21},
		"half a window":                       {at(16, 0), step(10), 26, 10},
		"to the end":                          {at(5, 0), step(far), 99, 80},
		"to the beginning":                    {at(99, 80), step(-far), 0, 0},
		"a page keeps the cursor's line":      {at(5, 0), page(20), 25, 20},
		"half a page":                         {at(5, 0), page(10), 15, 10},
		"a page back":                         {at(25, 20), page(-20), 5, 0},
		"the last page":                       {at(85, 80), page(20), 99, 80},
		"the first page":                      {at(5, 0), page(-20), 0, 0},
		"a page to the end of the window":     {at(75, 70), page(20), 95, 80},
		"the wheel leaves the cursor":         {at(10, 0), wheel(3), 10, 3},
		"the wheel takes it along below":      {at(5, 0), wheel(3), 6, 3},
		"the wheel takes it along above":      {at(45, 30), wheel(-3), 43, 27},
		"the wheel at the end":                {at(98, 80), wheel(3), 98, 80},
		"the wheel at the beginning":          {at(1, 0), wheel(-3), 1, 0},
		"the wheel to the beginning":          {at(5, 2), wheel(-3), 5, 0},
		"a click scrolls nothing":             {at(10, 5), click(0), 5, 5},
		"nor at the lower edge":               {at(10, 5), click(19), 24, 5},
		"a click below the window":            {at(10, 5), click(20), 10, 5},
		"a click above the window":            {at(10, 5), click(-1), 10, 5},
		"a click below the last row":          {kit.List{At: 1, Len: 3, Height: 20}, click(3), 1, 0},
		"a step after a click":                {at(24, 5), step(1), 25, 9},
		"a low window has one line of margin": {kit.List{At: 2, Len: 9, Height: 4}, step(1), 3, 1},
		"a lower one has none":                {kit.List{At: 1, Len: 9, Height: 3}, step(1), 2, 0},
		"one line":                            {kit.List{At: 1, Top: 1, Len: 9, Height: 1}, step(1), 2, 2},
		"no line":                             {kit.List{At: 1, Top: 1, Len: 9}, step(1), 2, 1},
		"no row":                              {kit.List{Height: 5}, step(1), 0, 0},
		"no row for the wheel":                {kit.List{Height: 5}, wheel(3), 0, 0},
		"fewer rows than lines":               {kit.List{Len: 3, Height: 5}, page(5), 2, 0},
		"a tall row shows in full":            {kit.List{At: 14, Len: 99, More: 3, Height: 20}, step(0), 14, 1},
		"a row taller than the window":        {kit.List{At: 14, Len: 99, More: 30, Height: 20}, step(0), 14, 14},
		"the last row is tall":                {kit.List{At: 98, Len: 99, More: 3, Height: 20}, step(0), 98, 82},
		"a click on the end of a tall row":    {kit.List{At: 4, Len: 99, More: 3, Height: 20}, click(7), 4, 0},
		"a click after a tall row":            {kit.List{At: 4, Len: 99, More: 3, Height: 20}, click(8), 5, 0},
		"a click after a tall row, scrolled":  {kit.List{At: 24, Top: 20, Len: 99, More: 3, Height: 20}, click(8), 25, 17},
		"a click before a tall row":           {kit.List{At: 4, Len: 99, More: 3, Height: 20}, click(3), 3, 0},
	} {
		l := c.from
		if c.do(&l); l.At != c.at || l.Top != c.top {
			t.Errorf("%s: the cursor is on %d and the window at %d, not %d and %d", name, l.At, l.Top, c.at, c.top)
		}
	}
}

func TestListKeepsTheCursorsLine(t *testing.T) {
	for name, c := range map[string]struct {
		from     kit.List
		at, rows int
		top      int
	}{
		"rows above":                         {kit.List{At: 50, Top: 45, Len: 100, Height: 20}, 53, 103, 48},
		"rows gone above":                    {kit.List{At: 50, Top: 45, Len: 100, Height: 20}, 10, 60, 5},
		"the line does not exist":            {kit.List{At: 50, Top: 31, Len: 100, Height: 20}, 10, 60, 0},
		"the end has come nearer":            {kit.List{At: 50, Top: 45, Len: 100, Height: 20}, 50, 51, 31},
		"at the beginning new rows show":     {kit.List{At: 5, Len: 100, Height: 20}, 7, 102, 0},
		"unless the cursor would go":         {kit.List{At: 5, Len: 100, Height: 20}, 505, 999, 500},
		"at the lower edge nothing moves":    {kit.List{At: 64, Top: 45, Len: 100, Height: 20}, 64, 100, 45},
		"the row is gone":                    {kit.List{At: 50, Top: 45, Len: 100, Height: 20}, -1, 99, 45},
		"the row and the end are gone":       {kit.List{At: 50, Top: 45, Len: 100, Height: 20}, -1, 40, 20},
		"nothing is left":                    {kit.List{At: 50, Top: 45, Len: 100, Height: 20}, 0, 0, 0},
		"a cursor behind the end is the end": {kit.List{At: 50, Top: 45, Len: 100, Height: 20}, 50, 40, 20},
	} {
		l := c.from
		l.Keep(c.at, c.rows)
		if c.at < 0 {
			c.at = c.from.At
		}
		if l.Top != c.top || l.At != max(0, min(c.at, c.rows-1)) {
			t.Errorf("%s: the cursor is on %d and the window at %d, not %d", name, l.At, l.Top, c.top)
		}
	}
}

// Whatever is done, the cursor is on a row that shows, there are no blank lines before the end, and after a movement
// the margin shows unless the list has no more.
func TestListHoldsWhateverIsDone(t *testing.T) {
	rnd := rand.New(rand.NewPCG(46, 5))
	for range 200 {
		l := kit.List{Len: rnd.IntN(60), Height: rnd.IntN(30)}
		for range 200 {
			was, moved := l, false
			switch rnd.IntN(7) {
			case 0:
				l.Step(rnd.IntN(9)-4, false)
				moved = true
			case 1:
				l.Step((rnd.IntN(3)-1)*l.Height, true)
				moved = true
			case 2:
				l.Wheel(rnd.IntN(9) - 4)
				moved = l.Top != was.Top
			case 3:
				if y := rnd.IntN(34) - 2; l.Click(y) != (was.RowAt(y) >= 0) || was.More == 0 && l.Top != was.Top {
					t.Fatalf("a click on line %d of %+v makes it %+v", y, was, l)
				}
			case 4:
				l.Height = rnd.IntN(30)
				l.Reveal()
				moved = true
			case 5:
				l.Keep(rnd.IntN(60), rnd.IntN(60))
			case 6:
				l.More = rnd.IntN(3)
				l.Fit()
			}
			lines, end := l.Len+l.More, l.Top+l.Height
			last := l.At + l.More
			switch m := min(3, (l.Height-l.More-1)/3); {
			case l.At < 0 || l.At >= max(1, l.Len):
				t.Fatalf("from %+v: the cursor is on no row: %+v", was, l)
			case l.Height == 0:
			case l.At < l.Top || l.At >= end || last >= end && l.More < l.Height:
				t.Fatalf("from %+v: the cursor does not show: %+v", was, l)
			case l.Top < 0 || l.Top > 0 && l.Top+l.Height > lines && l.More < l.Height:
				t.Fatalf("from %+v: the window is beyond the rows: %+v", was, l)
			case moved && m > 0 && (l.At-l.Top < min(m, l.At) || end-1-last < min(m, lines-1-last)):
				t.Fatalf("from %+v: the margin does not show: %+v", was, l)
			}
		}
	}
}

func TestListsPlace(t *testing.T) {
	for _, c := range []struct {
		of   kit.List
		want kit.Item
	}{
		{kit.List{At: 12, Top: 10, Len: 100, Height: 20}, kit.Item{X: 1, Y: 7, From: 5, To: 25}},
		{kit.List{At: 12, Top: 10, Len: 15, Height: 20}, kit.Item{X: 1, Y: 7, From: 5, To: 10}},
		{kit.List{Height: 20}, kit.Item{X: 1, Y: 5}},
	} {
		if got := c.of.Item(1, 5); got != c.want {
			t.Errorf("%+v is at %+v, not %+v", c.of, got, c.want)
		}
	}
}

package ui

import "image"

// Breakpoints of the layout, in cells.
const (
	minWidth   = 40
	minHeight  = 10
	twoPanes   = 70  // least width for two panes side by side
	threeWide  = 100 // least width for the info column
	someHeight = 14  // least height for a header and a line of running work
	maxInfo    = 100 // largest width of the info column
	enoughPane = 58  // width of a pane from which on the info column gets what is left
	minPanel   = 9   // height of the jobs panel, if there is room
)

// Shape is what the layout depends on.
type Shape struct {
	W, H     int
	Focus    int         // the focused pane, 0 or 1
	Zoom     bool        // the focused pane takes everything
	Stacked  bool        // panes one above the other
	Info     bool        // show the info column if there is room
	JobLine  bool        // a job runs or is paused and has a line
	Boxed    bool        // each pane has a full frame
	InfoOver bool        // below 100 columns the info replaces the passive pane
	Panel    bool        // the jobs have a panel below the panes
	Reader   bool        // a document covers the panes
	Plain    bool        // the screen is written as lines
	Text     image.Point // size of texts there
}

// Layout is where everything is. Hidden parts have an empty rectangle.
type Layout struct {
	TooSmall bool
	Header   image.Rectangle
	Panes    [2]image.Rectangle // including frames
	Info     image.Rectangle
	Reader   image.Rectangle
	Rules    []image.Rectangle // the one-cell columns between panes
	Panel    image.Rectangle   // the jobs
	Job      image.Rectangle
	Status   image.Rectangle // what goes on: the current entry, messages, one-line inputs
	Hints    image.Rectangle // the keys
	Single   bool            // only one pane shows: its frame names the other
	Working  bool            // laid out while work runs
}

// Arrange computes the layout: sizes and state in, rectangles out.
func Arrange(s Shape) Layout {
	var l Layout
	if s.Plain {
		return inLines(s)
	}
	if s.W < minWidth || s.H < minHeight {
		l.TooSmall = true
		return l
	}
	top, bottom := 0, s.H
	line := func() image.Rectangle {
		bottom--
		return image.Rect(0, bottom, s.W, bottom+1)
	}
	l.Hints, l.Status, l.Working = line(), line(), s.JobLine
	if s.JobLine && s.H >= someHeight { // on the smallest screens running work takes the line of the entry
		l.Job = line()
	}
	if s.H >= someHeight {
		l.Header, top = image.Rect(0, 0, s.W, 1), 1
	}
	body := image.Rect(0, top, s.W, bottom)
	if s.Panel {
		at := bottom - min(minPanel, body.Dy()/2)
		if body.Dy() >= 24 {
			at = bottom - body.Dy()/3
		}
		l.Panel = image.Rect(0, at, s.W, bottom)
		body.Max.Y = at
	}
	if s.Reader {
		l.Reader = body
		return l
	}
	l.columns(s, body)
	return l
}

// inLines lays out the linear screen: only the part with the keys is said, as wide as it needs. Texts are as large as
// the terminal, in one column.
func inLines(s Shape) Layout {
	whole := image.Rect(0, 0, s.W, s.H)
	l := Layout{Single: true, Status: image.Rect(0, s.H, s.W, s.H+1), Working: s.JobLine}
	l.Panes[s.Focus] = whole
	if s.Panel {
		l.Panel = whole
	}
	if s.Reader {
		l.Reader = image.Rect(0, 0, max(minWidth, min(s.Text.X, twoPanes-1)), max(minHeight, s.Text.Y))
	}
	return l
}

func (l *Layout) columns(s Shape, body image.Rectangle) {
	l.Single = s.Zoom || s.W < twoPanes && !s.Stacked || s.Stacked && body.Dy() < 12
	left := body
	if s.Info && s.W >= threeWide {
		w := min(max(s.W/3, s.W-2*enoughPane), maxInfo)
		l.Info = image.Rect(body.Max.X-w, body.Min.Y, body.Max.X, body.Max.Y)
		left.Max.X -= w
		left = l.rule(s, left)
	}
	if l.Single {
		l.Panes[s.Focus] = left
		return
	}
	if s.Stacked {
		mid := left.Min.Y + left.Dy()/2
		l.Panes[0] = image.Rect(left.Min.X, left.Min.Y, left.Max.X, mid)
		l.Panes[1] = image.Rect(left.Min.X, mid, left.Max.X, left.Max.Y)
	} else {
		mid := left.Min.X + (left.Dx()+1)/2
		first := l.rule(s, image.Rect(left.Min.X, left.Min.Y, mid, left.Max.Y))
		l.Panes[0] = first
		l.Panes[1] = image.Rect(mid, left.Min.Y, left.Max.X, left.Max.Y)
	}
	if s.Info && s.InfoOver && s.W < threeWide {
		other := 1 - s.Focus
		l.Info, l.Panes[other] = l.Panes[other], image.Rectangle{}
	}
}

// rule takes the last column of the area for a line between two panes. Boxed panes have their own.
func (l *Layout) rule(s Shape, area image.Rectangle) image.Rectangle {
	if s.Boxed {
		return area
	}
	area.Max.X--
	l.Rules = append(l.Rules, image.Rect(area.Max.X, area.Min.Y, area.Max.X+1, area.Max.Y))
	return area
}

package pane

import (
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// known says what a folder's entries tell about themselves.
type known struct {
	size, time bool
	kinds      bool // kinds other than folder and file
}

func knownOf(entries []model.Entry) known {
	var k known
	for i := range entries {
		e := &entries[i]
		k.size = k.size || e.Size >= 0
		k.time = k.time || !e.Modified.IsZero()
		k.kinds = k.kinds || e.Kind != model.KindFolder && e.Kind != model.KindFile
		if k.size && k.time && k.kinds {
			break
		}
	}
	return k
}

// columns are the widths of a row's parts; 0 = not shown. Their positions are
// the same in every row.
type columns struct {
	known            known
	inner            int // of the whole row between the sides
	name             int
	size, time, kind int
}

// Widths of the columns, with the blank before each.
const (
	gutter    = 2
	sizeWidth = 7
	timeWidth = 9
	kindWidth = 8
	leastName = 18
)

// columns gives the room: the name has its least width first, then size, then
// time, then kind. Where nothing else is known the kind stands alone.
func (p *Pane) columns() {
	c := columns{known: p.cols.known, inner: max(0, p.w-p.sides())}
	room := c.inner - gutter - leastName
	take := func(want bool, n int) int {
		if !want || room < n {
			return 0
		}
		room -= n
		return n
	}
	k := c.known
	c.size = take(k.size, sizeWidth)
	if k.kinds {
		c.kind = take(true, kindWidth)
	}
	c.time = take(k.time, timeWidth)
	if c.kind == 0 {
		c.kind = take(!k.size && !k.time || room >= 3*kindWidth, kindWidth)
	}
	c.name = max(0, c.inner-gutter-c.size-c.time-c.kind)
	if c != p.cols {
		p.cols = c
		p.redraw()
	}
}

// sides is the width of the frame's sides.
func (p *Pane) sides() int {
	if p.env.Boxed {
		return 2
	}
	return 0
}

// Size writes a number of bytes in at most six cells.
func Size(n int64) string { return kit.Size(n) }

// when writes a time for the column: the nearer, the finer.
func (p *Pane) when(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	format := text.Text("Jan 2006")
	switch d := now.Sub(t); {
	case t.Year() == now.Year() && t.YearDay() == now.YearDay():
		format = text.TimeToday
	case d > 0 && d < 300*24*time.Hour || t.Year() == now.Year():
		format = "Jan 02"
	}
	return t.Format(p.env.Text.Say(format))
}

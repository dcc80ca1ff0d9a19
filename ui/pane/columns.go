package pane

import (
	"slices"
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// column is a part of every row: its heading, its width and its text for an entry.
// Lists are sorted by all of them.
type column struct {
	id      model.SortKey
	heading text.Text
	key     string // chooses it in the sort menu
	menu    int    // its place there
	width   int    // cells with the blank before it; 0 = what the others leave
	// tells reports whether it has a value for an entry; a column with a value for
	// any entry is placed before later ones get room.
	tells func(*model.Entry) bool
	// spare: it is shown even without values, where no other column has any or
	// there is much room.
	spare bool
	// results: it is one of lists of results only.
	results bool
	cell    func(v *view, e *model.Entry) string
}

// columns in the order of their positions, in which they also get room.
func columns() []column {
	return []column{
		{id: model.SortName, heading: "name", key: "n", menu: 0, cell: (*view).name},
		{id: model.SortFolder, heading: "folder", key: "f", menu: 4, width: leastFolder, results: true,
			tells: func(e *model.Entry) bool {
				if e.From == nil {
					return false
				}
				_, told := e.From.Told()
				return told || e.Facts().Space != ""
			},
			cell: (*view).folder},
		{id: model.SortSize, heading: "size", key: "s", menu: 1, width: 7,
			tells: func(e *model.Entry) bool { return e.Size >= 0 },
			cell:  func(_ *view, e *model.Entry) string { return Size(e.Size) }},
		{id: model.SortKind, heading: "kind", key: "k", menu: 3, width: 8, spare: true,
			tells: func(e *model.Entry) bool {
				return e.Kind != model.KindFolder && e.Kind != model.KindFile && e.Kind != model.KindLink
			},
			cell: func(v *view, e *model.Entry) string { return kit.TypeWord(v.env.Text, v.told(e)) }},
		{id: model.SortTime, heading: "time", key: "t", menu: 2, width: 9,
			tells: func(e *model.Entry) bool { return !e.Modified.IsZero() },
			cell:  func(v *view, e *model.Entry) string { return when(v.env.Text, e.Modified, v.now) }},
	}
}

// Order is a column that lists can be sorted by.
type Order struct {
	By      model.SortKey
	Heading text.Text
	Key     string // chooses it in a menu
}

// Orders are all of them, as in a menu; of a list of results there are more.
func Orders(results bool) []Order {
	cols := columns()
	slices.SortFunc(cols, func(a, b column) int { return a.menu - b.menu })
	var out []Order
	for _, c := range cols {
		if results || !c.results {
			out = append(out, Order{c.id, c.heading, c.key})
		}
	}
	if results {
		out = append([]Order{{model.SortFound, found, "a"}}, out...)
	}
	return out
}

// found is the heading of results in the order in which they were found.
const found text.Text = "rank"

// Heading is what a list is ordered by.
func Heading(by model.SortKey) text.Text {
	if by == model.SortFound {
		return found
	}
	cols := columns()
	i := slices.IndexFunc(cols, func(c column) bool { return c.id == by })
	return cols[max(i, 0)].heading
}

// known is which columns have values for a folder's entries.
type known uint

func (k known) has(i int) bool { return k&(1<<i) != 0 }

func knownOf(cols []column, entries []model.Entry) known {
	var k, all known
	for c := range cols {
		if cols[c].tells != nil {
			all |= 1 << c
		}
	}
	for i := range entries {
		for c := range cols {
			if t := cols[c].tells; t != nil && !k.has(c) && t(&entries[i]) {
				k |= 1 << c
			}
		}
		if k == all {
			break
		}
	}
	return k
}

// Cells of a row.
const (
	gutter  = 2 // the markers before the name
	minName = 18
	// spareRoom is how many times its width must be left for a column without
	// values.
	spareRoom = 3
	// leastFolder is the least width of the folders of results; more is given to them
	// than to names that are not longer than mostName.
	leastFolder = 14
	mostName    = 40
)

// widths gives the columns their room, 0 = not shown. The name gets its least width
// first; positions are the same in every row.
func widths(cols []column, k known, inner int) []int {
	out := make([]int, len(cols))
	room := inner - gutter - minName
	take := func(i int) {
		if w := cols[i].width; room >= w {
			out[i] = w
			room -= w
		}
	}
	for i := range cols {
		if k.has(i) {
			take(i)
		}
	}
	name := 0
	for i := range cols {
		if cols[i].spare && out[i] == 0 && (k&^(1<<i) == 0 || room >= spareRoom*cols[i].width) {
			take(i)
		}
		if cols[i].width == 0 {
			name = i
		}
	}
	out[name] = inner - gutter
	for i := range cols {
		if i != name {
			out[name] -= out[i]
		}
	}
	out[name] = max(0, out[name])
	for i := range cols {
		if cols[i].results && out[i] > 0 {
			more := max(0, out[name]-min(mostName, (out[name]+out[i])/2))
			out[i], out[name] = out[i]+more, out[name]-more
		}
	}
	return out
}

// Size writes a number of bytes in at most six cells.
func Size(n int64) string { return kit.Size(n) }

// when writes a time for the column: the more recent, the finer.
func when(c *text.Catalogue, t, now time.Time) string {
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
	return t.Format(c.Say(format))
}

package pane

import (
	"slices"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// column describes one column: its heading, its width and an entry's text in it. Any column can sort a list.
type column struct {
	id      model.SortKey
	heading text.Text
	key     string // chooses it in the sort menu
	menu    int    // position in that menu
	width   int    // cells including the blank before; 0 = the rest
	wide    int    // its width where names have room to spare, or 0
	// tells reports whether the entry has a value. Columns with values get room before those without.
	tells func(*model.Entry) bool
	// spare reports whether the entry has a value that is known anyway. A column of such values is shown only if no other
	// column has any or there is much room.
	spare func(*model.Entry) bool
	// results marks columns of lists of results.
	results bool
	cell    func(v *view, e *model.Entry) string
}

// columns returns the columns by position, in which order they also get room.
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
			cell:  func(_ *view, e *model.Entry) string { return Size(e) }},
		{id: model.SortKind, heading: "kind", key: "k", menu: 3, width: 8,
			tells: func(e *model.Entry) bool {
				return e.Kind != model.KindFolder && e.Kind != model.KindFile && e.Kind != model.KindLink
			},
			spare: func(e *model.Entry) bool { return e.Kind == model.KindFile || e.Kind == model.KindLink },
			cell:  (*view).kind},
		{id: model.SortTime, heading: "time", key: "t", menu: 2, width: 9, wide: 18,
			tells: func(e *model.Entry) bool { return !e.Modified.IsZero() },
			cell:  (*view).time},
	}
}

// Order is a column that lists can be sorted by.
type Order struct {
	By      model.SortKey
	Heading text.Text
	Key     string // chooses it in a menu
}

// Orders returns all sort orders for a menu. Lists of results have more.
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

// found is the heading of results in search order.
const found text.Text = "rank"

// Heading returns the heading of a sort key.
func Heading(by model.SortKey) text.Text {
	if by == model.SortFound {
		return found
	}
	cols := columns()
	i := slices.IndexFunc(cols, func(c column) bool { return c.id == by })
	return cols[max(i, 0)].heading
}

// known is what the columns of a folder's entries need.
type known struct {
	columns uint // a bit for each column that has values
	spare   uint // and for each that has spare ones
	longest int  // cells of the longest name
}

func (k known) has(i int) bool { return k.columns&(1<<i) != 0 }

// and returns what two parts of a folder need.
func (k known) and(o known) known {
	return known{k.columns | o.columns, k.spare | o.spare, max(k.longest, o.longest)}
}

func knownOf(cols []column, entries []model.Entry) (k known) {
	for i := range entries {
		if name := entries[i].Name; len(name) > k.longest { // a name has no more cells than bytes
			k.longest = max(k.longest, model.Width(name))
		}
		for c := range cols {
			if t := cols[c].tells; t != nil && !k.has(c) && t(&entries[i]) {
				k.columns |= 1 << c
			}
			if t := cols[c].spare; t != nil && k.spare&(1<<c) == 0 && t(&entries[i]) {
				k.spare |= 1 << c
			}
		}
	}
	return k
}

// Cells of a row.
const (
	gutter  = 2 // the markers before the name
	margin  = 1 // after the last column
	minName = 18
	// wideName is the room that names have at least before a column takes its wide form.
	wideName = 34
	// nearName is how far the other columns may be from the start of a short name.
	nearName = 34
	// fullName is the room that names get, if they need it, before the other columns, where another place has those.
	fullName = 30
	// ends is what most names have beside them: an icon and a slash.
	ends = 3
	// besides is what a name may have beside it: an icon, a slash, the tail of an id.
	besides = 10
	// spareRoom is how many times its own width must be free before a column without values is shown.
	spareRoom = 3
	// leastFolder is the least width of the folder column of results. It gets more only if names are at most mostName
	// wide.
	leastFolder = 14
	mostName    = 40
)

// widths assigns the columns their widths; 0 = hidden. The name gets its least width first, and the
// folder of a result, and what the list is sorted by, are worth a part of that. Positions are the same in every row.
func widths(cols []column, k known, by model.SortKey, least, inner int) []int {
	out := make([]int, len(cols))
	name := slices.IndexFunc(cols, func(c column) bool { return c.width == 0 })
	free := inner - gutter - margin // for the name
	take := func(i, least int) {
		if w := cols[i].width; out[i] == 0 && free-w >= least {
			out[i] = w
			free -= w
		}
	}
	for i := range cols {
		if k.has(i) && (cols[i].id == by || cols[i].results) {
			take(i, minName)
		}
	}
	for i := range cols {
		if k.has(i) {
			take(i, least)
		}
	}
	for i := range cols {
		if more := cols[i].wide - out[i]; cols[i].wide > 0 && out[i] > 0 && free-more >= max(wideName, k.longest) {
			out[i] += more
			free -= more
		}
	}
	for i := range cols {
		if k.spare&(1<<i) != 0 && (k.columns&^(1<<i) == 0 || free-least >= spareRoom*cols[i].width) {
			take(i, least)
		}
	}
	out[name] = max(0, free)
	for i := range cols {
		if cols[i].results && out[i] > 0 {
			more := max(0, out[name]-min(mostName, (out[name]+out[i])/2))
			out[i], out[name] = out[i]+more, out[name]-more
		}
	}
	out[name] = min(out[name], max(nearName, k.longest+besides))
	return out
}

// Size writes the size of an entry in at most six cells; with "+" there is more.
func Size(e *model.Entry) string {
	if e.Least {
		return kit.Size(e.Size) + "+"
	}
	return kit.Size(e.Size)
}

// kind names the kind of an entry. A folder's name ends with a slash, which is enough.
func (v *view) kind(e *model.Entry) string {
	if e.Kind == model.KindFolder {
		return ""
	}
	return kit.TypeWord(v.env.Text, v.told(e))
}

func (v *view) time(e *model.Entry) string {
	for i := range v.columns {
		if c := &v.columns[i]; c.id == model.SortTime && v.widths[i] == c.wide && !e.Modified.IsZero() {
			return e.Modified.In(v.now.Location()).Format(v.env.Text.Say(text.TimeFull))
		}
	}
	return kit.When(v.env.Text, e.Modified, v.now)
}

package pane

import (
	"slices"
	"strings"
	"time"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/input"
	"aloft/ui/kit"
)

// paints are the styles of this pane, ready to apply.
type paints struct {
	class, cursor, blurred              [kit.Classes]kit.Paint // of a row, and of the row of the cursor with and without the focus
	meta                                kit.Paint
	selected, cut, copied, stale, match kit.Paint
	title, titleFocus, count            kit.Paint
	note, bad                           kit.Paint
}

func newPaints(s *themes.Styles) paints {
	n := kit.NewPaint
	p := paints{
		meta:     n(s.RowMeta),
		selected: n(s.RowSelected.Reverse(true)), cut: n(s.RowCut.Reverse(true)), copied: n(s.RowCopy.Reverse(true)),
		stale: n(s.RowStale), match: n(s.RowMatch),
		title: n(s.PaneTitle), titleFocus: n(s.PaneTitleFocus),
		count: n(s.PaneCount), note: n(s.StatusHint), bad: n(s.StatusError),
	}
	for c := range kit.Classes {
		of := c.Style(s)
		p.class[c], p.cursor[c], p.blurred[c] = n(of), n(themes.OnCursor(s.RowCursor, of)), n(themes.OnCursor(s.RowCursorUnfocused, of))
	}
	return p
}

// look holds styles, columns and cached rows.
type look struct {
	paint   paints
	columns []column
	known   known
	widths  []int  // of the columns
	inner   int    // width of a row between the sides
	rest    string // the blanks after the last column
	gen     int    // incremented to redraw every row
	drawn   kit.Rows
}

// fit assigns the columns their widths for rows of that width. beside says that another place shows of the current entry
// what the columns do.
func (l *look) fit(inner int, by model.SortKey, beside bool) {
	least := minName
	if beside {
		least = min(max(least, l.known.longest+ends), fullName)
	}
	w := widths(l.columns, l.known, by, least, inner)
	if inner != l.inner || !slices.Equal(w, l.widths) {
		l.inner, l.widths = inner, w
		for _, n := range w {
			inner -= n
		}
		l.rest = strings.Repeat(" ", max(0, inner-gutter))
		l.gen++
	}
}

// name returns the width of the name column.
func (l *look) name() int {
	for i := range l.columns {
		if l.columns[i].width == 0 {
			return l.widths[i]
		}
	}
	return 0
}

// view is the input of one drawing of the pane. Drawing changes only the row cache.
type view struct {
	*list
	*look
	env     *Env
	listing *listing
	field   *input.Model // the text field in the row of the cursor, or nil
	id      ID
	tabs    tabs
	w, h    int
	focus   bool
	other   string
	order   model.Order
	now     time.Time
	// Entries of this folder marked to move and to copy.
	cut, copies map[model.Key]struct{}
	differs     map[model.Key]struct{} // selected by a comparison because another entry has the name
	expected    expectedNames          // changes by jobs that listings do not show yet
	// Numbers of selected entries: here and in other folders.
	here, elsewhere int
}

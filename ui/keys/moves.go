package keys

import (
	"math"
	"strings"

	"aloft/model/text"
)

// In returns the same movement in another context: Down.In(InJobs) is "jobs.down".
func (a Action) In(c Context) Action {
	_, name, _ := strings.Cut(string(a), ".")
	return Action(string(c) + "." + name)
}

// Reach is the unit of a movement.
type Reach int

const (
	Nowhere Reach = iota // not a movement
	ByLine
	ByPage // or by half a page
	ToEnd
)

// Step returns how far an action moves for a page of that many lines, negative for up. To an end it is more than any
// list has.
func (a Action) Step(page int) (by int, r Reach) {
	const far = math.MaxInt32 / 2
	switch a.In(InPane) {
	case Down:
		return 1, ByLine
	case Up:
		return -1, ByLine
	case HalfDown:
		return max(1, page/2), ByPage
	case HalfUp:
		return -max(1, page/2), ByPage
	case PageDown:
		return page, ByPage
	case PageUp:
		return -page, ByPage
	case Top:
		return -far, ToEnd
	case Bottom:
		return far, ToEnd
	}
	return 0, Nowhere
}

// moves returns the rows of the movements in a context; first and last describe its ends. Without halves, the keys
// for half a page move a whole one. With space, that key moves on too.
func moves(c Context, group, first, last text.Text, halves, space bool) []Doc {
	row := func(a Action, title text.Text, k Keys) Doc { return Doc{a.In(c), title, "", group, k} }
	rows := []Doc{
		row(Down, text.KeyDoDown, Keys{"j or down", "down or ctrl+n", "down"}),
		row(Up, text.KeyDoUp, Keys{"k or up", "up or ctrl+p", "up"}),
		row(Top, first, Keys{"g g or home", "home or alt+<", "home"}),
		row(Bottom, last, Keys{"G or end", "end or alt+>", "end"}),
	}
	down, up := Keys{"pgdown or ctrl+f", "pgdown or ctrl+v", "pgdown"}, Keys{"pgup or ctrl+b", "pgup or alt+v", "pgup"}
	if halves {
		rows = append(rows,
			row(HalfDown, "half a page down", Keys{"ctrl+d", "ctrl+d", "ctrl+down"}),
			row(HalfUp, "half a page up", Keys{"ctrl+u", "alt+u", "ctrl+up"}))
	} else {
		down[0] += or + "ctrl+d"
		up[0] += or + "ctrl+u"
	}
	if space {
		for i := range down {
			down[i] += or + "space"
		}
	}
	return append(rows, row(PageDown, text.KeyDoAPageDown, down), row(PageUp, text.KeyDoAPageUp, up))
}

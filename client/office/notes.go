package office

import (
	"fmt"

	"aloft/model/text"
)

// notes gathers what was not kept.
type notes struct{ list []string }

// count adds a note about n things, when there are any.
func (n *notes) count(times int, one, many text.Text, args ...any) {
	if times > 0 {
		var c *text.Catalogue
		n.list = append(n.list, c.Count(times, one, many, args...))
	}
}

func (n *notes) add(t text.Text, args ...any) {
	if len(args) == 0 {
		n.list = append(n.list, string(t))
		return
	}
	n.list = append(n.list, fmt.Sprintf(string(t), args...))
}

func (n *notes) result() Result { return Result{Notes: n.list} }

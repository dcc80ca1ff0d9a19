package keys

import (
	"strconv"

	"aloft/model"
	"aloft/model/text"
)

// Problem is an error in a key file. Line 0 means the whole file.
type Problem struct {
	File string
	Line int
	What text.Text
	Args []any
	// More returns the correction, if known.
	More    text.Text
	MoreArg string
}

// Error returns the English sentence.
func (p Problem) Error() string { return p.Say(nil) }

// Say returns one clean line: file, line and problem.
func (p Problem) Say(c *text.Catalogue) string {
	s := c.Say(p.What, p.Args...)
	if p.More != "" {
		s = c.Say(p.More, s, p.MoreArg)
	}
	switch {
	case p.File == "":
	case p.Line == 0:
		s = p.File + ": " + s
	default:
		s = p.File + ":" + strconv.Itoa(p.Line) + ": " + s
	}
	return model.Clean(s)
}

package keys

import (
	"aloft/model"
	"aloft/model/text"
)

// Problem is something wrong in a key file. Line is 0 when the whole file is meant.
type Problem struct {
	File string
	Line int
	What text.Text
	Args []any
	// More is what would be right, when that is known.
	More    text.Text
	MoreArg string
}

// Error is the English sentence.
func (p Problem) Error() string { return p.Say(nil) }

// Say is one clean line: file, line and what is wrong.
func (p Problem) Say(c *text.Catalogue) string {
	s := c.Say(p.What, p.Args...)
	if p.More != "" {
		s += c.Say(p.More, p.MoreArg)
	}
	switch {
	case p.File == "":
	case p.Line == 0:
		s = c.Say("%s: ", p.File) + s
	default:
		s = c.Say("%s:%d: ", p.File, p.Line) + s
	}
	return model.Clean(s)
}

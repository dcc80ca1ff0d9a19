package pages

import (
	"context"
	"math"
	"time"

	"aloft/client/embedded/flow"
	"aloft/model/text"
)

// Tool is one tool of the document half: its schema and its function.
type Tool struct {
	Name   string
	Second string // its name in the second generation, "" = the same
	Help   string
	Args   []Arg
	Change bool // it changes something
	// InPayload: a business error is in the answer's own "error" field, as the
	// specification shows it for this tool.
	InPayload bool
	// Edit: it answers the edit response, a business error in its err_msg
	// ("Edit response" in the specification of the doc tools).
	Edit  bool
	Image bool // it takes an image
	Run   func(c *Call) (Object, error)
}

// Call is one call of a tool. Its arguments have been checked against the schema.
type Call struct {
	Ctx   context.Context
	Name  string // of the tool, as in the specification
	Now   time.Time
	Base  string // scheme://host of the request, for links to bytes
	Args  Args
	Trial *flow.Trial
	// Version of the document that an edit failed on, 0 = not known.
	Version int64
}

// Arguments of several tools, with their names in the second generation.

// Needs makes an argument required.
func Needs(a Arg) Arg {
	a.Required = true
	return a
}

// IDArg names a page.
func IDArg(help string) Arg {
	return Arg{Name: "file_id", Kind: ArgString, Second: "doc_id", Help: help}
}

// TitleArg is the title of a page.
func TitleArg() Arg {
	return Arg{Name: "title", Kind: ArgString, Help: text.WireDocArgTitle}
}

// SpaceArg names a space.
func SpaceArg() Arg {
	return Arg{Name: "space_id", Kind: ArgString, Help: "id of the space"}
}

// PageArg is a page number, counted from first.
func PageArg(first int64) Arg {
	return Arg{Name: "num", Kind: ArgInteger, Min: first, Max: math.MaxUint32, Second: "page", Help: "number of the page (num)"}
}

// RemoveArg is the argument for the pages under a deleted one.
func RemoveArg() Arg {
	return Arg{Name: "remove_type", Kind: ArgString, Words: []string{"current", "all"}, Help: "space nodes only: current or all"}
}

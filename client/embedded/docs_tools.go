package embedded

import (
	"context"
	"math"
	"time"

	"aloft/model/text"
)

// docsTool is one tool of the document half: its schema, and what it does.
type docsTool struct {
	name   string
	second string // its name in the second generation, "" = the same
	help   text.Text
	args   []docsArg
	change bool // it changes something; the friction of lost answers strikes it
	// inPayload: a business error stands in the answer's own "error" field, as
	// the specification shows it for this tool.
	inPayload bool
	// edit: it answers the edit response, a business error in its err_msg
	// ("Edit response" in the specification of the doc tools).
	edit  bool
	image bool // it takes an image; the friction of uploads strikes it
	run   func(c *docsCall) (object, error)
}

// docsCall is one call on its way through a tool. Its arguments have been
// checked against the schema.
type docsCall struct {
	ctx  context.Context
	now  time.Time
	base string // scheme://host that the request came to: links to bytes begin with it
	args docsArgs
	dice docsDice
	// version of the document that an edit failed on, 0 = not known.
	version int64
}

// Arguments that several tools have, with their names in the second generation.

func needs(a docsArg) docsArg {
	a.required = true
	return a
}

func idArg(help text.Text) docsArg {
	return docsArg{name: "file_id", kind: argString, second: "doc_id", help: help}
}

func titleArg() docsArg {
	return docsArg{name: "title", kind: argString, help: text.WireDocArgTitle}
}

func spaceArg() docsArg {
	return docsArg{name: "space_id", kind: argString, help: "id of the space"}
}

// pageArg counts pages from first on.
func pageArg(first int64) docsArg {
	return docsArg{name: "num", kind: argInteger, min: first, max: math.MaxUint32, second: "page", help: "number of the page (num)"}
}

// removeArg is what becomes of the pages under a deleted one.
func removeArg() docsArg {
	return docsArg{name: "remove_type", kind: argString, words: []string{"current", "all"}, help: "space nodes only: current or all"}
}

package embedded

import (
	"context"
	"time"

	"aloft/model/text"
)

// docsTool is one tool of the document half: its schema, and what it does.
type docsTool struct {
	name   string
	help   text.Text
	args   []docsArg
	change bool // it changes something; the friction of lost answers strikes it
	// inPayload: a business error stands in the answer's own "error" field, as
	// the specification shows it for this tool.
	inPayload bool
	run       func(s *Service, c *docsCall) (object, error)
}

// docsCall is one call on its way through a tool. Its arguments have been
// checked against the schema.
type docsCall struct {
	ctx  context.Context
	now  time.Time
	base string // scheme://host that the request came to: links to bytes begin with it
	args docsArgs
	dice docsDice
}

// docsTools are all tools, by the names of the specification.
func docsTools() []docsTool {
	var all []docsTool
	for _, part := range [][]docsTool{folderTools(), transferTools()} {
		all = append(all, part...)
	}
	return all
}

func folderTools() []docsTool { return nil }

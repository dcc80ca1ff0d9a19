package docs

import (
	"math"
	"strings"

	"aloft/client/embedded/pages"
	"aloft/model/text"
)

// wordID finds the document of a call: by its id, or by a link that ends with it
// ("Document identification").
func (s *Word) wordID(c *pages.Call) (string, error) {
	id, link := c.Args.Text("file_id"), strings.TrimSpace(c.Args.Text("file_url"))
	if link == "" {
		if id == "" {
			return "", pages.Refuse(pages.Bad, "argument file_id or file_url is required")
		}
		return id, nil
	}
	link, _, _ = strings.Cut(link, "?")
	link, _, _ = strings.Cut(link, "#")
	link = strings.TrimRight(link, "/")
	last := link[strings.LastIndexByte(link, '/')+1:]
	switch {
	case last == "" || last == link:
		return "", pages.Refuse(pages.Bad, "argument file_url: %q is not a link to a document", c.Args.Text("file_url"))
	case id != "" && !strings.EqualFold(id, last):
		return "", pages.Refuse(pages.Bad, "arguments file_id and file_url name two documents")
	}
	return last, nil
}

// wordArgs are the arguments of a tool, with those of every doc tool.
func wordArgs(own ...pages.Arg) []pages.Arg {
	return append([]pages.Arg{
		{Name: "file_id", Kind: pages.ArgString, Alone: true, Help: text.WireDocArgFile},
		{Name: "file_url", Kind: pages.ArgString, Newer: true, Help: "link to the document, instead of file_id"},
		{Name: "version_info", Kind: pages.ArgObject, Help: "version to read or to edit, the latest by default", Fields: []pages.Arg{
			{Name: "base_version", Kind: pages.ArgInteger, Max: math.MaxInt64, Help: "version that a query has answered; 0 means not specified"},
			{Name: "is_latest", Kind: pages.ArgBool, Help: "use the latest version whatever base_version says"},
		}},
	}, own...)
}

// position is a position argument; its name depends on tool and generation.
func position(name, second string) pages.Arg {
	return pages.Arg{Name: name, Second: second, Kind: pages.ArgInteger, Required: true, Max: math.MaxUint32, Help: "position"}
}

func textArg(name, help string) pages.Arg {
	return pages.Arg{Name: name, Kind: pages.ArgString, Help: help}
}

// blank is an argument that is required and may be empty.
func blank(a pages.Arg) pages.Arg {
	a.Required, a.Blank = true, true
	return a
}

package second

import "strings"

// spelling is how a service spells the names of arguments.
type spelling struct{ renamed, camel bool }

func (s *Server) spelling() spelling { return spelling{s.opt.Renamed, s.opt.Camel} }

// spelled is the name of an argument.
func (a arg) spelled(sp spelling) string {
	name := a.name
	switch {
	case a.wire != "":
		name = a.wire
	case sp.renamed && a.later != "":
		name = a.later
	}
	switch {
	case !sp.camel:
		return name
	case a.camel != "":
		return a.camel
	}
	first, rest, _ := strings.Cut(name, "_")
	for part := range strings.SplitSeq(rest, "_") {
		if part != "" {
			first += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return first
}

// words are the allowed values.
func (a arg) words(sp spelling) []string {
	switch {
	case a.said != nil:
		return a.said
	case !sp.camel:
		return a.one
	}
	out := make([]string, len(a.one))
	for i, w := range a.one {
		out[i] = strings.ToUpper(w)
	}
	return out
}

package docs

import (
	"slices"
	"strings"

	"aloft/client"
	"aloft/model/text"
)

// offer is a tool as tools/list tells of it.
type offer struct {
	name   string
	schema schema
}

// catalog is what the service offers on one connection. It is never changed.
type catalog struct {
	live   bool // as tools/list told; else the specification's names
	offers [toolCount]*offer
}

// newCatalog finds our tools among those of the service. Without a list all of
// them are taken to be there under the names of the specification, but those that
// it does not show and that change something: nobody may promise that an edit can
// be taken back who has not been told so.
func newCatalog(list []offer) *catalog {
	c := &catalog{live: len(list) > 0}
	for t := range toolCount {
		if !c.live {
			if t != toolRevert && t != toolInsertParagraphText {
				c.offers[t] = &offer{name: t.name()}
			}
			continue
		}
		best := 0
		for i := range list {
			if n := t.fits(&list[i]); n > best {
				best, c.offers[t] = n, &list[i]
			}
		}
	}
	return c
}

// bareName is what alike says of a name without what stands before its dot.
const bareName = 3

// alike says how well a name of the service fits one of the specification: with
// a dot, with an underscore, bare, or with something before it; 0 = not at all.
func alike(want, name string) int {
	if name == want {
		return 5
	}
	w, n := plainName(want), plainName(name)
	_, bare, dotted := strings.Cut(want, ".")
	switch {
	case n == w:
		return 4
	case dotted && n == plainName(bare):
		return bareName
	case strings.HasSuffix(n, "_"+w) && dotted:
		return 2
	case !dotted && slices.Contains([]string{"manage_" + w, "space_" + w, "wiki_" + w, "smartcanvas_" + w}, n):
		return 1
	}
	return 0
}

// plainName spells a name in one way: fileId, file-id and manage.file_id.
func plainName(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		switch {
		case r == '.' || r == '-' || r == '/' || r == ':' || r == ' ':
			b.WriteByte('_')
			lower = false
		case r >= 'A' && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(r - 'A' + 'a')
			lower = false
		default:
			b.WriteRune(r)
			lower = r != '_'
		}
	}
	return b.String()
}

// arg is one argument of a call.
type arg struct {
	name  string
	value any
	// needless: the value is what the service takes by itself, so that it is sent
	// only where the schema demands the argument.
	needless bool
	// known: it is sent only where the live schema has it.
	known bool
	// guard: it changes nothing of what is asked for, so that a schema which does
	// not name it, and does not refuse it either, is no reason not to call.
	guard bool
	// or is sent instead where the live schema has that one only.
	or *arg
}

// shape gives the call the names of the service.
func (c *catalog) shape(k *call) (name string, args map[string]any, fail *client.Error) {
	o := c.offers[k.tool]
	if o == nil {
		return "", nil, k.missing()
	}
	args = map[string]any{}
	taken, done := map[string]bool{}, make([]bool, len(k.args)) // properties, arguments
	for pass := range 3 {                                       // exact spellings first, so that none is taken for another
		for i, a := range k.args {
			if pass == 2 && a.or != nil {
				a = *a.or
			} else if pass == 2 {
				continue
			}
			if done[i] {
				continue
			}
			prop := o.schema.find(k.tool, a.name, taken, pass == 0)
			if prop == "" {
				continue
			}
			taken[prop], done[i] = true, true
			if a.needless && !slices.Contains(o.schema.Required, prop) {
				continue
			}
			v, no := o.schema.fit(k, prop, a.value)
			if no != nil {
				return "", nil, k.unfit(o, no)
			}
			args[prop] = v
		}
	}
	for i, a := range k.args {
		switch {
		case done[i] || a.needless || a.known:
		case o.schema.closed() || k.strict && !a.guard && len(o.schema.Properties) > 0:
			return "", nil, k.unfit(o, &misfit{name: a.name, has: o.schema.names()})
		default:
			args[a.name] = a.value
		}
	}
	return o.name, args, nil
}

// unfit says what the tool of the service does not take, and what it does.
func (k *call) unfit(o *offer, no *misfit) *client.Error {
	e := client.Errorf(client.KindUnsupported, k.op, k.place, "this document service's %s takes no %s, so that is not possible here.", o.name, no.name)
	if no.value != "" {
		e = client.Errorf(client.KindUnsupported, k.op, k.place, "this document service's %s takes no %s %q, so that is not possible here.", o.name, no.name, no.value)
	}
	if len(no.has) > 0 {
		e.Hint, e.HintArgs = "it takes %s", []any{strings.Join(no.has, ", ")}
	}
	return e
}

// missing says that the service does not offer the tool.
func (k *call) missing() *client.Error {
	return client.Errorf(client.KindUnsupported, k.op, k.place, text.DocsNoTool, k.tool.name())
}

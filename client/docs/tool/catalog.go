package tool

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"aloft/model"
	"aloft/model/text"

	"aloft/client"
)

// Offer is a tool of tools/list. Its schema is read when the tool is called: a listing calls one of them.
type Offer struct {
	name   string
	schema func() *schema
}

func NewOffer(name string, inputSchema json.RawMessage) Offer {
	return Offer{name, sync.OnceValue(func() *schema { return readSchema(inputSchema) })}
}

// Catalog is what the service offers on one connection. It is never changed.
type Catalog struct {
	live   bool // from tools/list; otherwise the specification's names
	offers [Count]*Offer
}

// NewCatalog finds our tools in the service's list. Without a list all of them are
// assumed to exist, except those outside the specification that change something:
// that an edit can be reverted must not be promised without knowing it.
func NewCatalog(list []Offer) *Catalog {
	c := &Catalog{live: len(list) > 0}
	names := make([]spelled, len(list)) // each is compared with each tool
	for i := range list {
		names[i] = spell(list[i].name)
	}
	for t := range Count {
		if !c.live {
			if t != Revert && t != InsertParagraphText && t != ResolveComments {
				o := NewOffer(t.Name(), nil)
				c.offers[t] = &o
			}
			continue
		}
		best, want := 0, spell(t.Name())
		for i := range list {
			if n := t.fits(want, names[i], list[i].schema); n > best {
				best, c.offers[t] = n, &list[i]
			}
		}
	}
	return c
}

// Shape converts a call to the names of the service.
func (c *Catalog) Shape(k *Call) (name string, args map[string]any, fail *client.Error) {
	o := c.offers[k.Tool]
	if o == nil {
		return "", nil, k.Missing()
	}
	args = map[string]any{}
	taken, done := map[string]bool{}, make([]bool, len(k.Args)) // properties, arguments
	put := func(a Arg, exact bool) (bool, *misfit) {
		prop := o.schema().find(k.Tool, a.Name, taken, exact)
		if prop == "" {
			return false, nil
		}
		value, takes := a.Value, true
		if a.Known || a.Spare {
			value, takes = o.schema().known(prop, a.Value)
		}
		if a.Known && !takes {
			return false, nil
		}
		taken[prop] = true
		if a.Needless && !slices.Contains(o.schema().Required, prop) || a.Spare && !takes {
			return true, nil
		}
		v, no := o.schema().fit(k, prop, value)
		if no != nil && no.value != "" && a.Says != "" {
			no.value = a.Says
		}
		args[prop] = v
		return true, no
	}
	for pass := range 3 { // exact spellings first, so that none is taken for another
		for i, a := range k.Args {
			if done[i] {
				continue
			}
			list := []Arg{a}
			if pass == 2 {
				list = a.Or
			}
			for _, a := range list {
				ok, no := put(a, pass == 0)
				if no != nil {
					return "", nil, k.unfit(o, no)
				}
				done[i] = done[i] || ok
			}
		}
	}
	for i, a := range k.Args {
		switch {
		case done[i] || a.Needless || a.Known || a.Spare && len(o.schema().Properties) > 0:
		case o.schema().closed() || k.Strict && !a.Guard && len(o.schema().Properties) > 0:
			return "", nil, k.unfit(o, &misfit{name: a.Name, has: o.schema().names()})
		default:
			args[a.Name] = a.Value
		}
	}
	return o.name, args, nil
}

func (k *Call) unfit(o *Offer, no *misfit) *client.Error {
	e := client.Errorf(client.KindUnsupported, k.Op, k.Place, "not possible here: the service's %s has no argument %s", o.name, no.name)
	if no.value != "" {
		e = client.Errorf(client.KindUnsupported, k.Op, k.Place, "not possible here: the service's %[1]s does not accept %[3]q for %[2]s", o.name, no.name, no.value)
	}
	if len(no.has) > 0 {
		e.Hint, e.HintArgs = "accepted: %s", []any{strings.Join(no.has, ", ")}
	}
	return e
}

// documentArgs name the document in a schema.
var documentArgs = []string{"file_id", "file_url", "doc_id", "document_id", "docid", "id"}

// otherKinds are arguments that only tools of sheets, slides and tables have.
var otherKinds = []string{"sheet_id", "sheet_name", "sub_id", "slide_id", "table_id", "view_id", "record_id", "cell_range"}

// marks tell tools apart whose name is a plain word: "find" alone can be anything.
var marks = map[Tool][]string{
	Find:      {"text"},
	SmartRead: {"next_token", "page_id"},
}

// fits is how well a tool of the service matches; 0 = not at all.
func (t Tool) fits(want, name spelled, s func() *schema) int {
	n := alike(want, name)
	if !t.OfWord() {
		return n
	}
	_, bare, _ := strings.Cut(want.plain, "_")
	switch other := slices.Index(otherNames[t], name.plain); {
	case other >= 0:
		n = 3
		bare = ""
		if other > 0 {
			n = 2
		}
	case n == bareName && !t.bare(bare, s()), // of another kind of document, perhaps
		n == 1, // smartcanvas_get_content
		strings.HasSuffix(name.plain, "smart_"+want.plain):
		n = 0
	}
	return n
}

// bare: the short name matches. Services for one kind of document have such names.
func (t Tool) bare(name string, s *schema) bool {
	if len(s.Properties) == 0 {
		return strings.Contains(name, "_")
	}
	has := func(names []string) bool {
		return slices.ContainsFunc(s.names(), func(p string) bool { return slices.Contains(names, plainName(p)) })
	}
	if !has(documentArgs) || has(otherKinds) {
		return false
	}
	want := marks[t]
	return len(want) == 0 || slices.ContainsFunc(want, func(m string) bool { return has(append([]string{m}, spellings(t, m)...)) })
}

// Has: the tool exists, as far as is known.
func (c *Catalog) Has(t Tool) bool { return c == nil || c.offers[t] != nil }

// Lists: the service itself has listed the tool.
func (c *Catalog) Lists(t Tool) bool { return c != nil && c.live && c.offers[t] != nil }

// Takes: the service itself has listed the tool with that argument.
func (c *Catalog) Takes(t Tool, arg string) bool {
	return c.Lists(t) && c.offers[t].schema().find(t, arg, nil, true) != ""
}

// Wire is the service's name of a tool, "" when it does not offer it.
func (c *Catalog) Wire(t Tool) string {
	if o := c.offers[t]; o != nil {
		return o.name
	}
	return ""
}

func (c *Catalog) Able(op model.Op, root model.Place) error {
	for t := range Count {
		if !c.Has(t) && slices.Contains(tools[t].ops, op) && !c.replaced(t, op, root.Scheme) {
			return client.Errorf(client.KindUnsupported, string(op), root, text.DocsNoTool, t.Name())
		}
	}
	return nil
}

// replaced: another tool does the operation there, or the missing one is not
// needed.
func (c *Catalog) replaced(t Tool, op model.Op, at model.Scheme) bool {
	space := at == model.SchemeSpace
	switch {
	case t == Move:
		return c.Has(MoveToSpace) // at least between spaces
	case t == MoveToSpace:
		return c.Has(Move)
	case t == Delete:
		return space && c.Has(DeleteNode)
	case t == Create && op == model.OpMakeFolder:
		return space && (c.Has(CreateNode) || c.Has(CreateSpace))
	case t == Create:
		return c.Has(CreateByMDX) || space && c.Has(CreateNode)
	}
	return false
}

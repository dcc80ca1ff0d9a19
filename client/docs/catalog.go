package docs

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"aloft/client"
	"aloft/model/text"
)

// offer is a tool as tools/list tells of it.
type offer struct {
	name   string
	schema schema
}

// schema is what matters of a tool's input schema.
type schema struct {
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required"`
	Additional json.RawMessage     `json:"additionalProperties"`
}

type property struct {
	Type        words  `json:"type"` // a name or a list of them
	Description string `json:"description"`
}

// UnmarshalJSON never fails: a property of an odd form is one without a type.
func (p *property) UnmarshalJSON(b []byte) error {
	type plain property
	var v plain
	if !object(b, &v) {
		v = plain{}
	}
	*p = property(v)
	return nil
}

// closed: other arguments than the properties are refused.
func (s *schema) closed() bool { return strings.TrimSpace(string(s.Additional)) == "false" }

// readSchema reads a schema of any form; one that is none has no properties.
func readSchema(raw json.RawMessage) schema {
	var s schema
	var wire struct {
		Properties json.RawMessage `json:"properties"`
		Required   words           `json:"required"`
		Additional json.RawMessage `json:"additionalProperties"`
	}
	if object(raw, &wire) {
		_ = object(wire.Properties, &s.Properties)
		s.Required, s.Additional = wire.Required, wire.Additional
	}
	return s
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
			if !a.needless || slices.Contains(o.schema.Required, prop) {
				args[prop] = o.schema.Properties[prop].fit(a.value)
			}
		}
	}
	for i, a := range k.args {
		switch {
		case done[i] || a.needless || a.known:
		case o.schema.closed():
			return "", nil, client.Errorf(client.KindUnsupported, k.op, k.place, "this document service's %s takes no %s, so that is not possible here.", o.name, a.name)
		default:
			args[a.name] = a.value
		}
	}
	return o.name, args, nil
}

// find gives the property that stands for an argument: of the same name, of a
// known other name, or one whose description names it. "" = there is none.
func (s *schema) find(t tool, name string, used map[string]bool, exact bool) string {
	if _, ok := s.Properties[name]; ok && !used[name] {
		return name
	}
	if exact {
		return ""
	}
	for _, want := range append([]string{name}, spellings(t, name)...) {
		for _, prop := range s.names() {
			if !used[prop] && plainName(prop) == want {
				return prop
			}
		}
	}
	if t.ofWord() {
		return "" // their descriptions name other arguments: "instead of content"
	}
	found := ""
	for _, prop := range s.names() {
		if used[prop] || !mentions(s.Properties[prop].Description, name) {
			continue
		}
		if found != "" {
			return "" // two of them: neither is sure
		}
		found = prop
	}
	return found
}

func (s *schema) names() []string {
	out := make([]string, 0, len(s.Properties))
	for n := range s.Properties {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// mentions: the description has the name as a word of its own.
func mentions(description, name string) bool {
	return slices.Contains(strings.FieldsFunc(description, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}), name)
}

// fit gives a value the type that the property wants.
func (p property) fit(v any) any {
	wants := func(t string) bool { return slices.Contains(p.Type, t) }
	switch x := v.(type) {
	case int64:
		if wants("string") && !wants("integer") && !wants("number") {
			return strconv.FormatInt(x, 10)
		}
	case string:
		if len(p.Type) > 0 && !wants("string") && (wants("integer") || wants("number")) {
			if n, err := strconv.ParseInt(x, 10, 64); err == nil {
				return n
			}
		}
		if wants("array") && !wants("string") {
			return []string{x}
		}
	}
	return v
}

// missing says that the service does not offer the tool.
func (k *call) missing() *client.Error {
	return client.Errorf(client.KindUnsupported, k.op, k.place, text.DocsNoTool, k.tool.name())
}

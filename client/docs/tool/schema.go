package tool

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"aloft/client/lenient"
)

// schema is the part of a tool's input schema that is used, and of each object in
// it.
type schema struct {
	Properties map[string]property
	Required   []string
	Additional json.RawMessage
	// defs are the targets of references in the schema; only of the tool's.
	defs map[string]property
}

type property struct {
	Type        lenient.Strings // a name or a list of them
	Description string
	enum        []json.RawMessage
	schema      schema     // of an object
	items       *property  // of a list
	ref         string     // reference to another one: #/$defs/Range
	anyOf       []property // one of them, or all
}

type wireSchema struct {
	Properties json.RawMessage `json:"properties"`
	Required   lenient.Strings `json:"required"`
	Additional json.RawMessage `json:"additionalProperties"`
}

func (w wireSchema) read() schema {
	s := schema{Required: w.Required, Additional: w.Additional}
	_ = lenient.Object(w.Properties, &s.Properties)
	return s
}

// UnmarshalJSON never fails: a property of an unexpected form is one without a
// type.
func (p *property) UnmarshalJSON(b []byte) error {
	*p = property{}
	var w struct {
		wireSchema
		Type        lenient.Strings        `json:"type"`
		Description lenient.String         `json:"description"`
		Enum        json.RawMessage        `json:"enum"`
		Items       json.RawMessage        `json:"items"`
		Ref         lenient.String         `json:"$ref"`
		AnyOf       lenient.List[property] `json:"anyOf"`
		OneOf       lenient.List[property] `json:"oneOf"`
		AllOf       lenient.List[property] `json:"allOf"`
	}
	if !lenient.Object(b, &w) {
		return nil
	}
	p.Type, p.Description, p.ref, p.schema = w.Type, string(w.Description), string(w.Ref), w.read()
	p.anyOf = slices.Concat(w.AnyOf.Items, w.OneOf.Items, w.AllOf.Items)
	_ = json.Unmarshal(w.Enum, &p.enum)
	var items property
	if lenient.Object(w.Items, &items) {
		p.items = &items
	}
	return nil
}

// closed: arguments other than the properties are refused.
func (s *schema) closed() bool { return strings.TrimSpace(string(s.Additional)) == "false" }

func readSchema(raw json.RawMessage) *schema {
	var w struct {
		wireSchema
		Defs  json.RawMessage `json:"$defs"`
		Older json.RawMessage `json:"definitions"`
	}
	if !lenient.Object(raw, &w) {
		return &schema{}
	}
	s := w.read()
	_ = lenient.Object(w.Older, &s.defs)
	var newer map[string]property
	if lenient.Object(w.Defs, &newer) {
		if s.defs == nil {
			s.defs = map[string]property{}
		}
		maps.Copy(s.defs, newer)
	}
	return &s
}

const maxSteps = 8

// meant follows references, and picks the one form of several that is not null.
func (s *schema) meant(p property) property {
	for range maxSteps {
		var next property
		some := slices.DeleteFunc(slices.Clone(p.anyOf), func(o property) bool { return slices.Equal(o.Type, lenient.Strings{"null"}) })
		switch {
		case p.ref != "":
			var ok bool
			if next, ok = s.defs[p.ref[strings.LastIndexByte(p.ref, '/')+1:]]; !ok {
				return p
			}
		case len(some) == 1 && len(p.Type) == 0:
			next = some[0]
		default:
			return p
		}
		next.Description = cmp.Or(next.Description, p.Description)
		p = next
	}
	return p
}

// find returns the property of an argument: by its name, another known name, or a
// description that contains it. "" = there is none.
func (s *schema) find(t Tool, name string, used map[string]bool, exact bool) string {
	if _, ok := s.Properties[name]; ok && !used[name] {
		return name
	}
	if exact {
		return ""
	}
	if prop := s.named(append([]string{name}, spellings(t, name)...), used); prop != "" {
		return prop
	}
	if t.OfWord() {
		return "" // their descriptions contain other arguments: "instead of content"
	}
	found := ""
	for _, prop := range s.names() {
		if used[prop] || !mentions(s.Properties[prop].Description, name) {
			continue
		}
		if found != "" {
			return "" // two of them: neither is certain
		}
		found = prop
	}
	return found
}

// named ignores capitals and underscores.
func (s *schema) named(wanted []string, used map[string]bool) string {
	for _, want := range wanted {
		for _, prop := range s.names() {
			if !used[prop] && fold(prop) == fold(want) {
				return prop
			}
		}
	}
	return ""
}

func (s *schema) names() []string { return slices.Sorted(maps.Keys(s.Properties)) }

func mentions(description, name string) bool {
	return slices.Contains(strings.FieldsFunc(description, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}), name)
}

// misfit is what does not fit a schema.
type misfit struct {
	name  string   // of the argument, with a dot within an object
	value string   // not in the enum; "" = the argument itself does not exist
	has   []string // what there is instead
}

// fit converts a value, with names and enum values in it, to the form of the
// schema.
func (s *schema) fit(k *Call, prop string, v any) (any, *misfit) {
	return s.fitIn(k, prop, s.Properties[prop], v)
}

// known is the value as the property takes it: any where there is no enum, otherwise one of the
// enum, or the only one that has it among its words.
func (s *schema) known(prop string, v any) (any, bool) {
	p := s.meant(s.Properties[prop])
	if _, ok := p.word(p.typed(v)); ok || len(p.enum) == 0 {
		return v, true
	}
	found := ""
	for _, raw := range p.enum {
		var e lenient.String
		if json.Unmarshal(raw, &e) != nil || !slices.Contains(strings.Split(plainName(string(e)), "_"), printed(v)) {
			continue
		}
		if found != "" {
			return v, false // two of them: neither is certain
		}
		found = string(e)
	}
	return found, found != ""
}

func (s *schema) fitIn(k *Call, path string, p property, v any) (any, *misfit) {
	p = s.meant(p)
	switch x := v.(type) {
	case Fields:
		return s.fitFields(k, path, &p, x)
	case []Fields:
		items := property{}
		if p.items != nil {
			items = s.meant(*p.items)
		}
		out := make([]any, len(x))
		for i := range x {
			var no *misfit
			if out[i], no = s.fitFields(k, path, &items, x[i]); no != nil {
				return nil, no
			}
		}
		return out, nil
	}
	v = p.typed(v)
	if word, ok := p.word(v); ok || len(p.enum) == 0 || !k.Strict {
		return word, nil
	}
	no := &misfit{name: path, value: printed(v)}
	for _, e := range p.enum {
		no.has = append(no.has, strings.Trim(string(e), `"`))
	}
	return nil, no
}

// fitFields spells the names of an object; a schema without names allows any.
func (s *schema) fitFields(k *Call, path string, p *property, in Fields) (any, *misfit) {
	out, used := Fields{}, map[string]bool{}
	for pass := range 2 { // exact spellings first
		for _, name := range slices.Sorted(maps.Keys(in)) {
			_, exact := p.schema.Properties[name]
			if exact == (pass == 1) {
				continue
			}
			prop := name
			if !exact {
				prop = p.schema.named(append([]string{name}, nestedArgs[name]...), used)
			}
			if prop == "" && (k.Strict && len(p.schema.Properties) > 0 || p.schema.closed()) {
				return nil, &misfit{name: path + "." + name, has: p.schema.names()}
			}
			prop = cmp.Or(prop, name)
			used[prop] = true
			v, no := s.fitIn(k, path+"."+name, p.schema.Properties[prop], in[name])
			if no != nil {
				return nil, no
			}
			out[prop] = v
		}
	}
	return out, nil
}

func (p *property) typed(v any) any {
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

// word is the matching value of the enum, in any case; false = there is none.
func (p *property) word(v any) (any, bool) {
	said := printed(v)
	for _, same := range []func(string) bool{
		func(e string) bool { return e == said },
		func(e string) bool { return fold(e) == fold(said) },
	} {
		for _, raw := range p.enum {
			var e lenient.String
			if json.Unmarshal(raw, &e) != nil || !same(string(e)) {
				continue
			}
			if own, err := json.Marshal(v); err == nil && bytes.Equal(own, raw) {
				return v, true
			}
			return raw, true
		}
	}
	return v, false
}

func printed(v any) string {
	raw, _ := json.Marshal(v)
	var w lenient.String
	_ = json.Unmarshal(raw, &w)
	return string(w)
}

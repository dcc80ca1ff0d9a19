package receive

import (
	"bytes"
	"encoding/json"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"

	"aloft/model/hooks"
)

// Values are a request as a route reads it.
type Values struct {
	Header map[string][]string // by canonical names
	Query  url.Values
	body   *node
}

// NewValues reads a request. The body must be JSON, or a form when the content type says so.
func NewValues(header map[string][]string, query url.Values, body []byte) (*Values, error) {
	raw, err := jsonOf(textproto.MIMEHeader(header).Get("Content-Type"), body)
	if err != nil {
		return nil, err
	}
	return &Values{header, query, &node{raw: raw}}, nil
}

// Unmarked is a body without the byte order mark that some senders put before it.
func Unmarked(body []byte) []byte { return bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")) }

// jsonOf returns the body as JSON. A form becomes an object of its fields; one that has only the field payload, as
// GitHub and Slack send it, is the JSON in that field.
func jsonOf(contentType string, body []byte) ([]byte, error) {
	kind, _, _ := strings.Cut(contentType, ";")
	body = bytes.TrimSpace(Unmarked(body))
	// JSON in spite of the type of a form is what curl -d sends.
	object := len(body) > 0 && body[0] == '{' && json.Valid(body)
	if !object && strings.EqualFold(strings.TrimSpace(kind), "application/x-www-form-urlencoded") {
		form, err := url.ParseQuery(string(body))
		if err != nil {
			return nil, say("the form cannot be read: %s", err.Error())
		}
		if p := form["payload"]; len(form) == 1 && len(p) == 1 && json.Valid([]byte(p[0])) {
			return []byte(p[0]), nil
		}
		fields := map[string]any{}
		for name, values := range form {
			if fields[name] = values; len(values) == 1 {
				fields[name] = values[0]
			}
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		err = e.Encode(fields)
		return bytes.TrimSpace(b.Bytes()), err
	}
	if len(body) == 0 {
		return []byte("{}"), nil
	}
	if !json.Valid(body) {
		return nil, say("the body is neither JSON nor a form")
	}
	return body, nil
}

// node is a JSON value. Its parts are read when they are asked for.
type node struct {
	raw    []byte
	read   bool
	object map[string]*node
	array  []*node
}

func (n *node) child(name string) *node {
	if !n.read {
		n.read = true
		switch n.raw[0] {
		case '{':
			var m map[string]json.RawMessage
			if json.Unmarshal(n.raw, &m) == nil {
				n.object = make(map[string]*node, len(m))
				for k, v := range m {
					n.object[k] = &node{raw: v}
				}
			}
		case '[':
			var a []json.RawMessage
			if json.Unmarshal(n.raw, &a) == nil {
				for _, v := range a {
					n.array = append(n.array, &node{raw: v})
				}
			}
		}
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(n.array) {
		return n.array[i]
	}
	return n.object[name]
}

// Raw is the JSON of a value; nil: there is none, or null.
func (v *Values) Raw(p hooks.Path) []byte {
	switch p.Parts[0] {
	case "header":
		return first(v.Header[textproto.CanonicalMIMEHeaderKey(p.Parts[1])])
	case "query":
		return first(v.Query[p.Parts[1]])
	}
	n := v.body
	for _, part := range p.Parts[1:] {
		if n = n.child(part); n == nil {
			return nil
		}
	}
	if n.raw[0] == 'n' {
		return nil
	}
	return n.raw
}

func first(values []string) []byte {
	if len(values) == 0 {
		return nil
	}
	b, err := json.Marshal(values[0])
	if err != nil {
		return nil
	}
	return b
}

// Text is a value as text: a string as it is, everything else as JSON in one line.
func (v *Values) Text(p hooks.Path) (string, bool) {
	raw := v.Raw(p)
	if raw == nil {
		return "", false
	}
	switch raw[0] {
	case '"':
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return "", false
		}
		return s, true
	case '{', '[':
		var b bytes.Buffer
		if json.Compact(&b, raw) != nil {
			return "", false
		}
		return b.String(), true
	}
	return string(raw), true
}

// fill fills a template; lacks is the first path that names nothing.
func (v *Values) fill(t hooks.Template) (s string, lacks *hooks.Path) {
	return t.Fill(func(p hooks.Path) string {
		value, ok := v.Text(p)
		if !ok && lacks == nil {
			lacks = &p
		}
		return value
	}), lacks
}

// Condition is a value that a request must have.
type Condition struct {
	Path hooks.Path
	Any  []string // one of them; "*" in it stands for any text
}

// Holds reports whether a request has the value, and which it has.
func (c Condition) Holds(v *Values) (holds bool, is string, there bool) {
	is, there = v.Text(c.Path)
	if !there {
		return false, "", false
	}
	for _, pattern := range c.Any {
		if hooks.Glob(pattern, is) {
			return true, is, true
		}
	}
	return false, is, true
}

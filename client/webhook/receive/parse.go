package receive

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// Fields are the fields of a request's body, unchanged: nothing is trimmed, and an absent field or null is the zero
// value.
type Fields struct {
	Event, Project, Session, Prompt, Exec, WorkDir string
	Silent                                         bool
	Payload                                        []byte // raw JSON, a slice of the body; nil for none and for null
}

// Parse parses a body: one JSON object with the members of "Webhook request body"
// in the drive specification, or null. Names are case-sensitive, and of equal ones
// the last counts, also when it is null. Its error is the detail that follows
// "invalid JSON: "; it has no line feeds. Values nest at most 10,000 deep, the
// limit of encoding/json. A byte order mark before the object is skipped.
func Parse(body []byte) (Fields, error) {
	var f Fields
	body = Unmarked(body)
	if at := model.NotUTF8(body); at >= 0 {
		return f, say("byte %d is not UTF-8", at)
	}
	if !json.Valid(body) {
		return f, syntax(body)
	}
	body = bytes.Trim(body, space)
	switch body[0] {
	case 'n':
		return f, nil
	case '{':
	default:
		return f, say("the body must be an object, and is %s", kindOf(body))
	}
	type member struct {
		name  string
		to    any
		value []byte // the last one
	}
	all := []member{
		{"event", &f.Event, nil}, {"project", &f.Project, nil}, {"session_key", &f.Session, nil},
		{"prompt", &f.Prompt, nil}, {"exec", &f.Exec, nil}, {"work_dir", &f.WorkDir, nil},
		{"silent", &f.Silent, nil}, {"payload", &f.Payload, nil},
	}
	members(body, func(name string, value []byte) {
		if i := slices.IndexFunc(all, func(m member) bool { return m.name == name }); i >= 0 {
			all[i].value = value
		}
	})
	for _, m := range all {
		if m.value == nil || m.value[0] == 'n' {
			continue
		}
		if err := take(m.to, m.name, m.value); err != nil {
			return Fields{}, err
		}
	}
	return f, nil
}

func take(to any, name string, value []byte) error {
	switch to := to.(type) {
	case *string:
		if value[0] != '"' {
			return say(text.HookFieldType, name, text.HookTypeText, kindOf(value))
		}
		return json.Unmarshal(value, to)
	case *bool:
		if value[0] != 't' && value[0] != 'f' {
			return say(text.HookFieldType, name, text.HookTypeYesNo, kindOf(value))
		}
		*to = value[0] == 't'
	case *[]byte:
		*to = value
	}
	return nil
}

// kindOf names the type of a valid value.
func kindOf(value []byte) string {
	switch value[0] {
	case '"':
		return text.HookTypeText
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 't', 'f':
		return text.HookTypeYesNo
	case 'n':
		return "null"
	}
	return "a number"
}

// say makes an error for a sender, in English.
func say(format string, args ...any) error { return errors.New(text.Wire(format, args...)) }

// whatever accepts any value and ignores it.
type whatever struct{}

func (*whatever) UnmarshalJSON([]byte) error { return nil }

// syntax describes what is wrong with a body that is not JSON.
func syntax(body []byte) error {
	err := json.Unmarshal(body, new(whatever))
	if s, ok := errors.AsType[*json.SyntaxError](err); ok {
		if strings.Contains(s.Error(), "exceeded max depth") {
			return say("it is nested more than 10,000 deep (byte %d)", s.Offset)
		}
		return say("%s (byte %d)", s.Error(), s.Offset)
	}
	return err
}

// space are the characters allowed between tokens of JSON.
const space = " \t\r\n"

// members visits the members of a valid object in their order.
func members(object []byte, visit func(name string, value []byte)) {
	at := 1
	skip := func(also string) {
		for bytes.IndexByte([]byte(space+also), object[at]) >= 0 {
			at++
		}
	}
	for {
		skip(",")
		if object[at] == '}' {
			return
		}
		from := at
		at = endOfString(object, at)
		quoted := object[from:at]
		skip(":")
		from = at
		at = endOfValue(object, at)
		visit(unquote(quoted), object[from:at])
	}
}

func unquote(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	var s string
	if json.Unmarshal(quoted, &s) != nil {
		return ""
	}
	return s
}

// endOfString returns the end of the valid string that begins at from.
func endOfString(b []byte, from int) int {
	for at := from + 1; ; at++ {
		switch b[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
}

// endOfValue returns the end of the valid value that begins at from.
func endOfValue(b []byte, from int) int {
	depth := 0
	for at := from; at < len(b); {
		switch b[at] {
		case '"':
			at = endOfString(b, at)
			if depth == 0 {
				return at
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 { // a number or a literal before it
				return at
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return at
			}
		}
		at++
	}
	return len(b)
}

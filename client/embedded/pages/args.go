package pages

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"aloft/model/text"
)

// argKind is the JSON type of an argument.
type argKind string

const (
	ArgString  argKind = "string"
	ArgInteger argKind = "integer"
	ArgBool    argKind = "boolean"
	ArgObject  argKind = "object"
	ArgList    argKind = "array" // of objects
)

// Arg is one argument of a tool, from the specification's list.
type Arg struct {
	Name     string
	Kind     argKind
	Required bool     // an absent value, "" or [] is refused
	Blank    bool     // "" is a valid value
	Words    []string // the allowed values of a string
	Min, Max int64    // bounds of an integer, when max is not 0
	Fields   []Arg    // of an object, or of each in a list
	Second   string   // its name in the second generation, "" = the same
	Newer    bool     // not in the first generation
	Alone    bool     // required in the first generation, which has no alternative
	Help     string
}

// Args are the checked arguments of a call: a string is a string, an integer an int64, an object Args, a list []Args.
// Missing arguments are absent. The names are those of the first generation.
type Args map[string]any

// Text is a string, "" when it was not given.
func (a Args) Text(name string) string {
	s, _ := a[name].(string)
	return s
}

// Has reports whether an argument was given.
func (a Args) Has(name string) bool {
	_, given := a[name]
	return given
}

// Number is the integer, or def when it was not given.
func (a Args) Number(name string, def int64) int64 {
	if n, given := a[name].(int64); given {
		return n
	}
	return def
}

// Flag is a boolean, false when it was not given.
func (a Args) Flag(name string) bool {
	b, _ := a[name].(bool)
	return b
}

// Object is the fields of an object, nil when it was not given.
func (a Args) Object(name string) Args {
	o, _ := a[name].(Args)
	return o
}

// List is a list of objects.
func (a Args) List(name string) []Args {
	l, _ := a[name].([]Args)
	return l
}

// Wire is the name of an argument in a generation of the interface.
func (a *Arg) Wire(second bool) string {
	if second && a.Second != "" {
		return a.Second
	}
	return a.Name
}

// ReadArgs checks the arguments of a call as a strict service does: all required
// ones, no unknown ones, each of its type and in its bounds.
func ReadArgs(known []Arg, raw []byte, second bool) (Args, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{}")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var given any
	if err := dec.Decode(&given); err != nil {
		return nil, Refuse(Bad, text.WireDocNoObject)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, Refuse(Bad, text.WireDocNoObject)
	}
	o, isObject := given.(map[string]any)
	if !isObject {
		return nil, Refuse(Bad, text.WireDocNoObject)
	}
	return readObject(known, o, second, "")
}

// readObject checks one object; path is the prefix of its fields in a refusal.
func readObject(known []Arg, given map[string]any, second bool, path string) (Args, error) {
	known = ofGeneration(known, second)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.ContainsFunc(known, func(a Arg) bool { return a.Wire(second) == name }) {
			return nil, Refuse(Bad, "unknown argument %s", path+name)
		}
	}
	out := Args{}
	for i := range known {
		a := &known[i]
		name := a.Wire(second)
		value, there := given[name]
		if !there {
			if a.Required || a.Alone && !second {
				return nil, Refuse(Bad, text.WireDocMissingArg, path+name)
			}
			continue
		}
		v, err := a.read(value, second, path+name)
		if err != nil {
			return nil, err
		}
		if l, isList := v.([]Args); (a.Required || a.Alone) && (v == "" && !a.Blank || isList && len(l) == 0) {
			return nil, Refuse(Bad, text.WireDocEmptyArg, path+name)
		}
		out[a.Name] = v
	}
	return out, nil
}

// ofGeneration returns the arguments of a generation of the interface.
func ofGeneration(known []Arg, second bool) []Arg {
	if second || !slices.ContainsFunc(known, func(a Arg) bool { return a.Newer }) {
		return known
	}
	return slices.DeleteFunc(slices.Clone(known), func(a Arg) bool { return a.Newer })
}

// maxListed is the largest length of a list in arguments.
const maxListed = 100_000

func (a *Arg) read(value any, second bool, path string) (any, error) {
	wrong := func() (any, error) { return nil, Refuse(Bad, text.WireDocWrongType, path, string(a.Kind)) }
	switch a.Kind {
	case ArgString:
		s, isString := value.(string)
		if !isString {
			return wrong()
		}
		if len(a.Words) > 0 && s != "" && !slices.Contains(a.Words, s) {
			return nil, Refuse(Bad, "argument %s cannot be %q, only one of: %s", path, s, strings.Join(a.Words, ", "))
		}
		return s, nil
	case ArgInteger:
		n, isNumber := value.(json.Number)
		if !isNumber {
			return wrong()
		}
		i, whole := wholeNumber(n.String())
		if !whole {
			return wrong()
		}
		if a.Max != 0 && (i < a.Min || i > a.Max) {
			return nil, Refuse(Bad, "argument %s cannot be %d, only %d to %d", path, i, a.Min, a.Max)
		}
		return i, nil
	case ArgBool:
		if b, isBool := value.(bool); isBool {
			return b, nil
		}
		return wrong()
	case ArgList:
		l, isList := value.([]any)
		if !isList {
			return wrong()
		}
		if len(l) > maxListed {
			return nil, Refuse(Bad, "argument %s has %d {part|parts}, at most %d", path, len(l), maxListed)
		}
		out := make([]Args, len(l))
		for i, v := range l {
			at := path + "[" + strconv.Itoa(i) + "]"
			o, isObject := v.(map[string]any)
			if !isObject {
				return nil, Refuse(Bad, text.WireDocWrongType, at, string(ArgObject))
			}
			var err error
			if out[i], err = readObject(a.Fields, o, second, at+"."); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	o, isObject := value.(map[string]any)
	if !isObject {
		return wrong()
	}
	return readObject(a.Fields, o, second, path+".")
}

// wholeNumber parses a JSON number that is an integer, such as 7, 7.0 and 7e2.
func wholeNumber(s string) (int64, bool) {
	if len(s) > 40 { // an exponent of millions would cost as many digits
		return 0, false
	}
	if e := strings.IndexAny(s, "eE"); e >= 0 && len(s)-e > 4 {
		return 0, false
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// Schema is the JSON schema of arguments.
func Schema(args []Arg, second bool) Object {
	properties, required := Object{}, []string{}
	args = ofGeneration(args, second)
	for i := range args {
		a := &args[i]
		p := Object{"type": string(a.Kind)}
		switch a.Kind {
		case ArgObject:
			p = Schema(a.Fields, second)
		case ArgList:
			p["items"] = Schema(a.Fields, second)
		}
		if a.Help != "" {
			p["description"] = a.Help
		}
		if len(a.Words) > 0 {
			p["enum"] = a.Words
		}
		if a.Max != 0 {
			p["minimum"], p["maximum"] = a.Min, a.Max
		}
		properties[a.Wire(second)] = p
		if a.Required || a.Alone && !second {
			required = append(required, a.Wire(second))
		}
	}
	s := Object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

package embedded

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
	argString  argKind = "string"
	argInteger argKind = "integer"
	argBool    argKind = "boolean"
	argObject  argKind = "object"
	argList    argKind = "array" // of objects
)

// docsArg is one argument of a tool, from the specification's list.
type docsArg struct {
	name     string
	kind     argKind
	required bool      // not given, "" or [] is refused
	blank    bool      // "" is none the less a value
	words    []string  // the values allowed, when they are words
	min, max int64     // bounds of an integer, when max is not 0
	fields   []docsArg // of an object, or of each in a list
	second   string    // its name in the second generation, "" = the same
	newer    bool      // there is none in the first generation
	alone    bool      // required in the first generation, which has no other for the same
	help     text.Text
}

// docsArgs are the arguments of a call, checked: a string is a string, an
// integer an int64, an object docsArgs, a list []docsArgs; what was not given is
// missing. The names are those of the first generation.
type docsArgs map[string]any

func (a docsArgs) text(name string) string {
	s, _ := a[name].(string)
	return s
}

func (a docsArgs) has(name string) bool {
	_, given := a[name]
	return given
}

// number is the integer, or def when it was not given.
func (a docsArgs) number(name string, def int64) int64 {
	if n, given := a[name].(int64); given {
		return n
	}
	return def
}

func (a docsArgs) flag(name string) bool {
	b, _ := a[name].(bool)
	return b
}

func (a docsArgs) object(name string) docsArgs {
	o, _ := a[name].(docsArgs)
	return o
}

func (a docsArgs) list(name string) []docsArgs {
	l, _ := a[name].([]docsArgs)
	return l
}

// wire is the name of an argument in a generation of the interface.
func (a *docsArg) wire(second bool) string {
	if second && a.second != "" {
		return a.second
	}
	return a.name
}

// readArgs checks the arguments of a call as a strict service does: every one
// that is required, none that is unknown, each of its type and in its bounds.
func readArgs(known []docsArg, raw []byte, second bool) (docsArgs, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{}")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var given any
	if err := dec.Decode(&given); err != nil {
		return nil, refuse(docsBad, text.WireDocNoObject)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, refuse(docsBad, text.WireDocNoObject)
	}
	o, isObject := given.(map[string]any)
	if !isObject {
		return nil, refuse(docsBad, text.WireDocNoObject)
	}
	return readObject(known, o, second, "")
}

// readObject checks one object; path is before its fields in a refusal.
func readObject(known []docsArg, given map[string]any, second bool, path string) (docsArgs, error) {
	known = ofGeneration(known, second)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.ContainsFunc(known, func(a docsArg) bool { return a.wire(second) == name }) {
			return nil, refuse(docsBad, "unknown argument %s", path+name)
		}
	}
	out := docsArgs{}
	for i := range known {
		a := &known[i]
		name := a.wire(second)
		value, there := given[name]
		if !there {
			if a.required || a.alone && !second {
				return nil, refuse(docsBad, text.WireDocMissingArg, path+name)
			}
			continue
		}
		v, err := a.read(value, second, path+name)
		if err != nil {
			return nil, err
		}
		if l, isList := v.([]docsArgs); (a.required || a.alone) && (v == "" && !a.blank || isList && len(l) == 0) {
			return nil, refuse(docsBad, text.WireDocEmptyArg, path+name)
		}
		out[a.name] = v
	}
	return out, nil
}

// ofGeneration are the arguments that a generation of the interface has.
func ofGeneration(known []docsArg, second bool) []docsArg {
	if second || !slices.ContainsFunc(known, func(a docsArg) bool { return a.newer }) {
		return known
	}
	return slices.DeleteFunc(slices.Clone(known), func(a docsArg) bool { return a.newer })
}

// maxListed is how many a list of arguments may have.
const maxListed = 100_000

func (a *docsArg) read(value any, second bool, path string) (any, error) {
	wrong := func() (any, error) { return nil, refuse(docsBad, text.WireDocWrongType, path, string(a.kind)) }
	switch a.kind {
	case argString:
		s, isString := value.(string)
		if !isString {
			return wrong()
		}
		if len(a.words) > 0 && s != "" && !slices.Contains(a.words, s) {
			return nil, refuse(docsBad, "argument %s cannot be %q, only one of: %s", path, s, strings.Join(a.words, ", "))
		}
		return s, nil
	case argInteger:
		n, isNumber := value.(json.Number)
		if !isNumber {
			return wrong()
		}
		i, whole := wholeNumber(n.String())
		if !whole {
			return wrong()
		}
		if a.max != 0 && (i < a.min || i > a.max) {
			return nil, refuse(docsBad, "argument %s cannot be %d, only %d to %d", path, i, a.min, a.max)
		}
		return i, nil
	case argBool:
		if b, isBool := value.(bool); isBool {
			return b, nil
		}
		return wrong()
	case argList:
		l, isList := value.([]any)
		if !isList {
			return wrong()
		}
		if len(l) > maxListed {
			return nil, refuse(docsBad, "argument %s has %d {part|parts}, at most %d", path, len(l), maxListed)
		}
		out := make([]docsArgs, len(l))
		for i, v := range l {
			at := path + "[" + strconv.Itoa(i) + "]"
			o, isObject := v.(map[string]any)
			if !isObject {
				return nil, refuse(docsBad, text.WireDocWrongType, at, string(argObject))
			}
			var err error
			if out[i], err = readObject(a.fields, o, second, at+"."); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	o, isObject := value.(map[string]any)
	if !isObject {
		return wrong()
	}
	return readObject(a.fields, o, second, path+".")
}

// wholeNumber reads a JSON number that is whole, as 7, 7.0 and 7e2 are.
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

// schema is the JSON schema of arguments.
func schema(args []docsArg, second bool) object {
	var c *text.Catalogue
	properties, required := object{}, []string{}
	args = ofGeneration(args, second)
	for i := range args {
		a := &args[i]
		p := object{"type": string(a.kind)}
		switch a.kind {
		case argObject:
			p = schema(a.fields, second)
		case argList:
			p["items"] = schema(a.fields, second)
		}
		if a.help != "" {
			p["description"] = c.Say(a.help)
		}
		if len(a.words) > 0 {
			p["enum"] = a.words
		}
		if a.max != 0 {
			p["minimum"], p["maximum"] = a.min, a.max
		}
		properties[a.wire(second)] = p
		if a.required || a.alone && !second {
			required = append(required, a.wire(second))
		}
	}
	s := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

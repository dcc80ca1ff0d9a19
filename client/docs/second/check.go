package second

import (
	"encoding/json"
	"fmt"
	"slices"
)

// args are the arguments of a call under the specification's names.
type args map[string]any

func (a args) str(name string) string { s, _ := a[name].(string); return s }

func (a args) int(name string, otherwise int64) int64 {
	if n, ok := a[name].(int64); ok {
		return n
	}
	return otherwise
}

func (a args) has(name string) bool { _, ok := a[name]; return ok }

// check checks the arguments by the table: unknown ones, wrong types, missing
// required ones and values out of bounds. It returns the arguments under the
// specification's names, and an error message.
func check(list []arg, sp spelling, in object) (args, string) {
	out, known := args{}, map[string]bool{}
	for _, a := range list {
		if a.newer && !sp.renamed {
			continue
		}
		name := a.spelled(sp)
		known[name] = true
		v, there := in[name]
		if !there {
			if a.required && !(a.either && sp.renamed) {
				return nil, fmt.Sprintf("%s is missing", name)
			}
			continue
		}
		v, wrong := a.value(v, sp)
		if wrong != "" {
			return nil, name + " " + wrong
		}
		out[a.name] = v
	}
	for name := range in {
		if !known[name] {
			return nil, fmt.Sprintf("there is no argument %s", name)
		}
	}
	return out, ""
}

func (a arg) value(v any, sp spelling) (any, string) {
	switch a.typ {
	case "string":
		s, ok := v.(string)
		if !ok {
			return nil, fmt.Sprintf("is %T, not a string", v)
		}
		if i := slices.Index(a.words(sp), s); i >= 0 {
			v = a.one[i]
		} else if a.one != nil {
			return nil, fmt.Sprintf("is %q, not one of %q", s, a.words(sp))
		}
	case "integer":
		num, ok := v.(json.Number)
		if !ok {
			return nil, fmt.Sprintf("is %T, not an integer", v)
		}
		n, err := num.Int64()
		if err != nil {
			return nil, "is no integer"
		}
		if n < a.least || a.most > 0 && n > a.most {
			return nil, fmt.Sprintf("is %d, out of its bounds", n)
		}
		v = n
	case "boolean":
		if _, ok := v.(bool); !ok {
			return nil, fmt.Sprintf("is %T, not a boolean", v)
		}
	case "array":
		all, ok := v.([]any)
		if !ok {
			return nil, fmt.Sprintf("is %T, not an array", v)
		}
		if len(all) == 0 {
			return nil, "is empty"
		}
		out := make([]args, len(all))
		for i, x := range all {
			o, ok := x.(object)
			if !ok {
				return nil, fmt.Sprintf("has %T, not an object", x)
			}
			inner, wrong := check(a.fields, sp, o)
			if wrong != "" {
				return nil, "is wrong: " + wrong
			}
			out[i] = inner
		}
		v = out
	case "object":
		o, ok := v.(object)
		if !ok {
			return nil, fmt.Sprintf("is %T, not an object", v)
		}
		inner, wrong := check(a.fields, sp, o)
		if wrong != "" {
			return nil, "is wrong: " + wrong
		}
		v = object(inner)
	}
	if a.check != nil {
		if wrong := a.check(v); wrong != "" {
			return nil, wrong
		}
	}
	return v, ""
}

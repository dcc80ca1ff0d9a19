package embedded

import "aloft/model/text"

// argKind is the JSON type of an argument.
type argKind string

const (
	argString  argKind = "string"
	argInteger argKind = "integer"
	argBool    argKind = "boolean"
	argObject  argKind = "object"
)

// docsArg is one argument of a tool, from the specification's list.
type docsArg struct {
	name     string
	kind     argKind
	required bool      // not given or "" is refused
	words    []string  // the values allowed, when they are words
	min, max int64     // bounds of an integer, when max is not 0
	fields   []docsArg // of an object
	second   string    // its name in the second generation, "" = the same
	help     text.Text
}

// docsArgs are the arguments of a call, checked: a string is a string, an
// integer an int64, an object docsArgs; what was not given is missing.
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

func (a docsArgs) object(name string) docsArgs {
	o, _ := a[name].(docsArgs)
	return o
}

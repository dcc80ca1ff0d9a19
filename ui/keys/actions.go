package keys

import (
	"slices"
	"strings"
)

// Action is what a key can be bound to. Its value is "context.name", the
// words of keys.toml.
type Action string

// Context is where the action works.
func (a Action) Context() Context {
	c, _, _ := strings.Cut(string(a), ".")
	return Context(c)
}

// None is the action of a key that is not bound.
const None Action = ""

// Actions is the registry: every action there is, in the order of the help.
func Actions() []Doc {
	return slices.Concat(globalDocs(), paneDocs(), jobDocs(), dialogDocs(), inputDocs(), documentDocs(), editDocs(), hookDocs())
}

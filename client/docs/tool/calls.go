package tool

import (
	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Call is one call of a tool, under the specification's names.
type Call struct {
	Purpose
	Tool Tool
	Args []Arg

	Changes bool   // may change something: never retried
	Once    bool   // has no visible effect, but is retried only by the caller
	Task    string // the task it polls; an error in the answer is that of the task
	// strict: an argument that the live schema does not have fails the call, so
	// that nothing else is made.
	Strict bool
	Base   int64 // version of the document's text, 0 = the newest
	Long   bool  // its answer may be too long for memory
}

// Arg is one argument of a call.
type Arg struct {
	Name  string
	Value any
	Says  string // how a person says the value, "" = so
	// needless: the service's default, sent only where the schema requires the
	// argument.
	Needless bool
	// known: sent only where the live schema has it and takes the value, or has another word
	// with it: FULL_DETAIL for full.
	Known bool
	// spare: the service's default too, left out where the live schema lacks the argument or
	// the value.
	Spare bool
	// guard: it does not change what is asked for: a schema that neither has nor
	// refuses it does not prevent the call.
	Guard bool
	// or are sent instead, those that the live schema has, where it does not take this one.
	Or []Arg
}

func (k *Call) Missing() *client.Error {
	return client.Errorf(client.KindUnsupported, k.Op, k.Place, text.DocsNoTool, k.Tool.Name())
}

// Fields is an object within the arguments, under the specification's names.
type Fields map[string]any

// Purpose is what a call is for, and its urgency.
type Purpose struct {
	Op    string
	Place model.Place
	Class client.Class
	Lane  string
	Probe bool // sent although the token is known to be refused
}

func For(op string, p model.Place, opt client.Options) Purpose {
	return Purpose{Op: op, Place: p, Class: opt.Class, Lane: opt.Lane}
}

func (a Purpose) Read(t Tool, args ...Arg) *Call {
	return &Call{Purpose: a, Tool: t, Args: args}
}

func (a Purpose) Write(t Tool, args ...Arg) *Call {
	c := a.Read(t, args...)
	c.Changes, c.Lane = true, ""
	return c
}

func Is(name string, value any) Arg { return Arg{Name: name, Value: value} }

// May is an argument whose empty value is the service's default.
func May(name, value string) Arg { return Arg{Name: name, Value: value, Needless: value == ""} }

func (c *Call) Look() text.Text {
	if c.Tool.OfWord() && c.Op != OpConnect {
		return "read the document again"
	}
	return "check the folder before you try again"
}

// Unclear: a change was accepted, but its answer lacks the result.
func (c *Call) Unclear(what text.Text) *client.Error {
	e := client.Errorf(client.KindUnknown, c.Op, c.Place, what)
	e.Changed, e.Hint = client.ChangedMaybe, c.Look()
	return e
}

// Nonsense: the answer contains impossible positions.
func (c *Call) Nonsense() error {
	return client.Errorf(client.KindServer, c.Op, c.Place, "the document service's answer to %s has invalid positions; they are not used", c.Tool.Name())
}

const OpConnect = "connect"

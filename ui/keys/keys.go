// Package keys holds what a person can press: one row for each action, the
// person's own keys.toml, and the check that no key means two things at once.
// Help, hints, the palette and the shipped maps are drawn from the rows.
package keys

import (
	"slices"
	"strings"
)

// Names are the shipped maps, the default first: letters as in vim with function
// keys beside them; Midnight Commander's, without single letters; and arrows with
// function keys, for people who know neither.
func Names() []string { return []string{"default", "mc", "arrows"} }

// chain gives the contexts whose keys work in a context, its own first.
func chain(c Context) []Context {
	switch c {
	case InDocument:
		return []Context{c, InEdit, InGlobal}
	case InEdit:
		return []Context{c, InGlobal}
	case InGlobal, InInput:
		return []Context{c}
	case InPane:
		return []Context{c, InCommand, InGlobal}
	case InJobs, InFile, InHook, InDelivery, InTalk:
		return []Context{c, InGlobal}
	case InDialog:
		return []Context{c}
	case InConfirm, InConflict, InError, InQuit, InResume, InShare, InEditConflict:
		return []Context{c, InButtons, InDialog}
	case InResults, InBin:
		return []Context{c, InPane, InCommand, InGlobal}
	case InRecent:
		return []Context{c, InResults, InPane, InCommand, InGlobal}
	case InPlan:
		return []Context{c, InConfirm, InButtons, InDialog}
	}
	return []Context{c, InDialog}
}

// shadows reports whether the keys of a context win over those of the contexts around
// it: a list of results has its own keys in a pane.
func shadows(c Context) bool { return c == InResults || c == InRecent || c == InBin }

// InList reports whether the keys are those of a file pane, whatever it lists.
func InList(c Context) bool { return c == InPane || shadows(c) }

// chords reports whether keys of the context may be sequences: a dialog handles
// every key at once.
func chords(c Context) bool {
	switch c {
	case InGlobal, InPane, InCommand, InResults, InRecent, InBin, InJobs, InEdit, InDocument, InFile, InHook, InDelivery, InTalk:
		return true
	}
	return false
}

// Binding is one key of one action. Key is a sequence as it is written, its presses
// separated by spaces: "g g".
type Binding struct {
	Key    string
	Action Action
	File   string // "" = a shipped map
	Line   int
}

// Found says what Lookup found.
type Found int

const (
	Unbound Found = iota // nothing begins with it
	Prefix               // a chord begins with it: wait for the next key
	Bound                // it is an action
)

// Map is a checked set of bindings. It never changes after it was loaded.
type Map struct {
	name  string
	bound map[Context]map[string]Action // sequence to action
	begun map[Context]map[string]bool   // beginnings of chords
	of    map[Action][]Binding          // in the order they were written
	docs  []Doc                         // the registry
	about map[Action]Doc

	commands map[Action]Command
}

// Lookup says what a sequence of presses means in a context. Keys of an outer
// context (global around a pane) count as well.
func (m *Map) Lookup(c Context, seq ...string) (Action, Found) {
	s := strings.Join(seq, " ")
	for _, c := range chain(c) {
		if a, ok := m.bound[c][s]; ok {
			return a, Bound
		}
		if m.begun[c][s] {
			return None, Prefix
		}
	}
	return None, Unbound
}

// Action is Lookup of one press where chords do not matter.
func (m *Map) Action(c Context, key string) Action {
	a, _ := m.Lookup(c, key)
	return a
}

// Keys of an action, the first being the one to show; none when it is disabled.
func (m *Map) Keys(a Action) []string {
	var out []string
	for _, b := range m.of[a] {
		out = append(out, b.Key)
	}
	return out
}

// Key is the first key of an action as it is shown, "" when it has none.
func (m *Map) Key(a Action) string {
	if b := m.of[a]; len(b) > 0 {
		return Show(b[0].Key)
	}
	return ""
}

// Doc of an action; ok is false for one that does not exist.
func (m *Map) Doc(a Action) (d Doc, ok bool) {
	d, ok = m.about[a]
	return d, ok
}

// Docs are the actions that work in a context, its own first.
func (m *Map) Docs(c Context) []Doc {
	var out []Doc
	for _, c := range chain(c) {
		for _, d := range m.docs {
			if d.ID.Context() == c {
				out = append(out, d)
			}
		}
	}
	return out
}

// All are the actions of every context, the person's own commands at the end.
func (m *Map) All() []Doc { return m.docs }

// Name of the shipped map that it began with.
func (m *Map) Name() string { return m.name }

// Bindings are all bindings in the registry's order.
func (m *Map) Bindings() []Binding {
	var out []Binding
	for _, info := range m.docs {
		out = append(out, m.of[info.ID]...)
	}
	return out
}

// Next lists what can follow the beginning of a chord, in the registry's order, its
// own context first. Key is what remains to be pressed.
func (m *Map) Next(c Context, seq ...string) []Binding {
	begin := strings.Join(seq, " ") + " "
	var out []Binding
	for _, c := range chain(c) {
		for _, info := range m.docs {
			if info.ID.Context() != c {
				continue
			}
			for _, b := range m.of[info.ID] {
				if rest, ok := strings.CutPrefix(b.Key, begin); ok {
					b.Key = rest
					out = append(out, b)
				}
			}
		}
	}
	return out
}

// Chord collects presses until they are complete. The zero value is ready.
type Chord struct{ seq []string }

// Press adds a key. With Prefix the caller waits for the next one; with anything
// else the chord is over. When the key does not continue the chord the result is
// Unbound, and the key is not tried on its own: a mistyped chord must not run
// something else.
func (c *Chord) Press(m *Map, ctx Context, key string) (Action, Found) {
	if len(c.seq) > 0 && key == "esc" {
		c.seq = nil
		return None, Unbound
	}
	seq := append(slices.Clip(c.seq), key)
	a, found := m.Lookup(ctx, seq...)
	if found == Prefix {
		c.seq = seq
	} else {
		c.seq = nil
	}
	return a, found
}

// Pending are the keys pressed so far, none when no chord has begun.
func (c *Chord) Pending() []string { return c.seq }

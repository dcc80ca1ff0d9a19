// Package keys holds all actions: a row each, the user's keys.toml, and the check that no key has two meanings. Help,
// hints, the palette and the shipped maps come from the rows.
package keys

import (
	"slices"
	"strings"

	"aloft/model"
)

// Names are the shipped maps, the default first: letters as in vim plus function keys; Midnight Commander's, without
// single letters; and arrows with function keys, for people who know neither.
func Names() []string { return []string{"default", "mc", "arrows"} }

// chain returns the contexts whose keys work in a context, its own first.
func chain(c Context) []Context {
	switch c {
	case InDocument:
		return []Context{c, InEdit, InGlobal}
	case InPassage:
		return []Context{c, InDocument, InEdit, InGlobal}
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

// shadows reports whether a context's keys override the contexts around it, as a list of results does in a pane, and
// the edits of a document what concerns the panes, which it covers.
func shadows(c Context) bool { return c == InPassage || c == InEdit || c != InPane && InList(c) }

// InList reports whether the keys are those of a file pane, whatever it lists.
func InList(c Context) bool { return c == InPane || c == InResults || c == InRecent || c == InBin }

// chords reports whether keys of the context may be sequences. A dialog handles every key at once.
func chords(c Context) bool {
	switch c {
	case InGlobal, InPane, InCommand, InResults, InRecent, InBin, InJobs, InEdit, InDocument, InPassage, InFile, InHook, InDelivery, InTalk:
		return true
	}
	return false
}

// Binding is one key of one action. Key is a written sequence with spaces between presses: "g g".
type Binding struct {
	Key    string
	Action Action
	File   string // "" = a shipped map
	Line   int
}

// Found is the result of Lookup.
type Found int

const (
	Unbound Found = iota // unbound, and no chord begins with it
	Prefix               // the beginning of a chord: wait for the next key
	Bound                // bound to an action
)

// Map is a checked set of bindings. It never changes after loading.
type Map struct {
	name  string
	bound map[Context]map[string]Action // sequence to action
	begun map[Context]map[string]bool   // beginnings of chords
	of    map[Action][]Binding          // in written order
	docs  []Doc                         // the registry
	about map[Action]Doc

	commands map[Action]Command
}

// Lookup returns the meaning of a sequence in a context. Keys of an outer context (global around a pane) count as
// well.
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

// Action is Lookup of one press, ignoring chords.
func (m *Map) Action(c Context, key string) Action {
	a, _ := m.Lookup(c, key)
	return a
}

// Keys returns the keys of an action; hints show the first. A disabled action has none.
func (m *Map) Keys(a Action) []string {
	return model.Each(m.of[a], func(b Binding) string { return b.Key })
}

// Key returns the first key of an action as shown, or "".
func (m *Map) Key(a Action) string {
	if b := m.of[a]; len(b) > 0 {
		return Show(b[0].Key)
	}
	return ""
}

// Doc returns the row of an action. ok is false for an unknown one.
func (m *Map) Doc(a Action) (d Doc, ok bool) {
	d, ok = m.about[a]
	return d, ok
}

// Docs returns the actions of a context, its own first.
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

// All returns the actions of every context, with the user's commands at the end.
func (m *Map) All() []Doc { return m.docs }

// Name returns the name of the shipped map it is based on.
func (m *Map) Name() string { return m.name }

// Bindings returns all bindings in the registry's order.
func (m *Map) Bindings() []Binding {
	var out []Binding
	for _, info := range m.docs {
		out = append(out, m.of[info.ID]...)
	}
	return out
}

// Next lists what can follow the beginning of a chord, in the registry's order, its own context first. Key is the
// rest to press.
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

// Press adds a key. After Prefix the caller waits for the next key; otherwise the chord is over. A key that does not
// continue the chord gives Unbound and is not tried alone: a mistyped chord must not run something else.
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

// Pending returns the keys pressed so far.
func (c *Chord) Pending() []string { return c.seq }

// Package keys holds what a person can press: one row for each action, the
// person's own keys.toml, and the check that no key means two things at once.
// Help, hints, the palette and the shipped maps are drawn from the rows.
package keys

import (
	"slices"
	"strings"

	"aloft/model/text"
)

// Context is where a key is pressed.
type Context string

const (
	InGlobal    Context = "global"
	InPane      Context = "pane"
	InJobs      Context = "jobs"
	InDialog    Context = "dialog"
	InButtons   Context = "buttons"
	InConfirm   Context = "confirm"
	InPlan      Context = "plan"
	InConflict  Context = "conflict"
	InError     Context = "error"
	InQuit      Context = "quit"
	InResume    Context = "resume"
	InView      Context = "view"
	InPick      Context = "pick"
	InBookmarks Context = "bookmarks"
	InBin       Context = "bin"
	InResults   Context = "results"
	InRecent    Context = "recent"
	InShare     Context = "permission"
	InHelp      Context = "help"
	InInput     Context = "input"
)

// Doc is the row of an action: all that a person sees of it.
type Doc struct {
	ID    Action
	Title text.Text // what it does, as the help and the palette say it
	Short text.Text // one or two words for the hint line; "" = never there
	Group text.Text // heading in the help
	Keys  Keys
}

// Keys of an action in the shipped maps, in the order of Names; one alone stands
// for all of them. "g g or home" is two keys, the first being the one to show.
type Keys [3]string

// or parts the keys of an action in a map.
const or = " or "

// none are the keys of an action that a map has no key for.
const none = "none"

// in the map with that place in Names.
func (k Keys) in(i int) []string {
	if k[i] == "" {
		i = 0
	}
	if k[i] == none {
		return nil
	}
	return strings.Split(k[i], or)
}

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
	case InPane, InJobs, InHook, InDelivery, InTalk:
		return []Context{c, InGlobal}
	case InDialog:
		return []Context{c}
	case InConfirm, InConflict, InError, InQuit, InResume, InShare, InEditConflict:
		return []Context{c, InButtons, InDialog}
	case InRecent:
		return []Context{c, InResults, InDialog}
	case InPlan:
		return []Context{c, InConfirm, InButtons, InDialog}
	}
	return []Context{c, InDialog}
}

// chords reports whether keys of the context may be sequences: a dialog handles
// every key at once.
func chords(c Context) bool {
	switch c {
	case InGlobal, InPane, InJobs, InEdit, InDocument, InHook, InDelivery, InTalk:
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

package keys

import (
	"strings"

	"aloft/model/text"
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

// InDocument is the reader: the outline of a document and its text.
const InDocument Context = "document"

// InFile is the view of a file.
const InFile Context = "file"

// Context is where a key is pressed.
type Context string

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
	InSettings  Context = "settings"
	InInput     Context = "input"
	InCommand   Context = "command" // the person's own
)

package keys

import (
	"strings"

	"aloft/model/text"
)

// Action is what a key can be bound to. Its value is "context.name" as in keys.toml.
type Action string

// Context returns where the action works.
func (a Action) Context() Context {
	c, _, _ := strings.Cut(string(a), ".")
	return Context(c)
}

// None is the action of an unbound key.
const None Action = ""

// InDocument is the reader: outline and text of a document.
const InDocument Context = "document"

// InPassage is the reader while text is selected.
const InPassage Context = "passage"

// InFile is the view of a file.
const InFile Context = "file"

// Context is where a key is pressed.
type Context string

// Doc is the row of an action: everything shown about it.
type Doc struct {
	ID    Action
	Title text.Text // what it does, for help and palette
	Short text.Text // one or two words for the hint line; "" = not there
	Group text.Text // heading in the help
	Keys  Keys
}

// Keys are an action's keys in the shipped maps, in the order of Names; a single one stands for all. "g g or home" is
// two keys; hints show the first.
type Keys [3]string

// or separates the keys of an action in a map.
const or = " or "

// none says that a map has no key for an action.
const none = "none"

// in returns the keys in the map at that index of Names.
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
	InCommand   Context = "command" // the user's own
)

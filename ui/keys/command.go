package keys

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"aloft/model"
	"aloft/model/text"
)

// Command is a command of the user: a table [command.NAME] of keys.toml.
type Command struct {
	Run   string // a shell command
	How   How
	Input bool // places on standard input, each ended by a NUL byte
	line  int  // line of its table
}

// How a command runs.
type How string

const (
	OnScreen   How = "screen"     // on the terminal until it ends
	AndWait    How = "wait"       // the same, then Enter returns
	Background How = "background" // without a terminal
	List       How = "list"       // the same, its output is shown as a list; it ends with the program
)

func hows() []string {
	return []string{string(OnScreen), string(AndWait), string(Background), string(List)}
}

// Command returns the command of an action in the context InCommand.
func (m *Map) Command(a Action) Command { return m.commands[a] }

// beginCommand starts a table [command.NAME].
func (r *reader) beginCommand(path []string, line int) bool {
	if len(path) != 2 || path[1] == "" || strings.Trim(path[1], "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		r.wrong(line, "%q is not [command.NAME]; NAME may have only small letters, digits and \"-\"", strings.Join(path, "."))
		return false
	}
	id := Action(strings.Join(path, "."))
	if _, there := r.m.about[id]; !there {
		r.m.docs = append(r.m.docs, Doc{ID: id})
	}
	r.m.of[id] = nil
	r.m.commands[id] = Command{How: OnScreen, line: line}
	r.m.describe(id, path[1])
	return true
}

// describe gives a user's command its row.
func (m *Map) describe(id Action, title string) {
	d := Doc{ID: id, Title: text.Text(model.Clean(title)), Group: text.KeyGroupCommands}
	m.docs[slices.IndexFunc(m.docs, func(d Doc) bool { return d.ID == id })] = d
	m.about[id] = d
}

// command reads a line of such a table.
func (r *reader) command(path []string, line int, v *unstable.Node) {
	if len(path) != 3 {
		r.wrong(line, text.KeysForm, strings.Join(path, "."))
		return
	}
	id := Action(path[0] + "." + path[1])
	c, data := r.m.commands[id], string(v.Data)
	word := v.Kind == unstable.String && strings.TrimSpace(data) != ""
	switch name := path[2]; {
	case name == "keys":
		r.bind(id, line, v)
	case name == "run" && word:
		c.Run = data
	case name == "title" && word:
		r.m.describe(id, data)
	case name == "how" && word && slices.Contains(hows(), data):
		c.How = How(data)
	case name == "input" && v.Kind == unstable.Bool:
		c.Input = data == "true"
	case name == "how":
		r.wrong(line, "how must be one of %s", strings.Join(hows(), ", "))
	case name == "input":
		r.wrong(line, "input must be true or false")
	case name == "run", name == "title":
		r.wrong(line, "%s must not be empty", name)
	default:
		known := []string{"run", "keys", "title", "how", "input"}
		r.didYouMean(line, "a command has no setting %q", name, model.Nearest(name, known), strings.Join(known, ", "))
	}
	r.m.commands[id] = c
}

// commandsWithoutLine reports commands without run.
func (r *reader) commandsWithoutLine() {
	for _, d := range r.m.docs {
		if c, own := r.m.commands[d.ID]; own && c.Run == "" {
			r.wrong(c.line, "[%s] needs run = \"…\"", string(d.ID))
		}
	}
}

package renaming

import (
	"slices"
	"strconv"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// FileName is the name of the list as a file.
const FileName = "names.txt"

// MaxList is the longest list that is read, in bytes, and TooLong says so: how many
// MB.
const (
	MaxList           = 64 << 20
	TooLong text.Text = "the list is larger than %d MB; nothing was changed"
)

// blame begins the line of the list that says what is wrong with the next one.
const blame = "#! "

// head explains the list to the person who edits it.
const head text.Text = `New names: a number, a tab and a name on each line. Change the names and save.
The order of the lines does not matter. Remove a line to keep its old name.
An empty list renames nothing.
\\ is a backslash; \n, \t, \xHH and \uHHHH are characters no line can show.`

// Draft writes names as a list for an editor: beneath a few lines about it, a number
// and a name on each line. folders, one for each name, are said where they change,
// and not at all when there is only one.
func Draft(cat *text.Catalogue, names, folders []string) string {
	var b strings.Builder
	comment := func(s string) {
		for line := range strings.SplitSeq(s, "\n") {
			b.WriteString("# " + line + "\n")
		}
	}
	comment(cat.Say(head))
	several := slices.ContainsFunc(folders, func(f string) bool { return f != folders[0] })
	width := len(strconv.Itoa(len(names)))
	for i, name := range names {
		if several && (i == 0 || folders[i] != folders[i-1]) {
			comment(model.Clean(folders[i]))
		}
		n := strconv.Itoa(i + 1)
		b.WriteString(strings.Repeat(" ", width-len(n)) + n + "\t" + Escape(name) + "\n")
	}
	return b.String()
}

// Edited is a list that came back from an editor.
type Edited struct {
	Names []string // raw; "" = the entry keeps its name

	lines []string // without the blames of an earlier time
	at    []int    // which line names an entry, -1 = none
	bad   map[int][]*Fault
}

// Read reads the list of so many names.
func Read(s string, n int) *Edited {
	e := &Edited{Names: make([]string, n), at: make([]int, n), bad: map[int][]*Fault{}}
	for i := range e.at {
		e.at[i] = -1
	}
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if strings.HasPrefix(line, strings.TrimSpace(blame)) {
			continue
		}
		e.lines = append(e.lines, line)
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if f := e.line(line, len(e.lines)-1); f != nil {
			e.bad[len(e.lines)-1] = append(e.bad[len(e.lines)-1], f)
		}
	}
	return e
}

// line reads one line.
func (e *Edited) line(s string, at int) *Fault {
	number, rest, tab := strings.Cut(s, "\t")
	i, err := strconv.Atoi(strings.TrimSpace(number))
	if !tab || err != nil {
		return fault("this line does not begin with a number and a tab")
	}
	switch {
	case i < 1 || i > len(e.at):
		return fault("no line %d (the list has %d)", i, len(e.at))
	case e.at[i-1] >= 0:
		return fault("the number %d is on two lines", i)
	}
	name, ok := Unescape(rest)
	switch {
	case !ok:
		return fault(`write a backslash as \\`)
	case name == "":
		return fault("the name is missing; to keep the old name, remove the line")
	}
	e.at[i-1], e.Names[i-1] = at, name
	return nil
}

// Empty reports whether no name is left, so that nothing is to be renamed.
func (e *Edited) Empty() bool {
	return len(e.bad) == 0 && !slices.ContainsFunc(e.at, func(at int) bool { return at >= 0 })
}

// Blame says what is wrong with the name of an entry; the first thing said of it
// stays.
func (e *Edited) Blame(i int, what text.Text, args ...any) {
	if at := e.at[i]; at >= 0 && len(e.bad[at]) == 0 {
		e.bad[at] = append(e.bad[at], fault(what, args...))
	}
}

// Check blames what is wrong with the names themselves. ws are the entries with
// these names, as Check takes them.
func (e *Edited) Check(ws []Wish, held func(folder, name string) int, legal func(string) error, why func(error) string) {
	for i, f := range Check(ws, held, legal) {
		name := model.Clean(ws[i].New)
		switch f {
		case Twice:
			e.Blame(i, "another line also has the name %s", name)
		case Taken:
			e.Blame(i, TakenName, name)
		case Illegal:
			e.Blame(i, "%s", why(legal(ws[i].New)))
		}
	}
}

// TakenName says that an entry has the name already.
const TakenName text.Text = "%s: the name is taken"

// WrongLines says how many lines of a list are wrong.
const WrongLines text.Text = "%d {line is|lines are} wrong; nothing was changed"

// Wrong are the faults of the list, from above, each with its line.
func (e *Edited) Wrong() (lines []string, faults []*Fault) {
	for i, line := range e.lines {
		for _, f := range e.bad[i] {
			lines, faults = append(lines, line), append(faults, f)
		}
	}
	return lines, faults
}

// Again is the list as it was edited, each fault above its line.
func (e *Edited) Again(cat *text.Catalogue) string {
	var b strings.Builder
	for i, line := range e.lines {
		for _, f := range e.bad[i] {
			b.WriteString(blame + model.Clean(model.OneLine(f.Say(cat))) + "\n")
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

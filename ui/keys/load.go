package keys

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Load takes a shipped map ("" = default) and lays the person's files over it; a
// file that does not exist is left out. The error is a *client.Error that names
// file and line of the first problem.
func Load(base string, files ...string) (*Map, error) {
	m, problems := read(base, files)
	if len(problems) == 0 {
		return m, nil
	}
	p := problems[0]
	return nil, &client.Error{
		Kind: client.KindInvalid, Op: "keys", What: "the keys cannot be used: %s", Args: []any{p},
		Hint: "fix the line; aloft keys lists actions and keys", Err: p,
	}
}

// Default is the shipped default map.
func Default() *Map {
	m, _ := read("", nil)
	return m
}

// Check reads the same and returns every problem, none when all is well.
func Check(base string, files ...string) []Problem {
	_, problems := read(base, files)
	return problems
}

// Parse is Load of one file that was read already.
func Parse(base, name string, data []byte) (*Map, []Problem) {
	m, problems := start(base)
	if len(problems) == 0 {
		problems = m.lay(name, data)
	}
	return m.done(problems)
}

// Problem is something wrong in a key file. Line is 0 when the whole file is meant.
type Problem struct {
	File string
	Line int
	What text.Text
	Args []any
	// More is what would be right, when that is known.
	More    text.Text
	MoreArg string
}

// Error is the English sentence.
func (p Problem) Error() string { return p.Say(nil) }

// Say is one clean line: file, line and what is wrong.
func (p Problem) Say(c *text.Catalogue) string {
	s := c.Say(p.What, p.Args...)
	if p.More != "" {
		s += c.Say(p.More, p.MoreArg)
	}
	switch {
	case p.File == "":
	case p.Line == 0:
		s = c.Say("%s: ", p.File) + s
	default:
		s = c.Say("%s:%d: ", p.File, p.Line) + s
	}
	return model.Clean(s)
}

func start(base string) (*Map, []Problem) {
	if base == "" {
		base = Names()[0]
	}
	m := &Map{name: base, of: map[Action][]Binding{}, docs: Actions(), about: map[Action]Doc{}}
	for _, d := range m.docs {
		m.about[d.ID] = d
	}
	i := slices.Index(Names(), base)
	if i < 0 {
		return m, []Problem{{What: "there is no key map %q; there are %s", Args: []any{base, strings.Join(Names(), ", ")}}}
	}
	for _, d := range m.docs {
		for _, key := range d.Keys.in(i) {
			m.of[d.ID] = append(m.of[d.ID], Binding{Key: key, Action: d.ID})
		}
	}
	return m, nil
}

func read(base string, files []string) (*Map, []Problem) {
	m, problems := start(base)
	for _, f := range files {
		data, err := os.ReadFile(f)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			problems = append(problems, Problem{File: f, What: "the key file could not be read: %v", Args: []any{err}})
		default:
			problems = append(problems, m.lay(f, data)...)
		}
	}
	return m.done(problems)
}

// done checks the whole map and prepares it for Lookup.
func (m *Map) done(problems []Problem) (*Map, []Problem) {
	problems = append(problems, m.clashes()...)
	m.bound = map[Context]map[string]Action{}
	m.begun = map[Context]map[string]bool{}
	for _, d := range m.docs {
		if m.bound[d.ID.Context()] == nil {
			m.bound[d.ID.Context()] = map[string]Action{}
			m.begun[d.ID.Context()] = map[string]bool{}
		}
		for _, b := range m.of[d.ID] {
			if _, taken := m.bound[d.ID.Context()][b.Key]; !taken {
				m.bound[d.ID.Context()][b.Key] = d.ID
			}
			for i, r := range b.Key {
				if r == ' ' {
					m.begun[d.ID.Context()][b.Key[:i]] = true
				}
			}
		}
	}
	return m, problems
}

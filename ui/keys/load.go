package keys

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"aloft/client"
)

// Load takes a shipped map ("" = default) and applies the user's files to it, skipping missing files. The error is a
// *client.Error with file and line of the first problem.
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

// Check reads the same files and returns every problem.
func Check(base string, files ...string) []Problem {
	_, problems := read(base, files)
	return problems
}

// Parse is Load of one file that was already read.
func Parse(base, name string, data []byte) (*Map, []Problem) {
	m, problems := start(base)
	if len(problems) == 0 {
		problems = m.lay(name, data)
	}
	return m.done(problems)
}

func start(base string) (*Map, []Problem) {
	base = cmp.Or(base, Names()[0])
	m := &Map{name: base, of: map[Action][]Binding{}, docs: Actions(), about: map[Action]Doc{}, commands: map[Action]Command{}}
	for _, d := range m.docs {
		m.about[d.ID] = d
	}
	i := slices.Index(Names(), base)
	if i < 0 {
		return m, []Problem{{What: "there is no key map %q; available: %s", Args: []any{base, strings.Join(Names(), ", ")}}}
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

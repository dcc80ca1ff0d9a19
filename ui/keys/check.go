package keys

import (
	"fmt"
	"strings"

	"aloft/model/text"
)

// clashes finds keys with two meanings: in one context, or in contexts that are looked up one after the other.
func (m *Map) clashes() []Problem {
	var problems []Problem
	said := map[string]bool{}
	var contexts []Context
	byContext := map[Context][]Binding{}
	for _, d := range m.docs {
		if byContext[d.ID.Context()] == nil {
			contexts = append(contexts, d.ID.Context())
			byContext[d.ID.Context()] = []Binding{}
		}
		byContext[d.ID.Context()] = append(byContext[d.ID.Context()], m.of[d.ID]...)
	}
	sends := map[string]string{} // by key: contexts share bindings
	sentAll := func(key string) string {
		s, ok := sends[key]
		if !ok {
			s = sentAll(key)
			sends[key] = s
		}
		return s
	}
	for _, c := range contexts {
		var all []Binding
		own := map[string]bool{}
		for _, part := range chain(c) {
			for _, b := range byContext[part] {
				if !covered(own, sentAll(b.Key)) {
					all = append(all, b)
				}
			}
			if shadows(part) {
				for _, b := range byContext[part] {
					own[sentAll(b.Key)] = true
				}
			}
		}
		first := map[string]Binding{} // by what the terminal sends
		for _, b := range all {
			k := sentAll(b.Key)
			if other, ok := first[k]; ok && other.Action != b.Action {
				problems = append(problems, m.clash(said, other, b)...)
				continue
			}
			first[k] = b
		}
		for _, b := range all {
			k := sentAll(b.Key)
			for i, r := range k {
				if r != ' ' {
					continue
				}
				if other, ok := first[k[:i]]; ok {
					problems = append(problems, m.clash(said, other, b)...)
				}
			}
		}
	}
	return problems
}

// covered reports whether an inner context takes the keys, or the first of them.
func covered(own map[string]bool, seq string) bool {
	for i, r := range seq {
		if r == ' ' && own[seq[:i]] {
			return true
		}
	}
	return own[seq]
}

func sentAll(seq string) string {
	presses := strings.Fields(seq)
	for i := range presses {
		presses[i] = sent(presses[i])
	}
	return strings.Join(presses, " ")
}

// clash reports two bindings once, the user's file first.
func (m *Map) clash(said map[string]bool, a, b Binding) []Problem {
	if (a.File == "") == (b.File == "") && b.Line > a.Line || a.File == "" && b.File != "" {
		a, b = b, a
	}
	id := fmt.Sprint(a, b)
	if said[id] {
		return nil
	}
	said[id] = true
	t := text.Text("%q is bound to %s here, but %q to %s in %s; bind one of the two to another key, or to []")
	switch {
	case len(strings.Fields(a.Key)) != len(strings.Fields(b.Key)):
		t = "the key %q (%s) clashes with %q (%s) in %s: one is the beginning of the other"
	case a.Key != b.Key:
		t = "terminals cannot tell %q (%s) here from %q (%s) in %s"
	}
	where := m.name
	if b.File != "" {
		where = fmt.Sprintf("%s:%d", b.File, b.Line)
	}
	return []Problem{{File: a.File, Line: a.Line, What: t, Args: []any{a.Key, string(a.Action), b.Key, string(b.Action), where}}}
}

package ui

import (
	"slices"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// narrowKey is the key that a key of an input method stands for; ok is false where text is
// typed, and for a key that the person has bound as it is. begun is the chord before it.
func narrowKey(m *keys.Map, in keys.Context, begun []string, k tea.KeyPressMsg) (narrow tea.KeyPressMsg, ok bool) {
	press, ok := keys.Narrow(k.String())
	if !ok || in == keys.InInput {
		return k, false
	}
	if _, found := m.Lookup(in, append(slices.Clone(begun), k.String())...); found != keys.Unbound {
		return k, false
	}
	if press == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}, true
	}
	r, _ := utf8.DecodeRuneInString(press)
	return tea.KeyPressMsg{Code: r, Text: press}, true
}

package ui

import (
	"cmp"
	"slices"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/keys"
)

// Why a key was replaced.
const (
	methodOn text.Text = "the input method is on: %s was read as %s"
	layoutOn text.Text = "a keyboard layout without Latin letters is on: %s was read as %s"
)

// ownLetters drops the US key that a terminal reports beside the real one if the layout has Latin letters elsewhere:
// there Ctrl goes with the letter.
func ownLetters(k tea.KeyPressMsg) tea.KeyPressMsg {
	if !unicode.IsLetter(k.Code) || unicode.Is(unicode.Latin, k.Code) {
		k.BaseCode = 0
	}
	return k
}

// meant returns the key meant by a key of an input method, of a layout without Latin letters, or by the terminal's
// key for Shift and a function key. ok is false in a text field and for a key bound as it is. begun is the chord
// before it. An empty why needs no message.
func meant(m *keys.Map, terminal string, in keys.Context, begun []string, k tea.KeyPressMsg) (key tea.KeyPressMsg, why text.Text, ok bool) {
	if k.Code >= tea.KeyF13 && k.Code <= tea.KeyF24 {
		n, ok := keys.Shifted(terminal, int(k.Code-tea.KeyF1)+1)
		return tea.KeyPressMsg{Code: tea.KeyF1 + rune(n-1), Mod: k.Mod | tea.ModShift}, "", ok && !known(m, in, begun, k)
	}
	letter := cmp.Or(k.Text, string(k.Code))
	press, ok := keys.Narrow(letter)
	why = methodOn
	if !ok {
		press, ok = keys.Placed(letter)
		why = layoutOn
	}
	if !ok || k.BaseCode != 0 || k.Text != "" && in == keys.InInput || known(m, in, begun, k) {
		return k, "", false
	}
	if press == "space" {
		press = " "
	}
	key = tea.KeyPressMsg{Code: rune(press[0]), Mod: k.Mod}
	if k.Text != "" {
		key.Text = press
	}
	return key, why, true
}

// known reports whether a key has a meaning as it is.
func known(m *keys.Map, in keys.Context, begun []string, k tea.KeyPressMsg) bool {
	_, found := m.Lookup(in, append(slices.Clone(begun), k.String())...)
	return found != keys.Unbound
}

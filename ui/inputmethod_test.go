package ui_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// wide presses keys as an input method sends them.
func wide(d *uitest.Driver, presses string) {
	for _, r := range presses {
		d.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// Keys of an input method mean what they mean without it, and that it is on is said once.
func TestKeysOfAnInputMethod(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		wide(d, "ｊ")
		d.Has("the input method is on: ｊ was read as j")
		wide(d, "ｊ\u3000")
		d.Has("sel 1")
		d.HasNot("the input method")
		wide(d, "ｇｇ")
		wide(d, "？")
		d.Has("Keys: file pane")
		wide(d, "ｑ")
		d.HasNot("Keys: file pane")
		wide(d, "：")
		d.Has("All actions")
	})
}

// The message waits until the line is free for it.
func TestTheInputMethodIsSaidWhereItCanBeRead(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		wide(d, "ｈ") // has an answer of its own
		d.Has("already at the top")
		wide(d, "／")
		d.HasNot("the input method")
		wide(d, "ｎ") // is typed as it is
		d.Has("ｎ")
		d.Keys("esc")
		wide(d, "ｊ")
		d.Has("the input method is on")
	})
}

// Who binds such a key means it.
func TestABoundFullWidthKeyStays(t *testing.T) {
	bound := func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		m, problems := keys.Parse("", "keys.toml", []byte("[pane]\nselect-all = [\"ｊ\"]\n"))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		d.Keys = m
	}
	on(t, 80, 24, bound, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		wide(d, "ｊ")
		d.Has("sel 11")
		d.HasNot("the input method")
	})
}

// Keys of a layout without Latin letters mean what the keys in their places mean; that it is on
// is said once. Text is typed as it is.
func TestKeysOfALayoutWithoutLatinLetters(t *testing.T) {
	for name, keys := range map[string]struct{ down, top, help, quit, named string }{
		"Russian": {"о", "пп", "F1", "й", "о was read as j"},
		"Greek":   {"ξ", "γγ", "F1", ";", "ξ was read as j"},
		"Arabic":  {"ت", "لل", "F1", "ض", "ت was read as j"},
		"Hebrew":  {"ח", "עע", "F1", "/", "ח was read as j"},
	} {
		t.Run(name, func(t *testing.T) {
			on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
				wide(d, keys.down)
				d.Has("a keyboard layout without Latin letters is on: " + keys.named)
				d.Has(" 2/")
				wide(d, keys.down)
				d.HasNot("keyboard layout")
				wide(d, keys.top)
				d.Has(" 1/")
				d.Keys("/")
				wide(d, keys.down)
				d.Has(keys.down)
			})
		})
	}
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		wide(d, "П") // capital: G
		d.Has(" 11/")
		wide(d, "Ж") // Shift with the key of the semicolon
		d.Has("All actions")
	})
}

// Ctrl and Alt go by the place, too, where the terminal says which it is and where it does not; of
// a layout with Latin letters by the letter.
func TestCtrlKeysOfOtherLayouts(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		for _, k := range []tea.KeyPressMsg{
			{Code: 'ъ', Mod: tea.ModCtrl, BaseCode: ']'}, {Code: 'ъ', Mod: tea.ModCtrl},
			{Code: ']', Mod: tea.ModCtrl, BaseCode: '6'}, // of a layout with Latin letters
		} {
			d.Send(k)
			d.Has("Ctrl-] does nothing here")
			d.Keys("j")
		}
		d.Send(tea.KeyPressMsg{Code: 'a', Mod: tea.ModCtrl, BaseCode: 'x'})
		d.HasNot("Ctrl-X")
		d.Send(tea.KeyPressMsg{Code: 'ö', Mod: tea.ModCtrl, BaseCode: ';'})
		d.Has("Ctrl-Ö does nothing here")
		d.Keys("/", "Z")
		d.Has("filter: Z")
		d.Send(tea.KeyPressMsg{Code: 'с', Mod: tea.ModCtrl}) // the place of c
		d.HasNot("filter: Z")
		if !d.App.View().KeyboardEnhancements.ReportAlternateKeys {
			t.Error("the terminal is not asked for the places of keys")
		}
	})
}

// Some terminals send a higher function key for one with Shift.
func TestShiftAndAFunctionKeyOfTheConsole(t *testing.T) {
	for terminal, code := range map[string]rune{"linux": tea.KeyF20, "rxvt-unicode": tea.KeyF18} {
		where := func(d *ui.Deps, e *uitest.Engine, tr *uitest.Tree) {
			with(t, "mc")(d, e, tr)
			d.Environ = append(d.Environ, "TERM="+terminal)
		}
		on(t, 80, 24, where, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys("end")
			d.Send(tea.KeyPressMsg{Code: code})
			d.Has("Shift-F8 works only in a space")
		})
	}
	on(t, 80, 24, with(t, "mc"), func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Send(tea.KeyPressMsg{Code: tea.KeyF20})
		d.Has("F20 does nothing here")
	})
}

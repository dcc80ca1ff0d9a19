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
		d.Has("the input method is on: ｊ was taken as j")
		wide(d, "ｊ\u3000")
		d.Has("selected 1")
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
		d.Has("nothing is above")
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
		d.Has("selected 11")
		d.HasNot("the input method")
	})
}

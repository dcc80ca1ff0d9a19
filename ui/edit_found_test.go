package ui_test

import (
	"testing"

	"aloft/ui/uitest"
)

// With the reader on a match, replacing is one form, and the reader stays where it is. What was typed for another text
// is not offered for this one.
func TestReplacingTheMatchUnderTheCursor(t *testing.T) {
	atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		find := func(what string) {
			t.Helper()
			d.Keys("f", "ctrl+u")
			d.Type(what)
			next(d, "enter")
		}
		find("Alpha")
		next(d, "n")
		d.Has("match 2/3")
		d.Keys("r")
		d.Has("Replace (match 2 of 3)", "Find shows all matches first")
		d.Type("Gamma")
		next(d, "enter")
		k.want(t, "Alpha and beta. Gamma again.", "| May | Alpha |")
		d.HasNot("Replace in")
		d.Has("2024 plan is saved: version 2; u undoes it", "match 2/2")
		next(d, "n")
		d.Keys("r")
		d.Has("Replace (match 2 of 2)")
		d.Type("1300")
		k.Other(k.plan, "# Theirs")
		next(d, "enter")
		next(d, "v")
		d.Keys("r")
		d.Has("your earlier text is filled in", "find          Alpha", "1300")
		d.Keys("esc")
		find("beta")
		d.Keys("r")
		d.HasNot("1300")
		d.Type("delta")
		next(d, "enter")
		k.want(t, "Alpha and delta.")
	})
}

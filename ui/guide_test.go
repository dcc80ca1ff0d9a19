package ui_test

import (
	"testing"

	"aloft/ui/uitest"
)

// The guide is read in the view of a file, and what files have keys for does not mean it.
func TestGuide(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("z", "?")
		d.Has("Guide", "First steps")
		d.Keys("j", "enter")
		d.Has("# Keys", "open, go up")
		for _, k := range []string{"f4", "I"} {
			d.Keys(k)
			d.Has("this is a page of the guide, not a file")
		}
		d.Keys("ctrl+r", "f")
		d.Type("mouse of nobody")
		d.Keys("esc", "G")
		d.Has("then wait half a second")
		d.Keys("esc")
		d.HasNot("then wait half a second")
		d.Has("notes.txt")
	})
}

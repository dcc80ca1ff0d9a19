package ui_test

import (
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

func counting(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Settings.Counts = true }

// A number before a movement says how often it is made.
func TestCounts(t *testing.T) {
	on(t, 80, 24, counting, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		for _, c := range []struct {
			presses []string
			at      string
		}{
			{[]string{"5", "j"}, "6/11"}, {[]string{"2", "k"}, "4/11"}, {[]string{"1", "0", "k"}, "1/11"}, {[]string{"7", "G"}, "7/11"},
			{[]string{"3", "g", "g"}, "3/11"}, {[]string{"9", "9", "9", "9", "j"}, "11/11"}, {[]string{"2", "pgup"}, "1/11"},
			{[]string{"4", "down"}, "5/11"}, {[]string{"6", "esc", "j"}, "6/11"}, {[]string{"3", "g", "esc", "k"}, "5/11"},
		} {
			d.Keys(c.presses...)
			d.Has("─ " + c.at + " ─┴")
		}
		d.Keys("g", "g", "3", "space")
		d.Has("sel 3")
		d.Keys("3", "d")
		d.Has("3d does nothing: a count works with movements only")
		d.HasNot("Delete")
		d.Keys("1", "2")
		d.Pass(time.Hour)
		d.Keys("k") // a longer number waits
		d.Has("─ 1/11")
		d.Keys("1", "2", "3", "4", "5")
		d.Has("a count has at most 4 digits")
	})
}

// A digit alone is the key that it is without counts.
func TestADigitAloneIsAKey(t *testing.T) {
	on(t, 80, 24, counting, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("4")
		d.HasNot("4 Jobs")
		d.Pass(499 * time.Millisecond)
		d.HasNot("4 Jobs")
		d.Pass(time.Millisecond)
		d.Has("4 Jobs")
		d.Keys("1", "g") // the count ends with the chord that has begun
		d.Pass(time.Second)
		d.Has("4 Jobs")
	})
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("4")
		d.Has("4 Jobs")
		d.Keys("1", "j")
		d.Has("─ 2/11")
	})
}

// Without counts, the digits of every key map mean what they mean today.
func TestCountsAreASetting(t *testing.T) {
	for _, name := range keys.Names() {
		on(t, 80, 24, with(t, name), func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys("7")
			d.Has("7 does nothing here")
			d.Keys("down")
			d.Has("─ 2/11")
		})
	}
}

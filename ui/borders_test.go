package ui_test

import (
	"strings"
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/uitest"
)

// Other borders in the configuration redraw all that is shown, as if the program had started with them.
func TestOtherBordersRedrawEverything(t *testing.T) {
	keys := func(ks ...string) func(*uitest.Driver) {
		return func(d *uitest.Driver) {
			d.Keys(ks...)
			d.Pass(time.Second)
		}
	}
	set := func(deps *ui.Deps, borders string, c *chan ui.Reload) {
		*c = make(chan ui.Reload)
		deps.Reloads, deps.Settings.Borders, deps.Configuration = *c, borders, uitest.NewSettings()
	}
	type run func(t *testing.T, w, h int, borders string, do func(*uitest.Driver, chan ui.Reload))
	panes := func(t *testing.T, w, h int, borders string, do func(*uitest.Driver, chan ui.Reload)) {
		var c chan ui.Reload
		on(t, w, h, func(deps *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { set(deps, borders, &c) },
			func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) { do(d, c) })
	}
	receiver := func(t *testing.T, w, h int, borders string, do func(*uitest.Driver, chan ui.Reload)) {
		var c chan ui.Reload
		hooked(t, w, h, func(deps *ui.Deps, _ *uitest.Hooks) { set(deps, borders, &c) },
			func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
				feed(h)
				d.Idle()
				do(d, c)
			})
	}
	documents := func(t *testing.T, w, h int, borders string, do func(*uitest.Driver, chan ui.Reload)) {
		var c chan ui.Reload
		reading(t, w, h, func(deps *ui.Deps, _ *library) { set(deps, borders, &c) },
			func(d *uitest.Driver, _ *library) { do(d, c) })
	}
	for name, scene := range map[string]struct {
		in run
		do func(*uitest.Driver)
	}{
		"panes":       {panes, keys("j", "space")},
		"filter":      {panes, keys("/", "e")},
		"rename":      {panes, keys("r")},
		"stacked":     {panes, keys("z", "v")},
		"zoomed":      {panes, keys("z", "z")},
		"chord":       {panes, keys("g")},
		"dialog":      {panes, keys("d")},
		"help":        {panes, keys("?")},
		"palette":     {panes, keys(":")},
		"guide":       {panes, keys("z", "?", "enter")},
		"settings":    {panes, keys("z", ",")},
		"jobs":        {panes, keys("l", "d", "y", "w")},
		"deliveries":  {receiver, keys("W", "j")},
		"delivery":    {receiver, keys("W", "j", "enter")},
		"talks":       {receiver, keys("W", "v")},
		"talk":        {receiver, keys("W", "v", "enter")},
		"reader":      {documents, func(d *uitest.Driver) { to(d, "Notes"); keys("enter")(d) }},
		"preview":     {documents, func(d *uitest.Driver) { to(d, "Notes"); keys()(d) }},
		"reader help": {documents, func(d *uitest.Driver) { to(d, "Notes"); keys("enter", "?")(d) }},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []struct{ w, h int }{{50, 16}, {80, 24}, {130, 40}} {
				for _, pair := range [][2]string{{"thin", "full"}, {"full", "none"}, {"none", "thin"}} {
					drawn := func(before string) (screen string) {
						scene.in(t, size.w, size.h, before, func(d *uitest.Driver, c chan ui.Reload) {
							scene.do(d)
							c <- ui.Reload{Settings: &ui.Settings{Borders: pair[1]}, Say: "reloaded"}
							d.Pass(time.Second)
							screen = d.App.View().Content
						})
						return screen
					}
					want, got := strings.Split(drawn(pair[1]), "\n"), strings.Split(drawn(pair[0]), "\n")
					for i := range want {
						if got[i] != want[i] {
							t.Errorf("%dx%d, %s to %s, line %d:\n%s\ninstead of\n%s", size.w, size.h, pair[0], pair[1], i+1, got[i], want[i])
							break
						}
					}
				}
			}
		})
	}
}

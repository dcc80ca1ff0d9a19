package ui_test

import (
	"fmt"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// Every list of results in its states: empty, loading, in part, with an error, offline.
func TestScreensOfResults(t *testing.T) {
	broken := client.Errorf(client.KindServer, "list", model.Place{}, "the service is out of order.")
	offline := client.Errorf(client.KindNetwork, "list", model.Place{}, "no answer.")
	type open struct {
		name string
		keys func(d *uitest.Driver, none bool)
	}
	typed := func(key, some, no string) func(*uitest.Driver, bool) {
		return func(d *uitest.Driver, none bool) {
			d.Keys(key)
			line := some
			if none {
				line = no
			}
			d.Type(line)
			d.Keys("enter")
		}
	}
	for _, size := range []struct{ w, h int }{{50, 16}, {80, 24}, {120, 40}, {200, 60}} {
		for _, o := range []open{
			{"search", typed("s", "o", "nothing like it")},
			{"recent", func(d *uitest.Driver, _ bool) { d.Keys("g", "r") }},
			{"find", typed("F", "a --everywhere", "nothing like it")},
		} {
			for _, state := range []string{"full", "empty", "loading", "partly", "error", "offline"} {
				if o.name != "find" && state == "partly" {
					continue // they are one answer
				}
				name := fmt.Sprintf("results-%dx%d-%s-%s", size.w, size.h, o.name, state)
				t.Run(name, func(t *testing.T) {
					inLibrary(t, size.w, size.h, func(_ *ui.Deps, l *library) {
						if state == "empty" {
							l.Recents = nil
						}
					}, func(d *uitest.Driver, l *library) {
						switch state {
						case "loading", "partly":
							l.Cost = 10 * time.Second
						case "error":
							l.Before = memdoc.Refuse(broken, "list", "search", "recent", "details")
						case "offline":
							l.Before = memdoc.Refuse(offline, "list", "search", "recent", "details")
						}
						o.keys(d, state == "empty")
						if state == "partly" {
							d.Pass(15 * time.Second)
						}
						d.Pass(2 * time.Second)
						d.Want(name)
						l.Cost, l.Before = 0, nil
						d.Keys("esc")
					})
				})
			}
		}
		name := fmt.Sprintf("results-%dx%d", size.w, size.h)
		t.Run(name, func(t *testing.T) {
			inLibrary(t, size.w, size.h, nil, func(d *uitest.Driver, l *library) {
				d.Keys("F")
				d.Type("report --kind doc")
				d.Want(name + "-ask-find")
				d.Keys("esc", "s")
				d.Type("First")
				d.Keys("enter", "?")
				d.Want(name + "-help")
				d.Keys("esc", "z", "o")
				d.Want(name + "-order")
				d.Keys("esc")
			})
		})
	}
}

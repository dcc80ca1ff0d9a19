package screentest

import (
	"fmt"
	"strings"
	"testing"
)

// sizes are a common terminal, a wide one, and one with room for one pane.
var sizes = []struct{ w, h int }{{80, 24}, {120, 40}, {50, 16}}

// TestScreens goes through what a person does, at each size.
func TestScreens(t *testing.T) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			t.Parallel()
			tour(t, size.w, size.h)
		})
	}
}

func tour(t *testing.T, width, height int) {
	w := newWorld(t)
	s := w.open(t, width, height)
	name := func(what string) string { return fmt.Sprintf("%dx%d-%s", width, height, what) }

	s.golden(name("first"), "Backup/", "notes.txt", "1/11")
	s.keys("G", "space", "g", "g", "space")
	s.golden(name("selected"), "sel 2")
	s.keys("esc", "g", "g", "l")
	s.shows("2025/")
	s.keys("tab", "j", "l") // the other pane: Documents
	s.golden(name("folder"), "plan.txt")

	s.keys("/")
	s.keys("p", "l")
	s.golden(name("filter"), "filter: pl")
	s.keys("esc")
	s.hides("filter: pl")

	s.keys("G", "r")
	s.keys("-", "旧")
	s.golden(name("renaming"), "plan-旧.txt")
	s.keys("enter")
	s.golden(name("renamed"), "renamed plan.txt to plan-旧.txt")

	s.keys("a", "新", "し", "い")
	s.golden(name("new-folder"), "New folder", "新しい")
	s.keys("enter")
	s.golden(name("made"), "made 新しい")

	s.keys("G", "m") // into Backup, in the left pane
	s.golden(name("moved"), "moved plan-旧.txt to drive:/Backup")

	s.keys("G", "d")
	s.golden(name("delete"), "Delete 1 entry", "budget.xlsx")
	s.keys("y")
	s.golden(name("deleted"), "deleted budget.xlsx")

	s.keys("?")
	s.golden(name("help"), "Keys: file pane")
	s.keys("esc")
	s.hides("Keys:")
	s.keys(":", "t", "h", "e", "m")
	s.golden(name("palette"), "choose a theme")
	s.keys("esc")
	s.hides("choose a theme")
}

// What has to be asked, and what goes wrong.
func TestTroubleOnTheScreen(t *testing.T) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			t.Parallel()
			trouble(t, size.w, size.h)
		})
	}
}

func trouble(t *testing.T, width, height int) {
	w := newWorld(t)
	w.deps.Left, w.deps.Right = at("Documents"), at("Target")
	s := w.open(t, width, height)
	name := func(what string) string { return fmt.Sprintf("%dx%d-%s", width, height, what) }

	s.shows("plan.txt")
	s.keys("A", "m")
	s.golden(name("plan"), "Move 2 entries", "not decided")
	s.keys("R")
	s.golden(name("plan-numbered"), "budget (1).xlsx")
	s.keys("p")
	s.golden(name("plan-full"), "->")
	s.keys("p", "space", "y") // not decided again, so it is asked about
	s.golden(name("conflict"), "Name exists")
	s.keys("s")
	s.golden(name("moved-one"), "moved 1 to drive:/Target")

	// What is to be deleted goes while it is asked about.
	s.keys("esc", "G", "d")
	s.shows("Delete 1 entry")
	w.remove(t, at("Documents", "budget.xlsx"))
	s.keys("y")
	s.golden(name("failed"), "1 item failed")
	s.until("closes", func(screen string) bool { // it is deaf for a moment, since it came by itself
		if strings.Contains(screen, "1 item failed") {
			s.keys("esc")
			return false
		}
		return true
	})

	s.keys("g", "p", "ctrl+u")
	for _, r := range "drive:/Nowhere" {
		s.keys(string(r))
	}
	s.keys("enter")
	s.golden(name("error"), "Nowhere")
}

// A terminal that is too small says so, and shows all once it has grown.
func TestTooSmall(t *testing.T) {
	w := newWorld(t)
	s := w.open(t, 34, 8)
	s.golden("34x8-small", "too small")
}

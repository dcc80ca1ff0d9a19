package terminal

import (
	"fmt"
	"strings"
	"testing"
)

// sizes are a common terminal, a wide one, and one with room for one pane.
var sizes = []struct{ w, h int }{{80, 24}, {120, 40}, {50, 16}}

// TestScreens follows a person through the program, at each size.
func TestScreens(t *testing.T) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			t.Parallel()
			tour(t, size.w, size.h)
		})
	}
}

// tour waits for the end of a message before it compares what comes next: how long the
// message stands beside that depends on the machine.
func tour(t *testing.T, width, height int) {
	w := newWorld(t)
	s := w.open(t, width, height)
	name := func(what string) string { return fmt.Sprintf("%dx%d-%s", width, height, what) }

	s.Golden(name("first"), "Backup/", "notes.txt", "1/11")
	s.Keys("G", "space", "g", "g", "space")
	s.Golden(name("selected"), "sel 2")
	s.Keys("esc", "g", "g", "l")
	s.Shows("2025/")
	s.Keys("tab", "j", "l") // the other pane: Documents
	s.Golden(name("folder"), "plan.txt")

	s.Keys("/")
	s.Keys("p", "l")
	s.Golden(name("filter"), "filter: pl")
	s.Keys("esc")
	s.Hides("filter: pl")

	s.Keys("G", "r")
	s.Keys("-", "旧")
	s.Golden(name("renaming"), "plan-旧.txt")
	s.Keys("enter")
	s.Golden(name("renamed"), "renamed plan.txt to plan-旧.txt")

	s.Hides("renamed plan.txt")
	s.Keys("f7", "新", "し", "い")
	s.Golden(name("new-folder"), "New folder", "新しい")
	s.Keys("enter")
	s.Golden(name("made"), "made 新しい")

	s.Keys("G", "m") // into Backup, in the left pane
	s.Golden(name("moved"), "moved plan")

	s.Hides("moved plan")
	s.Keys("G", "d")
	s.Golden(name("delete"), "Delete 1 entry", "budget.xlsx")
	s.Keys("y")
	s.Golden(name("deleted"), "deleted budget.xlsx")

	s.Hides("deleted budget.xlsx")
	s.Keys("g", "g") // the id of another entry differs each time
	s.Keys("?")
	s.Golden(name("help"), "Keys: file pane")
	s.Keys("esc")
	s.Hides("Keys:")
	s.Keys(":", "t", "h", "e", "m")
	s.Golden(name("palette"), "choose a theme")
	s.Keys("esc")
	s.Hides("choose a theme")
}

// Questions and errors.
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

	s.Shows("plan.txt")
	s.Keys("A", "m")
	s.Golden(name("plan"), "Move 2 entries", "not decided")
	s.Keys("R")
	s.Golden(name("plan-numbered"), "budget (1).xlsx")
	s.Keys("p")
	s.Golden(name("plan-full"), "->")
	s.Keys("p", "space", "space", "y") // replaced, then not decided again, so it is asked about
	s.Golden(name("conflict"), "Name exists")
	s.Keys("s")
	s.Golden(name("moved-one"), "moved 1 entry to drive:/Target")

	// An entry that is to be deleted disappears while the question is open.
	s.Keys("esc", "G", "d")
	s.Shows("Delete 1 entry", "Esc back ─")
	w.remove(t, at("Documents", "budget.xlsx"))
	s.Keys("y")
	s.Golden(name("failed"), "1 item failed")
	s.Until("closes", func(screen string) bool { // it ignores keys for a moment, since it opened by itself
		if strings.Contains(screen, "1 item failed") {
			s.Keys("esc")
			return false
		}
		return true
	})

	s.Keys("g", "p", "ctrl+u")
	for _, r := range "drive:/Nowhere" {
		s.Keys(string(r))
	}
	s.Keys("enter")
	s.Golden(name("error"), "Nowhere")
}

// A terminal that is too small says so, and shows all once it has grown.
func TestTooSmall(t *testing.T) {
	w := newWorld(t)
	s := w.open(t, 34, 8)
	s.Golden("34x8-small", "too small")
}

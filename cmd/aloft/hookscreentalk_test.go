//go:build unix

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"aloft/client/clienttest/procs"
)

const askingSite = "[webhook.projects.site]\ndir = \"$FILES\"\nexec = \"ask\"\n"

// chooses presses the button of a question that opened by itself, which ignores
// keys for a moment.
func (h *hookSeat) chooses(label string) {
	h.t.Helper()
	h.Until("has the last button chosen", func(screen string) bool {
		if strings.Contains(screen, "[>Allow<]") {
			return true
		}
		h.Keys("right")
		return false
	})
	switch label {
	case "Later":
		h.Keys("left", "left")
	case "Deny":
		h.Keys("left")
	}
	h.Shows("[>" + label + "<]")
	h.Keys("enter")
	h.Hides("Run this command?")
}

// The question about a command opens by itself; nothing that is typed for the panes
// runs it.
func TestCommandsAreAskedFor(t *testing.T) {
	h := sitAtHooks(t, askingSite, "docs:/", "disk:/", " up")
	h.deliver("deploy", fields{"exec": "echo ran >ran"})
	h.Shows("Run this command?", "echo ran >ran", "127.0.0.1", h.files, "[>Later<]", "1 asks")
	h.Keys("y", "a", "j")
	h.chooses("Later")
	h.Shows("then a, to be asked again")
	h.absent("ran")
	h.Keys("W")
	h.row("?", "asks", "deploy")
	h.Keys("a")
	h.Shows("Run this command?")
	h.chooses("Allow")
	h.row("done", "deploy")
	h.filed("ran", "ran\n")

	h.deliver("again", fields{"exec": "echo ran >denied"})
	h.Shows("Run this command?", "again")
	h.chooses("Deny")
	h.Shows("Denied: the command does not run.")
	h.row("denied", "again")
	h.absent("denied")
	h.Hides("asks")

	// What is answered elsewhere is closed here.
	id := h.deliver("elsewhere", fields{"exec": "echo ran >elsewhere"})
	h.Shows("Run this command?", "elsewhere")
	h.aloft("hook", "allow", id)
	h.Hides("Run this command?")
	h.filed("elsewhere", "ran\n")
}

// Prompts without an agent are conversations, which are read from keys.
func TestConversationsFromKeys(t *testing.T) {
	h := sitAtHooks(t, "", "docs:/", "disk:/", " up")
	h.Keys("W")
	// Sessions run in parallel: the order of their messages is certain only when
	// one waits for the other.
	h.deliver("note", fields{"session_key": "tui:garden", "prompt": "The hedge needs cutting.", "payload": fields{"metres": 12}})
	h.row("done", "note")
	h.deliver("other", fields{"session_key": "tui:kitchen", "prompt": "The bread is ready."})
	h.row("done", "other")
	h.Keys("v")
	h.Shows("5 conversations", "1/2")
	h.Keys("j")
	h.Shows("The hedge needs cutting.", `"metres": 12`)
	h.Keys("enter", "y")
	h.Copies(func(s string) bool {
		return strings.HasPrefix(s, "The hedge needs cutting.") && strings.Contains(s, "Context:")
	})
	h.Keys("left", "k", "enter")
	h.Shows("The bread is ready.")
	// What comes now is shown as it comes.
	h.deliver("other", fields{"session_key": "tui:kitchen", "prompt": "It is cold by now."})
	h.pane(2, "It is cold by now.", true) // the list has it too
	h.Keys("esc", "esc")
	h.Hides("5 conversations")
	h.Shows("3 deliveries")
	if s := h.aloft("hook", "messages", "tui:kitchen"); !strings.Contains(s, "It is cold by now.") {
		t.Error(s)
	}
}

// The snippet for git is copied by a key; a commit then arrives.
func TestTheCopiedHookTellsOfACommit(t *testing.T) {
	h := sitAtHooks(t, "", "docs:/", "disk:/", " up")
	h.Keys("W", "l")
	h.Shows("Snippets", "a commit in git")
	h.Keys("j", "enter") // below a request by curl
	piece := h.Copies(func(s string) bool { return strings.Contains(s, "git rev-parse") })
	if strings.Contains(piece, h.token) {
		t.Error("the token is in the piece")
	}
	git := func(args ...string) string {
		t.Helper()
		c := exec.Command("git", append([]string{"-c", "user.name=N", "-c", "user.email=n@example.org"}, args...)...)
		c.Dir, c.Env = h.files, []string{"HOME=" + h.home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	git("init", "-q")
	hook := h.in(strings.TrimSpace(git("rev-parse", "--git-path", "hooks/post-commit")))
	procs.Program(t, hook, piece)
	if said := git("commit", "-q", "--allow-empty", "-m", "Cut the hedge"); strings.Contains(said, "not told") {
		t.Fatal(said)
	}
	h.row("200", "commit", "prompt", "A commit was")
	h.Keys("enter")
	h.Shows("5 commit  done", "A commit was made: Cut the hedge")
	h.Keys("G")
	h.Shows(strings.TrimSpace(git("rev-parse", "HEAD"))[:20])
}

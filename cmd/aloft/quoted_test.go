//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/ui/keys"
)

var (
	// quotedCommand is a command in README, guide, help and man page: in quotes, or as a line of its own.
	quotedCommand = regexp.MustCompile("(?m)`aloft ([^`\n]+)`|\"aloft ([^\"\n]+)\"|^    (?:\\$ )?(?:.*[ (;])?aloft (.+)$|^\\.B aloft (.+)$|^ *(?:bash|zsh|fish): .*?aloft (.+)$")
	// commandEnd is what ends a command in a line of a shell.
	commandEnd   = regexp.MustCompile(`\||&&|;| # |>|\)|: `)
	commandWord  = regexp.MustCompile(`^[a-z][a-z-]*$`)
	quotedAction = regexp.MustCompile(`\b(?:pane|global)\.[a-z]+(?:-[a-z]+)*`)
)

// Every command that README, guide, help and man page name is one: with these words, flags
// and actions. The man page has the help of all commands.
func TestQuotedCommandsExist(t *testing.T) {
	t.Parallel()
	written := ""
	for _, p := range pages(t) {
		written += p.Text + "\n"
		for _, b := range blocks(p.Text) { // as lines of their own
			written += "    " + strings.ReplaceAll(b.text, "\n", "\n    ") + "\n"
		}
	}
	_, man := runIn(t, t.TempDir(), "man")
	root := newApp(os.Stdin, os.Stdout, os.Stderr).rootCommand()
	root.InitDefaultHelpCmd()
	actions := map[string]bool{}
	for _, d := range keys.Actions() {
		actions[string(d.ID)] = true
	}
	for where, text := range map[string]string{"README and guide": written, "man page": strings.ReplaceAll(man, `\-`, "-")} {
		n := 0
		for _, found := range quotedCommand.FindAllStringSubmatch(text, -1) {
			for part := range strings.SplitSeq(strings.Join(found[1:], ""), "aloft ") {
				n++
				part = commandEnd.Split(part, 2)[0]
				if why := notACommand(root, strings.Fields(part), actions); why != "" {
					t.Errorf("%s: aloft %s: %s", where, part, why)
				}
			}
		}
		if n < 50 {
			t.Errorf("%s: only %d commands were found", where, n)
		}
		for _, id := range quotedAction.FindAllString(text, -1) {
			if !actions[id] {
				t.Errorf("%s: %s is no action", where, id)
			}
		}
	}
}

// notACommand says what of the words does not exist, "" = all does.
func notACommand(root *cobra.Command, words []string, actions map[string]bool) string {
	c := root
	for len(words) > 0 && commandWord.MatchString(words[0]) && c.HasSubCommands() {
		next := c
		for _, sub := range c.Commands() {
			if sub.Name() == words[0] || sub.HasAlias(words[0]) {
				next = sub
			}
		}
		if next == c {
			return "there is no command " + words[0]
		}
		c, words = next, words[1:]
	}
	if c.Name() == "send" && c.Parent() == root && len(words) > 0 && strings.Contains(words[0], ".") && !actions[words[0]] {
		return "there is no action " + words[0]
	}
	for _, w := range words {
		name, isFlag := strings.CutPrefix(strings.TrimLeft(w, "[("), "--")
		if name, _, _ = strings.Cut(name, "="); !isFlag {
			continue
		}
		name = strings.TrimRight(name, "]),.…[")
		if name != "" && name != "help" && c.Flag(name) == nil && c.InheritedFlags().Lookup(name) == nil {
			return "there is no flag --" + name
		}
	}
	return ""
}

// On a terminal an exported text cannot act; a pipe gets its bytes.
func TestExportOnATerminalIsCleaned(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	file := filepath.Join(home, "turned.md")
	if err := os.WriteFile(file, []byte("left \u202eright\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := runIn(t, home, "import", file, "docs:/"); code != console.ExitDone {
		t.Fatal(out)
	}
	export := []string{"export", "docs:/turned", "--format", "md", "-o", "-"}
	if _, out := runIn(t, home, export...); !strings.Contains(out, "\u202e") {
		t.Errorf("a pipe gets %q", out)
	}
	s := begin(t, home, export...)
	if code, out := s.Ends(t); code != console.ExitDone || strings.Contains(out, "\u202e") || !strings.Contains(out, "left") {
		t.Errorf("code %d, %q", code, out)
	}
}

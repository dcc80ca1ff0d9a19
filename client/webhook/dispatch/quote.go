package dispatch

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// How much of foreign text a message quotes: "Limits" in the drive specification.
const (
	mostCommand = 60
	mostOutput  = 3000
)

// cutMark follows a quote that was cut, outside of it.
const cutMark = " ..."

// english is a sentence as it is stored and sent.
func english(t text.Text, args ...any) string { return (*text.Catalogue)(nil).Say(t, args...) }

// cut gives at most n characters (code points), never a part of what is seen as
// one, and whether there were more.
func cut(s string, n int) (string, bool) {
	if len(s) <= n {
		return s, false
	}
	at := 0
	for at < len(s) {
		c, _ := ansi.FirstGraphemeCluster(s[at:], ansi.GraphemeWidth)
		r := utf8.RuneCountInString(c)
		if r > n {
			if at == 0 { // one huge tower of marks: some of it is better than nothing
				return first(s, n), true
			}
			return s[:at], true
		}
		n -= r
		at += len(c)
	}
	return s, false
}

// first gives n code points.
func first(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// oneLine makes foreign text fit to stand in a sentence, cut to n characters;
// cut tells whether there was more.
func oneLine(s string, n int) (string, bool) {
	s, more := cut(s, n)
	return model.Clean(strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(s)), more
}

// named is an event in a sentence.
func named(event string) string {
	s, more := oneLine(event, mostCommand)
	if more {
		s += cutMark
	}
	return s
}

// quoted is a command in a sentence.
func quoted(command string) string {
	s, more := oneLine(command, mostCommand)
	s = "`" + s + "`"
	if more {
		s += cutMark
	}
	return s
}

// work names what a delivery does.
func (d *delivery) work() string {
	if d.command {
		return quoted(d.exec)
	}
	return agentOf(d.projectName)
}

func agentOf(project string) string {
	return english("the agent of the project %s", model.Clean(project))
}

// block is output as a block of its own: in a fence, so that a chat service
// takes nothing in it for markup. Control sequences are shown as text. whole
// tells that the output is not longer than what is given.
func block(output []byte, whole bool) string {
	s := strings.TrimSpace(lines(strings.ToValidUTF8(string(output), "\uFFFD")))
	if s == "" && whole {
		return english("(no output)")
	}
	s, more := cut(s, mostOutput)
	s = strings.TrimSpace(s)
	fence := markdown.FenceFor(s)
	b := fence + "\n" + s + "\n" + fence
	if more || !whole {
		b += "\n" + strings.TrimSpace(cutMark)
	}
	return b
}

// lines makes foreign text of many lines safe; tabs stay.
func lines(s string) string {
	all := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range all {
		parts := strings.Split(l, "\t")
		for k := range parts {
			parts[k] = model.Clean(parts[k])
		}
		all[i] = strings.Join(parts, "\t")
	}
	return strings.Join(all, "\n")
}

// spoken is a duration without the zero parts.
func spoken(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// sized is a number of bytes.
func sized(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

package dispatch

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/markdown"
)

// How much text from outside a message quotes: "Limits" in the drive specification.
const (
	maxCommand = 60
	maxOutput  = 3000
)

// cutMark follows a quote that was cut, outside of the quotation marks.
const cutMark = " ..."

// cut returns at most n characters (code points), never a part of a grapheme
// cluster, and whether there were more.
func cut(s string, n int) (string, bool) {
	if len(s) <= n {
		return s, false
	}
	at := 0
	for at < len(s) {
		c, _ := ansi.FirstGraphemeCluster(s[at:], ansi.GraphemeWidth)
		r := utf8.RuneCountInString(c)
		if r > n {
			if at == 0 { // one huge grapheme cluster: show at least a part
				return first(s, n), true
			}
			return s[:at], true
		}
		n -= r
		at += len(c)
	}
	return s, false
}

// first returns the first n code points.
func first(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// oneLine fits foreign text into a sentence, with a sign for a line break, and cuts it to n characters. cut reports
// whether there was more.
func oneLine(s, lineBreak string, n int) (string, bool) {
	s, more := cut(s, n)
	return model.Clean(strings.NewReplacer("\r\n", lineBreak, "\n", lineBreak, "\t", " ").Replace(s)), more
}

// named quotes an event in a sentence.
func named(event string) string {
	s, more := oneLine(event, " ", maxCommand)
	if more {
		s += cutMark
	}
	return s
}

// quoted quotes a command in a sentence.
func quoted(command string) string {
	s, more := oneLine(command, "⏎", maxCommand)
	s = "`" + s + "`"
	if more {
		s += cutMark
	}
	return s
}

// work names what a delivery does.
func (d *delivery) work() any {
	if d.command {
		return quoted(d.exec)
	}
	return agentOf(d.projectName)
}

func agentOf(project string) model.Sentence {
	return model.Say("the agent of the project %s", model.Clean(project))
}

// block puts output into a fence, so that a chat service sees no markup in it. Control sequences become text. whole
// says that output is complete. "" = there is none.
func block(output []byte, whole bool) string {
	s := strings.TrimSpace(model.CleanLines(strings.ToValidUTF8(string(output), "\uFFFD")))
	if s == "" && whole {
		return ""
	}
	s, more := cut(s, maxOutput)
	s = strings.TrimSpace(s)
	fence := markdown.FenceFor(s)
	b := fence + "\n" + s + "\n" + fence
	if more || !whole {
		b += "\n" + strings.TrimSpace(cutMark)
	}
	return b
}

// sized is a number of bytes.
func sized(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

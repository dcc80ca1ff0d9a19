package markdown

import (
	"html"
	"strings"

	"aloft/model/lazy"
)

var headingNumber = lazy.Regexp(`^(?:\d+(?:\.\d+)*[.)、]?|[IVXLC]+[.)]|[A-Za-z][.)])\s*`)

// headText is the line of a heading without its # marks.
func headText(s string) string {
	s = strings.TrimSpace(strings.TrimLeft(s, "#"))
	if t := strings.TrimRight(s, "#"); t != s && (t == "" || strings.HasSuffix(t, " ")) {
		s = strings.TrimSpace(t)
	}
	return s
}

// shownText is the text that Markdown renders: no escapes, no link addresses, no
// tags. Emphasis markers stay.
func shownText(s string) string {
	var out []byte
	var open []int // offsets in out of brackets that a link may close
	for i := 0; i < len(s); i++ {
		switch rest := s[i:]; {
		case s[i] == '\\' && len(rest) > 1 && rest[1] < 0x80:
			i++
			out = append(out, s[i])
		case strings.HasPrefix(rest, "]("):
			i += closes(rest[1:])
			if n := len(open); n > 0 {
				at := open[n-1]
				open, out = open[:n-1], append(out[:at], out[at+1:]...)
				if at > 0 && out[at-1] == '!' {
					out = append(out[:at-1], out[at:]...)
				}
			}
		case s[i] == '<' && tag(rest) > 0:
			i += tag(rest) - 1
		case s[i] == '&':
			if end := strings.IndexByte(rest[:min(len(rest), 12)], ';'); end > 0 {
				out = append(out, html.UnescapeString(rest[:end+1])...)
				i += end
				continue
			}
			out = append(out, '&')
		default:
			if s[i] == '[' {
				open = append(open, len(out))
			}
			out = append(out, s[i])
		}
	}
	return string(out)
}

// tag is the length of the tag that the text begins with, 0 = none.
func tag(s string) int {
	end := strings.IndexByte(s, '>')
	if end < 2 || strings.ContainsAny(s[:end], ":@\\") || s[1] != '/' && (s[1]|0x20 < 'a' || s[1]|0x20 > 'z') {
		return 0
	}
	return end + 1
}

// closes is the length of the parenthesised part that the text begins with.
func closes(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// bare drops what may differ between a title and its Markdown: escapes, markup and
// spaces.
func bare(s string) string {
	var b strings.Builder
	for _, r := range s {
		if !strings.ContainsRune("\\*_`~[]()<>! \t\u00a0\u3000", r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Fence follows fenced code through the lines of a Markdown text.
type Fence struct{ mark string }

// Code reports whether the next line, without the spaces around it, is fenced
// code or a fence.
func (f *Fence) Code(line string) bool {
	mark := fenceMark(line)
	switch {
	case f.mark == "":
		f.mark = mark
		return mark != ""
	case mark != "" && mark[0] == f.mark[0] && len(mark) >= len(f.mark) && len(line) == len(mark):
		f.mark = ""
	}
	return true
}

// Open reports whether the next line is still code.
func (f *Fence) Open() bool { return f.mark != "" }

func fenceMark(s string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(s) - len(strings.TrimLeft(s, c)); n >= 3 && (c == "~" || !strings.Contains(s[n:], "`")) {
			return s[:n]
		}
	}
	return ""
}

// What may be in Markdown and is not rendered, or not as it is written.
var (
	blockSigns = lazy.Regexp(`^(?:>\s*|#{1,6}\s+|[-+*]\s+|\d{1,9}[.)]\s+|\[[ xX]\]\s+)*`)
	definition = lazy.Regexp(`^\[[^\]]+\]:`)
	tags       = lazy.Regexp(`<!--.*?-->|</?[A-Za-z][^<>]*>`)
	escapes    = lazy.Regexp("\\\\[!-/:-@[-`{-~]|&#?[0-9A-Za-z]{1,31};")
)

// FirstWords are words from the first line of the Markdown that has any, which a
// document has literally once the Markdown was inserted, whatever becomes of tags,
// escapes, addresses and images; heading: they are in a heading. "" = there are none.
func FirstWords(markdown string) (words string, heading bool) {
	lines, _ := scanLines(markdown)
	comment := false
	for _, l := range lines[frontMatter(lines)+1:] {
		s := l.body
		signs := blockSigns().FindString(s)
		if !l.code {
			s = tags().ReplaceAllString(s[len(signs):], "\x00")
			begins, ends := strings.Contains(s, "<!--"), strings.Contains(s, "-->")
			if comment, begins = begins || comment && !ends, begins || comment; begins {
				continue
			}
			if strings.HasPrefix(s, "<") || strings.Contains(s, "![") || definition().MatchString(s) {
				continue
			}
			s, _, _ = strings.Cut(shownText(escapes().ReplaceAllString(s, "\x00")), "][")
		} else if fenceMark(s) != "" {
			continue
		}
		for _, run := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("\x00\\`*_[]()<>|~#&!^$:", r) }) {
			if run = strings.TrimSpace(run); len(run) > len(words) {
				words = run
			}
		}
		if strings.ContainsFunc(words, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f }) {
			return words, !l.code && l.heading && (signs == "" || strings.HasPrefix(signs, "#"))
		}
		words = ""
	}
	return "", false
}

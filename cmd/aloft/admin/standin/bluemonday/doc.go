// Package bluemonday stands in for the HTML sanitizer that glamour imports. That
// one compiles a hundred expressions for style sheets as soon as a program starts,
// 2 ms of the 40 that aloft has until its first screen; glamour only uses it to
// take the tags out of raw HTML that stands in a document, and what comes out is
// text for a terminal, which aloft cleans itself.
//
// It is written from what glamour 2.0.1 compiles against, has no code of the
// module whose name it carries, and must not be used to make HTML safe for a
// browser: go.mod puts it in that module's place. When a newer glamour asks for
// more, the build says so.
//
// Its price is that of the stand-in for chroma next to it. It goes on the day
// bluemonday compiles its expressions when they are first used.
package bluemonday

import "strings"

// Policy says what is kept: nothing but text.
type Policy struct{}

// StrictPolicy keeps no tag.
func StrictPolicy() *Policy { return &Policy{} }

// Sanitize takes tags and comments out. A "<" that begins neither is text.
func (*Policy) Sanitize(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		s = s[i:]
		end := ">"
		switch {
		case strings.HasPrefix(s, "<!--"):
			end = "-->"
		case len(s) < 2 || !tag(s[1]):
			b.WriteByte('<')
			s = s[1:]
			continue
		}
		j := strings.Index(s, end)
		if j < 0 {
			return b.String()
		}
		s = s[j+len(end):]
	}
}

// tag reports whether a tag may go on so behind its "<".
func tag(c byte) bool {
	return c == '/' || c == '!' || c == '?' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

package md

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/util"
)

// destination writes a URL.
func destination(s string, at spot) string {
	s = strings.NewReplacer("\n", "%0A", "\r", "%0D", "\t", "%09", "`", "%60").Replace(s)
	s = strings.NewReplacer(`\`, `\\`, "<", `\<`, ">", `\>`).Replace(s)
	for i := len(s) - 1; i >= 0; i-- {
		if _, n := entity(s[i:]); s[i] == '&' && n > 0 {
			s = s[:i] + "&amp;" + s[i+1:]
		}
	}
	s = strings.ReplaceAll(s, "|", pipe(at))
	if s == "" || strings.ContainsAny(s, " ()") || strings.IndexFunc(s, unicode.IsSpace) >= 0 || strings.HasPrefix(s, "<") {
		return "<" + s + ">"
	}
	return s
}

func pipe(at spot) string {
	if at == inCell {
		return `\|`
	}
	return "|"
}

// words writes text with its escapes. end: nothing follows; image: a link or a
// picture follows.
func (e *emitter) words(s string, end, image bool) {
	runes := []rune(s)
	for k, r := range runes {
		next := rune(0)
		if k+1 < len(runes) {
			next = runes[k+1]
		}
		last := k == len(runes)-1
		coded := e.code
		e.doubt = e.doubt || e.shut && r != ' ' && r != '.' && r != ','
		e.code, e.shut = false, false
		switch {
		case r == '\t', unicode.IsSpace(r) && (e.last == 0 || last && end):
			e.raw("&#" + strconv.Itoa(int(r)) + ";")
		case coded && letter(r), e.at == inItem && k == 0 && bytes.Equal(e.b.Bytes(), []byte("[")): // [x] would be a task
			e.raw("&#" + strconv.Itoa(int(r)) + ";")
		case e.escapes(r, next, runes, k, last, image, end):
			e.raw(`\` + string(r))
		case r == '&' && (next == '#' || letter(next)) && isEntity(runes[k:]):
			e.raw("&amp;")
		default:
			e.raw(string(r))
		}
	}
}

func isEntity(r []rune) bool {
	_, n := entity(string(r[:min(len(r), 42)]))
	return n > 0
}

// escapes reports whether a character would be markup at its position.
func (e *emitter) escapes(r, next rune, runes []rune, k int, last, image, end bool) bool {
	if r >= 0x80 || !util.IsPunct(byte(r)) {
		return false
	}
	switch r {
	case '\\', '`', '*', '[', ']', '<', '~':
		return true
	case '_':
		return !(k > 0 && letter(runes[k-1]) && letter(next))
	case '|':
		return e.at == inCell
	case '!':
		return last && image
	case '@':
		return true
	case ':':
		return e.last == 0 || next == '/' || k > 0 && strings.HasSuffix(strings.ToLower(string(runes[max(k-6, 0):k])), "mailto")
	case '#':
		return e.last == 0 || e.at == inHeading && last && end
	case '-', '+', '=', '>':
		return e.last == 0
	case '.':
		return k >= 3 && strings.EqualFold(string(runes[k-3:k]), "www") || e.number(next)
	case ')':
		return e.number(next)
	}
	return false
}

// number reports whether what precedes on the line would be the number of a list:
// digits alone, with a space or something unknown behind the sign.
func (e *emitter) number(next rune) bool {
	if e.at == inHeading || e.at == inCell || next != 0 && !unicode.IsSpace(next) {
		return false
	}
	s := e.b.Bytes()
	s = s[max(0, len(s)-10):] // the whole text of a paragraph: there may be many signs in it
	s = s[bytes.LastIndexByte(s, '\n')+1:]
	return len(s) > 0 && len(s) <= 9 && len(bytes.Trim(s, "0123456789")) == 0
}

package md

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// inAddress is what stands in an address in percent signs alone, also where a text is a link by itself.
var inAddress = strings.NewReplacer("\n", "%0A", "\r", "%0D", "\t", "%09", "`", "%60")

// destination writes a URL.
func destination(s string, at spot) string {
	s = inAddress.Replace(s)
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

// title writes the title of a link or a picture.
func title(s string, at spot) string {
	if s == "" {
		return ""
	}
	s = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(s)
	return ` "` + strings.ReplaceAll(s, "|", pipe(at)) + `"`
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
	e.doubt = e.doubt || e.light && (strings.ContainsAny(s, "$@") || strings.Contains(s, "://") || strings.Contains(s, "www."))
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
		asIs := e.asIs()
		e.flat += utf8.RuneLen(r)
		switch {
		case asIs:
			e.raw(string(r))
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
		return e.at == inCell || e.last == 0 && e.b.Len() > 0 // the second line of a table
	case '!':
		return last && image
	case '@', '$': // two of the latter begin lines that end in another block
		return !e.light || r == next && e.last == 0
	case ':':
		return e.last == 0 && (next == '-' || next == 0 || unicode.IsSpace(next)) ||
			!e.light && (next == '/' || k > 0 && strings.HasSuffix(strings.ToLower(string(runes[max(k-6, 0):k])), "mailto"))
	case '#':
		return e.last == 0 || e.at == inHeading && last && end
	case '-', '+', '=', '>':
		return e.last == 0
	case '.':
		return !e.light && k >= 3 && strings.EqualFold(string(runes[k-3:k]), "www") || e.number(next)
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

// spot is the context of a text: it decides what must be escaped.
type spot int

const (
	inBlock spot = iota
	inItem
	inHeading
	inCell
)

// emitter writes inlines; it knows the last character, because whether a mark of
// emphasis is one depends on its neighbours.
type emitter struct {
	at    spot
	b     bytes.Buffer
	last  rune // in the source, 0 at the start of a line
	code  bool // the next letter must be written as an entity
	open  []mark
	doubt bool // some emphasis has neighbours that may break it
	shut  bool // emphasis ended just now

	stars  bool     // no emphasis by underscores
	light  bool     // addresses, formulas and alerts are written as they are
	spans  [][2]int // of these, in the text of all
	starts []int    // of the inlines there
	flat   int      // where it is there
	again  *again
}

// asIs reports whether what stands here is written as it is.
func (e *emitter) asIs() bool {
	for len(e.spans) > 0 && e.spans[0][1] <= e.flat {
		e.spans = e.spans[1:]
	}
	return len(e.spans) > 0 && e.spans[0][0] <= e.flat
}

// mark is an open mark.
type mark struct {
	kind  byte   // l, s, b, i
	sign  string // what closes it
	link  string
	title string
}

// letter is neither space nor punctuation by the rules of emphasis.
func letter(r rune) bool {
	return r != 0 && !unicode.IsSpace(r) && !unicode.IsPunct(r) && !unicode.IsSymbol(r)
}

func (e *emitter) raw(s string) {
	e.b.WriteString(s)
	if s != "" {
		e.last, _ = utf8.DecodeLastRuneInString(s)
	}
}

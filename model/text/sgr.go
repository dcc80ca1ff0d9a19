package text

import (
	"strings"
	"unicode/utf8"
)

const (
	// Reset ends all colours and styles.
	Reset = "\x1b[m"
	// maxSequence is how long a sequence of colours may be; a real one has 19 bytes a colour.
	maxSequence = 64
	// maxState is how many bytes of sequences are repeated at the beginning of a line.
	maxState = 256
)

// HasSGR reports whether a line can have colours: it has a sequence, or state is not "".
func HasSGR(line, state string) bool { return state != "" || strings.IndexByte(line, 0x1b) >= 0 }

// SGRLine is a line with its colours and without any other sequence. It begins with those of the
// lines before it, which after gives for the next one, and ends without any. What is text of
// it goes through plain, which cleans it.
func SGRLine(line, state string, plain func(string) string) (out, after string) {
	var b strings.Builder
	b.WriteString(state)
	styled := state != ""
	for {
		at := strings.IndexByte(line, 0x1b)
		if at < 0 {
			b.WriteString(plain(line))
			break
		}
		b.WriteString(plain(line[:at]))
		n, ok := sequence(line[at:])
		if seq := line[at : at+n]; ok {
			styled = true
			b.WriteString(seq)
			state = then(state, seq)
		}
		line = line[at+n:]
	}
	if styled {
		b.WriteString(Reset)
	}
	return b.String(), state
}

// SGRAfter is what Line gives for the next line.
func SGRAfter(line, state string) string {
	_, after := SGRLine(line, state, func(string) string { return "" })
	return after
}

// StripSGR is a text without any escape sequence. One that is not closed ends with its line.
func StripSGR(text string) string {
	if strings.IndexByte(text, 0x1b) < 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\r\n")
		end := line[len(bare):]
		for at := strings.IndexByte(bare, 0x1b); at >= 0; at = strings.IndexByte(bare, 0x1b) {
			b.WriteString(bare[:at])
			n, _ := sequence(bare[at:])
			bare = bare[at+n:]
		}
		b.WriteString(bare + end)
	}
	return b.String()
}

// SGRHead is the beginning of a line, at most n bytes of it, that ends neither in a character nor in a sequence. It is
// longer only for a sequence that is.
func SGRHead(line string, n int) string {
	if len(line) <= n {
		return line
	}
	for n > 0 && !utf8.RuneStart(line[n]) {
		n--
	}
	for at := 0; ; {
		i := strings.IndexByte(line[at:n], 0x1b)
		if i < 0 {
			return line[:n]
		}
		at += i
		long, _ := sequence(line[at:])
		switch {
		case at+long <= n:
			at += long
		case at == 0:
			return line[:long]
		default:
			return line[:at]
		}
	}
}

// then is the state after a sequence: all since the last reset.
func then(state, seq string) string {
	if strings.Trim(seq[2:len(seq)-1], "0") == "" {
		return ""
	}
	if state += seq; len(state) > maxState {
		return seq
	}
	return state
}

// conceals reports whether the parameters of a sequence hide text (SGR 8), which nobody
// would read then.
func conceals(args string) bool {
	all := strings.Split(args, ";")
	for i := 0; i < len(all); i++ {
		switch all[i] {
		case "8", "08":
			return true
		case "38", "48", "58": // a colour's own parameters follow
			if i+1 < len(all) && all[i+1] == "5" {
				i += 2
			} else if i+1 < len(all) && all[i+1] == "2" {
				i += 4
			}
		}
	}
	return false
}

// sequence is the length of the escape sequence that a text begins with; ok: it is
// one of colours and styles. Of others nothing is kept; of a broken one the escape
// character goes, and the rest is text.
func sequence(s string) (n int, ok bool) {
	if len(s) < 2 {
		return 1, false
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			switch c := s[i]; {
			case c >= 0x40 && c <= 0x7e:
				return i + 1, c == 'm' && i < maxSequence && strings.Trim(s[2:i], "0123456789;:") == "" && !conceals(s[2:i])
			case c < 0x20 || c > 0x3f:
				return 1, false
			}
		}
		return len(s), false
	case ']', 'P', '_', '^', 'X': // strings up to BEL or ST
		for i := 2; i < len(s); i++ {
			if s[i] == 0x07 {
				return i + 1, false
			}
			if s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\' {
				return i + 2, false
			}
		}
		return len(s), false
	case '(', ')', '*', '+': // a character set, which tput writes with each reset
		return min(3, len(s)), false
	}
	return 1, false
}

package term

import (
	"bytes"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Waits for the rest of a sequence, each since its last byte.
const (
	// escWait is for an ESC alone. After it, ESC was the key, since nobody waits longer for Esc.
	escWait = 50 * time.Millisecond
	// lateWait is for what looks like the rest of a sequence whose ESC was taken for the key.
	lateWait = 500 * time.Millisecond
	// restWait is for everything else, which is then dropped.
	restWait = time.Second
)

// longest is the length of the longest useful sequence in bytes. A longer one is dropped whole.
const longest = 256

// pasteEnd ends pasted text.
const pasteEnd = "\x1b[201~"

// Sequences joins the terminal's sequences, in whatever pieces they arrive, and passes them on whole. The library's
// decoder types the rest of a paused or unknown sequence as keys. The zero value is ready.
type Sequences struct {
	held  []byte // beginning of a sequence
	since time.Time
	over  bool // too long
	late  bool // its ESC was taken for the key
	paste bool // within pasted text

	esc   time.Time // when an ESC was last taken for the key
	exact bool      // the terminal sends the Esc key as a sequence, so ESC alone always begins one
}

// Feed takes input and returns whole sequences. Call [Sequences.Expire] first.
func (s *Sequences) Feed(in []byte, now time.Time) []byte {
	out := make([]byte, 0, len(in)+len(s.held))
	if len(in) > 0 && len(s.held) == 0 && !s.paste && now.Sub(s.esc) < lateWait && bytes.IndexByte([]byte("[O]P_"), in[0]) >= 0 {
		s.held, s.late = append(s.held, ansi.ESC), true
	}
	for _, b := range in {
		if s.paste {
			out = s.pasted(out, b)
		} else {
			out = s.take(out, b)
		}
	}
	s.since = now
	return out
}

// Due returns when the unfinished sequence is given up. ok is false if there is none.
func (s *Sequences) Due() (at time.Time, ok bool) {
	if len(s.held) == 0 || s.paste {
		return time.Time{}, false
	}
	wait := restWait
	switch {
	case s.late:
		wait = lateWait
	case s.escapes() && !s.exact:
		wait = escWait
	}
	return s.since.Add(wait), true
}

// escapes reports whether only ESC bytes are held.
func (s *Sequences) escapes() bool { return len(bytes.Trim(s.held, "\x1b")) == 0 }

// Expire gives up what has waited too long and returns the keys it turned out to be.
func (s *Sequences) Expire(now time.Time) (keys [][]byte) {
	at, ok := s.Due()
	if !ok || now.Before(at) {
		return nil
	}
	switch h := s.held; {
	case s.escapes():
		for range h {
			keys = append(keys, []byte{ansi.ESC})
		}
		s.esc = now
	case s.late && len(h) == 2:
		keys = append(keys, bytes.Clone(h[1:]))
	case len(h) == 2 && h[0] == ansi.ESC && h[1] < utf8.RuneSelf:
		keys = append(keys, bytes.Clone(h)) // Alt with that key
	}
	s.drop()
	return keys
}

func (s *Sequences) drop() { s.held, s.over, s.late = s.held[:0], false, false }

// take adds a byte to the sequence.
func (s *Sequences) take(out []byte, b byte) []byte {
	s.held = seven(append(s.held, b))
	if s.late && len(s.held) == 3 && !continues(s.held[1], b) {
		out = append(out, s.held[1]) // two keys after Esc
		s.drop()
		return s.take(out, b)
	}
	switch is := form(s.held); is {
	case part:
		if len(s.held) > longest {
			// Only its kind and its possible end matter from here on, and the letter that this may be part of.
			s.over = true
			s.held = append(s.held[:2], s.held[len(s.held)-3:]...)
		}
	case whole:
		seq := common(s.held)
		if s.over {
			seq = nil
		}
		s.learn(seq)
		out = append(out, seq...)
		s.drop()
	case noise:
		s.drop()
	case three:
		out = append(out, "\x1b[27u"...) // the first ESC is the key
		s.held = s.held[:2]
	case broken:
		rest := []byte{b}
		if n := len(s.held); n > 2 && s.held[n-2] == ansi.ESC {
			rest = []byte{ansi.ESC, b}
		}
		s.drop()
		for _, b := range rest {
			out = s.take(out, b)
		}
	}
	return out
}

// learn learns from a sequence about later ones.
func (s *Sequences) learn(seq []byte) {
	if string(seq) == "\x1b[200~" {
		s.paste = true
	}
	if flags, ok := bytes.CutPrefix(seq, []byte("\x1b[?")); ok && seq[len(seq)-1] == 'u' {
		s.exact = len(flags) > 1 && (flags[len(flags)-2]-'0')%2 == 1
	}
}

// pasted adds a byte of pasted text. Only its end is a sequence.
func (s *Sequences) pasted(out []byte, b byte) []byte {
	if len(s.held) == 0 && b == 0x9b { // no letter begins so: a terminal of eight bits
		s.held, b = append(s.held, ansi.ESC), '['
	}
	s.held = append(s.held, b)
	switch {
	case string(s.held) == pasteEnd:
		s.paste = false
	case bytes.HasPrefix([]byte(pasteEnd), s.held), s.held[0] != ansi.ESC && !utf8.FullRune(s.held):
		return out
	case len(s.held) > 1 && b == ansi.ESC:
		out = append(out, s.held[:len(s.held)-1]...)
		s.held = append(s.held[:0], b)
		return out
	}
	out = append(out, s.held...)
	s.drop()
	return out
}

// formed is the form of the held bytes.
type formed int

const (
	part   formed = iota // incomplete
	whole                // a sequence, or a character
	noise                // not a key and not a requested answer
	three                // three ESC
	broken               // its last byte does not belong to it, and an ESC is right before that byte
)

// strs are the last bytes of the controls that begin a string: OSC, DCS, APC, PM and SOS.
const strs = "]P_^X"

// seven returns the bytes with a control of eight bits at their end as two of seven, unless it is part of a letter. It
// may come as one byte, or as the letter of UTF-8 with its number.
func seven(h []byte) []byte {
	at := len(h) - 1
	b := h[at]
	if b < 0x80 || b > 0x9f {
		return h
	}
	if at > 0 && h[at-1] == 0xc2 {
		at--
	}
	begins := at == 0 && bytes.IndexByte([]byte("[O"+strs), b-0x40) >= 0
	ends := at > 1 && b == 0x9c && h[0] == ansi.ESC && bytes.IndexByte([]byte(strs), h[1]) >= 0 && !cut(h[:at])
	if !begins && !ends {
		return h
	}
	return append(h[:at], ansi.ESC, b-0x40)
}

// cut reports whether the last letter is incomplete.
func cut(h []byte) bool {
	for i := len(h) - 1; i >= max(len(h)-3, 0) && h[i] >= utf8.RuneSelf; i-- {
		if utf8.RuneStart(h[i]) {
			return !utf8.FullRune(h[i:])
		}
	}
	return false
}

// form returns the form of the bytes, the last of which has just arrived.
func form(h []byte) formed {
	b := h[len(h)-1]
	if h[0] != ansi.ESC {
		switch {
		case h[0] < utf8.RuneSelf:
			return whole
		case !utf8.FullRune(h):
			return part
		case utf8.Valid(h) && (h[0] != 0xc2 || h[1] >= 0xa0):
			return whole
		case len(h) == 1 || utf8.Valid(h):
			return noise
		}
		return broken
	}
	if len(h) == 1 {
		return part
	}
	switch h[1] {
	case ansi.ESC:
		switch {
		case len(h) == 2:
			return part
		case h[2] == ansi.ESC:
			return three
		case h[2] == '[' || h[2] == 'O':
			return form(h[1:]) // with Alt
		}
		return whole
	case '[':
		return control(h[2:], b)
	case 'O':
		switch {
		case len(h) == 2 || b >= '0' && b <= '9' || b == ';':
			return part
		case b <= ' ' || b >= ansi.DEL:
			return broken
		}
		return whole
	case ']', 'P', '_', '^', 'X':
		return str(h[1], h[2:])
	}
	switch {
	case h[1] < utf8.RuneSelf:
		return whole
	case !utf8.FullRune(h[1:]):
		return part
	case utf8.Valid(h[1:]):
		return whole
	}
	return broken
}

// control returns the form of the bytes after ESC [.
func control(p []byte, b byte) formed {
	switch {
	case len(p) == 0:
		return part
	case p[0] == 'M': // the mouse, with bytes of any value
		if len(p) < 4 {
			return part
		}
		return whole
	case p[0] == '[': // a function key of the Linux console
		switch {
		case len(p) == 1:
			return part
		case b >= 'A' && b <= 'E':
			return whole
		case b >= ' ' && b < ansi.DEL:
			return noise
		}
		return broken
	case b < ' ' || b >= ansi.DEL:
		return broken
	case b == '$' && len(p) > 1 && digits(p[:len(p)-1]): // a key of rxvt with Shift
		return whole
	case b < '@':
		return part
	}
	if !orderly(p[:len(p)-1], 32) {
		return noise
	}
	return whole
}

// orderly reports whether the library can read the parameters of a sequence: they come before its intermediate and
// last bytes, and it has room for them.
func orderly(p []byte, most int) bool {
	middle := bytes.TrimLeft(p, "0123456789:;<=>?")
	params := p[:len(p)-len(middle)]
	return len(bytes.Trim(middle, " !\"#$%&'()*+,-./")) == 0 && bytes.Count(params, []byte(";"))+bytes.Count(params, []byte(":")) < most
}

// str returns the form of the bytes after the control that begins a string.
func str(kind byte, p []byte) formed {
	if len(p) == 0 {
		return part
	}
	end, before := p[len(p)-1], byte(0)
	if len(p) > 1 {
		before = p[len(p)-2]
	}
	switch {
	case before == ansi.ESC && end == '\\', end == ansi.BEL && before != ansi.ESC:
		head := bytes.IndexFunc(p, func(r rune) bool { return r >= '@' })
		switch {
		case bytes.IndexFunc(p, func(r rune) bool { return r >= ansi.DEL }) >= 0, kind == '^', kind == 'X', kind != ']' && end == ansi.BEL,
			kind == 'P' && !orderly(p[:head], 16):
			return noise
		}
		return whole
	case before == ansi.ESC:
		return broken
	case end == ansi.ESC:
		return part
	case end == ansi.CAN, end == ansi.SUB:
		return noise
	case end < ' ' || end == ansi.DEL:
		return broken
	}
	return part
}

func digits(p []byte) bool {
	return len(bytes.Trim(p, "0123456789")) == 0
}

// continues reports whether a byte continues the beginning of a sequence as keys and answers do. Two keys pressed
// right after Esc are seldom like that.
func continues(begin, b byte) bool {
	switch begin {
	case '[':
		return b >= '0' && b <= '?' || bytes.IndexByte([]byte("ABCDEFHIMOPQRSZ[abcd"), b) >= 0
	case 'O':
		return b >= '0' && b <= '9' || bytes.IndexByte([]byte("ABCDEFHPQRSabcd"), b) >= 0
	case 'P':
		return b >= '0' && b <= '9' || bytes.IndexByte([]byte(">!+$|"), b) >= 0
	case '_':
		return b == 'G'
	}
	return b >= '0' && b <= '9'
}

// common returns a sequence in xterm's form if the library does not know it otherwise.
func common(seq []byte) []byte {
	alt := 0
	if len(seq) > 2 && seq[1] == ansi.ESC {
		alt = 1
	}
	h := seq[alt:]
	if len(h) < 4 || h[0] != ansi.ESC {
		return seq
	}
	out := bytes.Clone(seq[:alt])
	switch end := h[len(h)-1]; {
	case h[1] == '[' && h[2] == '[':
		return append(append(out, "\x1b[1"...), end-'A'+'1', '~')
	case h[1] == '[' && end == '$' && h[2] != 'M':
		return append(append(out, h[:len(h)-1]...), ";2~"...)
	case h[1] == 'O' && bytes.IndexByte(h, ';') > 0:
		return append(append(out, "\x1b["...), h[2:]...)
	}
	return seq
}

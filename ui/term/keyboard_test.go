package term

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// pieces is a terminal that sends in pieces.
type pieces struct {
	sent chan string
	rest string
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.rest == "" {
		s, ok := <-p.sent
		if !ok {
			return 0, io.EOF
		}
		p.rest = s
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// desk is a keyboard with the library's reader behind it.
type desk struct {
	t    *testing.T
	in   pieces
	got  []string // the keys, and what was pasted
	when []time.Time
}

// sat runs a test at a desk, by a clock of its own.
func sat(t *testing.T, do func(d *desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{t: t, in: pieces{sent: make(chan string)}}
		events := make(chan uv.Event)
		k := &keyboard{from: &d.in, send: func(m tea.Msg) { events <- uv.KeyPressEvent(m.(tea.KeyPressMsg)) }, gone: func() {}}
		reader := uv.NewTerminalReader(k, "xterm")
		over := make(chan struct{})
		go func() {
			_ = reader.StreamEvents(t.Context(), events)
			close(over)
		}()
		go func() {
			for {
				select {
				case <-over:
					return
				case e := <-events:
					d.heard(e)
				}
			}
		}()
		do(d)
		close(d.in.sent)
		<-over
	})
}

func (d *desk) heard(e uv.Event) {
	events := []uv.Event{e}
	if m, ok := e.(uv.MultiEvent); ok {
		events = m
	}
	for _, e := range events {
		switch e := e.(type) {
		case uv.KeyPressEvent:
			d.got, d.when = append(d.got, e.String()), append(d.when, time.Now())
		case uv.PasteEvent:
			d.got = append(d.got, "pasted "+e.Content)
		}
	}
}

// sends sends pieces with pauses between them, and returns the keys that they were.
func (d *desk) sends(pause time.Duration, pieces ...string) []string {
	d.got, d.when = nil, nil
	for i, s := range pieces {
		if i > 0 {
			time.Sleep(pause)
		}
		d.in.sent <- s
		synctest.Wait()
	}
	time.Sleep(3 * time.Second)
	synctest.Wait()
	return d.got
}

func (d *desk) wants(pause time.Duration, keys []string, pieces ...string) {
	d.t.Helper()
	if got := d.sends(pause, pieces...); !slices.Equal(got, keys) {
		d.t.Errorf("%q with %v between: %q instead of %q", pieces, pause, got, keys)
	}
}

// inPieces wants a key of a sequence, however it arrives: whole, cut at each place, byte by byte. An
// ESC that stands alone for long is the key Esc first.
func (d *desk) inPieces(exact bool, seq, key string) {
	d.t.Helper()
	alone := func(begun string) int { // how many ESC stand alone
		if n := strings.Count(begun, "\x1b"); !exact && n == len(begun) {
			return n
		}
		return 0
	}
	want := func(escs int) []string {
		keys := slices.Repeat([]string{"esc"}, escs)
		switch {
		case key == "":
			return keys
		case escs > 0 && strings.HasPrefix(seq, "\x1b\x1b"):
			return append(keys, strings.Replace(key, "alt+", "", 1))
		}
		return append(keys, key)
	}
	d.wants(0, want(0), seq)
	d.wants(0, want(0), strings.Split(seq, "")...)
	for _, pause := range []time.Duration{80 * time.Millisecond, 300 * time.Millisecond} {
		for at := 1; at < len(seq); at++ {
			d.wants(pause, want(alone(seq[:at])), seq[:at], seq[at:])
		}
		d.wants(pause, want(max(alone(seq[:1]), alone(seq[:2]))), strings.Split(seq, "")...)
	}
}

// tildes are the numbers of F1 to F20.
var tildes = []int{11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34}

func held(bits int) string {
	s := ""
	for _, m := range []struct {
		bit  int
		name string
	}{{4, "ctrl+"}, {2, "alt+"}, {1, "shift+"}, {8, "meta+"}} {
		if bits&m.bit != 0 {
			s += m.name
		}
	}
	return s
}

// functionKeys are the sequences of a terminal's function keys, with every modifier that it has.
func functionKeys(terminal string) map[string]string {
	keys := map[string]string{}
	for i, n := range tildes {
		f, tilde := "f"+strconv.Itoa(i+1), fmt.Sprintf("\x1b[%d~", n)
		letter := i < 4
		switch terminal {
		case "linux":
			if i < 5 {
				tilde = "\x1b[[" + string(rune('A'+i))
			}
			keys[tilde] = f
			keys["\x1b"+tilde] = "alt+" + f
		case "rxvt":
			keys[tilde] = f
			keys["\x1b"+tilde] = "alt+" + f
			keys[fmt.Sprintf("\x1b[%d^", n)] = "ctrl+" + f
			keys["\x1b"+fmt.Sprintf("\x1b[%d^", n)] = "ctrl+alt+" + f
			keys[fmt.Sprintf("\x1b[%d$", n)] = "shift+" + f
			keys[fmt.Sprintf("\x1b[%d@", n)] = "ctrl+shift+" + f
		case "screen", "xterm", "tmux", "konsole", "kitty":
			if i >= 12 {
				continue
			}
			plain := tilde
			if letter {
				plain = "\x1bO" + string(rune('P'+i))
			}
			if terminal == "kitty" && letter && i != 2 {
				plain = "\x1b[" + string(rune('P'+i))
			} else if terminal == "kitty" {
				plain = tilde
			}
			keys[plain] = f
			if terminal == "screen" {
				continue // it has no others of its own
			}
			for bits := 1; bits < 16; bits++ {
				seq := fmt.Sprintf("\x1b[%d;%d~", n, bits+1)
				switch {
				case !letter, terminal == "kitty" && i == 2:
				case terminal == "konsole":
					seq = fmt.Sprintf("\x1bO1;%d%c", bits+1, 'P'+i)
				default:
					seq = fmt.Sprintf("\x1b[1;%d%c", bits+1, 'P'+i)
				}
				keys[seq] = held(bits) + f
			}
		}
	}
	if terminal == "kitty" {
		for n := 13; n <= 35; n++ {
			keys[fmt.Sprintf("\x1b[%du", 57376+n-13)] = "f" + strconv.Itoa(n)
		}
	}
	return keys
}

func TestFunctionKeysInPieces(t *testing.T) {
	for _, terminal := range []string{"linux", "rxvt", "screen", "xterm", "tmux", "konsole", "kitty"} {
		t.Run(terminal, func(t *testing.T) {
			sat(t, func(d *desk) {
				exact := terminal == "kitty"
				if exact {
					d.wants(0, nil, "\x1b[?1u")
				}
				for seq, key := range functionKeys(terminal) {
					d.inPieces(exact, seq, key)
				}
			})
		})
	}
}

// Other keys that are sequences.
func TestOtherKeysInPieces(t *testing.T) {
	sat(t, func(d *desk) {
		for seq, key := range map[string]string{
			"\x1b[A": "up", "\x1bOB": "down", "\x1b[1;5C": "ctrl+right", "\x1b[d": "shift+left", "\x1bOa": "ctrl+up",
			"\x1b[H": "home", "\x1b[4~": "end", "\x1b[3;2~": "shift+delete", "\x1b[Z": "shift+tab", "\x1b[5$": "shift+pgup",
			"\x1b[27;5;13~": "ctrl+enter", "\x1b[106;5u": "ctrl+j", "\x1b\x1b[A": "alt+up",
		} {
			d.inPieces(false, seq, key)
		}
	})
}

// What a terminal answers is never a key.
func TestAnswersInPieces(t *testing.T) {
	sat(t, func(d *desk) {
		for _, seq := range []string{
			"\x1b[?65;1;9c", "\x1b[>41;354;0c", "\x1b[?2026;2$y", "\x1b[4;1$y", "\x1b[?1;2c", "\x1b[24;80R", "\x1b[?997;1n", "\x1b[I", "\x1b[O",
			"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]11;rgb:1e1e/1e1e/1e1e\a", "\x1b]10;rgba:ffff/ffff/ffff/ffff\x1b\\",
			"\x1b[<35;12;7M", "\x1b[<0;12;7m", "\x1b[M #$", "\x1b[48;24;80;480;800t", "\x1b[1;1$2y", "\x1b[?0u",
			"\x1b[?" + strings.Repeat("1;", 40) + "9c", "\x1b]11;\x1b\\",
			"\x1b_Gi=1;OK\x1b\\", "\x1b_Gi=31;ENOENT:no\x1b\\", "\x1bP>|XTerm(390)\x1b\\", "\x1bP1+r524742=38\x1b\\",
		} {
			d.inPieces(false, seq, "")
		}
		// What no terminal answers with: after ESC alone, two letters are keys.
		for _, seq := range []string{"\x1b^private\x1b\\", "\x1bXstring\x1b\\", "\x1b_Gi=1;OK\a", "\x1bPd\a"} {
			for at := 2; at < len(seq); at++ {
				d.wants(300*time.Millisecond, nil, seq[:at], seq[at:])
			}
		}
		// Long ones, not at each place.
		for _, seq := range []string{
			"\x1bP>|XTerm(390)\x1b\\", "\x1bP1+r524742=382f382f38\x1b\\", "\x1bP" + strings.Repeat("1;", 40) + "q d\x1b\\",
			"\x1b]52;c;" + strings.Repeat("ZGQ", 2000) + "\a", "\x1b]0;d \u00dc\u672c\x1b\\", "\x1b_G" + strings.Repeat("\u672c", 200) + "\u009c",
		} {
			d.wants(0, nil, seq)
			for _, at := range []int{2, 3, len(seq) / 2, len(seq) - 1} {
				d.wants(300*time.Millisecond, nil, seq[:at], seq[at:])
			}
		}
	})
}

// Controls of eight bits are those of seven, as one byte or as a letter of UTF-8. A string ends with any, and letters in
// it have none.
func TestControlsOfEightBitsInPieces(t *testing.T) {
	sat(t, func(d *desk) {
		for seq, key := range map[string]string{
			"\x1b[A": "up", "\x1bOB": "down", "\x1b[1;5C": "ctrl+right", "\x1b]11;rgb:1e1e\x1b\\": "", "\x1b_Gi=1;OK\x1b\\": "",
			"\x1bP>|x \u672c\u00dc\x1b\\": "", "\x1b^private\x1b\\": "", "\x1bXstring\x1b\\": "", "\x1b[200~\u672c\x1b[201~": "pasted \u672c",
		} {
			for c := byte('@'); c <= '_'; c++ {
				seq = strings.ReplaceAll(seq, "\x1b"+string(c), "\xff"+string(c))
			}
			var want []string
			if key != "" {
				want = []string{key}
			}
			for _, letter := range []bool{false, true} {
				eight := ""
				for i := 0; i < len(seq); i++ {
					switch {
					case seq[i] != 0xff:
						eight += seq[i : i+1]
						continue
					case letter && key != "pasted \u672c":
						eight += "\xc2"
					}
					i++
					eight += string([]byte{seq[i] + 0x40})
				}
				for at := 1; at < len(eight); at++ {
					d.wants(300*time.Millisecond, want, eight[:at], eight[at:])
				}
				d.wants(0, append(want, "j"), eight+"j")
			}
		}
		d.wants(0, []string{"j"}, "\u0085j")
	})
}

// What never ends is dropped, and the keys after it count.
func TestUnfinishedSequencesAreDropped(t *testing.T) {
	sat(t, func(d *desk) {
		for _, seq := range []string{"\x1b[?65;1", "\x1b]11;rgb:1e1e/1e", "\x1b[1;", "\x1b[[", "\x1bP>|x", "\x1bO1", "\x1b[M!", "\x1b[<3", "\xe6\x9c"} {
			d.wants(2*time.Second, []string{"d"}, seq, "d")
			for _, key := range []struct{ seq, key string }{{"\x12", "ctrl+r"}, {"\x1b[A", "up"}, {"\r", "enter"}} {
				if strings.HasPrefix(seq, "\x1b[M") {
					continue // the mouse sends any byte
				}
				d.wants(100*time.Millisecond, []string{key.key, "d"}, seq, key.seq, "d")
			}
		}
	})
}

// Esc alone is that key at once, and so are the keys that a person presses after it.
func TestEscAloneIsPrompt(t *testing.T) {
	sat(t, func(d *desk) {
		start := time.Now()
		d.wants(0, []string{"esc"}, "\x1b")
		if took := d.when[0].Sub(start); took > escWait {
			t.Errorf("Esc comes after %v", took)
		}
		d.wants(0, []string{"esc", "esc"}, "\x1b\x1b")
		d.wants(30*time.Millisecond, []string{"esc", "esc", "esc", "esc"}, "\x1b", "\x1b", "\x1b", "\x1b")
		d.wants(200*time.Millisecond, []string{"esc", "[", "j"}, "\x1b", "[", "j")
		d.wants(200*time.Millisecond, []string{"esc", "]", "esc"}, "\x1b", "]", "\x1b")
		d.wants(200*time.Millisecond, []string{"esc", "O", "j"}, "\x1b", "O", "j")
		d.wants(200*time.Millisecond, []string{"esc", "O"}, "\x1b", "O")
		d.wants(600*time.Millisecond, []string{"esc", "[", "A"}, "\x1b", "[", "A")
		d.wants(0, []string{"alt+j"}, "\x1bj")
		d.wants(0, []string{"alt+["}, "\x1b[")
		d.wants(0, []string{"alt+shift+o"}, "\x1bO")
		d.wants(0, []string{"j", "k", "q"}, "jkq")
	})
}

// A terminal that writes Esc as a sequence may take its time after ESC.
func TestEscAsASequence(t *testing.T) {
	sat(t, func(d *desk) {
		d.wants(0, nil, "\x1b[?1u")
		d.wants(900*time.Millisecond, []string{"up"}, "\x1b", "[A")
		d.wants(0, []string{"esc"}, "\x1b[27u")
		d.wants(0, nil, "\x1b[?0u")
		d.wants(300*time.Millisecond, []string{"esc", "up"}, "\x1b", "[A")
	})
}

// A letter of several bytes, and bytes that are no letter.
func TestLettersInPieces(t *testing.T) {
	sat(t, func(d *desk) {
		for _, letter := range []string{"é", "я", "本", "😀"} {
			for at := 1; at < len(letter); at++ {
				d.wants(300*time.Millisecond, []string{letter}, letter[:at], letter[at:])
			}
		}
		d.wants(0, []string{"j"}, "\xe9j")
		d.wants(0, []string{"j"}, "\x99\x80\x8ej")
		d.wants(300*time.Millisecond, []string{"alt+я"}, "\x1b\xd1", "\x8f")
	})
}

// Pasted text stays as it is, and its end may come in pieces.
func TestPastedTextInPieces(t *testing.T) {
	sat(t, func(d *desk) {
		whole := "\x1b[200~d я [[A\x1b[201~"
		for at := 2; at < len(whole); at++ {
			d.wants(300*time.Millisecond, []string{"pasted d я [[A"}, whole[:at], whole[at:])
		}
		long := strings.Repeat("lorem ipsum ", 5000)
		d.wants(0, []string{"pasted " + long}, "\x1b[200~", long[:100], long[100:], "\x1b[201~")
	})
}

// Whatever comes, it is bounded, and plain letters at the end are read after a pause.
func FuzzSequences(f *testing.F) {
	f.Add("\x1b\x1b\x1b[[A\x1b]11;x\x1b\\\xe6\x1bP1$r\x1b[200~\x1b[20")
	f.Add("\x1b_Gi\x9c\x90>|x\xc2\x9c\x9b200~\x9b201~\x1bX\x18\x1b^d\a")
	f.Add("\x1b[M !!\x1bO1;2P\x1b[1$\x1b[?1u\x1b\x1b[")
	f.Fuzz(func(t *testing.T, in string) {
		var s Sequences
		now := time.Now()
		for _, b := range []byte(in) {
			held := len(s.held)
			if out := s.Feed([]byte{b}, now); len(out) > held+8 || len(s.held) > longest+1 {
				t.Fatalf("%q became %q, %q is held", b, out, s.held)
			}
		}
		now = now.Add(time.Minute)
		s.Expire(now)
		if s.paste {
			s.Feed([]byte("\x1b"+pasteEnd), now)
		}
		if out := s.Feed([]byte("jk"), now); string(out) != "jk" {
			t.Fatalf("%q after a pause", out)
		}
	})
}

package term_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hinshun/vt10x"

	"aloft/ui/kit"
	"aloft/ui/term"
)

// reader is a terminal on which a script writes.
type reader struct {
	term.LinearScript
	term vt10x.Terminal
	w, h int
}

func newReader(w, h int) *reader {
	r := &reader{term: vt10x.New(vt10x.WithSize(w, h)), w: w, h: h}
	r.Resize(w, h)
	return r
}

// says writes a page and returns what was written.
func (r *reader) says(p *term.LinearPage) string {
	out := r.Next(p.View())
	_, _ = r.term.Write([]byte(out))
	return out
}

// rows are the lines of the terminal down to the last one.
func (r *reader) rows() []string {
	var out []string
	for l := range strings.SplitSeq(strings.TrimRight(r.term.String(), " \n"), "\n") {
		out = append(out, strings.TrimRight(l, " "))
	}
	return out
}

func page(now string, lines ...string) *term.LinearPage {
	p := &term.LinearPage{Now: kit.Current{Text: now}}
	for _, l := range lines {
		p.Say(l)
	}
	return p
}

func typed(label, text string, x int, lines ...string) *term.LinearPage {
	p := page("", lines...)
	p.Now = kit.Current{Label: label, Text: text, Typed: true, X: x}
	return p
}

// What is written is what has changed, and where it has to go.
func TestWhatIsWritten(t *testing.T) {
	r := newReader(40, 10)
	text := func(lines ...string) *term.LinearPage { return page("", lines...) }
	for i, c := range []struct {
		page *term.LinearPage
		want string
	}{
		{page("one, 1 of 3", "drive:/"), "drive:/\r\none, 1 of 3\r"},
		{page("one, 1 of 3", "drive:/"), ""},
		{page("two, 2 of 3", "drive:/"), "\r\ntwo, 2 of 3\r"},
		// A message goes below the item, which is not written again.
		{page("two, 2 of 3", "drive:/", "copied"), "\r\ncopied\r"},
		{page("two, 2 of 3", "drive:/"), ""}, // it has gone
		{page("three, 3 of 3", "drive:/", "selected 1"), "\r\nselected 1\r\nthree, 3 of 3\r"},
		// A text field is edited in its row.
		{typed("filter: ", "", 0, "drive:/"), "\r\nfilter: "},
		{typed("filter: ", "a", 1, "drive:/"), "a"},
		{typed("filter: ", "ac", 2, "drive:/"), "c"},
		{typed("filter: ", "ac", 1, "drive:/"), "\b"},
		{typed("filter: ", "abc", 2, "drive:/"), "bc\b"},
		{typed("filter: ", "ab", 2, "drive:/", "no match"), "\r\nno match\r\nfilter: ab"},
		{typed("name: ", "ab", 2, "drive:/", "no match"), "\r\nname: ab"},
		// A row of a text has no label: another one is another line.
		{typed("", "a row", 1, "drive:/"), "\r\na row\x1b[4D"},
		{typed("", "a row", 2, "drive:/"), "\x1b[C"},
		{typed("", "a text", 2, "drive:/"), "\r\na text\x1b[4D"},
		{page("three, 3 of 3", "drive:/"), "\r\nthree, 3 of 3\r"},
		// The cursor is at the beginning of a text.
		{text("a book", "first", "second"), "\r\na book\r\nfirst\r\nsecond\r\x1b[2A"},
		{text("a book", "second", "third"), "\x1b[2B\r\nthird\r"},
		{text("a book", "first", "second"), "\r\nfirst\r"},
		{page("a long line that does not fit in one row of this", "a book"),
			"\r\na long line that does not fit in one\r\nrow of this\r\x1b[A"},
		{page("a long line that does not fit in one row of this", "a book", "said"),
			"\x1b[B\r\nsaid\r"},
		{page("after it"), "\r\nafter it\r"},
	} {
		if got := r.says(c.page); got != c.want {
			t.Errorf("%d: %q instead of %q", i, got, c.want)
		}
	}
	if got := r.End(); got != "\r\n" {
		t.Errorf("it ends with %q", got)
	}
	if got := r.says(page("after it", "drive:/")); got != "drive:/\r\nafter it\r" {
		t.Errorf("after another program %q", got)
	}
}

// The same message twice is two messages.
func TestTheSameMessageAgain(t *testing.T) {
	r := newReader(40, 10)
	for i := range 3 {
		p := page("one", "drive:/")
		p.Event("nothing to undo", i/2)
		if got, want := strings.Contains(r.says(p), "nothing to undo"), i != 1; got != want {
			t.Errorf("message %d is said: %v", i, got)
		}
	}
}

// A text is said once for what the person did to read on, and not beside a match.
func TestATextIsSaidWhenItIsRead(t *testing.T) {
	r := newReader(40, 20)
	for i, c := range []struct {
		turn        int
		found, text string
		said        bool
	}{
		{1, "", "one", true},
		{1, "", "changed by others", false},
		{2, "", "next", true},
		{-1, "", "at a comment", false},
		{3, "", "read on", true},
		{4, "match 1/2", "around it", false},
		{4, "match 1/2", "around it, reloaded", false},
		{5, "match 1/2", "read on from there", true},
		{0, "", "what runs", true},
		{0, "", "what runs on", true},
	} {
		p := page("now", "drive:/")
		p.Turn = c.turn
		p.Found(c.found, 1)
		p.Text(c.text)
		if out := r.says(p); strings.Contains(out, c.text+"\r") != c.said || strings.ContainsAny(out, "\x1c\x1e") {
			t.Errorf("%d: %q", i, out)
		}
	}
}

// Lists that are drawn are said as phrases, and frames are not said.
func TestPhrases(t *testing.T) {
	for in, want := range map[string]string{
		"─ 4 Jobs ─────────":         "4 Jobs",
		" from   drive:/a b   x ":    "from, drive:/a b, x",
		"\x1b[1m> \x1b[mbold   4 KB": "> bold, 4 KB",
		"  │  ":                      "",
		"a-b - c":                    "a-b - c",
	} {
		if got := term.Phrases(in); got != want {
			t.Errorf("%q is said as %q instead of %q", in, got, want)
		}
	}
}

// Whatever is said, the terminal has all of it in order, each line once, and the cursor on what the keys are on.
func TestAnyPages(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		r := newReader(20+rnd.IntN(30), 6+rnd.IntN(8))
		var want []string // the lines so far, the current one last
		var lines []string
		now, n := "", 0
		word := func() string {
			n++
			return fmt.Sprintf("w%d", n) + strings.Repeat("x", rnd.IntN(8))
		}
		for range 30 {
			var news []string
			if rnd.IntN(2) == 0 {
				lines = lines[min(len(lines), rnd.IntN(3)):]
				for range rnd.IntN(3) {
					news = append(news, word())
				}
				lines = append(slices.Clone(lines), news...)
			}
			same := rnd.IntN(2) == 0 && now != ""
			if !same {
				now = word()
			}
			r.says(page(now, lines...))
			if want = append(want, news...); !same {
				want = append(want, now)
			}
			rows := r.rows()
			if shown := want[max(0, len(want)-len(rows)):]; !slices.Equal(rows, shown) || len(rows) < min(len(want), r.h) {
				t.Fatalf("seed %d: the terminal has\n%q\ninstead of\n%q", seed, rows, want)
			}
			if c := r.term.Cursor(); c.X != 0 || c.Y != len(rows)-1 {
				t.Fatalf("seed %d: the cursor is at %d,%d of %q", seed, c.X, c.Y, rows)
			}
		}
	}
}

// A terminal of another width may have broken the lines anew: it goes on below all of them.
func TestAnotherWidth(t *testing.T) {
	r := newReader(40, 6)
	r.says(page("one", "drive:/"))
	r.term.Resize(30, 6)
	r.Resize(30, 6)
	r.says(page("one", "drive:/", "a message"))
	r.says(page("two", "drive:/"))
	rows := r.rows()
	if got := rows[len(rows)-2:]; !slices.Equal(got, []string{"a message", "two"}) {
		t.Errorf("%q", rows)
	}
}

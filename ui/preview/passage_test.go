package preview

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// grown is a random document: its Markdown, and the words of each block, every one of them once.
type grown struct {
	rnd    *rand.Rand
	md     strings.Builder
	blocks [][]string
	n      int
}

func (g *grown) word() string {
	g.n++
	if g.rnd.IntN(3) == 0 {
		han := []rune("水电灯管厨房客厅春夏秋冬东西南北红黄蓝绿")
		w := string([]rune{han[g.n%20], han[g.n/20%20], '字', han[g.n/400%20]})
		return w
	}
	return fmt.Sprintf("w%dx", g.n)
}

// inline writes words with emphasis, links, code and escapes, and remembers them.
func (g *grown) inline(n int) string {
	var words, out []string
	for range n {
		w := g.word()
		words = append(words, w)
		switch g.rnd.IntN(9) {
		case 0:
			w = "**" + w + "**"
		case 1:
			w = "*" + w + "*"
		case 2:
			w = "[" + w + "](https://example.com/" + fmt.Sprint(g.n) + ")"
		case 3:
			w = "`" + w + "`"
		case 4:
			w = "~~" + w + "~~"
		case 5:
			words[len(words)-1], w = "*"+w+"&", `\*`+w+"&amp;"
		case 6:
			w = "***" + w + "***"
		}
		out = append(out, w)
	}
	g.blocks = append(g.blocks, words)
	return strings.Join(out, " ")
}

func (g *grown) grow() {
	p := func(form string, args ...any) { fmt.Fprintf(&g.md, form, args...) }
	p("# Top\n\n")
	for range 3 + g.rnd.IntN(8) {
		switch g.rnd.IntN(8) {
		case 0:
			g.n++
			p("## head%dx\n\n", g.n)
			g.blocks = append(g.blocks, []string{fmt.Sprintf("head%dx", g.n)})
		case 1:
			for i := range 1 + g.rnd.IntN(4) {
				p("%d. %s\n", i+1, g.inline(1+g.rnd.IntN(20)))
			}
			p("\n")
		case 2:
			for range 1 + g.rnd.IntN(4) {
				p("- %s\n", g.inline(1+g.rnd.IntN(20)))
				if g.rnd.IntN(3) == 0 {
					p("  - %s\n", g.inline(1+g.rnd.IntN(9)))
				}
			}
			p("\n")
		case 3:
			p("> %s\n\n", g.inline(1+g.rnd.IntN(30)))
		case 4:
			cols := 1 + g.rnd.IntN(4)
			for i := range 2 + g.rnd.IntN(4) {
				for range cols {
					if i == 0 {
						p("| %s ", g.word()) // heads are cut, not wrapped
						continue
					}
					p("| %s ", g.inline(1+g.rnd.IntN(4)))
				}
				p("|\n")
				if i == 0 {
					p("%s|\n", strings.Repeat("| --- ", cols))
				}
			}
			p("\n")
		case 5:
			w := g.word()
			p("```\n\t%s := 1\n```\n\n", w)
			g.blocks = append(g.blocks, []string{w})
		case 6:
			p("![a picture](https://example.com/secret?x=%d)\n\n- [x] %s\n\n", g.n, g.inline(3))
		default:
			p("%s\n\n", g.inline(1+g.rnd.IntN(60)))
		}
	}
}

// cellOf finds a word in the drawn text, by its characters.
func (g *rig) cellOf(word string) (from, to caret, ok bool) {
	g.t.Helper()
	ord := 0
	for at := (caret{}).flowAt; ; {
		at = g.r.text.clamp(at)
		p := g.r.text.pageOf(at.head, at.part)
		for _, m := range p.marks(word, at.spot) {
			switch {
			case !ok:
				from, ord = caret{at, m.from}, m.ord
			case m.ord != ord:
				continue // once more below a table
			}
			to, ok = g.r.text.snapped(caret{at, m.to - 1}), true
		}
		next := g.r.text.step(at, 1)
		if !next.before(at) && !at.before(next) {
			return g.r.text.snapped(from), to, ok
		}
		at = next
	}
}

// A passage of a random document is selected where it is drawn: its text is found in the document there and only there,
// its Markdown says the same, and what a search finds is drawn at the same characters.
func TestADrawnPassageIsFoundInTheDocument(t *testing.T) {
	tried := 0
	for seed := range uint64(20) {
		w := &grown{rnd: rand.New(rand.NewPCG(seed, 1))}
		w.grow()
		f := newFake()
		f.put("grown", w.md.String(), 1)
		in(t, f, 50+int(seed)%60, 200, true, func(g *rig) {
			g.open("grown")
			g.do(keys.DocSelect)
			for _, words := range w.blocks {
				i := w.rnd.IntN(len(words))
				j := i + w.rnd.IntN(len(words)-i)
				from, _, whole := g.cellOf(words[i])
				_, to, ends := g.cellOf(words[j])
				if !whole || !ends || to.before(from) {
					continue // cut off at the edge
				}
				g.r.text.pick.from, g.r.text.pick.to = from, to
				got, err := g.r.Passage()()
				tried++
				want := strings.Join(words[i:j+1], " ")
				if err != nil || len(got.Pieces) != 1 || got.Pieces[0].Text != want || got.Pieces[0].Nth != 1 || got.Pieces[0].Of != 1 {
					t.Errorf("seed %d: %q gives %+v, %v\n%s\n%s", seed, want, got, err, g.screen(), w.md.String())
					return
				}
				if says, err := read(got.Markdown); err != nil || says.block(0, len(says.units)) != want {
					t.Errorf("seed %d: %q as Markdown: %q", seed, want, got.Markdown)
					return
				}
				m, err := f.Find(t.Context(), model.Ref{ID: "grown"}, want, 1, client.Options{})
				if err != nil || len(m.All) != 1 {
					t.Errorf("seed %d: the document has %q at %v, %v", seed, want, m.All, err)
					return
				}
				if s := g.r.text.selected(); strings.Contains(got.Markdown, "](") || s.column() {
					continue // a search does not see words around an address, or in rows of a cell
				}
				m.Text = want
				g.r.SetMatches(m)
				if a, b, ok := g.r.contents.matchAt(0); !ok || a.before(from) || from.before(a) || b.before(to) || to.before(b) {
					t.Errorf("seed %d: %q was selected at %v to %v and is found at %v to %v", seed, want, from, to, a, b)
					return
				}
			}
		})
	}
	if tried < 100 {
		t.Errorf("only %d passages were tried", tried)
	}
}

const walked = `# Top

The **first** phase: 厨房和客厅 (later).

- an item

| a | b |
| --- | --- |
| one two three four five | six |
`

// The cursor goes by characters, words and rows. It is never on what is drawn around the text, and wide characters
// are one step.
func TestTheCursorWalksTheText(t *testing.T) {
	down, up := keys.Down.In(keys.InDocument), keys.Up.In(keys.InDocument)
	for _, c := range []struct {
		keys []keys.Action
		on   string // the characters from the cursor on
	}{
		{[]keys.Action{}, "Top"},
		{[]keys.Action{keys.PassageWord}, "The first"},
		{[]keys.Action{keys.PassageWord, keys.PassageWordEnd}, "e first"},
		{[]keys.Action{keys.PassageWord, keys.PassageWord, keys.PassageWord, keys.PassageWord}, ": 厨"},
		{[]keys.Action{keys.PassageWord, keys.PassageLineEnd, keys.PassageWordBack, keys.PassageWordBack, keys.PassageWordBack, keys.PassageWordBack}, "厨房和客厅 ("},
		{[]keys.Action{keys.PassageWord, keys.PassageLineEnd, keys.PassageWordBack, keys.PassageWordBack, keys.PassageWordBack, keys.PassageWordBack, keys.PassageRight, keys.PassageRight}, "和客厅"},
		{[]keys.Action{keys.PassageWord, keys.PassageLineEnd, keys.PassageRight}, "an item"},
		{[]keys.Action{keys.PassageWord, keys.PassageLineEnd, keys.PassageRight, keys.PassageLeft}, "."},
		{[]keys.Action{keys.PassageWord, keys.PassageLineEnd, down, down}, "m"},
		{[]keys.Action{keys.PassageWord, keys.PassageLineEnd, down, down, up, up}, "."},
		{[]keys.Action{keys.PassageLeft}, "Top"},
		{[]keys.Action{keys.Bottom.In(keys.InDocument)}, "x"},
		{[]keys.Action{keys.Bottom.In(keys.InDocument), keys.PassageLineStart}, "one two"},
		{[]keys.Action{keys.Bottom.In(keys.InDocument), keys.PassageRight}, "x"},
		{[]keys.Action{keys.Bottom.In(keys.InDocument), keys.Top.In(keys.InDocument)}, "Top"},
		{[]keys.Action{keys.PassageWord, keys.PassageWord, keys.PassageBegin, keys.PassageWordEnd, keys.PassageSwap}, "first"},
	} {
		f := newFake()
		f.put("walked", walked, 1)
		in(t, f, 120, 30, true, func(g *rig) {
			g.open("walked")
			g.do(keys.DocSelect)
			g.do(c.keys...)
			at := g.r.text.pick.to
			got := ""
			for _, x := range g.r.text.row(at.flowAt) {
				if x.from >= at.col {
					got += x.text
				}
			}
			if !strings.HasPrefix(strings.TrimSpace(got), c.on) {
				t.Errorf("%v: %q, want %q", c.keys, got, c.on)
			}
			screen := strings.Split(g.screen(), "\n")
			if p := g.r.Cursor(); p == nil || !strings.HasPrefix(ansi.Cut(screen[p.Y], p.X, 200), strings.TrimRight(got, " ")) {
				t.Errorf("%v: the terminal's cursor is at %v", c.keys, p)
			}
		})
	}
}

// A selection ends with what it was drawn from: at another width, in another version, in another document, and when
// the outline takes the keys.
func TestASelectionEndsWithItsText(t *testing.T) {
	for name, change := range map[string]func(*rig){
		"width":    func(g *rig) { g.r.SetSize(90, 30) },
		"records":  func(g *rig) { g.do(keys.DocTables) },
		"outline":  func(g *rig) { g.do(keys.DocJump) },
		"document": func(g *rig) { g.open("other") },
		"focus":    func(g *rig) { g.r.SetFocus(false); g.r.SetFocus(true); g.do(keys.DocJump) },
		"version": func(g *rig) {
			g.f.put("walked", walked+"\nmore\n", 2)
			g.Run(g.r.Reload())
			g.Idle()
		},
	} {
		f := newFake()
		f.put("walked", walked, 1)
		in(t, f, 120, 30, true, func(g *rig) {
			g.open("walked")
			g.do(keys.DocSelect, keys.PassageWord)
			if !g.r.text.Selecting() {
				t.Fatal("nothing is selected")
			}
			change(g)
			g.Idle()
			if g.r.text.Selecting() || g.r.Passage() != nil {
				t.Errorf("%s: it is still selected", name)
			}
		})
	}
}

// What a search of the service cannot find is not offered to it, and what cannot be found in the document is refused.
func TestWhatCannotBeSelected(t *testing.T) {
	f := newFake()
	f.put("walked", "# Top\n\nbefore ![x](https://example.com/x.png) behind  \nnext ahaha\n", 1)
	in(t, f, 120, 30, true, func(g *rig) {
		g.open("walked")
		g.do(keys.DocSelect)
		for words, nth := range map[[2]string]int{
			{"before", "before"}: 1, {"before", "behind"}: 0, {"behind", "next"}: 0, {"before", "next"}: 0, {"ah", "ah"}: 1, {"next", "ahaha"}: 1,
		} {
			from, _, _ := g.cellOf(words[0])
			_, to, _ := g.cellOf(words[1])
			g.r.text.pick.from, g.r.text.pick.to = from, to
			if p, err := g.r.Passage()(); err != nil || p.Pieces[0].Nth != nth {
				t.Errorf("%v: %+v, %v", words, p, err)
			}
		}
		from, _, _ := g.cellOf("ahaha")
		g.r.text.pick.from, g.r.text.pick.to = from, from
		g.r.text.pick.from.col, g.r.text.pick.to.col = from.col+2, from.col+4
		if p, err := g.r.Passage()(); err != nil || p.Pieces[0].Text != "aha" || p.Pieces[0].Nth != 0 || p.Pieces[0].Of != 1 {
			t.Errorf("a search finds it elsewhere: %+v, %v", p, err)
		}
	})
	f.noText = true
	in(t, f, 120, 30, true, func(g *rig) {
		g.open("walked")
		g.do(keys.DocSelect)
		if _, err := g.r.Passage()(); err == nil {
			t.Error("beginnings of paragraphs were taken as the text")
		}
	})
	f.put("long", "```\n"+strings.Repeat("a line of code that goes on and on\n", 4000)+"```\n", 1)
	f.noText = false
	in(t, f, 120, 30, true, func(g *rig) {
		g.open("long")
		g.do(keys.DocSelect)
		g.do(keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument))
		if p := g.r.Passage(); p != nil {
			if _, err := p(); err == nil {
				t.Error("text that is shown as it was written was selected")
			}
		} else if len(g.said) == 0 {
			t.Error("nothing was said")
		}
	})
}

// What is selected is reversed, and its end underlined as well: it is seen without colours.
func TestASelectionIsSeenWithoutColour(t *testing.T) {
	f := newFake()
	f.put("walked", walked, 1)
	in(t, f, 120, 30, true, func(g *rig) {
		g.open("walked")
		g.do(keys.DocSelect, keys.PassageWord, keys.PassageBegin, keys.PassageWordEnd)
		reversed, underlined := "", ""
		for _, line := range g.r.View()[1:] {
			on := map[string]bool{}
			for line != "" {
				seq, w, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
				line = line[n:]
				if s, ok := strings.CutPrefix(seq, "\x1b["); ok {
					clear(on)
					for p := range strings.SplitSeq(strings.TrimSuffix(s, "m"), ";") {
						on[p] = true
					}
				}
				if w > 0 && on["7"] {
					reversed += seq
					if on["4"] {
						underlined += seq
					}
				}
			}
		}
		if reversed != "The" || underlined != "e" {
			t.Errorf("%q is reversed, %q underlined", reversed, underlined)
		}
	})
}

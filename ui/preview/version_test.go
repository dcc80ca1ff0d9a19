package preview

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// find searches for a text as a person does.
func (g *rig) find(what string) {
	g.do(keys.DocFind)
	g.press(tea.KeyHome)
	g.typed(what)
	g.press(tea.KeyEnter)
}

// write makes a new version of a document.
func (f *fake) write(id, md string) {
	f.put(id, md, f.docs[id].Version+1)
}

// Matches belong to the version they were found in: a heading that is gone takes
// those under it along, and the rest is searched again.
func TestMatchesGoWithTheirVersion(t *testing.T) {
	f := newFake()
	f.put("two", "## One\n\nAlpha here.\n\n## Two\n\nAlpha there, and alpha.\n", 1)
	for _, noText := range []bool{false, true} {
		f.noText = noText
		in(t, f, 90, 20, true, func(g *rig) {
			g.open("two")
			g.find("Alpha")
			g.do(keys.DocFindNext)
			g.has("match 2/2")
			f.write("two", "## One\n\nAlpha here.\n")
			g.Run(g.r.Reload())
			g.Idle()
			g.has("match 1/1")
			g.do(keys.DocFindNext, keys.DocFold, keys.DocFold, keys.DocUnfold, keys.Bottom.In(keys.InDocument))
			f.write("two", "")
			g.Run(g.r.Reload())
			g.Idle()
			g.hasNot("match")
			f.write("two", "## One\n\nAlpha here.\n\n## Two\n\nAlpha there, and alpha.\n")
			g.Run(g.r.Reload())
			g.Idle()
			g.screen()
			f.write("two", "## One\n\nAlpha here.\n\n## Two\n\nAlpha there, and alpha.\n")
		})
	}
}

// The line for the text before all headings comes with the text, after the matches:
// they stay under their own headings all the same.
func TestTheLeadMovesMatches(t *testing.T) {
	f := newFake()
	f.put("lead", "Before all.\n\n## One\n\nAlpha here.\n\n## Two\n\nNothing.\n", 1)
	f.delay = time.Second
	in(t, f, 90, 20, true, func(g *rig) {
		g.open("lead")
		g.Pass(time.Second) // the outline is there, the text is asked for
		f.mu.Lock()
		f.delay = 0
		f.mu.Unlock()
		g.Run(g.r.search("Alpha"))
		g.Idle()
		g.has("match 1/1")
		g.hasNot("Before all.")
		for range 5 {
			g.Pass(time.Second)
		}
		g.has("match 1/1")
		if n := g.node(); n != "One 1" {
			t.Errorf("the match is under %s", n)
		}
	})
}

// Nothing that a reader holds of one version may be used on another: random keys
// while the document grows, shrinks, disappears, and the place changes its size.
func TestAnyKeysOnAnyVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	acts := []keys.Action{
		keys.Down.In(keys.InDocument), keys.Up.In(keys.InDocument), keys.HalfDown.In(keys.InDocument), keys.HalfUp.In(keys.InDocument), keys.PageDown.In(keys.InDocument), keys.PageUp.In(keys.InDocument), keys.Top.In(keys.InDocument), keys.Bottom.In(keys.InDocument),
		keys.DocNext, keys.DocPrev, keys.DocNextSame, keys.DocPrevSame, keys.DocScrollDown, keys.DocScrollUp, keys.DocFold, keys.DocUnfold,
		keys.DocJump, keys.DocFoldOne, keys.DocOpenAll, keys.DocCloseAll, keys.DocFindNext, keys.DocFindPrev,
	}
	for seed := range int64(24) {
		rnd := rand.New(rand.NewSource(seed))
		f := newFake()
		f.put("any", anyMarkdown(rnd), 1)
		f.noText = seed%4 == 1
		if seed%4 == 2 {
			f.cut = 60
		}
		in(t, f, 90, 20, seed%2 == 0, func(g *rig) {
			g.open("any")
			for range 250 {
				switch rnd.Intn(14) {
				case 0:
					f.write("any", anyMarkdown(rnd))
					g.Run(g.r.Reload())
				case 1:
					f.write("any", anyMarkdown(rnd))
					f.mu.Lock()
					f.delay = time.Duration(rnd.Intn(3)) * time.Second
					f.mu.Unlock()
					g.Run(g.r.Reload())
					g.Run(g.r.search("a"))
				case 2:
					g.do(keys.DocFind)
					g.typed(string("aeb"[rnd.Intn(3)]))
					g.press(tea.KeyEnter)
				case 3:
					g.do(keys.DocFilter)
					g.typed(string("ah1"[rnd.Intn(3)]))
					g.press([]rune{tea.KeyEnter, tea.KeyEscape}[rnd.Intn(2)])
				case 4:
					g.r.back()
				case 5:
					g.r.SetSize(rnd.Intn(130), rnd.Intn(40))
				case 6:
					g.open([]string{"any", "plan", "empty"}[rnd.Intn(3)])
				case 7:
					g.r.Click(rnd.Intn(130), rnd.Intn(40))
					g.r.Wheel(rnd.Intn(130), rnd.Intn(40), rnd.Intn(9)-4)
				case 8:
					g.r.SetFull(rnd.Intn(2) == 0)
				case 9:
					g.r.GoTo(int64(rnd.Intn(300)))
				default:
					if !g.r.Typing() {
						g.do(acts[rnd.Intn(len(acts))])
					}
				}
				g.Idle()
				g.r.View()
				g.r.State(time.Now())
				g.r.Node()
				g.r.Match()
				if rnd.Intn(5) == 0 {
					g.Pass(time.Second)
				}
			}
			for range 5 { // an answer may request another one
				g.Pass(time.Minute)
			}
		})
	}
}

// anyMarkdown is a document of random shape.
func anyMarkdown(rnd *rand.Rand) string {
	var b strings.Builder
	for range rnd.Intn(4) {
		b.WriteString("a line before\n\n")
	}
	for i := range rnd.Intn(12) {
		fmt.Fprintf(&b, "%s heading %d a\n\n", strings.Repeat("#", 1+rnd.Intn(5)), i%5)
		for range rnd.Intn(30) {
			b.WriteString("a word and another of those that are long enough to be wrapped somewhere\n\n")
		}
	}
	return b.String()
}

// A section that would keep the parser busy is shown as it was written, and the
// limit is reported once.
func TestLimitIsTold(t *testing.T) {
	f := newFake()
	f.put("two", "## One\n\n"+strings.Repeat(">", 60)+"end\n\n## Two\n\nHonest *words*.\n", 1)
	in(t, f, 120, 20, true, func(g *rig) {
		g.open("two")
		g.has("text (as Markdown)", ">>>>")
		g.do(keys.DocNext)
		g.has("Two", "Honest words.")
		g.hasNot("(as Markdown)")
		g.do(keys.DocPrev)
		if len(g.said) != 1 || g.said[0].Text != "the section is shown as Markdown source: its lists and quotations are nested more than 30 levels deep → aloft cat prints all of it" {
			t.Errorf("it said %q", g.said)
		}
	})
}

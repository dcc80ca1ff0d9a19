package preview

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/embedded/engine"
	"aloft/model"
	"aloft/ui/keys"
)

func TestGoldens(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
		full bool
		do   []keys.Action
	}{
		{"full-120x36", 120, 36, true, []keys.Action{keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument)}},
		{"full-80x18", 80, 18, true, []keys.Action{keys.Down.In(keys.InDocument)}},
		{"narrow-50x12", 50, 12, true, nil},
		{"narrow-50x12-text", 50, 12, true, []keys.Action{keys.Down.In(keys.InDocument), keys.DocJump}},
		{"column-40x34", 40, 34, false, []keys.Action{keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument)}},
		{"column-35x12", 35, 12, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in(t, newFake(), c.w, c.h, c.full, func(g *rig) {
				g.open("plan")
				g.do(c.do...)
				g.golden(c.name)
			})
		})
	}
}

func TestMovingAndFolding(t *testing.T) {
	in(t, newFake(), 90, 30, true, func(g *rig) {
		g.open("plan")
		step := func(want string, all ...keys.Action) {
			t.Helper()
			g.do(all...)
			if got := g.node(); got != want {
				t.Errorf("%v: on %q, want %q", all, got, want)
			}
		}
		step("Summary 1", keys.Down.In(keys.InDocument))
		step("Scope 1", keys.DocNextSame)
		step("Timeline 1", keys.DocNextSame)
		step("Scope 2", keys.DocNextSame)
		step("Scope 2", keys.DocNextSame)
		step("Scope 1", keys.DocPrevSame, keys.DocPrevSame)
		step("Scope 1", keys.DocFold)
		g.hasNot("      Out of scope")
		step("Timeline 1", keys.Down.In(keys.InDocument))
		step("Out of scope 1", keys.DocPrev) // opens what hides it
		g.has("      Out of scope")
		step("Scope 1", keys.DocFold)
		step("In scope 1", keys.DocUnfold)
		step("2024 plan 1", keys.Top.In(keys.InDocument))
		step("Scope 2", keys.Bottom.In(keys.InDocument))
		step("2024 plan 1", keys.DocCloseAll, keys.Top.In(keys.InDocument))
		g.hasNot("#107")
		step("Scope 1", keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument))
		step("In scope 1", keys.DocOpenAll, keys.Down.In(keys.InDocument))
		step("Scope 1", keys.Up.In(keys.InDocument), keys.DocFoldOne)
		g.hasNot("#202")
	})
}

// A step past the margin scrolls the outline by a line.
func TestTheOutlineScrollsAsListsDo(t *testing.T) {
	f := newFake()
	f.put("long", "# Title\n\n"+strings.Repeat("## Part\n\nText.\n\n", 40), 1)
	in(t, f, 90, 14, true, func(g *rig) {
		g.open("long")
		high := g.r.geo.outline.Dy()
		for range high - 4 { // three lines stay below it
			g.do(keys.Down.In(keys.InDocument))
		}
		for step := range 3 {
			if g.r.doc.top != step {
				t.Errorf("after %d more steps the first row is %d", step, g.r.doc.top)
			}
			g.do(keys.Down.In(keys.InDocument))
		}
	})
}

func TestTextGoesOnIntoTheNextSection(t *testing.T) {
	in(t, newFake(), 90, 8, true, func(g *rig) {
		g.open("plan")
		g.do(keys.Down.In(keys.InDocument), keys.DocJump)
		if !g.r.onText {
			t.Fatal("Enter does not go to the text")
		}
		for range 40 {
			g.do(keys.Down.In(keys.InDocument))
		}
		if got := g.node(); got != "Scope 2" {
			t.Errorf("reading on came to %q", got)
		}
		for range 40 {
			g.do(keys.Up.In(keys.InDocument))
		}
		if got := g.node(); got != "2024 plan 1" {
			t.Errorf("reading back came to %q", got)
		}
		if !g.r.back() || g.r.onText || g.r.back() {
			t.Error("Esc does not go back to the outline and then out")
		}
	})
}

func TestFilterOfHeadings(t *testing.T) {
	in(t, newFake(), 90, 20, true, func(g *rig) {
		g.open("plan")
		g.do(keys.DocFilter)
		g.typed("scope")
		g.has("In scope", "Out of scope", "Scope")
		g.hasNot("Timeline ")
		if got := g.node(); got != "Scope 1" {
			t.Errorf("on %q", got)
		}
		g.press(tea.KeyDown)
		g.press(tea.KeyEnter)
		if got := g.node(); got != "In scope 1" || g.r.Typing() {
			t.Errorf("on %q", got)
		}
		g.has("2/4 of 7")
		if !g.r.back() {
			t.Error("Esc does not drop the filter")
		}
		g.has("Timeline")
		if got := g.node(); got != "In scope 1" {
			t.Errorf("the cursor went to %q", got)
		}
		g.do(keys.DocFilter)
		g.typed("zzz")
		g.has("no heading matches")
		g.press(tea.KeyEscape)
		g.has("Timeline")
	})
}

func TestFindListsBySectionAndGoesRound(t *testing.T) {
	f := newFake()
	in(t, f, 100, 24, true, func(g *rig) {
		g.open("plan")
		g.do(keys.DocFind)
		g.typed("first phase")
		g.press(tea.KeyEnter)
		g.has("match 1/3", "The first phase covers two", "The first phase covers the ki", "and the first phase again")
		if want, _ := engine.Find(f.docs["plan"].Document, "first phase"); !slices.Equal(g.r.Matches().All, want.All) {
			t.Errorf("%v", g.r.Matches().All)
		}
		for i, want := range []string{"Summary 1", "In scope 1", "Scope 2", "Summary 1"} {
			if at, m, ok := g.r.Match(); at != i%3 || !ok || m != g.r.Matches().All[i%3] || g.node() != want {
				t.Errorf("on %q: %d %v %v", g.node(), at, m, ok)
			}
			g.do(keys.DocFindNext)
		}
		g.do(keys.DocFindPrev, keys.DocFindPrev)
		if i, _, _ := g.r.Match(); i != 2 {
			t.Errorf("it does not go back: %d", i)
		}
		if !g.r.back() || len(g.r.Matches().All) != 0 {
			t.Error("Esc does not end finding")
		}
		g.do(keys.DocFind)
		g.typed("nothing like it")
		g.press(tea.KeyEnter)
		if len(g.said) != 1 || !strings.Contains(g.said[0].Text, "does not occur") {
			t.Errorf("%v", g.said)
		}
	})
}

// The text scrolls to the current match, in a rendered section and in one that is
// too long for that; also to one that is broken by the end of a line.
func TestTheTextScrollsToTheMatch(t *testing.T) {
	for name, filler := range map[string]string{"drawn": "Some filler words.\n\n", "plain": strings.Repeat("Some filler words ", 40) + "\n\n"} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.put("far", "# Far\n\nthe golden sentence\n\n"+strings.Repeat(filler, 100)+"Here is **the** other: "+
				strings.Repeat("xyz ", 8)+"the golden sentence stands alone.\n\n"+strings.Repeat(filler, 50), 1)
			in(t, f, 80, 20, true, func(g *rig) {
				g.open("far")
				g.do(keys.DocFind)
				g.typed("the golden sentence")
				g.press(tea.KeyEnter)
				g.has("match 1/2")
				g.hasNot("stands alone.")
				g.do(keys.DocFindNext)
				g.has("match 2/2", "stands alone.")
				g.do(keys.DocFindNext)
				g.hasNot("stands alone.")
			})
		})
	}
}

func TestMatchesOfAnotherVersionAreNotShown(t *testing.T) {
	in(t, newFake(), 100, 24, true, func(g *rig) {
		g.open("plan")
		g.r.SetMatches(model.Matches{Text: "x", Version: 117, All: []model.Match{{Range: model.Range{Begin: 3, End: 4}}}})
		if _, _, ok := g.r.Match(); ok {
			t.Error("an old match is shown")
		}
	})
}

func TestReloadKeepsTheHeading(t *testing.T) {
	f := newFake()
	in(t, f, 100, 24, true, func(g *rig) {
		g.open("plan")
		g.do(keys.Bottom.In(keys.InDocument))
		f.put("plan", strings.Replace(plan, "## Summary", "## Added\n\nNew.\n\n## Summary", 1), 119)
		g.Run(g.r.Reload())
		g.Idle()
		if got := g.node(); got != "Scope 2" || g.r.Outline().Version != 119 {
			t.Errorf("on %q of version %d", got, g.r.Outline().Version)
		}
		g.has("Added", "v 119")
	})
}

// The outline that the look behind an edit has read is not read again, only the text.
func TestReloadFromWhatWasRead(t *testing.T) {
	f := newFake()
	in(t, f, 100, 24, true, func(g *rig) {
		g.open("plan")
		f.asked = nil
		f.put("plan", strings.Replace(plan, "## Summary", "## Added\n\nNew.\n\n## Summary", 1), 119)
		o := engine.Outline(f.docs["plan"].Document)
		g.Run(g.r.ReloadFrom(&o))
		g.Idle()
		g.has("Added", "v 119")
		if got := strings.Join(f.asked, ", "); got != "content plan, comments plan" {
			t.Errorf("asked: %s", got)
		}
	})
}

func TestWhatIsKnownIsNotAskedForAgain(t *testing.T) {
	f := newFake()
	in(t, f, 100, 24, true, func(g *rig) {
		g.open("plan")
		g.open("other")
		g.open("plan")
		if got := strings.Join(f.asked, ", "); got != "outline plan, content plan, comments plan, outline other, content other, comments other" {
			t.Errorf("asked: %s", got)
		}
		g.has("In scope")
		e := entry("plan")
		for _, e.Modified = range []time.Time{time.Now().Add(time.Hour), time.Now().Add(time.Hour), time.Now().Add(2 * time.Hour)} {
			g.r.Show(at("plan"), e)
			g.Idle()
		}
		if got := len(f.asked); got != 7 { // once it has changed
			t.Errorf("asked: %q", f.asked)
		}
		f.asked = f.asked[:6]
		g.Pass(freshFor + time.Second)
		g.open("other")
		if got := len(f.asked); got != 7 { // the outline only: nothing has changed
			t.Errorf("asked: %q", f.asked)
		}
	})
}

func TestTheNewestWins(t *testing.T) {
	f := newFake()
	f.delay = time.Second
	in(t, f, 100, 24, true, func(g *rig) {
		g.r.Show(at("plan"), entry("plan"))
		g.Idle()
		g.Pass(200 * time.Millisecond)
		g.has("reading…")
		g.r.SetSize(60, 16) // in mid-load
		g.screen()
		g.r.Show(at("other"), entry("other"))
		g.Idle()
		g.Pass(5 * time.Second)
		g.has("Other")
		g.hasNot("Summary")
	})
}

func TestAnOldAnswerIsDropped(t *testing.T) {
	f := newFake()
	f.delay, f.deaf = 3*time.Second, true
	in(t, f, 100, 24, true, func(g *rig) {
		g.open("plan") // the slow one
		f.put("plan", "# New plan\n", 119)
		f.mu.Lock()
		f.delay = time.Second
		f.mu.Unlock()
		g.Run(g.r.Reload())
		g.Idle()
		g.Pass(10 * time.Second)
		if v := g.r.Outline().Version; v != 119 {
			t.Errorf("version %d won", v)
		}
		g.has("New plan")
		g.Pass(time.Second) // for the comments
	})
}

func TestTroubleIsSaidWithTheKeyThatHelps(t *testing.T) {
	f := newFake()
	f.err = client.Errorf(client.KindNotFound, "outline", at("plan"), "%s: has no documents that can be read here.", "docs")
	in(t, f, 100, 24, true, func(g *rig) {
		g.open("plan")
		g.has("Ctrl-R reloads it")
		f.err = nil
		f.textErr = errors.New("broken \x1b[8mpipe")
		g.Run(g.r.Reload())
		g.Idle()
		g.has("Summary", "broken", "Ctrl-R reloads it")
		f.textErr = nil
		g.Run(g.r.Reload())
		g.Idle()
		g.has("Where we go")
		g.open("empty")
		g.has("no headings", "It is empty")
	})
}

func TestWithoutTextTheBeginningsShow(t *testing.T) {
	f := newFake()
	f.noText = true
	in(t, f, 100, 24, true, func(g *rig) {
		g.open("plan")
		g.do(keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument))
		g.has("(beginnings of paragraphs)", "The first phase covers the", "1 image ")
		g.hasNot("电线") // it is behind the beginning
	})
}

func TestTextWithoutAnyHeading(t *testing.T) {
	f := newFake()
	f.put("flat", "Only words.\n\nAnd more.\n", 1)
	for _, f.noText = range []bool{false, true} {
		in(t, f, 100, 24, true, func(g *rig) {
			g.open("flat")
			g.has("(untitled)", "Only words", "And more")
			g.do(keys.DocFind)
			g.typed("more")
			g.press(tea.KeyEnter)
			g.has("match 1/1")
		})
	}
}

func TestACutTextIsFilledFromTheStructure(t *testing.T) {
	f := newFake()
	f.cut = strings.Index(plan, "### Out of scope")
	in(t, f, 100, 24, true, func(g *rig) {
		g.open("plan")
		g.do(keys.Bottom.In(keys.InDocument))
		g.has("(cut short)", "A second heading of that")
	})
}

// A long text shows after two requests, before it is known whether it is all of it.
func TestALongTextThatEndsEarly(t *testing.T) {
	f := newFake()
	md := "# Long\n\n" + strings.Repeat("A few words of it.\n\n", 600) + "The very last sentence.\n"
	f.put("long", md, 1)
	f.cut, f.silent, f.delay = len(md)-200, true, 500*time.Millisecond
	in(t, f, 100, 24, true, func(g *rig) {
		g.r.Show(at("long"), entry("long"))
		g.Idle()
		g.Pass(500 * time.Millisecond)
		g.Pass(500 * time.Millisecond)
		g.has("A few words of it.")
		g.hasNot("(cut short)")
		if got := strings.Join(f.asked, ", "); !strings.HasPrefix(got, "outline long, content long") {
			t.Errorf("asked: %s", got)
		}
		for range 5 {
			g.Pass(time.Second)
		}
		g.has("text (cut short)")
	})
}

func TestATextOfAnotherVersionIsReadAgain(t *testing.T) {
	f := newFake()
	f.skew = 1
	in(t, f, 100, 24, true, func(g *rig) {
		g.open("plan")
		if v := g.r.Outline().Version; v != 119 {
			t.Errorf("version %d", v)
		}
		g.has("Where we go")
	})
}

func TestALooseOutlineHasNoPositions(t *testing.T) {
	f := newFake()
	in(t, f, 100, 24, true, func(g *rig) {
		e := entry("plan")
		e.Kind = model.KindSmartCanvas
		g.r.Show(at("plan"), e)
		g.Idle()
		if got := strings.Join(f.asked, ", "); got != "content plan" {
			t.Errorf("asked: %s", got)
		}
		g.hasNot("#0", "#2")
		g.do(keys.DocFind)
		g.typed("kitchen")
		g.press(tea.KeyEnter)
		g.has("match 1/1")
		if got := g.node(); got != "In scope 1" {
			t.Errorf("on %q", got)
		}
	})
}

func TestOnlyTheOutlineOfALongDocumentFollows(t *testing.T) {
	f := newFake()
	f.put("long", "# Long\n\n## A\n\n"+strings.Repeat("word ", maxFollowed/5)+"\n\n## B\n\nend\n", 1)
	in(t, f, 40, 24, false, func(g *rig) {
		g.open("long")
		g.has("F3 shows its text")
		if len(f.asked) != 1 {
			t.Errorf("%q", f.asked)
		}
		g.r.SetFull(true)
		g.r.SetSize(100, 24)
		g.Idle()
		g.do(keys.Bottom.In(keys.InDocument))
		g.has("end")
	})
}

func TestMouse(t *testing.T) {
	in(t, newFake(), 90, 14, true, func(g *rig) {
		g.open("plan")
		g.r.Click(6, 4)
		if got := g.node(); got != "Scope 1" {
			t.Errorf("on %q", got)
		}
		g.r.Click(3, 4) // its sign
		g.hasNot("In scope ")
		g.r.Wheel(5, 5, 1)
		if got := g.node(); got != "Timeline 1" {
			t.Errorf("on %q", got)
		}
		g.r.Click(60, 5)
		if !g.r.onText {
			t.Error("a click on the text does not go there")
		}
	})
}

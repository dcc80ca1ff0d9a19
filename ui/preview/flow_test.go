package preview

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/keys"
)

var (
	down, up    = keys.Down.In(keys.InDocument), keys.Up.In(keys.InDocument)
	top, bottom = keys.Top.In(keys.InDocument), keys.Bottom.In(keys.InDocument)
)

// book has chapters with three parts each.
func book(chapters int) string {
	var b strings.Builder
	b.WriteString("# Book\n\nWords before the first chapter.\n")
	for c := range chapters {
		fmt.Fprintf(&b, "\n## Chapter %d\n", c)
		for p := range 3 {
			fmt.Fprintf(&b, "\n### Part %d of %d\n\nwords of %d in %d\n\nand a few more\n", p, c, p, c)
		}
	}
	return b.String()
}

// textOnly are the rows of the text on a screen with the outline beside it.
func (g *rig) textOnly() (out []string) {
	for _, line := range strings.Split(g.screen(), "\n") {
		if _, text, ok := strings.Cut(line, "│"); ok {
			out = append(out, strings.TrimSpace(text))
		}
	}
	return out
}

// Row after row the text of all sections goes by once, in its order, and the outline
// is on the section at the top; back it is the same.
func TestTheTextFlowsAndTheOutlineFollows(t *testing.T) {
	f := newFake()
	f.put("book", book(9), 1)
	in(t, f, 90, 14, true, func(g *rig) {
		g.open("book")
		g.do(keys.DocJump)
		var rows, nodes []string
		for range 500 {
			rows, nodes = append(rows, g.textOnly()[0]), append(nodes, g.node())
			was := g.r.text.first()
			if g.do(down); g.r.text.first() == was {
				break
			}
		}
		var want []string
		on, section := "", []string(nil)
		for _, line := range strings.Split(book(9), "\n") {
			if bare := strings.TrimLeft(line, "# "); bare != line {
				on = bare
			}
			want, section = append(want, strings.TrimLeft(line, "# ")), append(section, on+" 1")
		}
		last := g.textOnly()[0] // the last section is at the top
		if !strings.HasSuffix(last, "Part 2 of 8") || g.node() != "Part 2 of 8 1" {
			t.Errorf("the text ends with %q at the top, on %q", last, g.node())
		}
		g.has("100%")
		for i, row := range rows {
			if !strings.HasSuffix(row, want[i]) || want[i] == "" && row != "" || nodes[i] != section[i] && row != "" {
				t.Fatalf("row %d is %q on %q, not %q on %q", i, row, nodes[i], want[i], section[i])
			}
		}
		for i := len(rows) - 2; i >= 0; i-- {
			if g.do(up); g.textOnly()[0] != rows[i] {
				t.Fatalf("back to %q, not %q", g.textOnly()[0], rows[i])
			}
		}
		g.has("0%")
		g.do(bottom)
		if g.node() != "Part 2 of 8 1" {
			t.Errorf("the end is on %q", g.node())
		}
		g.do(top)
		if g.node() != "Book 1" || g.textOnly()[0] != "Book" {
			t.Errorf("the beginning is on %q", g.node())
		}
	})
}

// A heading in the outline comes to the top of the text; from within a section the
// previous heading is its own; folding hides no text.
func TestTheOutlineLeads(t *testing.T) {
	f := newFake()
	f.put("book", book(9), 1)
	in(t, f, 90, 14, true, func(g *rig) {
		g.open("book")
		g.do(down, down, down)
		if got := g.textOnly()[0]; got != "Part 1 of 0" {
			t.Errorf("the text is at %q", got)
		}
		g.do(keys.DocScrollDown)
		if got := g.textOnly()[0]; got != "" || g.node() != "Part 1 of 0 1" {
			t.Errorf("the text is at %q", got)
		}
		if g.do(keys.DocPrev); g.textOnly()[0] != "Part 1 of 0" {
			t.Errorf("the text is at %q", g.textOnly()[0])
		}
		g.do(keys.DocCloseAll, keys.DocJump, keys.DocScrollDown, keys.DocScrollDown, keys.DocScrollDown)
		if g.node() != "Part 1 of 0 1" || g.r.contents.head() != 1 {
			t.Errorf("on %q, the cursor on heading %d", g.node(), g.r.contents.head())
		}
		g.do(keys.DocJump, keys.DocUnfold)
		if g.node() != "Part 1 of 0 1" {
			t.Errorf("unfolding went to %q", g.node())
		}
	})
}

// A section of any length is rendered in parts, and read like a short one.
func TestALongSectionIsRenderedInParts(t *testing.T) {
	f := newFake()
	var b strings.Builder
	b.WriteString("# One\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "\n- *number* %d\n\n  with a second paragraph\n", i)
	}
	b.WriteString("\n```\n" + strings.Repeat("code\n\n", 5000) + "```\n\nThe *end*.\n")
	f.put("one", b.String(), 1)
	in(t, f, 90, 24, true, func(g *rig) {
		g.open("one")
		if n := len(g.r.doc.parts(0)); n < 10 || n > 30 {
			t.Errorf("%d parts", n)
		}
		if got := strings.Join(g.r.doc.parts(0), "\n\n"); got != strings.Trim(strings.TrimPrefix(b.String(), "# One\n"), "\n") {
			t.Error("the parts are not the section")
		}
		g.do(bottom, keys.DocJump)
		g.r.text.toPercent(40)
		g.Idle()
		g.has("• number", "40%")
		g.hasNot("*number*")
		for range 400 {
			was := g.r.text.first()
			if g.do(keys.PageUp.In(keys.InDocument)); g.r.text.first() == was {
				break
			}
		}
		g.has("• number 0", "0%")
		g.do(bottom)
		g.has("The end.", "100%")
	})
}

// The row at the top stays where it is when the text is rendered or the window
// becomes wider.
func TestThePlaceStaysWhenTheWidthChanges(t *testing.T) {
	f := newFake()
	f.put("wide", "# Wide\n\n"+strings.Repeat("Some filler words that are long enough to be folded in a narrow window, and then some.\n\n", 60)+
		"Here it is.\n\n"+strings.Repeat("Some filler words.\n\n", 60), 1)
	in(t, f, 160, 24, true, func(g *rig) {
		g.open("wide")
		g.do(keys.DocJump)
		for range 200 {
			if g.do(down); strings.HasPrefix(g.textOnly()[3], "Here it is") {
				break
			}
		}
		for _, w := range []int{90, 200, 80, 160} {
			g.r.SetSize(w, 24)
			g.Idle()
			g.has("Here it is.")
		}
	})
}

// A share of the text is typed in per cent.
func TestGoingToAShareOfTheText(t *testing.T) {
	f := newFake()
	f.put("book", book(40), 1)
	in(t, f, 90, 14, true, func(g *rig) {
		g.open("book")
		for _, c := range []struct{ typed, shows, on string }{
			{"50%", "50%", "Part 2 of 19 1"}, {"100", "100%", "Part 2 of 39 1"}, {"0", "0%", "Book 1"},
		} {
			g.do(keys.DocPercent)
			g.typed(c.typed)
			g.press(tea.KeyEnter)
			if g.has(c.shows); g.node() != c.on {
				t.Errorf("%s is on %q", c.typed, g.node())
			}
		}
		g.do(keys.DocPercent)
		g.typed("far")
		g.press(tea.KeyEnter)
		if len(g.said) != 1 || !strings.HasPrefix(g.said[0].Text, "enter a percentage of the text from 0 to 100") {
			t.Errorf("it said %v", g.said)
		}
	})
}

// Text above the first heading stands there once, with or without a node of the outline
// for it.
func TestTextBeforeHeadingsShowsOnce(t *testing.T) {
	body := &model.OutlineNode{Level: model.LevelBody}
	first := &model.OutlineNode{Level: 1, Title: "A"}
	for text, nodes := range map[string][]*model.OutlineNode{"hello": {body}, "hello\n\n# A\n\nx": {body, first}, "hello\n# A": {first}} {
		o := &model.Outline{Nodes: nodes}
		heads, b := bodyOf(o, headings(o), &model.DocContent{Markdown: text})
		n := 0
		for i := range b.texts {
			n += strings.Count(strings.Join(b.texts[i].parts, ""), "hello")
		}
		if n != 1 || len(b.texts) != len(heads) {
			t.Errorf("%q: %d times, %d texts for %d headings", text, n, len(b.texts), len(heads))
		}
	}
}

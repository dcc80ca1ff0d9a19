package markdown

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"

	"aloft/model/budget"
	"aloft/model/text"
)

// Texts that keep a parser busy for minutes, or expand enormously: each ends at the
// limit that it is made to exceed.
func TestHostileTextsMeetALimit(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	n := 10_000
	small := budget.Limits{Work: 10e6, Memory: 20 << 20, Depth: 100, Cells: 250_000}
	rep := strings.Repeat
	definitions := func() string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "[a%d]: /u\n", i)
		}
		return b.String()
	}
	fences := func() string { // runs of backticks that no other closes
		var b strings.Builder
		for i := range 600 {
			b.WriteString(rep("`", i+1) + "e")
		}
		return b.String()
	}
	steps := func() string { // each line a level deeper
		var b strings.Builder
		for i := range 300 {
			b.WriteString(rep(" ", 2*i) + "- a\n")
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		md   string
		want text.Text
	}{
		"emphasis":        {rep("*a_", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"struck":          {rep("~~a *b", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"strong":          {rep("a**b", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"open links":      {rep("[a](", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"open addresses":  {rep("[x](<", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"open titles":     {rep(`[x](a "`, n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"open references": {rep("[a][", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"open code":       {fences(), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"open tags":       {rep("a <!-- ", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"open data":       {rep("a<![CDATA[", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"mail":            {rep("_a*a~a", n) + "@", "conversion stopped after %d million steps: the file is malicious or far too long"},
		"addresses":       {rep("(", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"brackets":        {rep("[", n) + rep("]", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"definitions":     {definitions(), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"footnotes":       {rep("[^a]: b\n", n) + rep("[^a]", n), "conversion stopped after %d million steps: the file is malicious or far too long"},
		"quotations":      {rep(">", n), "its lists and quotations are nested more than %d {level|levels} deep"},
		"spaced quotes":   {rep("> ", n), "its lists and quotations are nested more than %d {level|levels} deep"},
		"lists":           {rep("- ", n) + "a", "its lists and quotations are nested more than %d {level|levels} deep"},
		"numbers":         {rep("1. ", n), "its lists and quotations are nested more than %d {level|levels} deep"},
		"steps":           {steps(), "its lists and quotations are nested more than %d {level|levels} deep"},
		"lazy":            {rep("> ", 500) + "a\n" + rep("a\n", n), "its lists and quotations are nested more than %d {level|levels} deep"},
		"a table":         {rep("|a", 2000) + "\n" + rep("|-", 2000) + "|\n" + rep("|\n", 2000), "its tables have more than %d {cell|cells}"},
		"paragraphs":      {rep("a\n\n", 10*n), "conversion stopped at %d MB of memory: the file is malicious or far too long"},
		"items":           {rep("-\n", 10*n), "conversion stopped at %d MB of memory: the file is malicious or far too long"},
		"headings":        {rep("#\n", 10*n), "conversion stopped at %d MB of memory: the file is malicious or far too long"},
		"lines":           {rep("a\n", 20*n), "conversion stopped at %d MB of memory: the file is malicious or far too long"},
		"closed emphasis": {rep("*a* ", 10*n), "conversion stopped after %d million steps: the file is malicious or far too long"},
	} {
		t.Run(name, func(t *testing.T) {
			n, err := New(budget.New(small, nil)).Parse([]byte(c.md))
			var over *budget.Over
			if n != nil || !errors.As(err, &over) || over.What != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// A megabyte of emphasis that nothing closes ran for minutes.
func TestAHundredThousandOpenMarks(t *testing.T) {
	_, err := New(budget.New(budget.Usual(), nil)).Parse([]byte(strings.Repeat("*a_", 100_000)))
	var over *budget.Over
	if !errors.As(err, &over) || over.What != "conversion stopped after %d million steps: the file is malicious or far too long" {
		t.Error(err)
	}
}

// What people write is far from all limits, also when it is long or odd.
func TestHonestTextsPass(t *testing.T) {
	rep := strings.Repeat
	for name, md := range map[string]string{
		"a book":          rep("# Chapter\n\n"+rep("Some *text* with [links](https://example.org/a?b=c), `code` and **more** of it. ", 20)+"\n\n- a\n  - b\n    1. c\n\n", 300),
		"one long line":   rep("A sentence with *emphasis* and [a link](https://example.org). ", 3000),
		"a large table":   "| a | b | c |\n|---|---|---|\n" + rep("| 1 | [two](x) | *three* |\n", 10_000),
		"code":            "```\n" + rep("a *b* [c](d) <e> `f` _g_\n", 20_000) + "```\n",
		"an image inside": "![x](data:image/png;base64," + rep("iVBORw0KGgoAAAANSUhEUg+/", 40_000) + ")",
		"quotations":      rep("> ", 20) + "deep\n",
		"brackets":        rep("[", 2000) + rep("]", 2000),
		"definitions":     rep("[a]: https://example.org\n", 5000),
		"a list":          rep("- an item\n  - and one below it\n", 10_000),
		"a web page":      "<div>\n" + rep("<p>text</p>\n", 20_000) + "</div>\n",
	} {
		b := budget.New(budget.Usual(), nil)
		if _, err := New(b).Parse([]byte(md)); err != nil {
			t.Errorf("%s (%d bytes): %v", name, len(md), err)
		}
	}
}

// The tree is the one that plain goldmark makes.
func TestTheShapeStays(t *testing.T) {
	n, err := New(budget.New(budget.Usual(), nil)).Parse([]byte("# a\n\n> - *b* ~~c~~ [d](e) `f` www.example.org\n\n| g |\n|---|\n| h |\n\n- [x] i\n"))
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	_ = ast.Walk(n, func(n ast.Node, in bool) (ast.WalkStatus, error) {
		if in {
			kinds = append(kinds, n.Kind().String())
		}
		return ast.WalkContinue, nil
	})
	want := "Document Heading Text Blockquote List ListItem TextBlock Emphasis Text Text Strikethrough Text Text Link Text Text CodeSpan Text Text AutoLink" +
		" Table TableHeader TableCell Text TableRow TableCell Text List ListItem TextBlock TaskCheckBox Text"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// When the caller's context has ended, parsing ends, although the text is harmless.
func TestParsingEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	asked := 0
	b := budget.New(budget.Usual(), func() error {
		if asked++; asked == 3 {
			stop()
		}
		return ctx.Err()
	})
	if _, err := New(b).Parse([]byte(strings.Repeat("some *text*\n\n", 100_000))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if asked > 3 {
		t.Errorf("it went on and asked %d times", asked)
	}
}

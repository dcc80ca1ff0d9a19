package edits

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"aloft/client/embedded/engine"
	"aloft/model"
	"aloft/model/markdown"
)

// The engine's Markdown is split at each heading of its outline, whatever headings
// and texts contain.
func TestSectionsOfTheEngine(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	heads := []string{"Plan", "1. Plan", "2.1 Ziel #4", "a*b*c", "`code` and <b>", "| pipe |", "[link](http://x.y/z)", "漢字 😀", "- dash", "C#", "under_score_d", "&amp; more", "Plan"}
	texts := []string{"", "text", "# not a heading in\n\n```\n# Plan\n```", "- a\n- b\n  1. c", "| a | b |\n|---|---|\n| # Plan | d |", "> quote", "**Plan**", "line one\\\nline two"}
	for range 150 {
		var md strings.Builder
		for range 1 + r.IntN(15) {
			fmt.Fprintf(&md, "%s %s\n\n%s\n\n", strings.Repeat("#", 1+r.IntN(9)), model.EscapeMarkdown(heads[r.IntN(len(heads))]), texts[r.IntN(len(texts))])
		}
		f := newFake(md.String())
		o := engine.Outline(f.now())
		s := markdown.SplitSections(o, f.markdown())
		for _, one := range s.All {
			if !one.Found || s.Cut {
				t.Fatalf("%q (level %d) found %v, cut %v in\n%s", one.Node.Title, one.Node.Level, one.Found, s.Cut, f.markdown())
			}
		}
	}
}

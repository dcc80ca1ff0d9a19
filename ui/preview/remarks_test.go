package preview

import (
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/embedded/engine"
	"aloft/model"
	"aloft/ui/keys"
)

// comment puts a comment on the nth occurrence of words, from 0; reply, when set, is
// an answer to it.
func (f *fake) comment(t *testing.T, id, words string, nth int, name, reply string) {
	t.Helper()
	d := f.docs[id].Document
	m, err := engine.Find(d, words)
	if err != nil || nth >= len(m.All) {
		t.Fatalf("%q: %v %v", words, m, err)
	}
	d, err = engine.InsertComment(d, m.All[nth].Range, engine.Remark{ID: name, Author: "Ann", Text: "about " + words})
	if err == nil && reply != "" {
		d, err = engine.InsertComment(d, model.Range{}, engine.Remark{ID: name + "r", Author: "Bo", Text: reply, Reply: name})
	}
	if err != nil {
		t.Fatal(err)
	}
	f.docs[id] = fakeDoc{d, f.docs[id].md}
}

const remarked = `# Plan

The first phase covers the kitchen, and then the first phase of the garden; the first phase ends with **the big roof** in [May](https://example.com/m).

## First phase

- an item about water
- an item about water too

` + "```\ncode of water\n```" + `

| item | cost |
| --- | ---: |
| water | 120 |

` + "%FILL%" + `

The last words of the section are about water.
`

func remarkedFake(t *testing.T) *fake {
	f := newFake()
	f.put("said", strings.Replace(remarked, "%FILL%", strings.Repeat("Some filler words.\n\n", 60), 1), 1)
	f.comment(t, "said", "water", 4, "e", "")
	f.comment(t, "said", "water", 1, "d", "")
	f.comment(t, "said", "First phase", 0, "c", "")
	f.comment(t, "said", "big roof", 0, "b", "yes, it is")
	f.comment(t, "said", "first phase", 1, "a", "")
	return f
}

// Comments are found in the order of the text, with their words, behind the beginning
// of a long paragraph too, and ( and ) go from one to the next with one key.
func TestGoingFromCommentToComment(t *testing.T) {
	f := remarkedFake(t)
	in(t, f, 100, 20, true, func(g *rig) {
		g.open("said")
		g.has("5 comments")
		for i, want := range []struct{ words, on, says string }{
			{"first phase", "Plan 1", "comment 1/5  Ann: about first phase"},
			{"big roof", "Plan 1", "comment 2/5  Ann: about big roof  1 reply"},
			{"First phase", "First phase 1", "comment 3/5"},
			{"water", "First phase 1", "comment 4/5"},
			{"water", "First phase 1", "comment 5/5"},
			{"first phase", "Plan 1", "comment 1/5"},
		} {
			g.said = nil
			g.do(keys.DocNextRemark)
			m := g.r.doc.remarks
			if got := m.threads[m.at]; got.words != want.words || g.node() != want.on || len(g.said) != 1 || !strings.HasPrefix(g.said[0].Text, want.says) {
				t.Errorf("%d: %+v on %q, it said %v", i, got, g.node(), g.said)
			}
			switch i {
			case 0, 3:
				g.has("»")
				g.hasNot("The last words")
			case 4:
				g.has("»The last words of the section are about water.")
			}
		}
		g.do(keys.DocPrevRemark)
		g.has("»The last words")
		g.r.SetSize(50, 16) // where the outline hides the text
		g.Idle()
		g.do(keys.DocPrevRemark)
		g.has("»• an item about water too")
		g.r.ToRemark("br") // a reply
		if m := g.r.doc.remarks; m.at != 1 {
			t.Errorf("on %d", m.at)
		}
	})
}

// Which occurrence of the words is marked: the second of three, not all.
func TestOneOccurrenceIsMarked(t *testing.T) {
	f := remarkedFake(t)
	in(t, f, 180, 20, true, func(g *rig) {
		g.open("said")
		for i, want := range []int{1, 0} {
			if got := g.r.doc.remarks.threads[i].ord; got != want {
				t.Errorf("comment %d is on occurrence %d", i, got)
			}
		}
		shown := strings.Join(g.r.View(), "\n")
		if n := strings.Count(shown, g.r.paint.remark.On("first phase")); n != 1 {
			t.Errorf("%d of %d are marked", n, strings.Count(g.screen(), "first phase"))
		}
	})
}

// Of paragraphs that begin in the same way, the one that the comment is in is marked.
func TestParagraphsThatAreAlike(t *testing.T) {
	f := newFake()
	f.put("said", strings.Replace(remarked, "%FILL%", strings.Repeat("Some filler words.\n\n", 60), 1), 1)
	f.comment(t, "said", "filler", 30, "a", "")
	in(t, f, 100, 20, true, func(g *rig) {
		g.open("said")
		if got := g.r.doc.remarks.threads[0]; got.ord != 30 || got.words != "filler" || got.lost {
			t.Errorf("%+v", got)
		}
	})
}

// The comments belong to a version, and are read again with the next one.
func TestCommentsGoWithTheirVersion(t *testing.T) {
	f := remarkedFake(t)
	in(t, f, 100, 20, true, func(g *rig) {
		g.open("said")
		f.write("said", "# Plan\n\nShort.\n")
		g.Run(g.r.Reload())
		g.Idle()
		g.hasNot("comments", "»")
		g.do(keys.DocNextRemark)
		if len(g.said) != 2 || g.said[1].Text != "the document has no comments" {
			t.Errorf("it said %v", g.said)
		}
	})
}

// Where the service gives none, the key says why.
func TestCommentsThatCannotBeRead(t *testing.T) {
	f := newFake()
	f.noComments = client.Errorf(client.KindUnsupported, "comments", at("plan"), "the service has no tool for it")
	in(t, f, 100, 20, true, func(g *rig) {
		g.open("plan")
		g.do(keys.DocNextRemark)
		if len(g.said) != 1 || g.said[0].Err == nil {
			t.Errorf("it said %v", g.said)
		}
	})
}

// Below commented words stands what was said about them.
func TestCommentsStandBesideTheirWords(t *testing.T) {
	in(t, remarkedFake(t), 100, 40, true, func(g *rig) {
		g.open("said")
		g.has("» Ann: about first phase", "» Ann: about big roof", "» Bo: yes, it is")
	})
}

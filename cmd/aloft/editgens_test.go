//go:build unix

package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/procs"
	"aloft/client/docs"
	"aloft/client/docs/second"
	"aloft/client/embedded/flow"
	"aloft/client/gate"
	"aloft/model"
)

// generations are the states of the tools of Word documents that services have been in.
func generations() map[string]second.Word {
	return map[string]second.Word{
		"specification":       {},
		"specification, more": {Newer: true},
		"May":                 {Generation: second.May},
		"July":                {Generation: second.July},
	}
}

// few are the frictions that depend on the generation.
func few() []string {
	return []string{"plain", "bare names", "small pages", "versions jump", "other modes", "no modes", "all together"}
}

func TestEditsInEachGeneration(t *testing.T) {
	for name, opt := range editFrictions() {
		if opt.NoList || testing.Short() || !slices.Contains(few(), name) && !procs.Campaign() {
			continue // without a list nobody can know the names
		}
		for _, g := range []second.Generation{second.May, second.July} {
			opt.Word.Generation = g
			t.Run(fmt.Sprintf("%s, generation %d", name, g), func(t *testing.T) {
				t.Parallel()
				e := newEditDesk(t, opt)
				e.sequences()
				e.edit(e.at("match:Report", model.Edit{Kind: model.EditText, Text: "The "}))
				e.has("\nThe Report\n")
			})
		}
	}
}

// At two seconds between requests all edits are done as well, and none comes sooner.
func TestEditsAtTwoSeconds(t *testing.T) {
	const gap = 2 * time.Second
	for name, opt := range editFrictions() {
		for generation, word := range generations() {
			if opt.NoList && (word.Generation != second.Specified || word.Newer) || generation != "July" && !slices.Contains(few(), name) && !procs.Campaign() {
				continue
			}
			opt := opt
			opt.Gap, opt.Word.Generation, opt.Word.Newer = gap, word.Generation, word.Newer
			t.Run(name+", "+generation, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					srv := second.New("http://127.0.0.1:7000", opt)
					wire := flow.NewTransport(srv.ServeHTTP, "", "")
					g, err := gate.Open(gate.Options{Dir: "/state", Name: "slow", Gap: gap, Wire: gate.RoundTripperWire(wire), Host: clienttest.NewHost()})
					if err != nil {
						t.Fatal(err)
					}
					s := docs.New(docs.Options{Name: "slow", Endpoint: srv.Endpoint(), DocURLBase: srv.Base(), Gate: g, Tokens: stableToken(srv.Token()), Bytes: wire})
					defer func() { _ = s.Close(); _ = g.Close() }()
					deskOn(t, opt, srv, s).sequences()
					if v := srv.Violations(); len(v) > 0 || srv.TooSoon() > 0 {
						t.Errorf("%d of %d requests came too soon; against the rules: %q", srv.TooSoon(), len(srv.Requests()), v)
					}
				})
			})
		}
	}
}

// anew writes the document anew, as another writer, and returns its version.
func (e *editDesk) anew(text string) int64 {
	e.t.Helper()
	err := e.srv.ByOther(e.id, func(second.Flat) (second.Flat, error) {
		d := second.NewFlat("Report")
		at, _ := d.Last()
		return d.InsertMarkdown(at, text)
	})
	if err != nil {
		e.t.Fatal(err)
	}
	_, v := e.srv.WordOf(e.id)
	return v
}

// par is the format of the paragraph with a text, wherever it is.
func (e *editDesk) par(text string) (second.Par, bool) {
	d, _ := e.srv.WordOf(e.id)
	var look func([]second.Block) (second.Par, bool)
	look = func(all []second.Block) (second.Par, bool) {
		for _, b := range all {
			if b.Kind == second.Paragraph && d.Preview(b.From, b.To, 200) == text {
				return b.Par, true
			}
			inner := [][]second.Block{b.Children}
			for _, row := range b.Rows {
				for _, c := range row {
					inner = append(inner, c.Blocks)
				}
			}
			for _, in := range inner {
				if p, ok := look(in); ok {
					return p, ok
				}
			}
		}
		return second.Par{}, false
	}
	return look(d.Blocks())
}

// paragraphStyles are what `aloft doc paragraph` can ask for, with what the document has then.
func paragraphStyles() map[string]struct {
	style model.ParagraphStyle
	want  second.Par
} {
	type row = struct {
		style model.ParagraphStyle
		want  second.Par
	}
	return map[string]row{
		"nothing":          {},
		"body":             {model.ParagraphStyle{Level: model.LevelBody}, second.Par{}},
		"title":            {model.ParagraphStyle{Level: model.LevelTitle}, second.Par{Level: 11}},
		"subtitle":         {model.ParagraphStyle{Level: model.LevelSubtitle}, second.Par{Level: 12}},
		"h1":               {model.ParagraphStyle{Level: 1}, second.Par{Level: 1}},
		"h9":               {model.ParagraphStyle{Level: 9}, second.Par{Level: 9}},
		"bullet":           {model.ParagraphStyle{List: 1}, second.Par{List: 1, Depth: 1}},
		"number, level 3":  {model.ParagraphStyle{List: 2, ListLevel: 3}, second.Par{List: 2, Depth: 3}},
		"indent":           {model.ParagraphStyle{Indent: 2}, second.Par{Indent: 2}},
		"bullet, indented": {model.ParagraphStyle{Level: model.LevelBody, List: 1, Indent: 3}, second.Par{List: 1, Depth: 1, Indent: 3}},
	}
}

// A paragraph of each style at each place, with its text and empty, in each generation.
func TestParagraphsInEachGeneration(t *testing.T) {
	places := []string{"end", "start", "title", "heading:Scope", "end-of:Scope", "heading:Hollow", "end-of:Hollow", "before:Costs", "match:beta", "after:beta", "after:Alpha last.", "cell:1,2,1", "box:1"}
	styles := paragraphStyles()
	kinds, turn := generations(), 0
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		word := kinds[name]
		for _, jump := range []int64{0, 2} {
			if jump > 0 && name != "specification" && name != "July" && !procs.Campaign() {
				continue // they differ in nothing that versions matter to
			}
			word.Jump = jump
			own := turn
			turn++
			t.Run(fmt.Sprintf("%s, jumps of %d", name, jump), func(t *testing.T) {
				t.Parallel()
				e := newEditDesk(t, second.Options{Word: word})
				for i, style := range slices.Sorted(maps.Keys(styles)) {
					row := styles[style]
					for k, at := range places {
						if (i+k+own)%3 > 0 && !procs.Campaign() {
							continue // two of the six have it, in a campaign all
						}
						e.anew(aText)
						e.edit(e.at(at, model.Edit{Kind: model.EditParagraph, Text: "A new one", Paragraph: row.style}))
						if got, ok := e.par("A new one"); !ok || got != row.want {
							d, _ := e.srv.WordOf(e.id)
							t.Errorf("%s at %s: %+v %v, want %+v, in %q", style, at, got, ok, row.want, d.Content())
						}
						if strings.Contains(at, "match") || strings.Contains(at, "after:b") {
							continue // an empty one splits the text
						}
						e.edit(e.at(at, model.Edit{Kind: model.EditParagraph, Paragraph: row.style}))
					}
				}
			})
		}
	}
}

// A generation has an indent by another name.
func TestAnIndentByAnotherName(t *testing.T) {
	for _, newer := range []bool{false, true} {
		e := newEditDesk(t, second.Options{Renamed: true, Word: second.Word{Newer: newer}})
		for name, s := range map[string]model.ParagraphStyle{"plain": {Indent: 2}, "item": {List: 1, Indent: 3}} {
			e.edit(e.at("end", model.Edit{Kind: model.EditParagraph, Text: name, Paragraph: s}))
			if p, _ := e.par(name); p.Indent != s.Indent {
				t.Errorf("newer %v, %s: %+v", newer, name, p)
			}
		}
	}
}

// Where the specification's tool has no level beyond 9 either, or is not there, what is certainly
// the same is done by another tool; the rest is refused with its reason, before anything is sent.
func TestWhatAGenerationCannotDo(t *testing.T) {
	for name, c := range map[string]struct {
		opt   second.Options
		says  string
		never []string // at no place
	}{
		"nine levels":        {second.Options{Word: second.Word{Generation: second.July, LevelNine: true}}, `insert_paragraph does not accept "\w+" for level`, []string{"title", "subtitle"}},
		"nine levels, May":   {second.Options{Word: second.Word{Generation: second.May, LevelNine: true}}, `insert_paragraph does not accept "\w+" for level`, []string{"title", "subtitle"}},
		"only with text":     {second.Options{Missing: []string{"doc.insert_paragraph"}, Word: second.Word{Generation: second.July}}, "doc.insert_paragraph", []string{"title", "subtitle", "indent"}},
		"no text, no styles": {second.Options{Missing: []string{"doc.insert_paragraph", "doc.insert_paragraph_with_text"}}, "doc.insert_paragraph", slices.Collect(maps.Keys(paragraphStyles()))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEditDesk(t, c.opt)
			done := map[string]int{}
			for style, row := range paragraphStyles() {
				for _, at := range []string{"end", "start", "title", "heading:Scope", "end-of:Scope", "heading:Hollow", "before:Costs", "match:beta", "cell:1,2,1"} {
					for _, text := range []string{"A new one", "A *new* one", ""} {
						before := e.anew(aText)
						ask := e.at(at, model.Edit{Kind: model.EditParagraph, Text: text, Paragraph: row.style})
						p, err := e.Plan(t.Context(), client.EditRequest{Item: e.item, Edits: []client.EditAt{ask}})
						if err != nil {
							if !client.Is(err, client.KindUnsupported) || !regexp.MustCompile(c.says).MatchString(err.Error()) {
								t.Errorf("%s at %s: %v", style, at, err)
							}
							if _, v := e.srv.WordOf(e.id); v != before {
								t.Errorf("%s at %s: refused, and version %d", style, at, v)
							}
							continue
						}
						res, err := e.Apply(t.Context(), p)
						if err != nil || res.Outcome != model.EditDone || len(res.Missing) > 0 {
							t.Errorf("%s at %s with %q: %+v, %v", style, at, text, res, err)
						}
						if text == "" {
							continue
						}
						done[style]++
						if got, ok := e.par(text); !ok || got != row.want {
							d, _ := e.srv.WordOf(e.id)
							t.Errorf("%s at %s: %+v %v, want %+v, in %q", style, at, got, ok, row.want, d.Content())
						}
					}
				}
			}
			for style := range paragraphStyles() {
				if never := slices.Contains(c.never, style); never != (done[style] == 0) {
					t.Errorf("%s was done %d times", style, done[style])
				}
			}
		})
	}
}

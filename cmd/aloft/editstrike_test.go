//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/docs/second"
	"aloft/model"
)

// strike is one edit with a text that is nowhere else, under a heading.
type strike struct {
	text, heading string
	edit          client.EditAt
}

func newStrike(r *rand.Rand, n int) strike {
	s := strike{text: fmt.Sprintf("strike%dend", n), heading: one(r, "Scope", "Hollow", "Costs")}
	kind := one(r, model.EditText, model.EditMarkdown, model.EditParagraph, model.EditTask)
	w := model.Where{Kind: one(r, model.WhereHeading, model.WhereEndOf), Text: s.heading}
	s.edit = client.EditAt{Edit: model.Edit{Kind: kind, Text: s.text}, At: w}
	if kind == model.EditTask {
		s.edit.Edit.Text, s.edit.Edit.Tasks = "", []model.DocTask{{Text: s.text}}
	}
	return s
}

// under returns the heading that a text is under, and how often the text is there.
func under(d second.Flat, text string) (heading string, times int) {
	hits := d.Find(text)
	if len(hits) == 0 {
		return "", 0
	}
	var walk func(in []*second.Node)
	walk = func(in []*second.Node) {
		for _, n := range in {
			if at := hits[0].Range.Begin; n.ContentStart <= at && at <= n.ContentEnd || n.TitleStart <= at && at <= n.TitleEnd {
				heading = n.Title
				walk(n.Children)
			}
		}
	}
	walk(d.Outline())
	return heading, len(hits)
}

// Whatever others write and whatever the network does: no text is there twice; an
// edit reported as made is there, and one that was verified is where it should be;
// what certainly was not made is not there.
func TestNoEditStrikesElsewhere(t *testing.T) {
	for seed := range uint64(24) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 16))
			opt := second.Options{Renamed: r.IntN(2) == 0, Word: second.Word{
				Newer: r.IntN(2) == 0, Stale: one(r, second.StaleRefused, second.StaleRefused, second.StaleRebased, second.StaleAsIs),
				EchoBase: r.IntN(2) == 0, Words: r.IntN(3) == 0, EditsRPC: r.IntN(3) == 0, Jump: int64(one(r, 0, 0, 0, 3)),
			}}
			e := newEditDesk(t, opt)
			asIs := opt.Stale == second.StaleAsIs
			for n := range 6 {
				strikes := []strike{newStrike(r, 2*n), newStrike(r, 2*n+1)}[:1+r.IntN(2)]
				var all []client.EditAt
				for _, s := range strikes {
					all = append(all, s.edit)
				}
				p, err := e.Plan(t.Context(), client.EditRequest{Item: e.item, Edits: all})
				if asIs && err != nil {
					return // a service that accepts old positions has cut a heading in two
				}
				if err != nil {
					t.Fatal(err)
				}
				tool := one(r, "doc.insert_text", "doc.insert_markdown", "doc.insert_paragraph", "doc.insert_task", "doc.get_last_operable_pos", "doc.get_outline")
				if r.IntN(2) == 0 {
					tool = map[model.EditKind]string{
						model.EditText: "doc.insert_text", model.EditMarkdown: "doc.insert_markdown", model.EditParagraph: "doc.insert_paragraph", model.EditTask: "doc.insert_task",
					}[p.Steps[0].Edit.Kind]
				}
				switch r.IntN(5) {
				case 0:
					e.by()
				case 1, 4:
					e.srv.Meanwhile(tool, 1, e.by)
				case 2:
					e.srv.Fault(tool, one(r, second.LostBefore, second.LostAfter, second.CutBefore, second.CutAfter, second.Unclear, second.NoRight), 1)
				}
				res, err := e.apply(p)
				d, _ := e.srv.WordOf(e.id)
				for _, s := range strikes {
					heading, times := under(d, s.text)
					bad := times > 1
					switch res.Outcome {
					case model.EditDone:
						bad = bad || times == 0 || err != nil || heading != s.heading && (res.Verified && !asIs)
					case model.EditFailed, model.EditConflict:
						bad = bad || times > 0 || err == nil
					default:
						bad = bad || err == nil || heading != s.heading && times > 0 && !asIs
					}
					if bad {
						t.Errorf("round %d, %+v: %s %s: %s %d times under %q: %+v, %v\n%s", n, opt.Word, s.edit.Edit.Kind, s.edit.At, s.text, times, heading, res, err,
							strings.TrimSpace(d.Text()))
					}
				}
			}
		})
	}
}

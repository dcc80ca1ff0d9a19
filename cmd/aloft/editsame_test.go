//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
	"aloft/client/docs"
	"aloft/client/docs/second"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/model"
)

// stableToken is a token that does not change.
type stableToken string

func (f stableToken) Token(context.Context) (string, error)  { return string(f), nil }
func (f stableToken) Reload(context.Context) (string, error) { return string(f), nil }

// paper is one Word document on a service, through the client.
type paper struct {
	client.EditMaker
	src client.Source
	ref model.Ref
}

func openDocs(t testing.TB, o docs.Options, rt http.RoundTripper) *docs.Service {
	t.Helper()
	g, err := gate.Open(gate.Options{Dir: t.TempDir(), Name: o.Endpoint, Wire: gate.RoundTripperWire(rt)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	o.Name, o.Gate, o.Scale = "test", g, 0.001
	s := docs.New(o)
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Probe(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// newPaper makes a document through the tools.
func newPaper(t testing.TB, s *docs.Service, title string) *paper {
	t.Helper()
	home := s.Home()
	root, err := home.Walk(client.Options{Fresh: true}).Folder(t.Context(), home.Root())
	if err != nil {
		t.Fatal(err)
	}
	e, err := home.(client.Maker).Create(t.Context(), root, title, model.New{Kind: model.KindDoc}, client.Bulk)
	if err != nil {
		t.Fatal(err)
	}
	return &paper{home.(client.EditMaker), home, model.Ref{Place: home.Root().Join(title), ID: e.ID, Kind: model.KindDoc}}
}

func onEmbedded(t testing.TB, f fault.Docs) *docs.Service {
	t.Helper()
	box, err := embedded.Open(t.Context(), embedded.Options{Dir: t.TempDir(), Fast: true, Faults: fault.Faults{Docs: f}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	return openDocs(t, docs.Options{Endpoint: "http://aloft.local" + embedded.DocsPath, Tokens: stableToken(box.Token()), Bytes: box.Transport()}, box.Transport())
}

func onSecond(t *testing.T, srv *second.Server) *docs.Service {
	t.Helper()
	return openDocs(t, docs.Options{Endpoint: srv.Endpoint(), DocURLBase: srv.Base(), Tokens: stableToken(srv.Token())}, http.DefaultTransport)
}

// told is everything that a document's answers hold, except what the specification
// leaves open.
type told struct {
	outline   model.Outline
	structure model.Structure
	finds     []model.Matches
	images    []int64
	comments  []model.DocComment
	last      model.LastPosition
}

func sought() []string { return []string{"alpha", "beta", "漢字", "a😀b", " ", "x", "alphalpha"} }

func (p *paper) told(t *testing.T) told {
	t.Helper()
	ctx, opt := t.Context(), client.Options{}
	var out told
	need := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	var err error
	out.outline, err = p.Outline(ctx, p.ref, 0, opt)
	need(err)
	out.structure, err = p.Structure(ctx, p.ref, 0, opt)
	need(err)
	out.structure.Find(func(n *model.StructureNode) bool { // whether a placeholder may be cut is unspecified
		n.Preview = uncut(n.Preview)
		for _, r := range n.Rows {
			for i := range r.Cells {
				r.Cells[i].Preview = uncut(r.Cells[i].Preview)
			}
		}
		return false
	})
	for _, s := range sought() {
		m, err := p.Find(ctx, p.ref, s, 0, opt)
		need(err)
		for i := range m.All {
			m.All[i].Context = ""
		}
		out.finds = append(out.finds, m)
	}
	images, err := p.Images(ctx, p.ref, 0, opt)
	need(err)
	for _, i := range images.All {
		out.images = append(out.images, i.Position)
	}
	comments, err := p.Comments(ctx, p.ref, 0, opt)
	need(err)
	for _, c := range comments.All {
		out.comments = append(out.comments, model.DocComment{Range: c.Range, Text: c.Text})
	}
	out.last, err = p.LastPosition(ctx, p.ref, 0, opt)
	need(err)
	return out
}

func uncut(s string) string {
	if i := strings.LastIndexByte(s, '['); i >= 0 && !strings.Contains(s[i:], "]") {
		s = s[:i]
	}
	return strings.TrimRight(s, " ")
}

// places are all positions that the answers have given.
func (a *told) places() []int64 {
	out := []int64{a.last.Position}
	a.outline.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		out = append(out, n.TitleStart, n.TitleEnd, n.ContentStart, n.ContentEnd)
		return true
	})
	a.structure.Find(func(n *model.StructureNode) bool {
		out = append(out, n.Start, n.End)
		for _, r := range n.Rows {
			for _, c := range r.Cells {
				out = append(out, c.Start, c.End)
			}
		}
		return false
	})
	for _, m := range a.finds {
		for _, h := range m.All {
			out = append(out, h.Range.Begin, h.Range.End)
		}
	}
	return out
}

func one[E any](r *rand.Rand, all ...E) E { return all[r.IntN(len(all))] }

// anEdit is a random edit at a place that was given.
func anEdit(r *rand.Rand, a *told, pixel []byte) model.Edit {
	at := one(r, a.places()...)
	yes := true
	hits := func(most int) (out []model.Range) {
		m := one(r, a.finds...)
		for _, h := range m.All {
			if len(out) < most && r.IntN(2) == 0 {
				out = append(out, h.Range)
			}
		}
		return out
	}
	switch r.IntN(14) {
	case 0, 1:
		return model.Edit{Kind: model.EditText, At: at, Text: one(r, sought()...)}
	case 2, 3:
		return model.Edit{Kind: model.EditParagraph, At: at, Paragraph: model.ParagraphStyle{Level: one(r, 0, 1, 2, 3, model.LevelBody, model.LevelTitle, model.LevelSubtitle)}}
	case 4:
		return model.Edit{Kind: model.EditTable, At: at, Rows: 1 + r.IntN(2), Cols: 1 + r.IntN(3)}
	case 5:
		return model.Edit{Kind: model.EditTask, At: at, Tasks: []model.DocTask{{Text: "alpha"}, {Text: "漢字", Done: true}}}
	case 6, 7:
		return model.Edit{Kind: model.EditMarkdown, At: at, Text: one(r, "alpha beta", "# H1", "## H2\n\nalpha text", "- one\n- two", "1. first\n2. second",
			"```\ncode alpha\nmore\n```", "| a | b |\n|---|---|\n| alpha | 漢字 |", "text **bold** *it*\n\n### H3", "| x |\n|---|\n| y |\n\n# after")}
	case 8:
		if all := hits(3); len(all) > 0 {
			return model.Edit{Kind: model.EditReplace, Ranges: all, Text: one(r, "", "beta", "😀")}
		}
	case 9:
		if all := hits(3); len(all) > 0 {
			return model.Edit{Kind: model.EditFormat, Ranges: all, Props: model.TextProps{Bold: &yes}}
		}
	case 10:
		if all := hits(1); len(all) > 0 {
			return model.Edit{Kind: model.EditComment, Ranges: all, Text: "a note"}
		}
	case 11:
		return model.Edit{Kind: model.EditImage, At: at, Image: model.NewImage{Data: pixel}}
	case 12:
		return model.Edit{Kind: model.EditPageBreak, At: at}
	}
	return model.Edit{Kind: model.EditReplaceAll, Old: one(r, sought()...), Text: one(r, "", "beta", "一二")}
}

// The same edits on the embedded service and on the second server, by the same
// client, give the same document wherever the specification or the position rules
// decide.
func TestTwoServicesEditAlike(t *testing.T) {
	t.Parallel()
	for _, newer := range []bool{false, true} {
		t.Run(fmt.Sprint("newer ", newer), func(t *testing.T) {
			srv := second.Start(t, second.Options{Renamed: newer, Word: second.Word{Newer: true}})
			a, b := onEmbedded(t, fault.Docs{Second: newer}), onSecond(t, srv)
			for seed := range procs.Seeds(3) {
				title := fmt.Sprint("Script ", seed)
				sameScript(t, rand.New(rand.NewPCG(seed, 7)), newPaper(t, a, title), newPaper(t, b, title))
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}

func sameScript(t *testing.T, r *rand.Rand, a, b *paper) {
	t.Helper()
	dot := pixelOf(t)
	var log []string
	x, y := a.told(t), b.told(t)
	old := x
	for step := 0; ; step++ {
		if !alike(x, y) {
			t.Errorf("embedded\n%s\nsecond\n%s\nafter\n%s", x, y, strings.Join(log, "\n"))
			return
		}
		if step == 14 {
			return
		}
		from := &x
		if r.IntN(8) == 0 && x.last.Version > old.last.Version {
			from = &old // stale: both refuse
		}
		e, base := anEdit(r, from, dot), from.last.Version
		log = append(log, fmt.Sprintf("%s at %d %v %q %q %v", e.Kind, e.At, e.Ranges, e.Text, e.Old, e.Paragraph))
		p, err := a.Edit(t.Context(), a.ref, base, e, client.Bulk)
		q, bad := b.Edit(t.Context(), b.ref, base, e, client.Bulk)
		if (err == nil) != (bad == nil) || err != nil && client.KindOf(err) != client.KindOf(bad) || p.New != q.New || p.Base != q.Base {
			t.Errorf("embedded %+v %v, second %+v %v\n%s\nafter\n%s", p, err, q, bad, x, strings.Join(log, "\n"))
			return
		}
		if err == nil {
			old = x
		}
		x, y = a.told(t), b.told(t)
	}
}

// alike ignores how far the preceding text goes back over paragraphs, which is
// unspecified.
func alike(a, b told) bool {
	p, q := a.last.Preceding, b.last.Preceding
	a.last.Preceding, b.last.Preceding = "", ""
	return reflect.DeepEqual(a, b) && (strings.HasSuffix(p, q) || strings.HasSuffix(q, p))
}

func (a told) String() string {
	var b strings.Builder
	a.outline.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		fmt.Fprintf(&b, "%*s%+v\n", len(above), "", *n)
		return true
	})
	for _, n := range a.structure.Nodes {
		fmt.Fprintf(&b, "%+v\n", n)
	}
	for _, m := range a.finds {
		fmt.Fprintf(&b, "%+v\n", m)
	}
	fmt.Fprintf(&b, "version %d, counts %d %d %d, images %v, comments %+v, last %+v", a.outline.Version,
		a.structure.Paragraphs, a.structure.Headings, a.structure.Tables, a.images, a.comments, a.last)
	return b.String()
}

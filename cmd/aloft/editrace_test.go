//go:build unix

package main

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/disk"
	"aloft/client/docs"
	"aloft/client/edits"
	"aloft/client/embedded"
	"aloft/model"
)

// Two writers on the embedded service, each with a connection and an engine of its
// own: of edits on one version exactly one is made; the other gets a conflict and
// tries again; at the end every text is there once, also when answers are lost.
func TestTwoWritersRace(t *testing.T) {
	for name, f := range map[string]fault.Docs{
		"calm":         {},
		"answers lost": {LoseBefore: fault.Rate{P: 0.15}, LoseAfter: fault.Rate{P: 0.25}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			box, err := embedded.Open(t.Context(), embedded.Options{Dir: t.TempDir(), Fast: true, Faults: fault.Faults{Seed: 4, Docs: f}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = box.Close() })
			connect := func() *docs.Service {
				return openDocs(t, docs.Options{Endpoint: "http://aloft.local" + embedded.DocsPath, Tokens: stableToken(box.Token()), Bytes: box.Transport()}, box.Transport())
			}
			first := connect()
			item, paper := made(t, first)
			journals := t.TempDir() // as of two programs on one machine
			conflicts := make([]int, 2)
			var g sync.WaitGroup
			for w, s := range []*docs.Service{first, connect()} {
				g.Go(func() {
					e := edits.New(edits.Options{Sources: bothSources{s.Home(), disk.New()}, Dir: journals, Patience: 100 * time.Millisecond, Settle: time.Millisecond})
					for i := range 8 {
						conflicts[w] += writeOnce(t, e, item, fmt.Sprintf("w%dn%d.", w, i))
					}
				})
			}
			g.Wait()
			c, err := paper.Content(t.Context(), paper.ref, 0, client.Options{Fresh: true})
			if err != nil {
				t.Fatal(err)
			}
			for w := range 2 {
				for i := range 8 {
					if s := fmt.Sprintf("w%dn%d.", w, i); strings.Count(c.Markdown, s) != 1 {
						t.Errorf("%q is there %d times in\n%s", s, strings.Count(c.Markdown, s), c.Markdown)
					}
				}
			}
			t.Logf("conflicts %v, version %d", conflicts, c.Version)
		})
	}
}

// made makes the document that they race for; its own answer may be lost, too.
func made(t *testing.T, s *docs.Service) (model.Place, *paper) {
	t.Helper()
	home := s.Home()
	title := "Race"
	l, err := home.List(t.Context(), home.Root(), client.Options{Fresh: true})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		for _, e := range l.Entries {
			if e.Name == title {
				return home.Root().JoinPin(title, e.ID), &paper{home.(client.EditMaker), home, model.Ref{Place: home.Root().Join(title), ID: e.ID, Kind: e.Kind}}
			}
		}
		root, err := home.Walk(client.Options{Fresh: true}).Folder(t.Context(), home.Root())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = home.(client.Maker).Create(t.Context(), root, title, model.New{Kind: model.KindDoc}, client.Bulk)
		if l, err = home.List(t.Context(), home.Root(), client.Options{Fresh: true}); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the document was never made")
	return model.Place{}, nil
}

// writeOnce writes a text until it is there, and counts the conflicts. An edit
// without an answer is verified, and never sent again before it is settled.
func writeOnce(t *testing.T, e *edits.Engine, item model.Place, s string) (conflicts int) {
	end := time.Now().Add(30 * time.Second)
	for time.Now().Before(end) {
		p, err := e.Plan(t.Context(), client.EditRequest{Item: item, Edits: []client.EditAt{
			{At: model.Where{Kind: model.WhereEnd}, Edit: model.Edit{Kind: model.EditText, Text: s}}}})
		if client.Is(err, client.KindConflict) {
			continue
		}
		if err != nil {
			t.Error(err)
			return conflicts
		}
		res, err := e.Apply(t.Context(), p)
		switch {
		case err == nil && res.Outcome == model.EditDone:
			return conflicts
		case client.Is(err, client.KindConflict) && res.Outcome == model.EditConflict:
			conflicts++
			if res.Version <= p.Version || res.Done != 0 {
				t.Errorf("%+v", res)
			}
			continue
		case !client.Is(err, client.KindUnknown) || res.Outcome != model.EditUnknown:
			t.Errorf("%+v, %v", res, err)
			return conflicts
		}
		if settled(t, e, item, res.ID, end) {
			return conflicts
		}
	}
	t.Errorf("%s was never written", s)
	return conflicts
}

// settled waits until the history has the outcome of an edit, and reports whether
// it was made.
func settled(t *testing.T, e *edits.Engine, item model.Place, id string, end time.Time) bool {
	for time.Now().Before(end) {
		all, err := e.History(t.Context(), item)
		if err != nil {
			t.Error(err)
			return true
		}
		for _, h := range all {
			if h.ID == id && h.Outcome != model.EditUnknown {
				return h.Outcome == model.EditDone
			}
		}
	}
	t.Error("it is never settled")
	return true
}

package preview

import (
	"context"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/uitest/golden"
	"aloft/ui/uitest/loop"
	"aloft/ui/uitest/shipped"
)

// fake is a service with Word documents on the real engine, with faults chosen by
// the tests.
type fake struct {
	client.Source
	client.Editor
	mu         sync.Mutex
	docs       map[string]fakeDoc
	asked      []string // calls, in order
	delay      time.Duration
	deaf       bool // an answer comes although its request was cancelled
	noText     bool // it has no tool that gives the text
	err        error
	textErr    error
	revisions  []model.DocRevision
	noComments error
	cut        int   // bytes of the text that are given, 0 = all
	silent     bool  // … and nothing in the answer says so
	skew       int64 // the text is so many versions newer, once
}

var _ client.Editor = (*fake)(nil)

func (f *fake) For(model.Place) (client.Source, error) { return f, nil }
func (f *fake) Accounts() []string                     { return nil }

// fakeDoc is a version of a document: what the engine made of a text, and the text
// as it was written.
type fakeDoc struct {
	*word.Document
	md string
}

// put writes a version of a document; one without text has no blocks at all.
func (f *fake) put(id, text string, version int64) {
	d := &word.Document{Version: version}
	if text != "" {
		title, rest := "", text
		if first, under, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "# ") {
			title, rest = first[2:], under
		}
		made, _, err := md.Read([]byte(rest), md.Options{Title: title})
		if err != nil {
			panic(err)
		}
		d = word.NewDocument(version, made.Blocks(), nil)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.docs[id] = fakeDoc{d, text}
}

func (f *fake) call(ctx context.Context, what string, id string) (fakeDoc, error) {
	f.mu.Lock()
	f.asked = append(f.asked, what+" "+id)
	d := f.docs[id]
	delay, err, deaf := f.delay, f.err, f.deaf
	f.mu.Unlock()
	switch {
	case deaf:
		<-time.After(delay)
	case delay > 0:
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return fakeDoc{}, ctx.Err()
		}
	}
	return d, err
}

// queries are answered by the engine.
func (f *fake) queries(what string) memdoc.Queries {
	read := func(ctx context.Context, r model.Ref, _ int64) (*word.Document, error) {
		d, err := f.call(ctx, what, r.ID)
		return d.Document, err
	}
	return memdoc.Queries{Read: read, Locate: func(p *word.Picture) model.DocImage { return model.DocImage{URL: p.URL} }}
}

func (f *fake) Readable(k model.Kind) error {
	if k != model.KindDoc && k != model.KindSmartCanvas {
		return client.Errorf(client.KindUnsupported, "read", model.Place{}, "%s: has no documents that can be read here.", "x")
	}
	return nil
}

func (f *fake) CanEdit(model.Kind, model.EditKind) error { return nil }

func (f *fake) Outline(ctx context.Context, r model.Ref, v int64, o client.Options) (model.Outline, error) {
	return f.queries("outline").Outline(ctx, r, v, o)
}

// Content is what was written: services do not agree on one form of Markdown.
func (f *fake) Content(ctx context.Context, r model.Ref, v int64, _ client.Options) (model.DocContent, error) {
	d, err := f.call(ctx, "content", r.ID)
	switch {
	case err != nil:
		return model.DocContent{}, err
	case f.noText:
		return model.DocContent{}, client.Errorf(client.KindUnsupported, "read", r.Place, "%s: has no documents that can be read here.", "x")
	case f.textErr != nil:
		return model.DocContent{}, f.textErr
	}
	if f.skew != 0 {
		f.put(r.ID, d.md, d.Version+f.skew)
		d.Version, f.skew = d.Version+f.skew, 0
	}
	c := model.DocContent{Markdown: d.md, Version: d.Version}
	if f.cut > 0 && f.cut < len(c.Markdown) {
		c.Markdown, c.Cut = c.Markdown[:f.cut], !f.silent
	}
	return c, nil
}

func (f *fake) Structure(ctx context.Context, r model.Ref, v int64, o client.Options) (model.Structure, error) {
	return f.queries("structure").Structure(ctx, r, v, o)
}

func (f *fake) Find(ctx context.Context, r model.Ref, what string, v int64, o client.Options) (model.Matches, error) {
	return f.queries("find").Find(ctx, r, what, v, o)
}

func (f *fake) LastPosition(ctx context.Context, r model.Ref, v int64, o client.Options) (model.LastPosition, error) {
	return f.queries("end").LastPosition(ctx, r, v, o)
}

func (f *fake) Comments(ctx context.Context, r model.Ref, v int64, o client.Options) (model.DocComments, error) {
	if f.noComments != nil {
		return model.DocComments{}, f.noComments
	}
	return f.queries("comments").Comments(ctx, r, v, o)
}

// Revisions are those that a test has set.
func (f *fake) Revisions(_ context.Context, r model.Ref, _ int64, _ client.Options) (model.DocRevisions, error) {
	if f.revisions == nil {
		return model.DocRevisions{}, client.Errorf(client.KindUnsupported, "read", r.Place, "there is no tool for tracked changes")
	}
	return model.DocRevisions{Version: f.docs[r.ID].Version, All: f.revisions}, nil
}

func (f *fake) Images(ctx context.Context, r model.Ref, v int64, o client.Options) (model.DocImages, error) {
	return f.queries("images").Images(ctx, r, v, o)
}

// rig runs a reader in a bubble of fake time.
type rig struct {
	*loop.Loop
	t    testing.TB
	r    *Reader
	f    *fake
	said []input.Told
}

// place and entry of a document of the fake.
func at(id string) model.Place {
	return model.Place{Scheme: model.SchemeDocs, Path: model.Steps(id)}
}

func entry(id string) model.Entry { return model.Entry{ID: id, Name: id, Kind: model.KindDoc} }

func newRig(t testing.TB, f *fake, w, h int, full bool) *rig {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	env := &Env{Env: shipped.Env(t), Sources: f}
	env.Ctx = ctx
	env.Ruler = model.Ruler{}
	g := &rig{t: t, r: newReader(env), f: f}
	g.Loop = loop.New(g.take)
	g.Settle = g.r.Settle
	g.r.SetFull(full)
	g.r.SetFocus(true)
	g.r.SetSize(w, h)
	return g
}

// in runs a test in a bubble.
func in(t *testing.T, f *fake, w, h int, full bool, test func(*rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, f, w, h, full)
		test(g)
		g.Pass(time.Minute) // no timer is left behind
	})
}

func (g *rig) take(m tea.Msg) {
	if m, ok := m.(input.Told); ok {
		g.said = append(g.said, m)
		return
	}
	if v := reflect.ValueOf(m); v.Kind() == reflect.Slice {
		g.t.Fatalf("a sequence: %v", m)
	}
	cmd, mine := g.r.Update(m)
	if !mine {
		g.t.Fatalf("not mine: %T", m)
	}
	g.Run(cmd)
}

func (g *rig) open(id string) {
	g.r.Show(at(id), entry(id))
	g.Idle()
}

// do carries actions out.
func (g *rig) do(all ...keys.Action) {
	g.t.Helper()
	for _, a := range all {
		cmd, ok := g.r.Do(a)
		if !ok {
			g.t.Fatalf("%s is not the reader's", a)
		}
		g.Run(cmd)
		g.Idle()
	}
}

func (g *rig) typed(s string) {
	for _, c := range s {
		g.Run(g.r.Type(tea.KeyPressMsg{Code: c, Text: string(c)}))
	}
	g.Idle()
}

func (g *rig) press(code rune) {
	g.Run(g.r.Type(tea.KeyPressMsg{Code: code}))
	g.Idle()
}

// screen is what shows, without styles.
func (g *rig) screen() string {
	return golden.Plain(g.t, g.r.View(), g.r.w, g.r.h, ansi.StringWidth)
}

func (g *rig) has(parts ...string) {
	g.t.Helper()
	golden.Has(g.t, g.screen(), parts...)
}

func (g *rig) hasNot(parts ...string) {
	g.t.Helper()
	golden.HasNot(g.t, g.screen(), parts...)
}

func (g *rig) golden(name string) {
	g.t.Helper()
	golden.Check(g.t, name+".txt", g.screen())
}

// node is the title under the cursor with its number among equal ones.
func (g *rig) node() string {
	n, nth := g.r.Node()
	if n == nil {
		return "-"
	}
	return n.Title + " " + strconv.Itoa(nth)
}

const plan = `# 2024 plan

Where we go, and why.

## Summary

The **first** phase covers *two* things:

- one with a [link](https://example.com/a/very/long/address/that/nobody/reads)
- another

![picture](https://files.example/secret?sig=abc)

## Scope

### In scope

The first phase covers the kitchen. 厨房和客厅都要重新装修,包括所有的电线和水管。

| item | cost |
| --- | ---: |
| sink | 120 |
| 灯 | 45 |

### Out of scope

The garden.

` + "```go\n# not a heading\nfunc main() {}\n```" + `

## Timeline

1. March
2. April

## Scope

A second heading of that title, and the first phase again.
`

func newFake() *fake {
	f := &fake{docs: map[string]fakeDoc{}}
	f.put("plan", plan, 118)
	f.put("empty", "", 1)
	f.put("other", "# Other\n\nText of the other one.\n", 3)
	return f
}

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
	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/uitest/golden"
	"aloft/ui/uitest/loop"
	"aloft/ui/uitest/shipped"
)

// fake is a service with documents made of Markdown.
type fake struct {
	client.Source
	client.Editor
	mu      sync.Mutex
	docs    map[string]*fakeDoc
	asked   []string // calls, in order
	delay   time.Duration
	deaf    bool // an answer comes although its request was cancelled
	noText  bool // it has no tool that gives the text
	err     error
	textErr error
	cut     int   // bytes of the text that are given, 0 = all
	skew    int64 // the text is so many versions newer, once
}

var _ client.Editor = (*fake)(nil)

type fakeDoc struct {
	md      string
	version int64
}

func (f *fake) For(model.Place) (client.Source, error) { return f, nil }
func (f *fake) Accounts() []string                     { return nil }

func (f *fake) call(ctx context.Context, what string, id string) (*fakeDoc, error) {
	f.mu.Lock()
	f.asked = append(f.asked, what+" "+id)
	d := *f.docs[id]
	delay, err, deaf := f.delay, f.err, f.deaf
	f.mu.Unlock()
	switch {
	case deaf:
		<-time.After(delay)
	case delay > 0:
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return &d, err
}

func (f *fake) Readable(k model.Kind) error {
	if k != model.KindDoc && k != model.KindSmartCanvas {
		return client.Errorf(client.KindUnsupported, "read", model.Place{}, "%s: has no documents that could be read here.", "x")
	}
	return nil
}

func (f *fake) CanEdit(model.Kind, model.EditKind) error { return nil }

// outlineOf makes an outline of Markdown: each heading begins where its line does.
func outlineOf(md string) model.Outline {
	var o model.Outline
	var open []*model.OutlineNode
	at := int64(0)
	closeTo := func(level int) {
		for len(open) > 0 && open[len(open)-1].Level >= level {
			open[len(open)-1].ContentEnd = at - 1
			open = open[:len(open)-1]
		}
	}
	fenced := false
	for line := range strings.Lines(md) {
		n := int64(len(line))
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		title := strings.TrimLeft(line, "#")
		if level := len(line) - len(title); level > 0 && !fenced && strings.HasPrefix(title, " ") {
			level-- // the first level is the title
			closeTo(level)
			node := &model.OutlineNode{Title: strings.TrimSpace(title), Level: level, TitleStart: at, TitleEnd: at + n - 1, ContentStart: at + n}
			if len(open) == 0 {
				o.Nodes = append(o.Nodes, node)
			} else {
				p := open[len(open)-1]
				p.Children = append(p.Children, node)
			}
			open = append(open, node)
		}
		at += n
	}
	closeTo(-1)
	o.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		if n.Level == 0 {
			n.Level = model.LevelTitle
		}
		return true
	})
	return o
}

func (f *fake) Outline(ctx context.Context, r model.Ref, _ int64, _ client.Options) (model.Outline, error) {
	d, err := f.call(ctx, "outline", r.ID)
	if err != nil {
		return model.Outline{}, err
	}
	o := outlineOf(d.md)
	o.Version = d.version
	return o, nil
}

func (f *fake) Content(ctx context.Context, r model.Ref, v int64, _ client.Options) (model.DocContent, error) {
	d, err := f.call(ctx, "content", r.ID)
	switch {
	case err != nil:
		return model.DocContent{}, err
	case f.noText:
		return model.DocContent{}, client.Errorf(client.KindUnsupported, "read", r.Place, "%s: has no documents that could be read here.", "x")
	case f.textErr != nil:
		return model.DocContent{}, f.textErr
	}
	c := model.DocContent{Markdown: d.md, Version: d.version}
	if f.skew != 0 {
		f.mu.Lock()
		f.docs[r.ID].version += f.skew
		c.Version, f.skew = f.docs[r.ID].version, 0
		f.mu.Unlock()
	}
	if f.cut > 0 && f.cut < len(c.Markdown) {
		c.Markdown, c.Cut = c.Markdown[:f.cut], true
	}
	return c, nil
}

func (f *fake) Structure(ctx context.Context, r model.Ref, _ int64, _ client.Options) (model.Structure, error) {
	d, err := f.call(ctx, "structure", r.ID)
	if err != nil {
		return model.Structure{}, err
	}
	s := model.Structure{Version: d.version}
	at := int64(0)
	for line := range strings.Lines(d.md) {
		n := model.StructureNode{Kind: model.NodeParagraph, Start: at, End: at + int64(len(line)) - 1, Preview: strings.TrimSpace(line)}
		if strings.HasPrefix(line, "#") {
			n.Kind = model.NodeHeading
		}
		if len(n.Preview) > 30 {
			n.Preview = n.Preview[:30]
		}
		s.Nodes = append(s.Nodes, n)
		at += int64(len(line))
	}
	return s, nil
}

func (f *fake) Find(ctx context.Context, r model.Ref, what string, _ int64, _ client.Options) (model.Matches, error) {
	d, err := f.call(ctx, "find", r.ID)
	if err != nil {
		return model.Matches{}, err
	}
	m := model.Matches{Text: what, Version: d.version}
	for at := range indexes(d.md, what) {
		m.All = append(m.All, model.Match{
			Range:   model.Range{Begin: int64(at), End: int64(at + len(what))},
			Context: d.md[max(0, at-20):min(len(d.md), at+len(what)+20)],
		})
	}
	return m, nil
}

func (f *fake) Images(ctx context.Context, r model.Ref, _ int64, _ client.Options) (model.DocImages, error) {
	_, err := f.call(ctx, "images", r.ID)
	return model.DocImages{All: make([]model.DocImage, 2)}, err
}

// rig runs a reader in a bubble of fake time.
type rig struct {
	*loop.Loop
	t    testing.TB
	r    *Reader
	f    *fake
	said []Told
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
	env := &Env{Env: shipped.Env(t), Ctx: ctx, Sources: f, Now: time.Now}
	env.Ruler = model.Ruler{}
	g := &rig{t: t, r: New(env), f: f}
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
	if m, ok := m.(Told); ok {
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
	return &fake{docs: map[string]*fakeDoc{"plan": {plan, 118}, "empty": {"", 1}, "other": {"# Other\n\nText of the other one.\n", 3}}}
}

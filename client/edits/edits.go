// Package edits is the only way to change a document: a request becomes a plan
// whose places were found in one version, and a plan is applied step by step, each
// step on the version made by the one before. It knows only the interfaces of
// package client, never a concrete source.
//
// Invariants, whatever others write and whatever the network does: nothing is sent
// on a version that is not the newest; nothing is sent before it is journaled, and
// nothing twice; an edit counts as made only when the service says so or the
// document shows it.
package edits

import (
	"cmp"
	"context"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Options of an Engine.
type Options struct {
	Sources client.Sources
	// Dir has a journal for each document that was edited, in a folder for each
	// account, made with mode 0700.
	Dir string
	// Account is the current one, whose places have no account in them.
	Account string
	// Service names the account of a place as its service knows it: two names of
	// the configuration may be one account. nil = each name is another account.
	Service func(root model.Place) string
	Now     func() time.Time // nil = time.Now
	// Language is that of a comparison, which is a text; nil = English.
	Language *text.Catalogue
	// Settle is the age at which an edit without an answer can no longer take
	// effect; 0 = 45 s.
	Settle time.Duration
	// Patience is the total of Apply's pauses between its checks for an edit
	// without an answer; 0 = 6 s.
	Patience time.Duration
	// Lost is what a document does not keep of a Markdown text; nil = nobody knows.
	Lost func(ctx context.Context, markdown string) []model.Sentence
	// Asked counts the requests that this process has sent so far; nil = nobody knows.
	Asked func() int
	// Hook is called at each point where the process could die, for tests.
	Hook func(point string)
}

// Engine plans and applies edits. It implements client.Edits.
type Engine struct{ o Options }

var _ client.Edits = (*Engine)(nil)

// New returns an Engine; it reads and writes nothing yet.
func New(o Options) *Engine {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Service == nil {
		o.Service = func(root model.Place) string { return root.Account }
	}
	o.Settle = cmp.Or(o.Settle, 45*time.Second)
	o.Patience = cmp.Or(o.Patience, 6*time.Second)
	if o.Asked == nil {
		o.Asked = func() int { return 0 }
	}
	if o.Lost == nil {
		o.Lost = func(context.Context, string) []model.Sentence { return nil }
	}
	if o.Hook == nil {
		o.Hook = func(string) {}
	}
	return &Engine{o: o}
}

const opEdit = "edit"

// doc is a document with the source that can edit it.
type doc struct {
	src   client.Source
	ed    client.EditMaker
	place model.Place
	entry model.Entry
	ref   model.Ref
	now   func() time.Time
}

func (e *Engine) open(ctx context.Context, p model.Place, class client.Class) (*doc, error) {
	src, ed, err := e.editor(p)
	if err != nil {
		return nil, err
	}
	opt := client.Options{Class: class}
	var entry model.Entry
	if s, ok := src.(client.Steady); ok && p.Pin() != "" {
		entry, err = s.ByID(ctx, p.Pin(), opt)
	} else {
		entry, err = src.Stat(ctx, p, opt)
	}
	if err != nil {
		return nil, err
	}
	return e.docOf(src, ed, p, entry), nil
}

func (e *Engine) editor(p model.Place) (client.Source, client.EditMaker, error) {
	src, err := e.o.Sources.For(p)
	if err != nil {
		return nil, nil, err
	}
	ed, ok := src.(client.EditMaker)
	if !ok {
		return nil, nil, client.Errorf(client.KindUnsupported, opEdit, p, "%s: has no documents that can be edited", string(p.Scheme))
	}
	return src, ed, nil
}

func (e *Engine) docOf(src client.Source, ed client.EditMaker, p model.Place, entry model.Entry) *doc {
	return &doc{src: src, ed: ed, place: p, entry: entry, now: e.o.Now,
		ref: model.Ref{Place: p, ID: entry.ID, Kind: entry.Kind, Space: entry.Facts().Space, At: e.o.Now()}}
}

func (d *doc) fail(k client.Kind, t text.Text, args ...any) *client.Error {
	return client.Errorf(k, opEdit, d.place, t, args...)
}

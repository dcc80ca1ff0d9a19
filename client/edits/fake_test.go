package edits

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
)

// fake is a service with one Word document on the real engine, whose faults the
// tests choose.
type fake struct {
	client.Source // what is not asked is nil
	account       string
	mu            sync.Mutex
	versions      []*word.Document
	tools         []string // that made each version, "" = another writer
	next          int

	noText, noRevert, noContent, noComments, noOld, onlyNew bool
	loose                                                   bool // the outline has no positions
	merge                                                   bool // a stale base is taken and rebased as it is
	kind                                                    model.Kind
	inline                                                  int64
	// before is asked before an edit, after behind it; an error of after loses
	// the answer.
	before, after func(e model.Edit) error
	reads         func() // before each read
	barred        error  // why nothing can be changed
	uploads       int
	sent          []model.Edit
}

func newFake(t *testing.T, markdown string) *fake {
	t.Helper()
	d, err := engine.InsertMarkdown(word.New("Doc"), engine.LastPosition(word.New("Doc")).Position, []byte(markdown), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &fake{versions: []*word.Document{d}, tools: []string{""}, kind: model.KindDoc, inline: 1 << 20, account: fakePlace().Account}
}

func (f *fake) Able(model.Op) error { return f.barred }

func (f *fake) now() *word.Document { return f.versions[len(f.versions)-1] }

// other writes as somebody else.
func (f *fake) other(e model.Edit) {
	n, err := engine.Do(f.now(), e, engine.Extra{})
	if err != nil {
		panic(err)
	}
	f.versions, f.tools = append(f.versions, n), append(f.tools, "")
}

func (f *fake) markdown() string {
	var b strings.Builder
	if err := f.now().Markdown(&b, nil); err != nil {
		panic(err)
	}
	return b.String()
}

func (f *fake) read(version int64) (*word.Document, error) {
	if f.reads != nil {
		f.reads()
	}
	if version == 0 || f.onlyNew {
		return f.now(), nil
	}
	for _, d := range f.versions {
		if d.Version == version && (!f.noOld || d == f.now()) {
			return d, nil
		}
	}
	return nil, client.Errorf(client.KindConflict, "read", model.Place{}, "version %d cannot be read", version)
}

func fakePlace() model.Place {
	return model.Place{Account: "me", Scheme: model.SchemeDocs, Path: model.Steps("Doc")}
}

func (f *fake) Root() model.Place {
	r := fakePlace().Root()
	r.Account = f.account
	return r
}

func (f *fake) Stat(context.Context, model.Place, client.Options) (model.Entry, error) {
	return model.Entry{ID: "d1", Name: "Doc", Kind: f.kind}, nil
}

func (f *fake) Readable(k model.Kind) error { return f.CanEdit(k, "") }

func (f *fake) CanEdit(k model.Kind, e model.EditKind) error {
	if k != model.KindDoc || e == model.EditRevert && f.noRevert {
		return client.Errorf(client.KindUnsupported, "edit", model.Place{}, "no tool for a %s", string(k))
	}
	return nil
}

func (f *fake) TextParagraphs() bool { return !f.noText }
func (f *fake) ImageInline() int64   { return f.inline }

func get[T any](f *fake, version int64, from func(*word.Document) T) (T, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	d, err := f.read(version)
	if err != nil {
		var none T
		return none, err
	}
	return from(d), nil
}

func (f *fake) Outline(_ context.Context, _ model.Ref, v int64, _ client.Options) (model.Outline, error) {
	return get(f, v, func(d *word.Document) model.Outline {
		o := engine.Outline(d)
		o.Loose = f.loose
		return o
	})
}

func (f *fake) Structure(_ context.Context, _ model.Ref, v int64, _ client.Options) (model.Structure, error) {
	return get(f, v, engine.Structure)
}

func (f *fake) LastPosition(_ context.Context, _ model.Ref, v int64, _ client.Options) (model.LastPosition, error) {
	return get(f, v, engine.LastPosition)
}

func (f *fake) Find(_ context.Context, _ model.Ref, s string, v int64, _ client.Options) (model.Matches, error) {
	return get(f, v, func(d *word.Document) model.Matches {
		m, err := engine.Find(d, s)
		if err != nil {
			panic(err)
		}
		for i, j := 0, len(m.All)-1; i < j; i, j = i+1, j-1 { // in no order
			m.All[i], m.All[j] = m.All[j], m.All[i]
		}
		return m
	})
}

func locate(p *word.Picture) model.DocImage {
	return model.DocImage{Source: model.ImageByAttachment, Attachment: p.Name}
}

func (f *fake) Images(_ context.Context, _ model.Ref, v int64, _ client.Options) (model.DocImages, error) {
	return get(f, v, func(d *word.Document) model.DocImages { return engine.Images(d, locate) })
}

func (f *fake) Comments(_ context.Context, _ model.Ref, v int64, _ client.Options) (model.DocComments, error) {
	if f.noComments {
		return model.DocComments{}, client.Errorf(client.KindUnsupported, "comments", model.Place{}, "no such tool")
	}
	return get(f, v, engine.Comments)
}

func (f *fake) Content(_ context.Context, _ model.Ref, v int64, _ client.Options) (model.DocContent, error) {
	if f.noContent {
		return model.DocContent{}, client.Errorf(client.KindUnsupported, "content", model.Place{}, "no such tool")
	}
	return get(f, v, func(d *word.Document) model.DocContent {
		var b strings.Builder
		if err := d.Markdown(&b, nil); err != nil {
			panic(err)
		}
		return model.DocContent{Markdown: b.String(), Version: d.Version}
	})
}

func (f *fake) Edit(_ context.Context, _ model.Ref, base int64, e model.Edit, _ client.Class) (model.Edited, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sent = append(f.sent, e)
	if f.before != nil {
		if err := f.before(e); err != nil {
			return model.Edited{}, err
		}
	}
	if base != f.now().Version && !f.merge {
		return model.Edited{}, client.Errorf(client.KindConflict, "edit", model.Place{}, "version %d, not %d", f.now().Version, base)
	}
	was := f.now().Version
	n, err := f.do(e)
	if err != nil {
		return model.Edited{}, client.Errorf(client.KindInvalid, "edit", model.Place{}, "refused: %s", err.Error())
	}
	f.versions, f.tools = append(f.versions, n), append(f.tools, f.tool(e))
	if f.after != nil {
		if err := f.after(e); err != nil {
			return model.Edited{}, err
		}
	}
	return model.Edited{Base: was, New: n.Version}, nil
}

func (f *fake) tool(e model.Edit) string {
	switch e.Kind {
	case model.EditFormat:
		return "doc.update_text_property"
	case model.EditReplace:
		return "replace_text"
	case model.EditRevert:
		return "doc.revert_revision"
	}
	return "doc.insert_" + string(e.Kind)
}

func (f *fake) do(e model.Edit) (*word.Document, error) {
	f.next++
	if e.Kind == model.EditRevert {
		for i, d := range f.versions {
			if i > 0 && d.Version == e.Version {
				old := f.versions[i-1]
				return word.NewDocument(f.now().Version+1, old.Blocks(), old.Comments()), nil
			}
		}
		return nil, errors.New("only the newest")
	}
	x := engine.Extra{Locate: locate, Remark: engine.Remark{ID: fmt.Sprint("c", f.next), Author: "me", When: time.Unix(0, 0)}}
	if e.Image.ID != "" || e.Image.Data != nil {
		x.Picture = &word.Picture{Data: word.Held(e.Image.Data), Name: fmt.Sprint("p", f.next), Width: 2, Height: 2}
	}
	return engine.Do(f.now(), e, x)
}

func (f *fake) UploadImage(_ context.Context, name string, body client.Body, size int64, _ client.Class) (string, error) {
	f.uploads++
	b, err := io.ReadAll(body)
	if err != nil || int64(len(b)) != size {
		return "", fmt.Errorf("%s: %d bytes, %v", name, len(b), err)
	}
	return "uploaded", nil
}

func (f *fake) RecentEdits(context.Context, model.Ref, client.Options) ([]model.EditRecord, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.noRevert {
		return nil, client.Errorf(client.KindUnsupported, "recent", model.Place{}, "no such tool")
	}
	var out []model.EditRecord
	for i := len(f.versions) - 1; i >= 0; i-- {
		if f.tools[i] != "" {
			out = append(out, model.EditRecord{Version: f.versions[i].Version, Tool: f.tools[i]})
		}
	}
	return out, nil
}

var _ client.Editor = (*fake)(nil)

// sources finds the fake, and files on a disk that is a map.
type sources struct {
	f     *fake
	files map[string][]byte
}

func (s sources) Accounts() []string { return []string{"me"} }

func (s sources) For(p model.Place) (client.Source, error) {
	if p.Scheme == model.SchemeDisk {
		return files{s: s}, nil
	}
	return s.f, nil
}

type files struct {
	client.Source
	s sources
}

type body struct{ *bytes.Reader }

func (body) Close() error { return nil }

func (f files) Open(_ context.Context, p model.Place) (client.Body, model.Entry, error) {
	name := p.Base()
	b, ok := f.s.files[name]
	if !ok {
		return nil, model.Entry{}, client.Errorf(client.KindNotFound, "open", p, "no file %s", name)
	}
	return body{bytes.NewReader(b)}, model.Entry{Name: name, Kind: model.KindFile, Size: int64(len(b))}, nil
}

func disk(name string) model.Place {
	return model.Place{Scheme: model.SchemeDisk, Path: model.Steps(name)}
}

// bench is an engine on a fake.
type bench struct {
	*testing.T
	f     *fake
	e     *Engine
	files map[string][]byte
	clock time.Time
}

func newBench(t *testing.T, markdown string) *bench {
	b := &bench{T: t, f: newFake(t, markdown), files: map[string][]byte{}, clock: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)}
	b.e = b.engine(t.TempDir())
	return b
}

func (b *bench) engine(dir string) *Engine {
	return New(Options{Sources: sources{b.f, b.files}, Dir: dir, Now: func() time.Time { return b.clock }, Patience: 40 * time.Millisecond})
}

func where(t testing.TB, s string) model.Where {
	t.Helper()
	w, err := model.ParseWhere(s)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (b *bench) plan(edits ...client.EditAt) (*model.EditPlan, error) {
	return b.e.Plan(b.Context(), client.EditRequest{Item: fakePlace(), Edits: edits})
}

func (b *bench) at(at string, e model.Edit) client.EditAt {
	b.Helper()
	return client.EditAt{Edit: e, At: where(b.T, at)}
}

// do plans and applies.
func (b *bench) do(edits ...client.EditAt) model.EditResult {
	b.Helper()
	p, err := b.plan(edits...)
	if err != nil {
		b.Fatal(err)
	}
	r, err := b.e.Apply(b.Context(), p)
	if err != nil {
		b.Fatalf("%+v, %v", r, err)
	}
	if r.Outcome != model.EditDone || r.Version != b.f.now().Version || r.Done != len(p.Steps) {
		b.Fatalf("%+v", r)
	}
	return r
}

func (b *bench) wantKind(err error, k client.Kind) {
	b.Helper()
	if !client.Is(err, k) {
		b.Fatalf("%v (%s), want %s", err, client.KindOf(err), k)
	}
}

func engineEnd(f *fake) int64 { return engine.LastPosition(f.now()).Position }

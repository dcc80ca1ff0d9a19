package edits

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
)

// fake is a service with one Word document on the real engine, with faults chosen
// by the tests.
type fake struct {
	client.Source // nil: the other methods are not called
	memdoc.Queries
	account string
	mu      sync.Mutex
	doc     *memdoc.Doc
	next    int

	noText, noRevert, noContent, noComments, noOld, onlyNew bool
	loose                                                   bool // the outline has no positions
	compact                                                 bool // the structure has no cells
	blind                                                   bool // the search finds nothing in a version that an edit has made
	lies                                                    bool // an edit makes a version, and nothing in it
	merge                                                   bool // a stale base is accepted and merged
	kind                                                    model.Kind
	inline                                                  int64
	// before is called before an edit, after behind it; an error of after loses the
	// answer.
	before, after func(e model.Edit) error
	reads         func() // called before each read
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
	f := &fake{doc: memdoc.New(d), kind: model.KindDoc, inline: 1 << 20, account: fakePlace().Account}
	f.Queries = memdoc.Queries{Read: f.read, Locate: locate}
	return f
}

func (f *fake) Able(model.Op) error { return f.barred }

func (f *fake) now() *word.Document { return f.doc.Now() }

// other writes as another person.
func (f *fake) other(e model.Edit) {
	n, err := engine.Do(f.now(), e, engine.Extra{})
	if err != nil {
		panic(err)
	}
	f.doc.Add(n, "")
}

func (f *fake) markdown() string { return f.doc.Markdown() }

// read returns the version of a query.
func (f *fake) read(_ context.Context, _ model.Ref, version int64) (*word.Document, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reads != nil {
		f.reads()
	}
	if f.onlyNew {
		return f.now(), nil
	}
	if d := f.doc.At(version); d != nil && (!f.noOld || d == f.now()) {
		return d, nil
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

func (f *fake) Outline(ctx context.Context, item model.Ref, v int64, o client.Options) (model.Outline, error) {
	out, err := f.Queries.Outline(ctx, item, v, o)
	out.Loose = f.loose
	return out, err
}

// Find returns the matches unsorted.
func (f *fake) Find(ctx context.Context, item model.Ref, s string, v int64, o client.Options) (model.Matches, error) {
	m, err := f.Queries.Find(ctx, item, s, v, o)
	slices.Reverse(m.All)
	if f.blind && len(f.sent) > 0 {
		m.All = nil
	}
	return m, err
}

func (f *fake) Structure(ctx context.Context, item model.Ref, v int64, o client.Options) (model.Structure, error) {
	s, err := f.Queries.Structure(ctx, item, v, o)
	for i := range s.Nodes {
		if f.compact {
			s.Nodes[i].Rows, s.Nodes[i].Children = nil, nil
		}
	}
	return s, err
}

func locate(p *word.Picture) model.DocImage {
	return model.DocImage{Source: model.ImageByAttachment, Attachment: p.Name}
}

func (f *fake) Comments(ctx context.Context, item model.Ref, v int64, o client.Options) (model.DocComments, error) {
	if f.noComments {
		return model.DocComments{}, client.Errorf(client.KindUnsupported, "comments", model.Place{}, "no such tool")
	}
	return f.Queries.Comments(ctx, item, v, o)
}

func (f *fake) Content(ctx context.Context, item model.Ref, v int64, o client.Options) (model.DocContent, error) {
	if f.noContent {
		return model.DocContent{}, client.Errorf(client.KindUnsupported, "content", model.Place{}, "no such tool")
	}
	return f.Queries.Content(ctx, item, v, o)
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
	f.doc.Add(n, f.tool(e))
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
	if f.lies {
		return f.now().Splice(f.now().Version+1, nil, f.now().Comments()), nil
	}
	if e.Kind == model.EditRevert {
		if old := f.doc.Before(e.Version); old != nil {
			return old, nil
		}
		return nil, errors.New("there is no such version")
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
	return f.doc.Recent(), nil
}

var _ client.Editor = (*fake)(nil)

// sources returns the fake, and files on a disk that is a map.
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

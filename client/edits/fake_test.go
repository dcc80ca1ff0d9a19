package edits

import (
	"bytes"
	"context"
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

// fake is a service with one Word document, with faults chosen by the tests.
type fake struct {
	*memdoc.View
	id string // of the document

	noText, noRevert, noContent, noComments, noOld, onlyNew bool
	loose                                                   bool                        // the outline has no positions
	own                                                     bool                        // bodies end where the first sub-heading begins
	compact                                                 bool                        // the structure has no cells
	blind                                                   bool                        // the search finds nothing in a version that an edit has made
	lies                                                    bool                        // an edit makes a version, and nothing in it
	flat                                                    bool                        // its list says of no comment which one it answers
	jumps                                                   bool                        // an edit makes two versions
	merge                                                   bool                        // a stale base is accepted and merged
	makes, undoes                                           func(model.Edit) model.Edit // what it makes instead
	// before is called before an edit, after behind it; an error of after loses the
	// answer.
	before, after func(e model.Edit) error
	reads         func() // called before each read
	tracked       []model.DocRevision
	barred        error // why nothing can be changed
	mu            sync.Mutex
	sent          []model.Edit
}

func newFake(markdown string) *fake {
	s := memdoc.NewService()
	f := &fake{View: s.Home(), id: s.Put(memdoc.Home, "Doc", model.KindDoc)}
	f.Account = fakePlace().Account
	f.Other(f.id, markdown)
	f.Blocks(f.id, f.now().Blocks()...) // its first version
	f.Queries.Read = f.read
	return f
}

func (f *fake) Able(model.Op) error { return f.barred }

func (f *fake) now() *word.Document { return f.Doc(f.id).Now() }

// other writes as another person.
func (f *fake) other(e model.Edit) { f.Elsewhere(f.id, e) }

func (f *fake) markdown() string { return f.Doc(f.id).Markdown() }

// read returns the version of a query.
func (f *fake) read(ctx context.Context, item model.Ref, version int64) (*word.Document, error) {
	if f.reads != nil {
		f.reads()
	}
	if f.onlyNew {
		version = 0
	}
	d, err := f.Version(ctx, item, version)
	if f.noOld && d != f.now() {
		return nil, client.Errorf(client.KindConflict, "read", model.Place{}, "version %d cannot be read", version)
	}
	return d, err
}

func fakePlace() model.Place {
	return model.Place{Account: "me", Scheme: model.SchemeDocs, Path: model.Steps("Doc")}
}

func (f *fake) CanEdit(k model.Kind, e model.EditKind) error {
	if e == model.EditRevert && f.noRevert {
		return errNoTool
	}
	return f.View.CanEdit(k, e)
}

func (f *fake) TextParagraph(model.ParagraphStyle) bool { return !f.noText }

func (f *fake) Outline(ctx context.Context, item model.Ref, v int64, o client.Options) (model.Outline, error) {
	out, err := f.Queries.Outline(ctx, item, v, o)
	out.Loose = f.loose
	out.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		if f.own && len(n.Children) > 0 {
			n.ContentEnd = n.Own().End - 1
		}
		return true
	})
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

var errNoTool = client.Errorf(client.KindUnsupported, "edit", model.Place{}, "no such tool")

func (f *fake) Comments(ctx context.Context, item model.Ref, v int64, o client.Options) (model.DocComments, error) {
	if f.noComments {
		return model.DocComments{}, errNoTool
	}
	out, err := f.Queries.Comments(ctx, item, v, o)
	for i := range out.All {
		if out.Flat = f.flat; f.flat {
			out.All[i].Parent = ""
		}
	}
	return out, err
}

func (f *fake) Revisions(ctx context.Context, item model.Ref, v int64, o client.Options) (model.DocRevisions, error) {
	out, err := f.View.Revisions(ctx, item, v, o)
	if f.tracked != nil {
		out.All = f.tracked
	}
	return out, err
}

func (f *fake) Content(ctx context.Context, item model.Ref, v int64, o client.Options) (model.DocContent, error) {
	if f.noContent {
		return model.DocContent{}, errNoTool
	}
	return f.Queries.Content(ctx, item, v, o)
}

func (f *fake) Edit(ctx context.Context, item model.Ref, base int64, e model.Edit, c client.Class) (made model.Edited, err error) {
	f.mu.Lock()
	f.sent = append(f.sent, e)
	f.mu.Unlock()
	if f.before != nil {
		if err := f.before(e); err != nil {
			return made, err
		}
	}
	was := f.now()
	if f.makes != nil && e.Kind != model.EditRevert {
		e = f.makes(e)
	}
	if f.undoes != nil && e.Kind == model.EditRevert {
		e, f.undoes = f.undoes(e), nil
	}
	switch {
	case f.lies:
		f.Doc(f.id).Add(was.Splice(was.Version+1, nil, was.Comments()), "doc.insert_text")
		made = model.Edited{Base: was.Version, New: was.Version + 1}
	case f.merge:
		base = was.Version
		fallthrough
	default:
		if made, err = f.View.Edit(ctx, item, base, e, c); err != nil {
			return made, err
		}
	}
	if f.jumps {
		d := f.now()
		f.Doc(f.id).Add(d.Splice(d.Version+1, nil, d.Comments()), "")
		made.New++
	}
	if f.after != nil {
		if err := f.after(e); err != nil {
			return model.Edited{}, err
		}
	}
	return made, nil
}

func (f *fake) RecentEdits(ctx context.Context, item model.Ref, o client.Options) ([]model.EditRecord, error) {
	if f.noRevert {
		return nil, errNoTool
	}
	return f.View.RecentEdits(ctx, item, o)
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
	b := &bench{T: t, f: newFake(markdown), files: map[string][]byte{}, clock: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)}
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

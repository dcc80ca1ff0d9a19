// Package archive shows the archives of another source as folders, for reading only: its tree is that
// of the other source, where a file that is an archive is a folder with what it holds.
//
// A name that would lead out of its folder is shown as it is written, and is not given; nor are links. What is
// given has the size and the checksum that the archive states.
package archive

import (
	"context"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Files are what archives are read from.
type Files interface {
	client.Source
	client.Peeker
}

// Source is the tree.
type Source struct {
	files Files
	temp  string // folder for what has to be unpacked to be read

	mu   sync.Mutex
	held []*held // the one used last is the last
	turn chan struct{}
}

// maxHeld is how many archives stay open.
const maxHeld = 4

// New shows the archives of a source. What has to be unpacked to be read is in the folder temp, and in no file that has a name.
func New(of Files, temp string) *Source {
	return &Source{files: of, temp: temp, turn: make(chan struct{}, 1)}
}

var (
	_ client.Writer     = (*Source)(nil)
	_ client.Downloader = (*Source)(nil)
	_ client.Peeker     = (*Source)(nil)
	_ client.Rooter     = (*Source)(nil)
	_ client.Namer      = (*walk)(nil)
)

// Reading is client.Writer: nothing here writes.
func (s *Source) Reading() client.Source { return s }

// Rooted is client.Rooter.
func (s *Source) Rooted(tops []model.Place) client.Source {
	if of, ok := client.Rooted(s.files, model.Each(tops, model.Place.Outside)).(Files); ok {
		return New(of, s.temp)
	}
	return s
}

// Prompt is client.Prompt.
func (s *Source) Prompt() bool {
	p, ok := s.files.(client.Prompt)
	return ok && p.Prompt()
}

// Root is client.Source.
func (s *Source) Root() model.Place { return s.files.Root().Entered() }

// CheckName is client.Source.
func (s *Source) CheckName(name string) error { return s.files.CheckName(name) }

// Close closes the archives.
func (s *Source) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.held {
		h.close()
	}
	s.held = nil
}

// outside is the place in the source of the archives.
func (s *Source) outside(op string, p model.Place) (model.Place, error) {
	if !p.SameSource(s.Root()) {
		return p, client.Errorf(client.KindInvalid, op, p, "%q is not in this source", p.Base())
	}
	return p.Outside(), client.CheckPlace(op, p)
}

// found is an entry: of an archive, or of the source around it.
type found struct {
	in    *held // nil = around it
	n     *node
	entry model.Entry
	at    model.Place // around it
}

// find finds what is at a place. An archive is found by its name, or, where no name says so, by its content.
// enter: it is to be listed, so the place may be that of an archive in another one.
func (s *Source) find(ctx context.Context, op string, p model.Place, opt client.Options, enter bool) (found, error) {
	at, err := s.outside(op, p)
	if err != nil {
		return found{}, err
	}
	if len(at.Path) == 0 {
		return found{at: at, entry: model.Entry{Kind: model.KindFolder, Size: model.Unknown, Children: model.Unknown}}, nil
	}
	for i := range at.Path {
		if model.ArchiveStem(at.Path[i].Name) == "" {
			continue
		}
		if h, err := s.archive(ctx, op, at, i+1, opt); err != nil || h != nil {
			return s.within(ctx, op, h, at, i+1, opt, enter, err)
		}
	}
	e, err := s.files.Stat(ctx, at, opt)
	if err == nil || !client.Is(err, client.KindInvalid) && !client.Is(err, client.KindNotFound) {
		return found{at: at, entry: e}, err
	}
	for i := 1; i < len(at.Path); i++ { // a file on the way may be one, whatever its name is
		if h, err2 := s.archive(ctx, op, at, i, opt); h != nil {
			return s.within(ctx, op, h, at, i, opt, enter, err2)
		}
	}
	return found{}, err
}

// archive opens the archive that the first n steps lead to, nil = that is no file.
func (s *Source) archive(ctx context.Context, op string, at model.Place, n int, opt client.Options) (*held, error) {
	at.Path = at.Path[:n:n]
	s.mu.Lock()
	for i, h := range s.held {
		if h.at.Equal(at) && !opt.Fresh && !at.Scheme.Local() && time.Since(h.seen) < time.Minute {
			s.held = append(append(s.held[:i:i], s.held[i+1:]...), h)
			s.mu.Unlock()
			return h, nil
		}
	}
	s.mu.Unlock()
	e, err := s.files.Stat(ctx, at, client.Options{Class: opt.Class, Lane: opt.Lane, Fresh: opt.Fresh})
	switch {
	case err == nil && e.Kind.Container(), client.Is(err, client.KindNotFound), client.Is(err, client.KindInvalid):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return s.open(ctx, op, at, e, opt, 0, func(ctx context.Context) (client.PeekBody, model.Entry, error) { return s.body(ctx, at, e) })
}

// within finds what is at the rest of a path, in an archive; an archive in it is opened as well.
func (s *Source) within(ctx context.Context, op string, h *held, at model.Place, n int, opt client.Options, enter bool, err error) (found, error) {
	for depth := 1; err == nil; depth++ {
		here, i := h.root, n
		for ; i < len(at.Path) && here != nil && here.kind() == model.KindFolder; i++ {
			here = here.names[at.Path[i].Name]
		}
		switch {
		case here == nil:
			return found{}, client.Errorf(client.KindNotFound, op, at.Entered(), "%s is not in the archive %s", at.Path[i-1].Name, h.at.Base())
		case here.kind() == model.KindFolder:
			return found{in: h, n: here, entry: h.entry(here), at: at}, nil
		case here.kind() == model.KindFile && model.ArchiveStem(here.name) != "" && (enter || i < len(at.Path)):
			in, outer := h, here
			if depth == maxDepth {
				return found{}, client.Errorf(client.KindUnsupported, op, at.Entered(), "%s is nested in %d {archive|archives}, and aloft opens no deeper ones", here.name, depth)
			}
			inner := at
			inner.Path = at.Path[:i:i]
			h, err = s.open(ctx, op, inner, h.entry(here), opt, depth, func(ctx context.Context) (client.PeekBody, model.Entry, error) {
				if err := s.gives(inner, outer); err != nil {
					return nil, model.Entry{}, err
				}
				b, err := in.peek(ctx, outer)
				return b, in.entry(outer), err
			})
			n = i
		case i < len(at.Path):
			return found{}, client.Errorf(client.KindInvalid, op, at.Entered(), "%s is not a folder", here.name)
		default:
			return found{in: h, n: here, entry: h.entry(here), at: at}, nil
		}
	}
	return found{}, err
}

// maxDepth is how many archives may be in each other.
const maxDepth = 5

// folder finds a folder.
func (s *Source) folder(ctx context.Context, op string, p model.Place, opt client.Options) (found, error) {
	f, err := s.find(ctx, op, p, opt, true)
	if err == nil && f.in == nil && f.entry.Kind == model.KindFile { // it is one for whoever says so
		var h *held
		if h, err = s.archive(ctx, op, f.at, len(f.at.Path), opt); err == nil && h != nil {
			return s.within(ctx, op, h, f.at, len(f.at.Path), opt, true, nil)
		}
	}
	if err == nil && f.in != nil && f.n.kind() != model.KindFolder {
		err = client.Errorf(client.KindInvalid, op, p, "%s is not a folder", p.Base())
	}
	return f, err
}

// List is client.Source.
func (s *Source) List(ctx context.Context, p model.Place, opt client.Options) (model.Listing, error) {
	progress := opt.Progress
	if opt.Progress = nil; progress != nil {
		ctx = context.WithValue(ctx, counts{}, func(n int) {
			progress(model.Listing{Place: p, Cut: model.CutPartial, Total: n, ListedAt: time.Now()}, 0)
		})
	}
	f, err := s.folder(ctx, "list", p, opt)
	if err != nil {
		return model.Listing{}, err
	}
	if f.in == nil {
		l, err := s.files.List(ctx, f.at, opt)
		l.Place, l.Folder.Place = p, p
		for i := range l.Entries {
			if e := &l.Entries[i]; e.Kind == model.KindFile && model.ArchiveStem(e.Name) != "" {
				e.Kind, e.Size = model.KindFolder, model.Unknown
			}
		}
		return l, err
	}
	l := model.Listing{Place: p, Folder: f.ref(p), Complete: !f.in.cut, ListedAt: time.Now(), Total: len(f.n.list)}
	if f.in.cut {
		l.Cut, l.Total = model.CutTotal, model.Unknown
	}
	l.Entries = make([]model.Entry, len(f.n.list))
	for i, n := range f.n.list {
		l.Entries[i] = f.in.entry(n)
	}
	return l, nil
}

// counts is the key of what is told how many entries were read.
type counts struct{}

func (f found) ref(p model.Place) model.Ref {
	return model.Ref{Place: p, ID: f.entry.ID, Kind: f.entry.Kind, At: time.Now()}
}

// Stat is client.Source.
func (s *Source) Stat(ctx context.Context, p model.Place, opt client.Options) (model.Entry, error) {
	f, err := s.find(ctx, "info", p, opt, false)
	if f.entry.Name = p.Base(); f.in != nil && f.n == f.in.root && len(f.at.Path) > 0 {
		f.entry.Modified = f.in.modified
	}
	return f.entry, err
}

// walk is a set of lookups: nothing changes an archive from one to the next.
type walk struct {
	s   *Source
	opt client.Options
}

// Walk is client.Source.
func (s *Source) Walk(opt client.Options) client.Walk {
	opt.Progress = nil
	return &walk{s, opt}
}

func (w *walk) Epoch() uint64 { return 0 }

func (w *walk) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	f, err := w.s.folder(ctx, "list", p, w.opt)
	if err == nil && f.entry.Kind != model.KindFolder {
		err = client.Errorf(client.KindInvalid, "list", p, "%s is not a folder", p.Base())
	}
	return f.ref(p), err
}

func (w *walk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	return w.s.List(ctx, p, w.opt)
}

func (w *walk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	if n > 1 {
		return client.Page{N: n, Last: true, Total: model.Unknown}, nil
	}
	l, err := w.All(ctx, p)
	page := client.Page{Entries: l.Entries, N: 1, Last: true, Total: len(l.Entries)}
	for _, e := range l.Entries {
		page.Refs = append(page.Refs, model.Ref{Place: p.Join(e.Name), ID: e.ID, Kind: e.Kind, At: l.ListedAt})
	}
	return page, err
}

// Named is client.Namer.
func (w *walk) Named(ctx context.Context, p model.Place, names []string) (client.Page, error) {
	page := client.Page{N: 1, Last: true, Total: model.Unknown}
	if _, err := w.Folder(ctx, p); err != nil {
		return page, err
	}
	for _, name := range names {
		switch e, err := w.s.Stat(ctx, p.Join(name), w.opt); {
		case client.Is(err, client.KindNotFound):
		case err != nil:
			return page, err
		default:
			page.Entries = append(page.Entries, e)
			page.Refs = append(page.Refs, model.Ref{Place: p.Join(name), ID: e.ID, Kind: e.Kind, At: time.Now()})
		}
	}
	return page, nil
}

// Why an entry is not given, as its DocFacts.Status.
const (
	whyOutside   = "outside"
	whyLink      = "link"
	whyEncrypted = "encrypted"
	whyMethod    = "method"
	whySpecial   = "special"
)

var whys = map[string]text.Text{
	whyOutside:   "%s is not unpacked, because its path leads out of the archive",
	whyLink:      "%s is a link, and links in archives are not unpacked",
	whyEncrypted: "%s is encrypted, and aloft does not support passwords",
	whyMethod:    "%s is compressed by a method that aloft does not know",
	whySpecial:   "%s is no regular file, so it is not unpacked",
}

// CheckDownload is client.Downloader.
func (s *Source) CheckDownload(e model.Entry) error { return s.refusal(s.Root().Join(e.Name), &e) }

func (s *Source) refusal(p model.Place, e *model.Entry) error {
	if e.Kind == model.KindFile && e.Facts().Status == "" {
		return nil
	}
	why, ok := whys[e.Facts().Status]
	if !ok {
		why = "%s is not a file"
	}
	return client.Errorf(client.KindUnsupported, string(model.OpDownload), p, why, e.Name)
}

func (s *Source) gives(p model.Place, n *node) error {
	e := model.Entry{Name: n.name, Kind: n.kind()}
	if n.item != nil {
		e.Learn(model.DocFacts{Status: n.item.why})
	}
	return s.refusal(p, &e)
}

// file finds a file of an archive that can be given.
func (s *Source) file(ctx context.Context, op string, p model.Place, opt client.Options) (found, error) {
	f, err := s.find(ctx, op, p, opt, false)
	switch {
	case err != nil:
		return f, err
	case f.in == nil:
		return f, client.Errorf(client.KindInvalid, op, p, "%s is not in an archive", p.Base())
	}
	return f, s.gives(p, f.n)
}

// Link is client.Downloader: what it holds is the place.
func (s *Source) Link(ctx context.Context, p model.Place, class client.Class) (client.Link, error) {
	f, err := s.file(ctx, string(model.OpDownload), p, client.Options{Class: class})
	if err != nil {
		return client.Link{}, err
	}
	return client.Link{URL: client.Signed(p.String()), Size: f.n.item.size}, nil
}

// Fetch is client.Downloader. What is before the offset is unpacked as well, to see that all is whole.
func (s *Source) Fetch(ctx context.Context, l client.Link, offset int64, w client.Sink) (int64, error) {
	p, err := model.ParsePlace(l.URL.Reveal(), model.Place{})
	if err != nil {
		return 0, err
	}
	f, err := s.file(ctx, string(model.OpDownload), p, client.Options{Class: client.Bulk})
	if err != nil {
		return 0, err
	}
	n, err := f.in.copy(ctx, f.n.item, &after{w: w, skip: offset})
	return n, s.said(string(model.OpDownload), p, f.in, err)
}

// after passes on what follows an offset.
type after struct {
	w    client.Sink
	skip int64
}

func (a *after) Write(p []byte) (int, error) {
	n := int(min(int64(len(p)), a.skip))
	if a.skip -= int64(n); n == len(p) {
		return n, nil
	}
	m, err := a.w.Write(p[n:])
	return n + m, err
}

// Peek is client.Peeker.
func (s *Source) Peek(ctx context.Context, p model.Place, _ model.Entry) (client.PeekBody, model.Entry, error) {
	f, err := s.find(ctx, "preview", p, client.Options{}, false)
	if err == nil && f.in == nil {
		return s.files.Peek(ctx, f.at, model.Entry{})
	}
	if err == nil {
		err = s.gives(p, f.n)
	}
	if err != nil {
		return nil, f.entry, err
	}
	b, err := f.in.peek(ctx, f.n)
	if err != nil {
		return nil, f.entry, s.said("preview", p, f.in, err)
	}
	return b, f.entry, nil
}

const isPart text.Text = "%s is part of a split archive, and aloft reads only whole ones; join the parts first"

// split reports whether the name is that of a part of an archive that was split.
func split(name string) bool {
	name = strings.ToLower(name)
	dot := strings.LastIndexByte(name, '.') + 1
	end := name[dot:]
	number := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	if len(end) == 3 && number(end[1:]) {
		return end[0] == 'z' || end[0] == 'r' || number(end) && model.ArchiveStem(name[:dot-1]) != ""
	}
	_, part, _ := strings.Cut(name, ".part")
	return end == "rar" && number(strings.TrimSuffix(part, ".rar"))
}

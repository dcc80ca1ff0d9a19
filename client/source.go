// Package client has the interfaces by which the screen, the command line and the
// job engine use any service, and their common error type.
package client

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"aloft/model"
	"aloft/model/text"
)

// Class is the urgency of a request.
type Class int

const (
	Interactive Class = iota // a person waits for it
	Bulk                     // part of a job
)

// Options of a read.
type Options struct {
	Class Class
	// Lane: a newer interactive read of the same lane and the same screen (WithLanes)
	// cancels an older one that still waits for its turn. "" = none.
	Lane string
	// Fresh: use nothing of earlier listings, however young they are.
	Fresh bool
	// Planning: what is found is looked up again before it is changed, so listings of the last
	// minute are used where no call of this user has changed anything since.
	Planning bool
	// After: for the look after a change. A folder may be listed by the id that it had before, where its
	// entries show that the id is its own still.
	After bool
	// Unchecked: the text of a document is not compared with the document's end, which
	// takes a request or two: DocContent.Cut is what the answer itself shows.
	Unchecked bool
	// Progress, when set, is called with each page that is read while more are, in a
	// listing that is not complete: with its entries from number from on, or from 0 when
	// all is read anew. The listing that List returns has only those that follow. It must
	// not block.
	Progress func(part model.Listing, from int)
}

// Source is a tree that a pane can show. Everything that it can do beyond listing
// is one of the optional interfaces below. The screen is handed what reads, and what
// says of changes beforehand whether they are possible; the engines have Writers.
type Source interface {
	// Root is the place of the tree's root: account and scheme.
	Root() model.Place
	// List reads a folder, walking to it from the root. An empty answer is believed
	// only from such a walk.
	List(ctx context.Context, p model.Place, opt Options) (model.Listing, error)
	// Stat finds one entry by walking to it. The root has the name "".
	Stat(ctx context.Context, p model.Place, opt Options) (model.Entry, error)
	// Walk begins a set of lookups in one epoch.
	Walk(opt Options) Walk
	// CheckName says why the service would refuse the name, or nil.
	CheckName(name string) error
}

// Walk is a set of lookups of one epoch, each folder looked up at most once. When
// the epoch changes meanwhile, its calls fail with KindStale, and the caller begins
// a new one. It is for one goroutine.
type Walk interface {
	// Epoch is the epoch of everything that this walk has found; 0 before its first
	// answer and in sources without epochs.
	Epoch() uint64
	// Folder finds a folder by walking from the root.
	Folder(ctx context.Context, p model.Place) (model.Ref, error)
	// Page reads page n (from 1) of a folder.
	Page(ctx context.Context, p model.Place, n int) (Page, error)
	// All reads every page of a folder.
	All(ctx context.Context, p model.Place) (model.Listing, error)
}

// Namer is a Walk that finds entries by their names, without the rest of their folder.
type Namer interface {
	// Named returns those entries of a folder that exist, as a page that is its last.
	Named(ctx context.Context, p model.Place, names []string) (Page, error)
}

// Counted is a Walk that counts its requests.
type Counted interface{ Requests() int }

// Page is one page of a folder's listing; its Refs are fresh.
type Page struct {
	Entries []model.Entry
	Refs    []model.Ref // one for each entry
	N       int
	Last    bool // no page follows
	Total   int  // as stated by the service, or model.Unknown
}

// Writer is a Source with what changes it.
type Writer interface {
	Source
	// Reading is what of it only reads.
	Reading() Source
}

// The optional interfaces are the writes that the job engine sends. Nothing else has
// them. A nil error means done and finished (asynchronous tasks are polled
// to their end). KindStale: nothing was sent. KindUnknown: sent, no clear answer,
// never to be sent again before the Verifier has checked. Every other kind: the
// service has certainly not done it.

// FolderMaker makes a folder; the id in the answer may be "".
type FolderMaker interface {
	MakeFolder(ctx context.Context, parent model.Ref, name string, class Class) (id string, err error)
}

// Renamer renames one entry in its folder.
type Renamer interface {
	Rename(ctx context.Context, item model.Ref, name string, class Class) error
}

// Mover moves entries of any folders into one folder.
type Mover interface {
	Move(ctx context.Context, items []model.Ref, to model.Ref, class Class) error
	// MoveBatch is the largest number of entries for one call.
	MoveBatch() int
}

// Copier copies entries within its service.
type Copier interface {
	Copyable
	// Copy copies entries of any folders into one folder. title is the name of a single
	// copy. The entry is that of a single copy, as far as the service says.
	Copy(ctx context.Context, items []model.Ref, folder model.Ref, title string, class Class) (model.Entry, error)
}

// Copyable is a Source whose service copies entries.
type Copyable interface {
	// Copies says what one call takes whose copies go to the folder.
	Copies(to model.Place) Copying
}

// Copying is what one call of a Copier takes.
type Copying struct {
	Batch   int  // entries, at most
	Folders bool // it copies folders, with all they hold
	Titles  bool // a copy may get a name of its own; otherwise it has the original's
	// Via is where a copy must be made before it is moved to the folder, zero when it can
	// be made there.
	Via model.Place
}

// Deleter deletes entries with their content.
type Deleter interface {
	Deletable
	Delete(ctx context.Context, items []model.Ref, mode DeleteMode, class Class) error
	DeleteBatch() int
}

// Deletable is a Source whose entries are made, renamed, moved and deleted.
type Deletable interface {
	// DeleteModes are the modes of this source, the default first.
	DeleteModes() []DeleteMode
}

// DeleteMode says what is deleted and where it goes.
type DeleteMode string

const (
	DeleteToBin   DeleteMode = model.ModeBin // to the recycle bin
	DeleteForever DeleteMode = "final"       // deleted at once
	// DeleteRecord removes a document from the recent list, and from nowhere else.
	DeleteRecord DeleteMode = "recent"
	// DeleteNode deletes one page of a space; the pages under it move up.
	DeleteNode DeleteMode = "node"
	// DeleteTree deletes a page of a space and all pages under it.
	DeleteTree DeleteMode = "tree"
)

// Searcher searches the whole source by name.
type Searcher interface {
	Search(ctx context.Context, query string, opt Options) ([]Hit, error)
}

// Locator stores from listings where names are in large folders. It is only a hint,
// to know where to look first.
type Locator interface {
	// Locate returns the page (from 1) of the entry and the page size; 0 = unknown, each.
	Locate(p model.Place) (page, size int)
}

// Hit is one found entry; Place is nil when the service does not return it. Folder is
// the id of the folder that it is in, "" when the service does not return that either.
type Hit struct {
	Entry  model.Entry
	Place  *model.Place
	Folder string
}

// Binner shows the recycle bin.
type Binner interface {
	Bin(ctx context.Context, opt Options) ([]BinEntry, error)
}

// BinWriter is a Binner that empties it, too.
type BinWriter interface {
	Binner
	Recover(ctx context.Context, records []string, class Class) error
	Purge(ctx context.Context, records []string, class Class) error
}

// Trash is a BinWriter whose bin is a part of file systems: it does not take everything, gives
// back to a free name only, and tells which record a deletion has made.
type Trash interface {
	BinWriter
	// Takes says why an entry cannot go to the bin, or nil.
	Takes(p model.Place) error
	// Discard moves an entry to the bin, and returns its record there.
	Discard(ctx context.Context, item model.Ref) (record string, err error)
	// Return moves an entry of the bin to a place, and to where it was when that is zero.
	Return(ctx context.Context, record string, to model.Place) error
	// Records are those that are in the bin.
	Records(ctx context.Context, records []string) ([]BinEntry, error)
}

// BinEntry is an entry of the recycle bin.
type BinEntry struct {
	Record string
	Entry  model.Entry
	// Deleted is when it was deleted, From the folder that it was in; zero = the
	// service does not say.
	Deleted time.Time
	From    model.Place
}

// Was is the place of the entry before it was deleted, zero when the service does not
// say or no place can hold it.
func (b BinEntry) Was() model.Place {
	if b.From.IsZero() {
		return model.Place{}
	}
	if p := b.From.Join(b.Entry.Name); p.Valid() {
		return p
	}
	return model.Place{}
}

// LatestFirst orders by the time of the deletion; entries whose time is not known come
// last, in the service's order.
func LatestFirst(all []BinEntry) {
	slices.SortStableFunc(all, func(a, b BinEntry) int { return b.Deleted.Compare(a.Deleted) })
}

// CaseFolder is a Source whose file systems may ignore the case of names.
type CaseFolder interface {
	// FoldsCase reports whether the folder does; entries are what it holds.
	FoldsCase(folder model.Place, entries []model.Entry) bool
}

// FoldsCase reports whether the folder ignores the case of names.
func FoldsCase(src Source, folder model.Place, entries []model.Entry) bool {
	c, ok := src.(CaseFolder)
	return ok && c.FoldsCase(folder, entries)
}

// Summer is a Source that has, or reads, checksums of files.
type Summer interface {
	// Sums returns the MD5 of files of one folder in hex, "" where it is not known.
	Sums(ctx context.Context, folder model.Place, files []*model.Entry, class Class) ([]string, error)
}

// Sums is Summer.Sums, or says that the source has none.
func Sums(ctx context.Context, src Source, folder model.Place, files []*model.Entry, class Class) ([]string, error) {
	if s, ok := src.(Summer); ok {
		return s.Sums(ctx, folder, files, class)
	}
	return nil, Errorf(KindUnsupported, "compare", folder, "%s: checksums are not available here", string(src.Root().Scheme))
}

// Volumes is a Source on several file systems.
type Volumes interface {
	// Far reports whether an entry and a folder are on two of them, so that the entry
	// cannot just be renamed into the folder.
	Far(item, folder model.Place) bool
}

// Watcher is a Source that sees what others change in its folders.
type Watcher interface {
	// Watch returns a channel that is closed once when something in the folder has
	// changed since, a moment later, so that a burst of changes is one. It is nil where
	// the folder cannot be watched. What other machines change may go unseen. The watch
	// ends with it, or with ctx.
	Watch(ctx context.Context, p model.Place) (changed <-chan struct{})
}

// Rooter is a Source of which parts can be shown.
type Rooter interface {
	// Rooted is what is beneath some places, only for reading: no link leads out of them.
	Rooted(tops []model.Place) Source
}

// Bounded is a Source that is changed beneath some places.
type Bounded interface {
	// Within is all of the source; what is beneath the places is read and changed there: no link leads out of them.
	Within(tops []model.Place) Source
}

// Rooted is that part of a source; without places it is all of it.
func Rooted(src Source, tops []model.Place) Source {
	if r, ok := src.(Rooter); ok && len(tops) > 0 {
		return r.Rooted(tops)
	}
	return src
}

// Within is a source as the jobs that write to these places use it.
func Within(src Source, tops []model.Place) Source {
	if r, ok := src.(Bounded); ok && len(tops) > 0 {
		return r.Within(tops)
	}
	return src
}

// Turner lets the operations of several processes run one after the other: the
// mutation of one makes the lookups of another stale. Those that a person waits for
// do not wait for bulk ones. Turns are not needed for safety; they only keep two jobs
// from invalidating each other's lookups forever.
type Turner interface {
	// Turn waits for the turn and keeps it until release is called.
	Turn(ctx context.Context, class Class) (release func(), err error)
}

// Fencer is a Source whose changes pass one gate of this host, and which calls the
// function of WithSending whenever a change is about to be sent.
type Fencer interface {
	// Fence runs f while no process of this host is sending a change, so that one
	// that has announced a change and not sent it yet will call its function once
	// more. An error that is not f's means that f was not run.
	Fence(ctx context.Context, f func() error) error
}

// Prober checks cheaply whether the session is valid, and returns the capacity.
type Prober interface {
	Probe(ctx context.Context) error
	Capacity(ctx context.Context, opt Options) (used, total int64, err error)
}

// Sources returns the source of a place; an account "" is the current one.
type Sources interface {
	For(p model.Place) (Source, error)
	// Accounts are the configured accounts, the current one first.
	Accounts() []string
}

// AccountOf is the full name of a place's account, "" for one that is not configured.
func AccountOf(s Sources, p model.Place) string {
	if p.Account != "" || s == nil {
		return p.Account
	}
	if all := s.Accounts(); len(all) > 0 {
		return all[0]
	}
	return ""
}

// Route returns the operation by which entries of one source can be copied to a
// folder of another one, or why they cannot.
func Route(from, to Source) (model.Op, error) {
	if _, ok := from.(Copyable); ok {
		// A folder in it is meant: the root itself may hold nothing (a list of spaces).
		if Reach(from, model.OpCopy, to.Root().Join(string(model.OpCopy))) == nil {
			return model.OpCopy, Able(from, model.OpCopy)
		}
	}
	op := model.OpTransfer
	switch here, there := from.Root().Scheme.Local(), to.Root().Scheme.Local(); {
	case here && !there:
		op = takes(to)
	case there && !here:
		op = gives(from)
	}
	return op, Transferable(from, to)
}

// gives is the operation by which a source gives files, takes that by which it takes them,
// "" = it does not.
func gives(s Source) model.Op {
	if s.Root().Scheme.Local() {
		return model.OpTransfer
	}
	switch s.(type) {
	case Downloadable:
		return model.OpDownload
	case Exportable:
		return model.OpExport
	}
	return ""
}

func takes(s Source) model.Op {
	if _, changes := s.(Deletable); changes && s.Root().Scheme.Local() {
		return model.OpTransfer
	}
	switch s.(type) {
	case Uploadable:
		return model.OpUpload
	case Importable:
		return model.OpImport
	}
	return ""
}

// Transferable says why no file can pass from one source to another, or nil.
func Transferable(from, to Source) error {
	give, take := gives(from), takes(to)
	if give == "" {
		return Errorf(KindUnsupported, string(model.OpTransfer), from.Root(), "%s: files cannot be transferred from here", string(from.Root().Scheme))
	}
	if take == "" {
		return Errorf(KindUnsupported, string(model.OpTransfer), to.Root(), model.OpTransfer.Row().Words.No, string(to.Root().Scheme))
	}
	if err := Able(from, give); err != nil {
		return err
	}
	return Able(to, take)
}

// SyncRoute returns the operation by which a folder of to becomes like one of from, or why
// there is none. Documents become files, and never the other way round: each import makes
// another document.
func SyncRoute(from, to Source) (model.Op, error) {
	switch here, there := from.Root(), to.Root(); {
	case there.Scheme.Documents():
		return "", Errorf(KindUnsupported, "sync", there, "%s cannot be a sync target, since each import makes a new document; use aloft cp to copy files there", there.String())
	case here.Scheme.Documents() && here.Scheme != model.SchemeDocs:
		return "", Errorf(KindUnsupported, "sync", here, "%s cannot be synced because its pages contain other pages; use aloft cp to copy it", here.String())
	case here.SameSource(there) && !here.Scheme.Local():
		return model.OpTransfer, errors.Join(Able(from, model.OpCopy), Able(to, model.OpDelete))
	}
	return Route(from, to)
}

// Reach says why to cannot be the target of an operation on entries of a source, or
// nil.
func Reach(from Source, op model.Op, to model.Place) error {
	if from.Root().SameSource(to) {
		return nil
	}
	if s, ok := from.(Spanner); ok {
		return s.Spans(op, to)
	}
	return NoWay(op, from.Root(), to)
}

// NoWay is the error of an operation that leads nowhere: no service reaches from one tree to
// the other, and none from one account to another.
func NoWay(op model.Op, from, to model.Place) error {
	why := text.NoAcross
	if from.Account != to.Account && !from.Scheme.Local() && !to.Scheme.Local() {
		why = "entries of %s cannot be moved or copied to %s: no service can do this between accounts"
	}
	return Errorf(KindUnsupported, string(op), to, why, from.Root().String(), to.Root().String())
}

// abilities are the interfaces of a Source that operations need.
var abilities = map[model.Op]func(Source) bool{
	model.OpMakeFolder: is[Deletable],
	model.OpRename:     is[Deletable],
	model.OpMove:       is[Deletable],
	model.OpDelete:     is[Deletable],
	model.OpRecover:    is[Binner],
	model.OpPurge:      is[Binner],
	model.OpCreate:     is[Creator],
	model.OpCopy:       is[Copyable],
	model.OpShare:      func(s Source) bool { return is[Sharer](s) && !is[Attributes](s) },
	model.OpAttributes: is[Attributes],
	model.OpImport:     is[Importable],
	model.OpExport:     is[Exportable],
	model.OpUpload:     is[Uploadable],
	model.OpDownload:   is[Downloadable],
	model.OpTransfer:   carries,
	model.OpRelocate:   carries,
}

func carries(s Source) bool { return gives(s) != "" || takes(s) != "" }

func is[T any](s Source) bool {
	_, ok := s.(T)
	return ok
}

// Able says why an action is not possible in a source, or nil.
func Able(s Source, a model.Op) error {
	if can := abilities[a]; can != nil && can(s) {
		if at, asks := s.(Abler); asks {
			return at.Able(a)
		}
		return nil
	}
	return Errorf(KindUnsupported, string(a), s.Root(), cmp.Or(a.Row().Words.No, text.NoMove), string(s.Root().Scheme))
}

package client

import (
	"context"
	"io"
	"strings"

	"aloft/model"
)

// Interfaces for what a document service can do beyond a drive. The writes follow
// the rules of the other writes; none of them may be retried after an unclear
// outcome.

// Steady is a source whose ids never change: an id alone finds its entry, and
// entries of one folder may share a name.
type Steady interface {
	// ByID finds an entry by its id alone.
	ByID(ctx context.Context, id string, opt Options) (model.Entry, error)
	// Resolve returns the place (loose when the service does not return the folder)
	// and the entry of an id or a browser link.
	Resolve(ctx context.Context, idOrLink string, opt Options) (model.Place, model.Entry, error)
}

// Prompt is a source that may be on this machine alone: when Prompt says so, its listings show a
// change at once, and what it was asked for by a process that has ended is not done later. A
// disk is one, and a service of this process.
type Prompt interface{ Prompt() bool }

// Detailer returns what an entry's listing leaves out, by one request.
type Detailer interface {
	Details(ctx context.Context, e model.Entry, opt Options) (model.Entry, error)
}

// Abler says why a source, though it has the method, currently cannot do an
// operation (its service does not offer the tool, the gate is read-only), or nil.
// It does not block.
type Abler interface {
	Able(op model.Op) error
}

// MoveChecker says why the entry of that place cannot be moved into the folder, or nil.
type MoveChecker interface {
	CheckMove(e model.Entry, at, to model.Place) error
}

// Spanner is a source whose service can move and copy entries into other trees.
type Spanner interface {
	// Spans says why to cannot be the target of an operation on entries of this
	// source, or nil.
	Spans(op model.Op, to model.Place) error
}

// Creator is a Source in which documents, or files, are made.
type Creator interface {
	// CreateKinds are the kinds that can be made in the folder, in the order of a
	// menu. It does not block.
	CreateKinds(folder model.Place) []model.Kind
	// CheckTitle says why the service would refuse the title of a new or copied
	// entry, or nil.
	CheckTitle(title string) error
}

// Maker is a Creator that makes them.
type Maker interface {
	Creator
	Create(ctx context.Context, folder model.Ref, title string, n model.New, class Class) (model.Entry, error)
}

// Sharer reads who may read or write an entry or a space.
type Sharer interface {
	Policy(ctx context.Context, item model.Ref, opt Options) (model.Policy, error)
	// Policies are those that can be set.
	Policies() []model.Policy
}

// PolicySetter is a Sharer that sets it, too.
type PolicySetter interface {
	Sharer
	SetPolicy(ctx context.Context, item model.Ref, p model.Policy, class Class) error
}

// Attributes is a Sharer whose policies are modes and times, as chmod and touch take them.
type Attributes interface {
	Sharer
	// Wanted is what these words set of an entry that is as now says, and what that is now; or why they say nothing.
	Wanted(words, now model.Policy) (set, was model.Policy, err error)
}

// Leader is a Source that says where a link leads in the end.
type Leader interface {
	Leads(ctx context.Context, p model.Place) (model.Place, error)
}

// RecentOrder is the order of the recent list.
type RecentOrder string

const (
	RecentViewed   RecentOrder = "viewed"
	RecentModified RecentOrder = "modified"
	RecentName     RecentOrder = "name"
)

// Recents lists recently used entries. Page counts from 1.
type Recents interface {
	Recent(ctx context.Context, page, count int, order RecentOrder, opt Options) ([]Hit, error)
}

// Upload is an import that was announced to the service. Key, Task and File are
// journaled; URL is a secret and is not.
type Upload struct {
	URL  SignedURL
	Key  string // file_key of the service
	Task string
	File ImportFile
}

// ImportFile is a file as announced to the service.
type ImportFile struct {
	Name string // with its extension
	Size int64
	MD5  string // 32 lower-case hexadecimal characters
}

// TaskState is the state of a task of the service.
type TaskState struct {
	Percent int
	Done    bool
	Failed  bool
	Error   string           // the service's message, raw, when it failed
	Entry   model.Entry      // import: the new document
	Name    string           // export: the file's name, raw
	URL     SignedURL        // export: URL of its bytes
	Notes   []model.Sentence // what the conversion has lost
}

// Importer imports files: Prepare, Upload, Begin, then ImportState until it is done
// or failed. Only Begin makes anything; the document is then in Landing.
type Importer interface {
	Importable
	Prepare(ctx context.Context, f ImportFile, class Class) (Upload, error)
	// Upload uploads the bytes; it may be repeated after an error. sent is called
	// with the number of bytes sent and must not block.
	Upload(ctx context.Context, u Upload, body Body, sent func(int64)) error
	// Begin starts the import, once.
	Begin(ctx context.Context, u Upload, class Class) (task string, err error)
	ImportState(ctx context.Context, task string, class Class) (TaskState, error)
	// Poll is the time between two polls of a task.
	Poll() Span
}

// Importable is a Source into which files are imported.
type Importable interface {
	// CheckImport says why the file would be refused, or nil: its suffix, an
	// empty file, too many bytes. It sends nothing.
	CheckImport(name string, size int64) error
	// ImportName is the name of the file to upload for a file of that name, if it
	// must be converted on this machine first (ok true).
	ImportName(name string) (sent string, ok bool)
	// Landing is the folder where imports arrive.
	Landing() model.Place
}

// Exporter exports documents as files: Export, then ExportState until it is done or
// failed, then Download.
type Exporter interface {
	Exportable
	// Export starts an export, once.
	Export(ctx context.Context, item model.Ref, class Class) (task string, err error)
	ExportState(ctx context.Context, task string, class Class) (TaskState, error)
	// Download writes the bytes from offset on to w and returns the size of the
	// whole file in bytes. KindStale: the link has expired, ExportState returns a
	// new one. Where the server cannot start in the middle, w.Restart is called.
	Download(ctx context.Context, link SignedURL, offset int64, w Sink) (size int64, err error)
	Poll() Span
}

// Exportable is a Source whose documents are exported.
type Exportable interface {
	// ExportName is the file name of an export of the entry, or the reason why the
	// kind cannot be exported.
	ExportName(e model.Entry, format string) (string, error)
}

// PDFExporter is an Exporter whose service may make PDF itself (MakesPDF); ExportPDF is Export then.
type PDFExporter interface {
	Exporter
	ExportPDF(ctx context.Context, item model.Ref, class Class) (task string, err error)
}

// MakesPDF reports whether the service of a source makes PDF, as far as is known, without asking it.
func MakesPDF(s Source) bool {
	x, ok := s.(interface{ ExportsPDF() bool })
	return ok && x.ExportsPDF()
}

// IsPDF reports whether a file begins as a PDF does.
func IsPDF(r io.ReaderAt) bool {
	var head [5]byte
	n, _ := r.ReadAt(head[:], 0)
	return string(head[:n]) == "%PDF-"
}

// FileReader reads files on this machine.
type FileReader interface {
	// Open opens a file. Entry has its size and time, so that a change meanwhile
	// can be noticed.
	Open(ctx context.Context, p model.Place) (Body, model.Entry, error)
}

// FileNamer makes a name for the disk from any title.
type FileNamer interface{ SafeName(title string) string }

// FileWriter writes new files on this machine. Nothing is ever overwritten.
type FileWriter interface {
	FileNamer
	// Receive opens the hidden partial file with the key in the folder, a new one
	// or the one left by an earlier run.
	Receive(ctx context.Context, folder model.Place, key string) (Partial, error)
}

// FileCopier copies files within this machine.
type FileCopier interface {
	// CopyFile copies a file or a link to a place that must be free (otherwise KindConflict),
	// with its times, its mode and its attributes, and returns its size in bytes.
	CopyFile(ctx context.Context, from, to model.Place, c FileCopy) (size int64, err error)
	// FinishFolder gives the copy of a folder the times, the mode and the attributes of its
	// original, when everything is in it.
	FinishFolder(ctx context.Context, from, to model.Place) error
	// SameFile reports whether two files, or two links, hold the same.
	SameFile(ctx context.Context, a, b model.Place) (bool, error)
}

// FileCopy says how a file is copied.
type FileCopy struct {
	Token   string // the same in each process, so that a call goes on where a killed one was
	Resumed bool   // there may have been one
	// Same is a name of a copy of the file, zero = there is none: where it can, the new copy is another name of it.
	Same     model.Place
	Progress func(done int64)
}

// OnDisk is the name of a service's file on the disk: its own, if it can be written
// there and looks like what it is.
func OnDisk(disk Source, name string) string {
	w, ok := disk.(FileNamer)
	switch {
	case !ok:
		return name
	case disk.CheckName(name) == nil:
		return model.CleanFile(name)
	}
	return w.SafeName(name)
}

// NameAt makes a name for one source of a name of another one.
func NameAt(from, to Source, name string) string {
	disk, _ := to.(FileNamer)
	_, steady := to.(Steady)
	switch _, documents := from.(Exportable); {
	case steady:
		return strings.ToValidUTF8(name, "_")
	case documents && disk != nil:
		return disk.SafeName(name)
	case documents:
		return strings.NewReplacer("/", "_", "\\", "_").Replace(name)
	case disk != nil && !from.Root().SameSource(to.Root()):
		return OnDisk(to, name)
	}
	return name
}

// NamesBetween are what two sides call an entry of the other one, to compare them; makes:
// documents on the one side are called like the files that are made of them, or files like documents.
func NamesBetween(from, to Source) (here, there func(*model.Entry) string, makes bool) {
	x, exports := from.(Exportable)
	_, imports := to.(Importable)
	exports, imports = exports && !imports, imports && !exports
	here = func(e *model.Entry) string {
		name := e.Name
		if imports && !e.Kind.Container() {
			return ImportTitle(name)
		}
		if exports && !e.Kind.Container() {
			if file, err := x.ExportName(*e, model.FormatNative); err == nil {
				name = file
			}
		}
		return NameAt(from, to, name)
	}
	if from.Root().Scheme.Local() && !to.Root().Scheme.Local() {
		there = func(e *model.Entry) string { return OnDisk(from, e.Name) }
	}
	return here, there, exports || imports
}

// ImportTitle returns the title of a document made of the file.
func ImportTitle(name string) string {
	if n := strings.LastIndexByte(name, '.'); n > 0 {
		name = name[:n]
	}
	return strings.ToValidUTF8(name, "_")
}

// Details are what listings of a source leave out, nil = nothing.
func Details(src Source, class Class) func(context.Context, model.Entry) (model.Entry, error) {
	d, ok := src.(Detailer)
	if !ok {
		return nil
	}
	return func(ctx context.Context, e model.Entry) (model.Entry, error) {
		return d.Details(ctx, e, Options{Class: class})
	}
}

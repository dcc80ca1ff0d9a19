package client

import (
	"context"
	"time"

	"aloft/model"
)

// Link is where the bytes of a file can be downloaded for some time.
type Link struct {
	URL  SignedURL
	Size int64  // bytes, or model.Unknown
	MD5  string // 32 lower-case hexadecimal characters, "" = the service does not say
}

// Downloader is a source whose files can be downloaded as they are: Link, then Fetch.
type Downloader interface {
	Downloadable
	// Link finds the file by its place and asks where its bytes are.
	Link(ctx context.Context, p model.Place, class Class) (Link, error)
	// Fetch writes the bytes from offset on to w, in order, and returns the size of the
	// whole file. What w has received stays there after an error. KindStale: the link has
	// expired. Where the server cannot start in the middle, w.Restart is called.
	Fetch(ctx context.Context, l Link, offset int64, w Sink) (size int64, err error)
}

// Downloadable says why the entry cannot be downloaded, or nil. It does not block.
type Downloadable interface{ CheckDownload(e model.Entry) error }

// UploadFile is a file that is uploaded as it is.
type UploadFile struct {
	Name     string
	Size     int64
	Modified time.Time
	MD5      string // lower-case hexadecimal characters, as SHA1
	SHA1     string
}

// Uploading is an upload under way, as it is stored to be resumed by another process.
// State may hold what the service has signed: it belongs into a private file, never
// into a journal.
type Uploading struct {
	State    string   // of the source, opaque
	Receipts []string // of the parts that the service has, from the first on
}

// Uploader uploads files as they are: Announce, Known, Parts, and Complete. Only Known
// and Complete make an entry; for them and for Announce the rules of writes hold.
type Uploader interface {
	Uploadable
	// UploadCalls is how many requests an upload of so many bytes takes.
	UploadCalls(size int64) int
	// Announce tells the service of a file. done: it needs no bytes and has made the entry.
	Announce(ctx context.Context, folder model.Ref, f UploadFile, class Class) (s Uploading, done bool, err error)
	// Known asks whether the service has the content already; then it has made the entry.
	Known(ctx context.Context, p model.Place, s Uploading, f UploadFile, class Class) (done bool, err error)
	// Parts sends what the service lacks. keep is called with the receipt of each part
	// when the service has it; sent with the number of all bytes sent, and must not block.
	// KindStale: the upload has ended at the service, and a new one must be announced.
	Parts(ctx context.Context, p model.Place, s Uploading, f UploadFile, body Body, class Class, keep func(receipt string) error, sent func(int64)) error
	// Complete makes the entry of the parts.
	Complete(ctx context.Context, p model.Place, s Uploading, f UploadFile, class Class) error
}

// Uploadable says why the service would refuse the file, or nil. It sends nothing.
type Uploadable interface {
	CheckUpload(name string, size int64) error
}

// Roomy is a source that knows how many bytes can still be written into a folder, and how
// many its file system has.
type Roomy interface {
	Room(ctx context.Context, folder model.Place) (free, all int64, err error)
}

// Linker is a FileCopier with file systems in which files cannot have several names.
type Linker interface {
	// HardLinks reports whether those in the folder can, or in the nearest one above it that is there.
	HardLinks(folder model.Place) bool
}

// Free returns how many bytes can still be written into a folder and how many there are in all, model.Unknown where the
// source does not say. A service is asked with one request.
func Free(ctx context.Context, src Source, folder model.Place, class Class) (free, all int64) {
	switch s := src.(type) {
	case Roomy:
		if free, all, err := s.Room(ctx, folder); err == nil {
			return free, all
		}
	case Prober:
		if used, all, err := s.Capacity(ctx, Options{Class: class}); err == nil && used >= 0 && all > 0 {
			return max(0, all-used), all
		}
	}
	return model.Unknown, model.Unknown
}

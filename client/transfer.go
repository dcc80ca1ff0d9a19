package client

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"aloft/model"
)

// SpoolMax is how many bytes pass this machine at a time between two services, when nothing
// else is set.
const SpoolMax = 2 << 30

// Span is a duration drawn between two bounds each time.
type Span struct{ Min, Max time.Duration }

// SignedURL is a temporary URL that is as good as a password: it never reaches a
// log, a journal or a screen.
type SignedURL struct{ url string }

// Signed wraps a URL.
func Signed(url string) SignedURL { return SignedURL{url} }

// Reveal returns the URL, for sending the request.
func (s SignedURL) Reveal() string { return s.url }

// IsZero reports whether there is no URL.
func (s SignedURL) IsZero() bool { return s.url == "" }

const hidden = "[redacted]"

func (s SignedURL) String() string               { return hidden }
func (s SignedURL) GoString() string             { return hidden }
func (s SignedURL) Format(f fmt.State, _ rune)   { _, _ = f.Write([]byte(hidden)) }
func (s SignedURL) MarshalJSON() ([]byte, error) { return json.Marshal(hidden) }
func (s SignedURL) MarshalText() ([]byte, error) { return []byte(hidden), nil }
func (s SignedURL) LogValue() slog.Value         { return slog.StringValue(hidden) }

// Body is a file to read, at any offset and more than once.
type Body interface {
	Read(p []byte) (int, error)
	ReadAt(p []byte, off int64) (int, error)
	Seek(offset int64, whence int) (int64, error)
	Close() error
}

// Sink receives a download.
type Sink interface {
	Write(p []byte) (int, error)
	// Restart discards what was written: the bytes come from the start.
	Restart() error
}

// Partial is a file that does not exist under its name yet: hidden, beside its
// target.
type Partial interface {
	Sink
	Body
	// Size is its length in bytes.
	Size() int64
	// Commit makes it durable and renames it, if the name is free (otherwise
	// KindConflict, and it is unchanged). Entry is the new file.
	Commit(name string) (model.Entry, error)
	// Drop removes it.
	Drop() error
}

// Stamped is a Partial that can keep the time of what it is a copy of.
type Stamped interface {
	// Stamp sets when the file was last changed; it holds after Commit.
	Stamp(t time.Time) error
}

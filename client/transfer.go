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
type SignedURL struct{ Hidden }

// Signed wraps a URL.
func Signed(url string) SignedURL { return SignedURL{Hide(url)} }

// Hidden is a value that never prints itself; the zero value is none.
type Hidden struct{ value string }

// Hide wraps a value.
func Hide(value string) Hidden { return Hidden{value} }

// Reveal returns the value. It is only for sending a request.
func (h Hidden) Reveal() string { return h.value }

// IsZero reports whether there is no value.
func (h Hidden) IsZero() bool { return h.value == "" }

// Redacted is what is printed of it.
const Redacted = "[redacted]"

func (h Hidden) String() string               { return Redacted }
func (h Hidden) GoString() string             { return Redacted }
func (h Hidden) Format(f fmt.State, _ rune)   { _, _ = f.Write([]byte(Redacted)) }
func (h Hidden) MarshalJSON() ([]byte, error) { return json.Marshal(Redacted) }
func (h Hidden) MarshalText() ([]byte, error) { return []byte(Redacted), nil }
func (h Hidden) LogValue() slog.Value         { return slog.StringValue(Redacted) }

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

package checkout

import (
	"bytes"
	"context"
	"crypto/md5" //nolint:gosec // the drive's checksum
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"math"
	"os"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/system"
	"aloft/model"
)

// part is how many bytes of a file of this machine are read at a time.
const part = 1 << 20

// linkTries: a link may expire while its file is read.
const linkTries = 3

// fill copies the original into the new folder, with the note about it.
func (s *Store) fill(ctx context.Context, src client.Source, c *copied, path string, o client.CheckOut) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it is closed below, or dropped
	at := c.note.Of.Near(s.account())
	t := &target{f: f, at: at, progress: o.Progress}
	if o.Edit && !o.Any {
		t.isText, t.most = s.isText, client.EditBytes
	}
	e, err := readAll(ctx, src, at, t, t.size)
	if err == nil {
		err = t.end()
	}
	if t.refused != nil {
		return t.refused
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return err
	}
	c.note.SHA256, c.note.Size, c.note.Modified = t.sum(), e.Size, e.Modified
	if at.Scheme.Local() {
		if st, err := os.Stat(disk.Path(at)); err == nil {
			c.note.Mode = st.Mode().Perm()
		}
	}
	return c.write()
}

// downloader is a source of another machine.
type downloader interface {
	client.Source
	client.Downloader
}

// readAll reads a file into w. size, when set, is called first with how many bytes it has.
func readAll(ctx context.Context, src client.Source, at model.Place, w client.Sink, size func(int64) error) (e model.Entry, err error) {
	if size == nil {
		size = func(int64) error { return nil }
	}
	switch src := src.(type) {
	case downloader:
		return download(ctx, src, at, w, size)
	case client.Peeker:
		body, e, err := src.Peek(ctx, at, model.Entry{})
		if err != nil {
			return e, err
		}
		defer body.Close() //nolint:errcheck // it was only read
		if err := size(e.Size); err != nil {
			return e, err
		}
		// A sink alone: a buffer would take all that there is, past its limit.
		_, err = io.CopyBuffer(struct{ io.Writer }{w}, system.Reader(ctx, io.NewSectionReader(body, 0, math.MaxInt64)), make([]byte, part))
		return e, err
	}
	return e, client.Errorf(client.KindUnsupported, op, at, "%s: the files here cannot be read", string(at.Scheme))
}

// download reads a file of a service, and checks that it is whole.
func download(ctx context.Context, src downloader, at model.Place, w client.Sink, known func(int64) error) (e model.Entry, err error) {
	if e, err = src.Stat(ctx, at, client.Options{Class: client.Interactive, Fresh: true}); err != nil {
		return e, err
	}
	if err := src.CheckDownload(e); err != nil {
		return e, err
	}
	if err := known(e.Size); err != nil {
		return e, err
	}
	sum := &summed{Sink: w, md5: md5.New()} //nolint:gosec // as above
	for try := 1; ; try++ {
		l, err := src.Link(ctx, at, client.Interactive)
		if err != nil {
			return e, err
		}
		size, err := src.Fetch(ctx, l, sum.n, sum)
		if client.Is(err, client.KindStale) && try < linkTries {
			continue
		}
		if err == nil && (size >= 0 && size != sum.n || l.MD5 != "" && l.MD5 != hex.EncodeToString(sum.md5.Sum(nil))) {
			err = client.Errorf(client.KindServer, op, at, "the download of %s does not match the service's listing; nothing was changed", at.Base())
		}
		return e, err
	}
}

// summed is a sink that knows what it has received.
type summed struct {
	client.Sink
	md5 hash.Hash
	n   int64
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.Sink.Write(p)
	s.md5.Write(p[:n])
	s.n += int64(n)
	return n, err
}

// Restart discards what was written.
func (s *summed) Restart() error {
	s.md5.Reset()
	s.n = 0
	return s.Sink.Restart()
}

// hashed is a sink that keeps the SHA-256 of what it receives.
type hashed struct{ h hash.Hash }

func (s *hashed) Write(p []byte) (int, error) {
	if s.h == nil {
		s.h = sha256.New()
	}
	return s.h.Write(p)
}

// Restart begins anew.
func (s *hashed) Restart() error { s.h = nil; return nil }

func (s *hashed) sum() string {
	_, _ = s.Write(nil)
	return hex.EncodeToString(s.h.Sum(nil))
}

// buffer is a sink in memory, for texts.
type buffer struct{ bytes.Buffer }

func (b *buffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > client.EditBytes {
		return 0, client.Errorf(client.KindInvalid, op, model.Place{}, "the file now has more than %d MB and is not shown", client.EditBytes>>20)
	}
	return b.Buffer.Write(p)
}

// Restart begins anew.
func (b *buffer) Restart() error { b.Reset(); return nil }

// sniffed is how many bytes say whether a file is a text.
const sniffed = 4 << 10

// target is the file of a copy while it is written.
type target struct {
	hashed
	f        *os.File
	at       model.Place
	isText   func(head []byte, whole bool) bool // nil: it may be anything
	most     int64                              // bytes, 0 = any number
	head     []byte
	n, all   int64
	refused  error
	progress func(done, size int64)
}

// size is told how many bytes there will be.
func (t *target) size(n int64) error {
	t.all = n
	return t.fits(n)
}

func (t *target) fits(n int64) error {
	if t.most > 0 && n > t.most {
		t.refused = client.Errorf(client.KindInvalid, op, t.at, "%s is too large to edit here (more than %d MB); nothing was changed", model.Clean(t.at.Base()), t.most>>20)
	}
	return t.refused
}

// Write takes the next bytes.
func (t *target) Write(p []byte) (int, error) {
	if t.fits(t.n+int64(len(p))) != nil {
		return 0, t.refused
	}
	if room := sniffed - len(t.head); room > 0 && t.isText != nil {
		t.head = append(t.head, p[:min(room, len(p))]...)
		if len(t.head) == sniffed && t.judge(false) != nil {
			return 0, t.refused
		}
	}
	n, err := t.f.Write(p)
	_, _ = t.hashed.Write(p[:n])
	t.n += int64(n)
	if t.progress != nil {
		t.progress(t.n, t.all)
	}
	return n, err
}

// judge refuses what is no text.
func (t *target) judge(whole bool) error {
	if t.isText != nil && !t.isText(t.head, whole) {
		t.refused = client.Errorf(client.KindUnsupported, op, t.at, "%s is not text, so it cannot be edited", model.Clean(t.at.Base()))
	}
	return t.refused
}

// end is called when all is there.
func (t *target) end() error {
	if len(t.head) == sniffed {
		return nil
	}
	return t.judge(true)
}

// Restart discards what was written.
func (t *target) Restart() error {
	t.head, t.n = nil, 0
	if err := t.f.Truncate(0); err != nil {
		return err
	}
	_, err := t.f.Seek(0, io.SeekStart)
	_ = t.hashed.Restart()
	return err
}

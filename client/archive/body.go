package archive

import (
	"context"
	"io"
	"os"
	"slices"
	"sync"

	"aloft/client"
	"aloft/model"
)

// maxFetched is how many bytes of a file on another machine are fetched to be listed.
const maxFetched = 256 << 20

// body opens the file of an archive. Of a zip on another machine the directory is read, and then what is asked for;
// other formats are fetched as a whole.
func (s *Source) body(ctx context.Context, at model.Place, e model.Entry) (client.PeekBody, model.Entry, error) {
	b, now, err := s.files.Peek(context.WithoutCancel(ctx), at, e) // it is read for as long as the archive is open
	if err != nil || at.Scheme.Local() {
		return b, now, err
	}
	r := &ranged{PeekBody: b, size: now.Size}
	head := make([]byte, 2)
	_, err = r.ReadAt(head, 0)
	from, ok := s.files.(client.Downloader)
	if (err == nil || err == io.EOF) && (string(head) == "PK" || !ok) {
		return r, now, nil
	}
	_ = b.Close()
	switch {
	case err != nil && err != io.EOF:
		return nil, now, err
	case now.Size > maxFetched:
		e := client.Errorf(client.KindUnsupported, "open", at.Entered(), "%s is too large to open here: to list it, all %d MB must be downloaded", at.Base(), now.Size>>20)
		e.Hint = "copy it to this machine first"
		return nil, now, e
	}
	f, err := nameless(at, s.temp)
	if err != nil {
		return nil, now, err
	}
	l, err := from.Link(ctx, at, client.Interactive)
	if err == nil {
		_, err = from.Fetch(ctx, l, 0, &fetched{f})
	}
	if err != nil {
		_ = f.Close()
		return nil, now, err
	}
	return f, now, nil
}

// fetched is a file without a name that receives a download.
type fetched struct{ *os.File }

func (f *fetched) Restart() error {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return f.Truncate(0)
}

const (
	block     = 1 << 20 // bytes of one request
	maxBlocks = 8       // that are kept
)

// ranged reads a file of another machine in few requests.
type ranged struct {
	client.PeekBody
	size int64

	mu   sync.Mutex
	kept []kept
}

type kept struct {
	at   int64
	data []byte
}

func (r *ranged) ReadAt(p []byte, off int64) (n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n < len(p) {
		at := off + int64(n)
		if at >= r.size {
			return n, io.EOF
		}
		b, err := r.block(at / block * block)
		if err != nil {
			return n, err
		}
		n += copy(p[n:], b[at%block:])
	}
	return n, nil
}

func (r *ranged) block(at int64) ([]byte, error) {
	if i := slices.IndexFunc(r.kept, func(k kept) bool { return k.at == at }); i >= 0 {
		return r.kept[i].data, nil
	}
	data := make([]byte, min(block, r.size-at))
	if n, err := r.PeekBody.ReadAt(data, at); n < len(data) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	if r.kept = append(r.kept, kept{at, data}); len(r.kept) > maxBlocks {
		r.kept = r.kept[1:]
	}
	return data, nil
}

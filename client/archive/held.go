package archive

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// held is an open archive.
type held struct {
	at       model.Place
	was      model.Entry
	seen     time.Time
	modified time.Time
	from     client.PeekBody
	temp     string

	root *node
	cut  bool // it is damaged, and there may be more in it
	// direct opens an entry at once, nil = the archive is read from its beginning.
	direct func(*item) (io.Reader, error)
	begin  func() (*pass, error)
	all    int64 // bytes of all entries

	mu     sync.Mutex
	idle   *pass
	begins int
	spool  *os.File // what all entries hold, one after the other
	starts []int64
}

// pass reads an archive from its beginning.
type pass struct {
	at   int // the next entry
	next func() (io.Reader, error)
	end  func()
}

func (p *pass) close() {
	if p != nil && p.end != nil {
		p.end()
	}
}

// open opens an archive, unless it is open and as it was.
func (s *Source) open(ctx context.Context, op string, at model.Place, e model.Entry, opt client.Options, depth int, body func(context.Context) (client.PeekBody, model.Entry, error)) (*held, error) {
	select { // one is read at a time; who waits for the same one finds it open
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.mu.Lock()
	for i, h := range s.held {
		if !h.at.Equal(at) {
			continue
		}
		s.held = append(s.held[:i:i], s.held[i+1:]...)
		if h.was.ID == e.ID && h.was.Size == e.Size && h.was.Modified.Equal(e.Modified) {
			h.seen = time.Now()
			s.held = append(s.held, h)
			s.mu.Unlock()
			return h, nil
		}
		h.close()
		break
	}
	s.mu.Unlock()
	if split(at.Base()) {
		return nil, client.Errorf(client.KindUnsupported, op, at.Entered(), isPart, at.Base())
	}
	from, now, err := body(ctx)
	if err != nil {
		return nil, err
	}
	h := &held{at: at, was: e, seen: time.Now(), modified: e.Modified, from: from, temp: s.temp}
	if err := h.read(ctx, now.Size); err != nil {
		h.close()
		return nil, s.said(op, at.Entered(), h, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held = append(s.held, h); len(s.held) > maxHeld {
		s.held[0].close()
		s.held = s.held[1:]
	}
	return h, nil
}

func (h *held) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.idle.close()
	h.idle = nil
	if h.spool != nil {
		_ = h.spool.Close()
	}
	_ = h.from.Close()
}

// entry is what a node is.
func (h *held) entry(n *node) model.Entry {
	e := model.Entry{ID: "0", Name: n.name, Kind: n.kind(), Size: model.Unknown, Children: model.Unknown}
	if e.Kind == model.KindFolder {
		e.Children, e.ID = len(n.list), fmt.Sprintf("%p", n)
	}
	if it := n.item; it != nil {
		e.ID, e.Modified = strconv.Itoa(it.n+1), it.modified
		if e.Kind == model.KindFile {
			e.Size = it.size
		}
		e.Learn(model.DocFacts{Status: it.why, Note: it.link})
	}
	return e
}

// damaged is what is wrong with an archive, in a decoder's words.
type damaged struct{ err error }

func (d *damaged) Error() string { return d.err.Error() }
func (d *damaged) Unwrap() error { return d.err }

// said is the error of reading an archive as a sentence.
func (s *Source) said(op string, p model.Place, h *held, err error) error {
	var bad *damaged
	if !errors.As(err, &bad) || client.KindOf(err) != "" {
		return err
	}
	return client.Errorf(client.KindInvalid, op, p, "%s is damaged or not an archive that aloft can read: %s", h.at.Base(), bad.err.Error())
}

// safely runs what decodes foreign bytes: its panic is the archive's fault.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &damaged{fmt.Errorf("%v", r)}
		}
	}()
	return f()
}

const part = 256 << 10 // bytes that are read at once

// copy writes the content of an entry, and compares it with what the archive states. The size is that of the content.
func (h *held) copy(ctx context.Context, it *item, w io.Writer) (int64, error) {
	r, done, err := h.open(ctx, it)
	if err != nil {
		return 0, err
	}
	defer done()
	return check(ctx, it, r, w)
}

// check copies the content of an entry.
func check(ctx context.Context, it *item, r io.Reader, w io.Writer) (int64, error) {
	buf, n, sum := make([]byte, part), int64(0), uint32(0)
	for {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		got := 0
		err := safely(func() (err error) { got, err = r.Read(buf); return err })
		if n += int64(got); n > it.size {
			return n, &damaged{fmt.Errorf("it has more than the %d bytes that are stated", it.size)}
		}
		if sum = crc32.Update(sum, crc32.IEEETable, buf[:got]); got > 0 {
			if _, err := w.Write(buf[:got]); err != nil {
				return n, err
			}
		}
		switch {
		case err == nil:
		case err != io.EOF:
			return n, wrong(err)
		case n != it.size:
			return n, &damaged{fmt.Errorf("%d of %d bytes are there", n, it.size)}
		case it.summed && sum != it.sum:
			return n, &damaged{errors.New("its checksum is another one")}
		default:
			return n, nil
		}
	}
}

// wrong is an error of a decoder, or of the file that it reads.
func wrong(err error) error {
	var bad *damaged
	if errors.As(err, &bad) || client.KindOf(err) != "" || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &damaged{err}
}

// open opens the content of an entry: at once, or in a pass that has not come to it yet. An archive from which entries
// are taken in another order than its own is unpacked as a whole, once, where that is not too large.
func (h *held) open(ctx context.Context, it *item) (r io.Reader, done func(), err error) {
	done = func() {}
	if h.direct != nil {
		err = safely(func() error { r, err = h.direct(it); return err })
		if c, ok := r.(io.Closer); ok {
			done = func() { _ = c.Close() }
		}
		return r, done, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.idle
	h.idle = nil
	if p != nil && p.at > it.n {
		p.close()
		p = nil
	}
	if h.spool == nil && p == nil && h.begins > 1 && h.all <= client.SpoolMax {
		if err := h.unpack(ctx); err != nil {
			return nil, done, err
		}
	}
	if h.spool != nil {
		return io.NewSectionReader(h.spool, h.starts[it.n], h.starts[it.n+1]-h.starts[it.n]), done, nil
	}
	err = safely(func() error {
		if p == nil {
			h.begins++
			if p, err = h.begin(); err != nil {
				return err
			}
		}
		for p.at <= it.n && err == nil {
			if err = ctx.Err(); err == nil {
				r, err = p.next()
				p.at++
			}
		}
		return err
	})
	if err != nil {
		p.close()
		return nil, done, wrong(err)
	}
	return r, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.idle == nil {
			h.idle = p
			return
		}
		p.close()
	}, nil
}

// unpack unpacks all entries into a file without a name.
func (h *held) unpack(ctx context.Context) error {
	f, err := nameless(h.at, h.temp)
	if err != nil {
		return err
	}
	h.starts = h.starts[:0]
	err = safely(func() error {
		p, err := h.begin()
		if err != nil {
			return err
		}
		defer p.close()
		for n, buf := int64(0), make([]byte, part); ; {
			h.starts = append(h.starts, n)
			r, err := p.next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			for err == nil {
				if err = ctx.Err(); err != nil {
					return err
				}
				got := 0
				got, err = r.Read(buf)
				if _, err := f.Write(buf[:got]); err != nil {
					return unwritten(h.at, h.temp, err)
				}
				if n += int64(got); n > client.SpoolMax {
					return errors.New("it has more bytes than it states")
				}
			}
			if err != io.EOF {
				return err
			}
		}
	})
	if err != nil {
		_ = f.Close()
		return wrong(err)
	}
	h.spool = f
	return nil
}

// nameless is a new file that is gone when it is closed.
func nameless(at model.Place, dir string) (*os.File, error) {
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		var f *os.File
		if f, err = system.Nameless(dir); err == nil {
			return f, nil
		}
	}
	return nil, unwritten(at, dir, err)
}

func unwritten(at model.Place, dir string, err error) error {
	return client.Errorf(client.KindLocal, "open", at, "cannot unpack to %s: %s", dir, err.Error())
}

// peeked is the content of an entry, unpacked as far as it was read.
type peeked struct {
	h    *held
	it   *item
	mu   sync.Mutex
	f    *os.File
	r    io.Reader
	done func()
	n    int64
	err  error
}

// peek opens the content of an entry.
func (h *held) peek(ctx context.Context, n *node) (client.PeekBody, error) {
	f, err := nameless(h.at, h.temp)
	if err != nil {
		return nil, err
	}
	p := &peeked{h: h, it: n.item, f: f}
	if p.r, p.done, p.err = h.open(ctx, n.item); p.err != nil {
		_ = f.Close()
		return nil, p.err
	}
	return p, nil
}

func (p *peeked) ReadAt(b []byte, off int64) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for buf := make([]byte, part); p.err == nil && p.n < min(off+int64(len(b)), p.it.size); {
		got := 0
		p.err = safely(func() (err error) { got, err = p.r.Read(buf); return err })
		if _, err := p.f.Write(buf[:got]); err != nil {
			p.err = unwritten(p.h.at, p.h.temp, err)
		}
		p.n += int64(got)
	}
	n, err := p.f.ReadAt(b, off)
	if n < len(b) && p.err != nil && p.err != io.EOF {
		err = wrong(p.err)
	}
	return n, err
}

func (p *peeked) Close() error {
	p.done()
	return p.f.Close()
}

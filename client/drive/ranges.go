package drive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/signed"
	"aloft/model"
	"aloft/model/text"
)

const (
	broke text.Text = "the download broke off: %s"
	// resumes is how often a range is resumed without a new byte.
	resumes = 3
)

// Fetch downloads ranges in parallel and writes them in order. An interrupted range is resumed where it stopped.
func (c *Carrier) Fetch(ctx context.Context, l client.Link, offset int64, w client.Sink) (int64, error) {
	if l.Size == 0 {
		return 0, nil
	}
	d := &download{c: c, link: l, size: l.Size}
	size, err := d.from(ctx, max(0, offset), w)
	if !errors.Is(err, errNoRanges) {
		return size, err
	}
	if err := w.Restart(); err != nil {
		return max(0, size), err
	}
	return d.whole(ctx, w)
}

// download is one call of Fetch.
type download struct {
	c    *Carrier
	link client.Link

	mu   sync.Mutex
	size int64 // of the whole file, or model.Unknown
}

// errNoRanges: the server sends only the whole file, or the file is shorter than what was downloaded before.
var errNoRanges = errors.New("the server does not start in the middle")

// from downloads everything after the offset.
func (d *download) from(ctx context.Context, at int64, w client.Sink) (int64, error) {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	first, err := d.start(ctx, &all, at)
	if err != nil {
		return max(0, d.known()), err
	}
	ahead := make(chan *piece, d.c.o.Connections)
	ahead <- first
	all.Go(func() {
		defer close(ahead)
		if !first.begun(ctx) {
			return
		}
		for next := first.to; next < d.known(); {
			p, err := d.start(ctx, &all, next)
			if err != nil {
				return
			}
			next = p.limit()
			select {
			case ahead <- p:
			case <-ctx.Done():
				d.c.release(p)
				return
			}
		}
	})
	for p := range ahead {
		n, err := d.into(ctx, p, w)
		at += n
		if err != nil {
			cancel()
			d.c.release(p)
			for p := range ahead {
				d.c.release(p)
			}
			return max(0, d.known()), err
		}
		d.c.release(p)
	}
	if err := ctx.Err(); err != nil {
		return max(0, d.known()), err
	}
	return at, nil
}

func (d *download) known() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.size
}

// learn records the size of the whole file. It reports false if the size differs, so it is another file.
func (d *download) learn(size int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.size == model.Unknown {
		d.size = size
	}
	return d.size == size
}

// whole downloads the file from its start with one request.
func (d *download) whole(ctx context.Context, w client.Sink) (int64, error) {
	p, e := &piece{to: model.Unknown}, &client.Error{Op: string(model.OpDownload)}
	err := d.request(ctx, p, e, func(moving *signed.Watch, body io.Reader) error {
		buf, at := make([]byte, d.c.chunk()), int64(0)
		for {
			n, err := body.Read(buf)
			moving.Moved()
			if _, err := w.Write(buf[:n]); err != nil {
				return err
			}
			at += int64(n)
			if err := d.c.rate.wait(ctx, n); err != nil {
				return broken(ctx, moving, e, broke, err)
			}
			moving.Moved()
			switch {
			case err == nil:
			case err != io.EOF:
				return broken(ctx, moving, e, broke, err)
			case at != d.known():
				return d.short(e, at)
			default:
				return nil
			}
		}
	})
	return max(0, d.known()), err
}

// slab is the size of the buffers for a range.
const slab = 256 << 10

// piece is a range being downloaded; n bytes of it have arrived.
type piece struct {
	from, to int64
	cancel   context.CancelFunc
	ended    chan struct{} // the goroutine has ended

	mu      sync.Mutex
	begins  bool     // the server has stated the file size, so to is known
	slabs   [][]byte // received bytes; nil where already written
	n       int
	done    bool
	err     error
	more    chan struct{} // something has changed
	started chan struct{} // the server has answered, or will not
	once    sync.Once
}

// start starts a range in its own goroutine as soon as a connection is free.
func (d *download) start(ctx context.Context, all *sync.WaitGroup, from int64) (*piece, error) {
	select {
	case d.c.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	to := from + d.c.o.Range
	if size := d.known(); size != model.Unknown {
		to = min(to, size)
	}
	p := &piece{from: from, to: to, ended: make(chan struct{}), more: make(chan struct{}, 1), started: make(chan struct{})}
	ctx, p.cancel = context.WithCancel(ctx)
	all.Go(func() {
		defer close(p.ended)
		p.end(d.fetch(ctx, p))
	})
	return p, nil
}

// begun waits for the server's first answer.
func (p *piece) begun(ctx context.Context) bool {
	select {
	case <-p.started:
	case <-ctx.Done():
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err == nil
}

// limit is the end of the range, which the server's first answer may make less.
func (p *piece) limit() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.to
}

func (p *piece) changed() { client.Nudge(p.more) }

func (p *piece) end(err error) {
	p.mu.Lock()
	p.done, p.err = true, err
	p.mu.Unlock()
	p.once.Do(func() { close(p.started) })
	p.changed()
}

// come returns the bytes received after a position, as far as they are in one buffer.
func (p *piece) come(at int) (b []byte, done bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at < p.n {
		b = p.slabs[at/slab][at%slab : min(slab, p.n-at/slab*slab)]
	}
	return b, p.done, p.err
}

// into writes the range to w as it arrives, and releases its buffers.
func (d *download) into(ctx context.Context, p *piece, w client.Sink) (written int64, err error) {
	for at := 0; ; {
		b, done, err := p.come(at)
		if len(b) > 0 {
			n, err := w.Write(b)
			at, written = at+n, written+int64(n)
			if err != nil {
				return written, err
			}
			if at%slab == 0 {
				d.c.give(p.taken(at/slab - 1))
			}
			continue
		}
		if done {
			return written, err
		}
		select {
		case <-p.more:
		case <-ctx.Done():
			return written, ctx.Err()
		}
	}
}

// release returns the connection and the buffer.
func (c *Carrier) release(p *piece) {
	p.cancel()
	<-p.ended
	for i := range p.slabs {
		c.give(p.taken(i))
	}
	<-c.slots
}

// taken takes a buffer from a range that no longer needs it.
func (p *piece) taken(i int) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := p.slabs[i]
	p.slabs[i] = nil
	return b
}

// give keeps a buffer for the next range.
func (c *Carrier) give(b []byte) {
	if b == nil {
		return
	}
	select {
	case c.spare <- b:
	default:
	}
}

// room returns the buffer space for the next bytes of a range.
func (c *Carrier) room(p *piece) []byte {
	i, at := p.n/slab, p.n%slab
	if i == len(p.slabs) {
		var b []byte
		select {
		case b = <-c.spare:
		default:
			b = make([]byte, slab)
		}
		p.mu.Lock()
		p.slabs = append(p.slabs, b)
		p.mu.Unlock()
	}
	b := p.slabs[i][at:]
	return b[:min(int64(len(b)), p.to-p.from-int64(p.n), int64(c.chunk()))]
}

// fetch downloads a range and resumes it after interruptions.
func (d *download) fetch(ctx context.Context, p *piece) error {
	for bad := 0; ; {
		before := p.n
		err := d.once(ctx, p)
		if err == nil {
			return nil
		}
		if p.n > before {
			bad = 0
		}
		bad++
		if bad >= resumes || ctx.Err() != nil || !client.Is(err, client.KindNetwork) {
			return err
		}
	}
}

// once requests the missing bytes of a range.
func (d *download) once(ctx context.Context, p *piece) error {
	e := &client.Error{Op: string(model.OpDownload)}
	return d.request(ctx, p, e, func(w *signed.Watch, body io.Reader) error { return d.receive(ctx, w, p, body, e) })
}

// request sends one request for the missing bytes; read gets the body.
func (d *download) request(ctx context.Context, p *piece, e *client.Error, read func(*signed.Watch, io.Reader) error) error {
	u, bad := d.c.address(d.link.URL.Reveal(), e)
	if bad != nil {
		return bad
	}
	header := http.Header{"Referer": {d.c.o.Drive.Origin + "/"}, "User-Agent": {gate.UserAgent}}
	own := d.c.o.Drive.Owns(u)
	if own {
		cookie, err := d.c.o.Cookie(ctx)
		if err != nil {
			e.Kind, e.What, e.Args, e.Err = client.KindAuth, "the session cannot be read: %s", []any{err}, err
			return e
		}
		header.Set("Cookie", cookie)
	}
	w := signed.NewWatch(ctx)
	defer w.End()
	req, err := http.NewRequestWithContext(w.Ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return broken(ctx, w, e, broke, err)
	}
	req.Header = header
	from := p.from + int64(p.n)
	if p.to != model.Unknown {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", from, p.to-1))
	}
	resp, err := d.c.client.Do(req)
	if err != nil {
		return broken(ctx, w, e, broke, err)
	}
	defer func() { _ = resp.Body.Close() }()
	end, err := d.begin(p, resp, from, e)
	if !own {
		d.c.without(e, u)
	}
	if err != nil || end {
		return err
	}
	return read(w, resp.Body)
}

// begin checks an answer and prepares for its body. end means that no bytes follow.
func (d *download) begin(p *piece, resp *http.Response, from int64, e *client.Error) (end bool, err error) {
	first, total, ranged := signed.ContentRange(resp.Header.Get("Content-Range"))
	switch resp.StatusCode {
	case http.StatusPartialContent:
		if !ranged || first != from {
			return false, errNoRanges
		}
	case http.StatusRequestedRangeNotSatisfiable:
		if total == from || from == 0 && total <= 0 {
			d.learn(from)
			return true, nil
		}
		return false, errNoRanges
	case http.StatusOK:
		total = resp.ContentLength
		if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") && (total < 0 || total != d.known()) {
			e.Kind, e.What, e.Status = client.KindServer, "the server sent a web page instead of the file", resp.StatusCode
			return false, e
		}
		if from > 0 {
			return false, errNoRanges
		}
	default:
		return false, failed(e, resp, "the download was refused (HTTP %d)")
	}
	if total < 0 {
		total = d.known()
	}
	if total < 0 {
		e.Kind, e.What = client.KindServer, "the drive's server does not say how large the file is; nothing was downloaded"
		return false, e
	}
	if !d.learn(total) {
		e.Kind, e.What, e.Args = client.KindServer, "the server reports %d {byte|bytes} for the file, the drive's list reports %d", []any{total, d.known()}
		return false, e
	}
	p.mu.Lock()
	if !p.begins && p.to != model.Unknown {
		p.begins, p.to = true, min(p.to, total)
	}
	p.mu.Unlock()
	if p.started != nil {
		p.once.Do(func() { close(p.started) })
	}
	return false, nil
}

// receive reads the range and not a byte more.
func (d *download) receive(ctx context.Context, w *signed.Watch, p *piece, body io.Reader, e *client.Error) error {
	all := int(p.to - p.from)
	for p.n < all {
		n, err := body.Read(d.c.room(p))
		w.Moved()
		if n > 0 {
			p.mu.Lock()
			p.n += n
			p.mu.Unlock()
			p.changed()
			if err := d.c.rate.wait(ctx, n); err != nil {
				return broken(ctx, w, e, broke, err)
			}
			w.Moved()
		}
		switch {
		case err == nil, p.n == all:
		case err == io.EOF:
			return d.short(e, p.from+int64(p.n))
		default:
			return broken(ctx, w, e, broke, err)
		}
	}
	return nil
}

// short returns the error of a body that ended early.
func (d *download) short(e *client.Error, at int64) error {
	e.Kind, e.What, e.Retry = client.KindNetwork, "only %d of %d {byte|bytes} arrived", true
	e.Args = []any{at, d.known()}
	return e
}

package copying

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
)

const (
	// chunk is how much is copied before the context is asked and the progress is told.
	chunk = 8 << 20
	// bufSize is how much is read and written at once. Files up to this size are, since
	// the call that copies in the kernel costs more than it saves.
	bufSize = 256 << 10
)

// fill copies the bytes of a file, from where the part ends.
func (c *Copier) fill(ctx context.Context, src *os.File, p *part, st stat, r *Result, progress func(int64)) error {
	j := &job{Copier: c, ctx: ctx, src: src, part: p, result: r, progress: progress, size: st.size, dev: devices{st.device, p.at.device}}
	if st.size > 0 && !c.lacks[j.dev].clone {
		ok, never := clone(src, p.f)
		if never {
			c.lack(j.dev, func(l *lack) { l.clone = true })
		}
		if ok {
			r.Way, r.Resumed = WayReflink, 0
			return j.told(st.size)
		}
	}
	if st.size == 0 { // files of the kernel say so, and can be read all the same
		return j.loop(0, -1)
	}
	if st.held >= st.size {
		return j.bytes(p.done, st.size)
	}
	for at := p.done; at < st.size; {
		from, to := data(src, at, st.size)
		if err := j.bytes(from, to); err != nil {
			return err
		}
		at = to
	}
	if err := p.f.Truncate(st.size); err != nil { // it may end with a hole
		return renamed(err, p.to)
	}
	return j.told(st.size)
}

func (c *Copier) lack(dev devices, what func(*lack)) {
	l := c.lacks[dev]
	what(&l)
	c.lacks[dev] = l
}

// job is the copying of one file's bytes.
type job struct {
	*Copier
	*part
	ctx      context.Context
	src      *os.File
	result   *Result
	progress func(int64)
	size     int64
	dev      devices
}

// told: so much is done. What is whole is not stopped any more.
func (j *job) told(done int64) error {
	j.done = done
	j.result.Bytes = done
	if j.progress != nil {
		j.progress(done)
	}
	if done >= j.size && j.size > 0 {
		return nil
	}
	return j.ctx.Err()
}

// bytes copies a range.
func (j *job) bytes(at, end int64) error {
	for at < end && end-at > bufSize && !j.lacks[j.dev].kernel {
		n, err := copyRange(j.src, j.f, at, min(chunk, end-at))
		if n <= 0 {
			// Whatever is wrong is found by reading and writing too.
			if errors.Is(err, errors.ErrUnsupported) {
				j.lack(j.dev, func(l *lack) { l.kernel = true })
			}
			break
		}
		at += n
		j.result.Way = WayKernel
		if err := j.told(at); err != nil {
			return err
		}
	}
	return j.loop(at, end)
}

// loop copies a range by reading and writing; the end -1 is that of the file.
func (j *job) loop(at, end int64) error {
	if at == end {
		return nil
	}
	if j.buf == nil {
		j.buf = make([]byte, bufSize)
	}
	for at != end {
		b := j.buf
		if end >= 0 && end-at < int64(len(b)) {
			b = b[:end-at]
		}
		n, err := j.src.ReadAt(b, at)
		if n > 0 {
			if _, err := j.f.WriteAt(b[:n], at); err != nil {
				return renamed(err, j.to)
			}
			at += int64(n)
			j.result.Way = WayLoop
			if err := j.told(at); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF) && (end < 0 || at == end):
			return nil
		case errors.Is(err, io.EOF):
			return changed(j.src.Name()) // it is shorter than it was
		case err != nil:
			return &fs.PathError{Op: "read", Path: j.src.Name(), Err: unwrapped(err)}
		}
	}
	return nil
}

func unwrapped(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

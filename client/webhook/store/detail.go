package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
)

const (
	// maxShown is how many bytes of the beginning and of the end of an output the
	// details have.
	maxShown = 64 << 10
	// maxPart bounds one read of an output, in bytes.
	maxPart = 4 << 20
)

func unknown(id string) error {
	return &client.Error{Kind: client.KindNotFound, Op: op, What: "there is no delivery %s, or it was dropped with the oldest",
		Args: []any{model.FirstBytes(id, 64)},
		Hint: "see aloft hook ls --all", Err: ErrUnknown}
}

// found is what the log has of a delivery.
type found struct {
	d    *model.Delivery
	req  *request
	ran  *ran
	lost error // why the request cannot be read
}

// find reads a delivery's lines: by their offsets when it is in memory, otherwise
// by a search of the log.
func (s *Store) find(ctx context.Context, id string) (*found, error) {
	if !valid(id) {
		return nil, unknown(id)
	}
	if s.held != nil {
		_ = s.Settle(ctx) // what cannot be written is in memory
	}
	s.index.mu.Lock()
	e := s.list.byID[id]
	var at entry
	if e != nil {
		at = *e
	}
	s.index.mu.Unlock()
	if e == nil {
		return s.search(ctx, id)
	}
	out := &found{d: at.d}
	if at.req.len == 0 {
		out.lost = errCut
	} else if r, err := readLine(s.dir, at.req); errors.Is(err, fs.ErrNotExist) {
		// A follower that does not know yet that the line was moved to another
		// segment.
		if f, err := s.search(ctx, id); err == nil {
			f.d = at.d
			return f, nil
		}
		out.lost = err
	} else if err == nil && r.ID != id {
		out.lost = errCut
	} else if err != nil {
		out.lost = err
	} else {
		out.req = r.Request
	}
	if at.ran.len > 0 {
		if r, err := readLine(s.dir, at.ran); err == nil && r.ID == id {
			out.ran = r.Ran
		}
	}
	return out, nil
}

// search searches all segments.
func (s *Store) search(ctx context.Context, id string) (*found, error) {
	out := &found{}
	seqs, err := segments(s.dir)
	if err != nil {
		return nil, readError(err)
	}
	for _, seq := range seqs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := eachLine(s.dir, seq, func(line []byte, _ int64) error {
			if idOf(line) != id {
				return nil
			}
			r, ok := decode(line)
			switch {
			case !ok:
			case r.T == recRequest:
				out.req = r.Request
			case r.T == recAdd && out.d == nil:
				out.d = bounded(*r.delivery())
			case r.T == recSet && out.d != nil:
				r.Became.in(out.d)
			case r.T == recRan:
				out.ran = r.Ran
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, readError(err)
		}
	}
	if out.d == nil {
		return nil, unknown(id)
	}
	if out.req == nil {
		out.lost = errCut
	}
	return out, nil
}

// eachLine reads the whole lines of a segment.
func eachLine(dir string, seq int64, f func(line []byte, off int64) error) error {
	r, err := durable.OpenRead(segmentPath(dir, seq))
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = durable.Lines(r, 0, maxLine, f)
	return err
}

// body reads the whole body.
func (s *Store) body(f *found) ([]byte, error) {
	switch {
	case f.lost != nil:
		return nil, readError(f.lost)
	case f.req.File:
		b, err := durable.ReadFile(s.bodyFile(f.d.ID))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &client.Error{Kind: client.KindLocal, Op: op, What: "the body is no longer kept and cannot be read", Err: err}
		}
		if err != nil {
			return nil, readError(err)
		}
		return b, nil
	}
	return f.req.Body, nil
}

// Known reports whether the delivery exists, without reading its files.
func (s *Store) Known(ctx context.Context, id string) bool {
	if s.Get(id) != nil {
		return true
	}
	_, err := s.find(ctx, id)
	return err == nil
}

// Body reads the body of a delivery.
func (s *Store) Body(ctx context.Context, id string) ([]byte, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.body(f)
}

// Delivery reads everything of one delivery. What was lost of it is reported in a
// note.
func (s *Store) Delivery(ctx context.Context, id string) (*model.DeliveryDetail, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &model.DeliveryDetail{Delivery: *f.d}
	b, err := s.body(f)
	if err != nil {
		out.Notes = append(slices.Clone(out.Notes), model.Say("%s", err))
	}
	out.Body = b
	if q := f.req; q != nil {
		out.Method, out.Path, out.WorkDir = q.Method, q.Path, q.WorkDir
		for _, h := range q.Header {
			out.Header = append(out.Header, model.HeaderLine{Name: h[0], Value: h[1]})
		}
	}
	if w := f.ran; w != nil {
		out.Dir, out.Argv, out.Prompt = w.Dir, w.Argv, w.Prompt
		if w.PromptFile {
			p, err := durable.ReadFile(s.promptFile(id))
			out.Prompt = string(p)
			if err != nil { // dropped, or never written
				out.Notes = append(slices.Clone(out.Notes), model.Say("the prompt is no longer kept"))
			}
		}
	}
	return out, s.ends(out)
}

// ends reads the first and the last part of the output.
func (s *Store) ends(out *model.DeliveryDetail) error {
	f, size, err := s.openOutput(out.ID)
	if err == nil && f == nil && out.Output > 0 {
		out.Notes = append(slices.Clone(out.Notes), model.Say(text.HookNoOutput))
	}
	if err != nil || f == nil {
		return err
	}
	defer f.Close()
	out.File, out.Output = f.Name(), max(out.Output, size)
	out.Head = make([]byte, min(size, maxShown))
	n, err := f.ReadAt(out.Head, 0)
	out.Head = out.Head[:n]
	if err != nil && !errors.Is(err, io.EOF) {
		return readError(err)
	}
	if rest := size - int64(n); rest > 0 {
		out.Tail = make([]byte, min(rest, maxShown))
		out.Between = rest - int64(len(out.Tail))
		n, err := f.ReadAt(out.Tail, size-int64(len(out.Tail)))
		out.Tail = out.Tail[:n]
		if err != nil && !errors.Is(err, io.EOF) {
			return readError(err)
		}
	}
	return nil
}

// Output reads at most most bytes of a delivery's output, from an offset (negative:
// from the end), and returns the part, its offset, and the size so far.
func (s *Store) Output(ctx context.Context, id string, offset int64, most int) (part []byte, at, size int64, err error) {
	if !valid(id) {
		return nil, 0, 0, unknown(id)
	}
	f, size, err := s.openOutput(id)
	if err != nil {
		return nil, 0, 0, err
	}
	if f == nil {
		d := s.Get(id)
		if d == nil {
			f, err := s.search(ctx, id)
			if err != nil {
				return nil, 0, 0, err
			}
			d = f.d
		}
		if d.Output > 0 {
			err = &client.Error{Kind: client.KindLocal, Op: op, What: text.HookNoOutput}
		}
		return nil, 0, 0, err
	}
	defer f.Close()
	if offset < 0 {
		offset += size
	}
	at = min(max(offset, 0), size)
	part = make([]byte, min(int64(max(most, 0)), maxPart, size-at))
	n, err := f.ReadAt(part, at)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, 0, readError(err)
	}
	return part[:n], at, size, nil
}

// All passes deliveries to f, the newest first, older ones too, until f returns
// false.
func (s *Store) All(ctx context.Context, f func(*model.Delivery) bool) error {
	if s.held != nil {
		_ = s.Settle(ctx)
	}
	seqs, err := segments(s.dir)
	if err != nil {
		return readError(err)
	}
	later := map[string]*became{} // of deliveries in earlier segments
	given := map[string]bool{}
	for i := len(seqs) - 1; i >= 0; i-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := newList()
		l.all = true
		sets := map[string]*became{}
		err := eachLine(s.dir, seqs[i], func(line []byte, _ int64) error {
			if bytes.HasPrefix(line, []byte(requestStart)) {
				return nil
			}
			r, ok := decode(line)
			switch {
			case !ok || r.T == recClear:
			case r.T == recSet && l.byID[r.ID] == nil:
				sets[r.ID] = r.Became
			default:
				l.apply(r, span{})
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return readError(err)
		}
		for n := len(l.order) - 1; n >= 0; n-- {
			d := *l.order[n].d
			if b := later[d.ID]; b != nil {
				b.in(&d)
				delete(later, d.ID)
			}
			if given[d.ID] {
				continue
			}
			given[d.ID] = true
			if now := s.Get(d.ID); now != nil && d.Works() {
				d = *now // a follower knows that there is no owner
			}
			if !f(bounded(d)) {
				return nil
			}
		}
		for id, b := range sets { // they are older than those found before
			if later[id] == nil {
				later[id] = b
			}
		}
	}
	return nil
}

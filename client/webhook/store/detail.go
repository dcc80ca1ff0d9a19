package store

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"slices"

	"aloft/client"
	"aloft/client/system/sqlite"
	"aloft/model"
	"aloft/model/text"
)

// maxShown is how many bytes of the beginning and of the end of an output the
// details have.
const maxShown = 64 << 10

func unknown(id string) error {
	return &client.Error{Kind: client.KindNotFound, Op: op, What: "there is no delivery %s",
		Args: []any{model.FirstBytes(id, 64)},
		Hint: "see aloft hook ls --all", Err: ErrUnknown}
}

// read runs f with the database as it is now; a missing one has nothing.
func (s *Store) read(ctx context.Context, f func(l *sqlite.Link) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.r.use(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return readError(err)
	}
	return nil
}

// find returns a delivery, and what only the details show; with is given the database meanwhile.
func (s *Store) find(ctx context.Context, id string, with func(*sqlite.Link, *request, *ran) error) (d *model.Delivery, err error) {
	if !valid(id) {
		return nil, unknown(id)
	}
	if s.held != nil {
		_ = s.Settle(ctx) // what cannot be written is in memory
	}
	err = s.read(ctx, func(l *sqlite.Link) error {
		return l.Rows("SELECT "+rowFields+", request, ran FROM delivery WHERE id = ?", []any{id}, func(scan func(...any) error) error {
			var req, how string
			e, err := scanned(scan, &req, &how)
			if err != nil {
				return err
			}
			d = e.d
			var q request
			var w ran
			_, _ = json.Unmarshal([]byte(req), &q), json.Unmarshal([]byte(how), &w) // nothing of what somebody has changed
			return with(l, &q, &w)
		})
	})
	if now := s.Get(id); now != nil {
		d = now
	}
	if err == nil && d == nil {
		err = unknown(id)
	}
	return d, err
}

// Known reports whether the delivery exists.
func (s *Store) Known(ctx context.Context, id string) bool {
	if s.Get(id) != nil {
		return true
	}
	_, err := s.find(ctx, id, func(*sqlite.Link, *request, *ran) error { return nil })
	return err == nil
}

// Body reads the body of a delivery.
func (s *Store) Body(ctx context.Context, id string) (body []byte, err error) {
	lost := false
	_, err = s.find(ctx, id, func(l *sqlite.Link, q *request, _ *ran) error {
		body, err = getParts(l, id, "body")
		lost = len(body) < q.Size
		return err
	})
	if lost {
		err = &client.Error{Kind: client.KindLocal, Op: op, What: noBody}
	}
	return body, err
}

const noBody text.Text = "its body is no longer kept"

// Delivery reads everything of one delivery. What was lost of it is reported in a
// note.
func (s *Store) Delivery(ctx context.Context, id string) (*model.DeliveryDetail, error) {
	out := &model.DeliveryDetail{}
	var lost []model.Sentence
	d, err := s.find(ctx, id, func(l *sqlite.Link, q *request, w *ran) (err error) {
		out.Method, out.Path, out.WorkDir, out.Header = q.Method, q.Path, q.WorkDir, q.Header
		out.Dir, out.Argv = w.Dir, w.Argv
		if out.Body, err = getParts(l, id, "body"); err != nil {
			return err
		}
		if len(out.Body) < q.Size {
			lost = append(lost, model.Say(noBody))
		}
		prompt, err := getParts(l, id, "prompt")
		if out.Prompt = string(prompt); len(prompt) < w.Size {
			lost = append(lost, model.Say("its prompt is no longer kept"))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out.Delivery = *d
	out.Notes = append(slices.Clone(out.Notes), lost...)
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
			d, err = s.find(ctx, id, func(*sqlite.Link, *request, *ran) error { return nil })
		}
		if err == nil && d.Output > 0 {
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
	const page = 500
	for before := "~"; before != ""; { // no id is so large
		var all []*model.Delivery
		if err := s.read(ctx, func(l *sqlite.Link) error {
			return l.Rows("SELECT "+rowFields+" FROM delivery WHERE id < ? ORDER BY id DESC LIMIT ?", []any{before, page}, func(scan func(...any) error) error {
				e, err := scanned(scan)
				if err == nil {
					all = append(all, e.d)
				}
				return err
			})
		}); err != nil {
			return err
		}
		before = ""
		if len(all) == page {
			before = all[page-1].ID
		}
		for _, d := range all {
			if now := s.Get(d.ID); now != nil {
				d = now // it is newer, and a follower knows that there is no owner
			}
			if !f(d) {
				return nil
			}
		}
	}
	return nil
}

package conn

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/signed"
	"aloft/model"
	"aloft/model/text"
)

// resumes is how often a download that broke off is resumed.
const resumes = 3

// Download resumes where it broke off, while the server says that it is the same
// file.
func (c *Carrier) Download(ctx context.Context, link client.SignedURL, offset int64, w client.Sink) (int64, error) {
	d := &download{c: c, link: link, sink: w, at: max(0, offset), size: model.Unknown, tag: c.tags.get(link)}
	for try := 0; ; try++ {
		from := d.at
		err := d.once(ctx)
		if err == nil {
			return d.size, nil
		}
		if anew := (*fromStart)(nil); errors.As(err, &anew) {
			if try < resumes {
				continue
			}
			return max(0, d.size), anew.cause
		}
		var e *client.Error
		if ctx.Err() != nil || try >= resumes || !errors.As(err, &e) || e.Kind != client.KindNetwork || !e.Retry || d.at <= from {
			return max(0, d.size), err
		}
	}
}

type download struct {
	c    *Carrier
	link client.SignedURL
	sink client.Sink
	at   int64  // bytes received by the sink
	size int64  // of the whole, or model.Unknown
	tag  string // the server's validator of this very content
}

func (d *download) once(ctx context.Context) error {
	e := &client.Error{Op: string(model.OpExport)}
	u, bad := d.c.address(d.c.o.Endpoint, d.link, e)
	if bad != nil {
		return bad
	}
	w := signed.NewWatch(ctx)
	defer w.End()
	req, err := http.NewRequestWithContext(w.Ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return broken(ctx, w, e, text.DocsDownloadFailed, err)
	}
	req.Header.Set("User-Agent", gate.UserAgent)
	if d.at > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", d.at))
		if d.tag != "" {
			req.Header.Set("If-Range", d.tag)
		}
	}
	resp, fail := d.c.send(ctx, w, req, e, text.DocsDownloadFailed)
	if fail != nil {
		return fail
	}
	defer func() { _ = resp.Body.Close() }()
	done, err := d.begin(resp, e)
	if done || err != nil {
		return err
	}
	return d.receive(ctx, w, resp.Body, e)
}

// begin prepares the sink for the body of the answer.
func (d *download) begin(resp *http.Response, e *client.Error) (done bool, err error) {
	first, total, ranged := signed.ContentRange(resp.Header.Get("Content-Range"))
	switch resp.StatusCode {
	case http.StatusPartialContent:
		if !ranged || first != d.at {
			return false, d.again(e)
		}
		d.size = total
		if total == model.Unknown && resp.ContentLength >= 0 {
			d.size = first + resp.ContentLength
		}
	case http.StatusRequestedRangeNotSatisfiable:
		if total == d.at && total > 0 {
			d.size = total
			return true, nil // all of it was downloaded before
		}
		return false, d.again(e)
	case http.StatusOK:
		if media := resp.Header.Get("Content-Type"); strings.HasPrefix(media, "text/html") {
			e.Kind, e.What, e.Status = client.KindServer, "the server sent a web page instead of the file", resp.StatusCode
			return false, e
		}
		if d.at > 0 {
			if err := d.sink.Restart(); err != nil {
				return false, local(e, err)
			}
			d.at = 0
		}
		d.size = model.Unknown
		if resp.ContentLength >= 0 {
			d.size = resp.ContentLength
		}
	default:
		return false, refusedBytes(e, resp, "the download was refused (HTTP %d)", d.c.o.Now())
	}
	if d.size > d.c.o.MaxDownload {
		return false, d.tooLarge(e)
	}
	d.tag = validator(resp.Header)
	d.c.tags.keep(d.link, d.tag)
	return false, nil
}

// again: the sink's content does not match; the next try starts at the beginning.
func (d *download) again(e *client.Error) error {
	if err := d.sink.Restart(); err != nil {
		return local(e, err)
	}
	d.at, d.tag = 0, ""
	e.Kind, e.What, e.Args = client.KindServer, text.DocsDownloadFailed, []any{"Range"}
	return &fromStart{e}
}

// fromStart is an error after which the next try starts again at once.
type fromStart struct{ cause *client.Error }

func (f *fromStart) Error() string { return f.cause.Error() }
func (f *fromStart) Unwrap() error { return f.cause }

func (d *download) tooLarge(e *client.Error) error {
	e.Kind, e.What, e.Args = client.KindInvalid, "the file is larger than %s and was not downloaded", []any{text.Size(d.c.o.MaxDownload)}
	return e
}

func local(e *client.Error, err error) error {
	if _, ok := errors.AsType[*client.Error](err); ok {
		return err
	}
	e.Kind, e.What, e.Args, e.Err = client.KindLocal, text.DocsDownloadFailed, []any{err}, err
	return e
}

func (d *download) receive(ctx context.Context, w *signed.Watch, body io.Reader, e *client.Error) error {
	buf := make([]byte, 128<<10)
	for {
		n, err := body.Read(buf)
		w.Moved()
		if n > 0 {
			if d.at+int64(n) > d.c.o.MaxDownload {
				return d.tooLarge(e)
			}
			if _, werr := d.sink.Write(buf[:n]); werr != nil {
				return local(e, werr)
			}
			d.at += int64(n)
		}
		switch {
		case err == nil:
		case err != io.EOF:
			return broken(ctx, w, e, text.DocsDownloadFailed, err)
		case d.size != model.Unknown && d.at != d.size:
			e.Kind, e.What, e.Args = client.KindNetwork, "only %d of %d {byte|bytes} arrived", []any{d.at, d.size}
			e.Retry, e.Hint = true, text.DocsTryAgain
			return e
		default:
			d.size = d.at
			return nil
		}
	}
}

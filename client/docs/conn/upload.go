package conn

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"

	"aloft/client"
	"aloft/client/signed"
	"aloft/model"
	"aloft/model/text"
)

// Upload uploads a file to the URL of Prepare. Repeating it is harmless.
func (c *Carrier) Upload(ctx context.Context, up client.Upload, body client.Body, sent func(int64)) error {
	e := &client.Error{Op: string(model.OpImport)}
	u, bad := c.address(c.o.Endpoint, up.URL, e)
	if bad != nil {
		return bad
	}
	if size, err := body.Seek(0, io.SeekEnd); err != nil || size != up.File.Size {
		e.Kind, e.What, e.Err = client.KindLocal, text.DocsUploadChanged, err
		return e
	}
	w := signed.NewWatch(ctx)
	defer w.End()
	from := &outgoing{Reader: io.NewSectionReader(body, 0, up.File.Size), watch: w, told: sent}
	req, err := http.NewRequestWithContext(w.Ctx, http.MethodPut, u.String(), from)
	if err != nil {
		return broken(ctx, w, e, text.DocsUploadFailed, err)
	}
	req.ContentLength = up.File.Size
	// The content type and nothing else, no token either, as public clients show.
	req.Header = http.Header{"Content-Type": {"application/octet-stream"}, "User-Agent": {""}}
	resp, fail := c.send(ctx, w, req, e, text.DocsUploadFailed)
	if fail != nil {
		if local := from.fault.Load(); local != nil && fail.Kind == client.KindNetwork {
			return &client.Error{Op: e.Op, Kind: client.KindLocal, What: text.DocsUploadChanged, Err: *local}
		}
		return fail
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
	if resp.StatusCode/100 == 2 {
		return nil
	}
	return refusedBytes(e, resp, "the upload was refused (HTTP %d)", c.o.Now())
}

type outgoing struct {
	io.Reader
	watch *signed.Watch
	told  func(int64)
	n     int64
	fault atomic.Pointer[error]
}

func (o *outgoing) Read(p []byte) (int, error) {
	n, err := o.Reader.Read(p)
	if err != nil && err != io.EOF {
		o.fault.Store(&err)
	}
	o.watch.Moved()
	if o.n += int64(n); n > 0 && o.told != nil {
		o.told(o.n)
	}
	return n, err
}

package drive

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/signed"
	"aloft/model"
	"aloft/model/text"
)

// Object is the upload's location in the object store.
type Object struct {
	URL      string // of the store; may be only a host
	Bucket   string
	Key      string
	UploadID string
}

// Signed is a request to the object store that the drive signs. The signed text is fixed line by line, as public
// clients show.
type Signed struct {
	Object   Object
	Part     int    // from 1; 0 = the completion
	MIME     string // of the file
	Callback string // of the completion, base64
	Receipts []string
	date     string
	body     []byte // of the completion
	sum      string // Content-MD5 of the completion
}

// Dated returns the request as it is signed and sent now.
func (s Signed) Dated(now time.Time) Signed {
	s.date = now.UTC().Format(http.TimeFormat)
	if s.Part == 0 {
		var b bytes.Buffer
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<CompleteMultipartUpload>\n")
		for i, r := range s.Receipts {
			fmt.Fprintf(&b, "<Part>\n<PartNumber>%d</PartNumber>\n<ETag>%s</ETag>\n</Part>\n", i+1, quoted(r))
		}
		b.WriteString("</CompleteMultipartUpload>")
		sum := md5.Sum(b.Bytes())
		s.body, s.sum, s.MIME = b.Bytes(), base64.StdEncoding.EncodeToString(sum[:]), "application/xml"
	}
	return s
}

// quoted returns an ETag as XML text: with its quotes and without markup.
func quoted(tag string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(`"` + strings.Trim(tag, `"`) + `"`)
}

func (s Signed) method() string {
	if s.Part == 0 {
		return http.MethodPost
	}
	return http.MethodPut
}

func (s Signed) query() string {
	if s.Part == 0 {
		return "uploadId=" + s.Object.UploadID
	}
	return fmt.Sprintf("partNumber=%d&uploadId=%s", s.Part, s.Object.UploadID)
}

// Meta is the string to sign.
func (s Signed) Meta() string {
	lines := []string{s.method(), s.sum, s.MIME, s.date}
	if s.Callback != "" {
		lines = append(lines, "x-oss-callback:"+s.Callback)
	}
	lines = append(lines, "x-oss-date:"+s.date, "x-oss-user-agent:"+gate.UserAgent, "/"+s.Object.Bucket+"/"+s.Object.Key+"?"+s.query())
	return strings.Join(lines, "\n")
}

// object returns the address of the object, whose host includes the bucket. The drive names its store without TLS;
// the request uses TLS anyway, except on this machine.
func (c *Carrier) object(o Object, query string, e *client.Error) (*url.URL, *client.Error) {
	raw := o.URL
	if !strings.Contains(raw, "://") {
		raw = "https://" + raw
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || o.Key == "" {
		e.Kind, e.What = client.KindServer, "the service returned no upload address"
		return nil, e
	}
	if o.Bucket != "" {
		u.Host = o.Bucket + "." + u.Host
	}
	if c.own != nil && !signed.Loopback(u.Hostname()) {
		u.Scheme = "https"
	}
	u.Path, u.RawPath, u.RawQuery = "/"+o.Key, "", query
	return c.address(u.String(), e)
}

const (
	sendBroke   text.Text = "the upload broke off: %s"
	refusedPart text.Text = "the upload was refused (HTTP %d)"
)

// Put sends a part and returns its ETag. KindStale means a bad or expired signature, KindNotFound that the store does
// not know the upload.
func (c *Carrier) Put(ctx context.Context, s Signed, key string, body io.ReaderAt, from, size int64, sent func(int)) (string, error) {
	e := &client.Error{Op: string(model.OpUpload)}
	w := signed.NewWatch(ctx)
	defer w.End()
	out := &outgoing{Reader: io.NewSectionReader(body, from, size), ctx: w.Ctx, c: c, watch: w, told: sent, sum: md5.New()}
	resp, err := c.send(ctx, w, s, key, out, size, e)
	if err != nil {
		if local := out.fault.Load(); local != nil {
			return "", &client.Error{Op: e.Op, Kind: client.KindLocal, What: "the file cannot be read: %s", Args: []any{*local}, Err: *local}
		}
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	words, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	tag, ours := resp.Header.Get("ETag"), strings.ToUpper(hex.EncodeToString(out.sum.Sum(nil)))
	switch theirs, _ := hex.DecodeString(strings.Trim(tag, `"`)); {
	case resp.StatusCode/100 == 2 && len(theirs) == md5.Size && !strings.EqualFold(strings.Trim(tag, `"`), ours):
		e.Kind, e.What, e.Retry = client.KindServer, "an uploaded part does not match the MD5 that the drive reports", true
		return "", e
	case resp.StatusCode/100 == 2 && tag != "":
		return tag, nil
	case resp.StatusCode == http.StatusConflict && out.n == size, resp.StatusCode/100 == 2:
		return ours, nil // the store has the part; its ETag is the digest
	}
	return "", storeSays(failed(e, resp, refusedPart), words)
}

// Complete joins the parts.
func (c *Carrier) Complete(ctx context.Context, s Signed, key string) error {
	e := &client.Error{Op: string(model.OpUpload)}
	w := signed.NewWatch(ctx)
	defer w.End()
	resp, err := c.send(ctx, w, s, key, bytes.NewReader(s.body), int64(len(s.body)), e)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	words, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	switch {
	case resp.StatusCode == http.StatusOK && err != nil:
		return broken(ctx, w, e, sendBroke, err)
	case resp.StatusCode == http.StatusOK, resp.StatusCode == http.StatusNonAuthoritativeInfo: // only the callback failed
		return nil
	}
	return storeSays(failed(e, resp, "the upload was refused (HTTP %d)"), words)
}

func (c *Carrier) send(ctx context.Context, w *signed.Watch, s Signed, key string, body io.Reader, size int64, e *client.Error) (*http.Response, error) {
	u, bad := c.object(s.Object, s.query(), e)
	if bad != nil {
		return nil, bad
	}
	req, err := http.NewRequestWithContext(w.Ctx, s.method(), u.String(), io.NopCloser(body))
	if err != nil {
		return nil, broken(ctx, w, e, sendBroke, err)
	}
	req.ContentLength = size
	if size == 0 {
		req.Body = http.NoBody
	}
	req.Header = http.Header{
		"Authorization": {key}, "Content-Type": {s.MIME}, "Referer": {c.o.Drive.Origin + "/"}, "User-Agent": {gate.UserAgent},
		"X-Oss-Date": {s.date}, "X-Oss-User-Agent": {gate.UserAgent},
	}
	if s.Part == 0 {
		req.Header.Set("Content-MD5", s.sum)
	}
	if s.Callback != "" {
		req.Header.Set("X-Oss-Callback", s.Callback)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, broken(ctx, w, e, sendBroke, err)
	}
	return resp, nil
}

// storeSays adds the code of the store's XML answer.
func storeSays(e *client.Error, words []byte) *client.Error {
	_, after, ok := strings.Cut(string(words), "<Code>")
	if code, _, end := strings.Cut(after, "</Code>"); ok && end && len(code) < 100 {
		e.Server = code
	}
	if e.Kind == client.KindAuth { // no cookie is sent to the store
		e.Kind, e.What, e.Hint = client.KindInvalid, refusedPart, ""
	}
	return e
}

// outgoing is the body of a part.
type outgoing struct {
	io.Reader
	ctx   context.Context
	c     *Carrier
	watch *signed.Watch
	told  func(int)
	sum   hash.Hash
	n     int64
	fault atomic.Pointer[error]
}

func (o *outgoing) Read(p []byte) (int, error) {
	n, err := o.Reader.Read(p[:min(len(p), o.c.chunk())])
	if err != nil && err != io.EOF {
		o.fault.Store(&err)
	}
	o.n += int64(n)
	o.sum.Write(p[:n])
	if n > 0 {
		if werr := o.c.rate.wait(o.ctx, n); werr != nil {
			return n, werr
		}
		o.told(n)
	}
	o.watch.Moved()
	return n, err
}

package drive

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"aloft/client/embedded/content"
	"aloft/client/embedded/fault"
	"aloft/client/embedded/flow"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

const (
	// downPrefix of the links of files.
	downPrefix = "/drive/down/"
	// linkLife of a link, as public clients see it.
	linkLife = 6 * time.Hour
	// rangeSize is what public clients ask for at once.
	rangeSize = 10 << 20
	// mostSummed is up to how many made bytes one call finds the MD5 of; links of
	// what is beyond come without.
	mostSummed = 2 << 30
)

// IsBytes reports whether a path is that of a download link.
func IsBytes(path string) bool { return strings.HasPrefix(path, downPrefix) }

// download answers with links, as public clients show: files can be read by them with the same
// cookie.
func (s *Service) download(q *request) (*reply, error) {
	var b struct {
		FIDs []string `json:"fids"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	q.fids(b.FIDs...)
	q.arrival.Batch = len(b.FIDs)
	if len(b.FIDs) == 0 {
		return bad("fids is empty"), nil
	}
	if r := s.tooMany(len(b.FIDs)); r != nil {
		return r, nil
	}
	var files []content.File
	err := s.view(q.ctx, func(l tree) error {
		ids, err := s.fids(l)
		if err != nil {
			return err
		}
		live := map[int64]bool{store.RootSeq: true, store.BinSeq: false}
		for _, fid := range b.FIDs {
			seq, fresh := ids.seq(fid)
			if fresh {
				if fresh, err = l.alive(seq, live); err != nil {
					return err
				}
			}
			if !fresh {
				q.arrival.Stale = true
				return gone(fid)
			}
			f, isFile, err := content.Find(l.Link, seq)
			if err != nil {
				return err
			}
			if !isFile {
				return rejection{bad("fids holds a folder")}
			}
			if most := s.faults.Bytes.DownMax; most > 0 && f.Size > most {
				return rejection{refusal(http.StatusBadRequest, codeTooLarge, text.WireTooLarge)}
			}
			files = append(files, f)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := s.sum(q.ctx, files); err != nil {
		return nil, err
	}
	list := []object{}
	for i, f := range files {
		o := object{"fid": b.FIDs[i], "file_name": s.shown(f.Name), "size": f.Size, "format_type": f.MIME,
			"range_size": rangeSize, "download_url": s.link(q, f)}
		if digest, err := hex.DecodeString(f.MD5); err == nil && len(digest) > 0 {
			o["md5"] = base64.StdEncoding.EncodeToString(digest)
		}
		list = append(list, o)
	}
	return ok(list), nil
}

// sum finds the MD5 of made bytes when it is first asked for, and keeps it. A disk that
// cannot be written only costs that the next request computes it again.
func (s *Service) sum(ctx context.Context, files []content.File) error {
	left := int64(mostSummed)
	for i := range files {
		f := &files[i]
		if f.MD5 != "" || f.Size > left {
			continue
		}
		left -= f.Size
		sum, err := content.Sum(ctx, s.db, *f)
		if err != nil {
			return err
		}
		f.MD5 = sum
		if s.db.ReadOnly() != nil {
			continue
		}
		_ = s.update(ctx, func(l tree) error { return l.Do("UPDATE node SET md5 = ? WHERE seq = ?", sum, f.Seq) })
	}
	return nil
}

// link is the address of a file for the session that asks.
func (s *Service) link(q *request, f content.File) string {
	life := s.faults.Blobs.LinkLife
	if life == 0 {
		life = linkLife
	}
	id, ends := s.ids.Make(markBytes, f.Seq, 0), strconv.FormatInt(q.now.Add(life).Unix(), 10)
	return q.base + downPrefix + id + "/" + url.PathEscape(f.Name) + "?" +
		url.Values{"expires": {ends}, "sig": {s.sealLink(id, ends, q.session)}}.Encode()
}

func (s *Service) sealLink(id, ends string, session int64) string {
	return store.Seal(s.secret, "drive link", id, ends, strconv.FormatInt(session, 10))
}

// ServeBytes answers a download link. As public clients show, the same whole cookie is needed, and
// any range can be asked for.
func (s *Service) ServeBytes(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	rc := http.NewResponseController(w)
	defer flow.Hurry(s.life.Context(), rc)()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		sayBytes(w, http.StatusMethodNotAllowed, text.WireMethod, http.MethodGet)
		return
	}
	seq, status, why, err := s.linked(r)
	var f content.File
	found := false
	if err == nil && status == 0 {
		err = s.view(r.Context(), func(l tree) (err error) {
			f, found, err = content.Find(l.Link, seq)
			return err
		})
	}
	switch {
	case err != nil:
		sayBytes(w, s.failed(err).status, text.BlobStorage, err.Error())
		return
	case status != 0:
		sayBytes(w, status, why)
		return
	case !found:
		sayBytes(w, http.StatusNotFound, text.BlobGone)
		return
	}
	from, err := content.Open(r.Context(), s.db, f)
	if err != nil {
		sayBytes(w, http.StatusInternalServerError, text.BlobStorage, err.Error())
		return
	}
	defer from.Close()
	h.Set("Content-Type", "application/octet-stream")
	if f.MIME != "" {
		h.Set("Content-Type", f.MIME)
	}
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
	h.Set("ETag", f.Tag())
	_ = rc.SetReadDeadline(time.Time{}) // nothing more is read; the writer has a limit of its own
	out := flow.NewSink(w, rc, s.life.Context())
	if r.Method == http.MethodGet {
		s.spoil(out, r)
	}
	if s.faults.Blobs.NoRange {
		h.Set("Content-Length", strconv.FormatInt(f.Size, 10))
		h.Set("Accept-Ranges", "none")
		out.WriteHeader(http.StatusOK)
		if r.Method == http.MethodGet {
			_, _ = io.Copy(out, from)
		}
		return
	}
	http.ServeContent(out, r, "", time.UnixMilli(f.Updated), from)
}

// spoil arms the faults that strike a download.
func (s *Service) spoil(out *flow.Sink, r *http.Request) {
	f := &s.faults.Bytes
	out.Half = s.strikes("cut-download", s.faults.Blobs.CutDown)
	out.Short = s.strikes("down-short", f.DownShort)
	out.Wrong = s.strikes("down-wrong", f.DownWrong)
	if s.strikes("down-stops", f.DownStops) {
		out.Stop = func() {
			select {
			case <-r.Context().Done():
			case <-s.life.Context().Done():
			}
		}
	}
	out.Slow = flow.Slow{Rate: f.Speed, Wait: func(d time.Duration) bool { return s.life.Wait(r.Context(), d) }}
}

// strikes draws for a switch that has to do with bytes.
func (s *Service) strikes(name string, r fault.Rate) bool {
	return r != (fault.Rate{}) && s.luck.Strikes(name, r)
}

// linked checks a download link and the cookie it was made for; status is that of a
// refusal, 0 for none.
func (s *Service) linked(r *http.Request) (seq int64, status int, why text.Text, err error) {
	id, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, downPrefix), "/")
	seq, _, ours := s.ids.Read(markBytes, id)
	query, parsed := url.ParseQuery(r.URL.RawQuery)
	if !ours || parsed != nil {
		return 0, http.StatusNotFound, text.BlobGone, nil
	}
	sent := cookies(r.Header)
	if whole(sent[cookieLogin]) != whole(sent[cookieTurn]) {
		return 0, http.StatusPreconditionFailed, text.WireHalfCookie, nil
	}
	session, _, err := s.admit(r.Context(), r.Header, false)
	if err != nil {
		return 0, 0, "", err
	}
	ends, numeric := strconv.ParseInt(query.Get("expires"), 10, 64)
	right := store.Same(query.Get("sig"), s.sealLink(id, query.Get("expires"), session))
	switch {
	case session == 0 || numeric != nil || !right:
		return 0, http.StatusForbidden, text.BlobForbidden, nil
	case s.db.Now().Unix() >= ends, r.Method == http.MethodGet && s.strikes("link-ends", s.faults.Bytes.LinkEnds):
		return 0, http.StatusForbidden, text.BlobExpired, nil
	}
	return seq, 0, "", nil
}

// whole reports whether a cookie came with a value.
func whole(values []string) bool { return strings.Join(values, "") != "" }

// sayBytes answers with one line of text.
func sayBytes(w http.ResponseWriter, status int, t text.Text, args ...any) {
	var c *text.Catalogue
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, c.Say(t, args...)+"\n") // the client may be gone
}

// Bytes opens the bytes of an entry by its Key in Dump.
func (s *Service) Bytes(ctx context.Context, key int64) (io.ReadSeekCloser, error) {
	var f content.File
	err := s.view(ctx, func(l tree) error {
		var found bool
		var err error
		f, found, err = content.Find(l.Link, key)
		if err == nil && !found {
			err = errNoFile
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return content.Open(ctx, s.db, f)
}

var errNoFile = errors.New("no such file")

package drive

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// find returns the entry of a file with an id of the current epoch. If anew is set, the last id did not work.
func (l *lookups) find(ctx context.Context, s *reader, p model.Place, class client.Class, anew bool) (model.Entry, error) {
	select {
	case l.busy <- struct{}{}:
		defer func() { <-l.busy }()
	case <-ctx.Done():
		return model.Entry{}, ctx.Err()
	}
	kept := l.w != nil
	if l.w == nil || anew || l.w.epoch != s.o.Gate.Epoch() || time.Since(l.at) >= walkAge {
		l.w, l.at = s.newWalk(client.Options{Class: class, Fresh: anew}), time.Now()
		l.w.lax = true
		kept = false
	}
	h, err := l.w.look(ctx, p, model.KindFile)
	if kept && client.Is(err, client.KindNotFound) { // it may be newer than the listing
		l.w.forget()
		h, err = l.w.look(ctx, p, model.KindFile)
	}
	if err != nil {
		l.w = nil
	}
	return h.entry, err
}

// CheckDownload refuses folders: only files have bytes.
func (s *reader) CheckDownload(e model.Entry) error {
	if e.Kind == model.KindFile {
		return nil
	}
	return client.Errorf(client.KindUnsupported, string(model.OpDownload), s.Root().Join(e.Name), "%s is not a file", e.Name)
}

// linkTries bounds the requests for one link: an id may be stale, and a task may have to end first.
const linkTries = 3

// link requests the download address of a file.
func (s *reader) link(ctx context.Context, p model.Place, class client.Class) (client.Link, error) {
	const op = string(model.OpDownload)
	if err := s.mine(p); err != nil {
		return client.Link{}, err
	}
	var last error
	for try := range linkTries {
		e, err := s.links[class].find(ctx, s, p, class, try > 0)
		if err != nil {
			return client.Link{}, err
		}
		if err := s.CheckDownload(e); err != nil {
			return client.Link{}, err
		}
		l, task, err := s.ask(ctx, p, e, class)
		if client.Is(err, client.KindNotFound) {
			last = idGone(p, err)
			if try == 0 || client.Is(last, client.KindStale) {
				continue
			}
			return client.Link{}, last
		}
		if err != nil || !l.URL.IsZero() {
			return l, err
		}
		last = client.Errorf(client.KindServer, op, p, "the service returned no address for %s", p.Base())
		if task.Data.TaskID != "" {
			if _, err := s.poll(ctx, op, p, class, task); err != nil {
				return client.Link{}, read(err)
			}
		}
	}
	return client.Link{}, last
}

// idGone turns a refusal with a code into KindStale: the service knows the call but not the id, which has changed
// since the lookup.
func idGone(p model.Place, err error) error {
	if e, ok := err.(*client.Error); !ok || e.Code == 0 {
		return offered(err)
	}
	out := client.Errorf(client.KindStale, string(model.OpDownload), p, "the drive lists %s but does not find it", p.Base())
	out.Err = err
	return out
}

// ask requests the download address of an entry once. It returns a zero Link when the drive gives none; the envelope
// may then name a task that has to end first.
func (s *reader) ask(ctx context.Context, p model.Place, e model.Entry, class client.Class) (client.Link, envelope, error) {
	a, err := s.read(ctx, request{op: string(model.OpDownload), place: p, method: http.MethodPost, path: pathLink, body: linkBody{[]string{e.ID}}, class: class})
	if err != nil {
		return client.Link{}, envelope{}, err
	}
	env := a.env
	if inner, ok := parseEnvelope(env.Data.TaskResp); ok {
		env = inner
	}
	f, ok := fileOf(env.Data.Files, e.ID)
	if !ok {
		return client.Link{}, a.env, nil
	}
	l := client.Link{URL: client.Signed(string(f.URL)), Size: f.Size.Or(model.Unknown), MD5: digest(string(f.MD5))}
	if l.Size < 0 {
		l.Size = e.Size
	}
	return l, a.env, nil
}

// Sums implements client.Summer. The drive returns the checksums with the links.
func (s *reader) Sums(ctx context.Context, folder model.Place, files []*model.Entry, class client.Class) ([]string, error) {
	out := make([]string, len(files))
	for from := 0; from < len(files); from += s.o.Batch {
		batch := files[from:min(from+s.o.Batch, len(files))]
		ids := model.Each(batch, func(f *model.Entry) string { return f.ID })
		a, err := s.read(ctx, request{op: string(model.OpDownload), place: folder, method: http.MethodPost, path: pathLink, body: linkBody{ids}, class: class})
		if err != nil {
			return nil, err
		}
		for _, f := range a.env.Data.Files {
			if n := slices.Index(ids, string(f.ID)); n >= 0 {
				out[from+n] = digest(string(f.MD5))
			}
		}
	}
	return out, nil
}

// read returns the error of a task that changes nothing.
func read(err error) error {
	e, ok := err.(*client.Error)
	if !ok {
		return err
	}
	out := *e
	out.Kind, out.What, out.Args, out.Hint, out.Changed, out.Retry = client.KindServer, "the drive did not prepare the file for download", nil, text.DriveLater, client.ChangedUnsaid, true
	return &out
}

// fileOf returns the file with the id; answers about other ids are ignored.
func fileOf(files []wireFile, id string) (wireFile, bool) {
	for _, f := range files {
		if string(f.ID) == id && f.URL != "" {
			return f, true
		}
	}
	return wireFile{}, false
}

// digest decodes an MD5 in base64 or hexadecimal, and returns "" for anything else.
func digest(s string) string {
	if b, err := base64.StdEncoding.DecodeString(s); err == nil && len(b) == 16 {
		return hex.EncodeToString(b)
	}
	if b, err := hex.DecodeString(s); err == nil && len(b) == 16 {
		return strings.ToLower(s)
	}
	return ""
}

// Link is client.Downloader.
func (v files) Link(ctx context.Context, p model.Place, class client.Class) (client.Link, error) {
	return v.s.link(ctx, p, class)
}

func (v files) Fetch(ctx context.Context, l client.Link, offset int64, w client.Sink) (int64, error) {
	return v.s.bytes.Fetch(ctx, l, offset, w)
}

package drive

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"mime"
	"net/http"
	"time"

	"aloft/client"
	"aloft/client/gate"
	"aloft/model"
)

// Part sizes. Public clients use 4 MiB when the drive states none, and at most 10,000 parts.
const (
	defaultPart = 4 << 20
	maxParts    = 10_000
)

// uploadState is the drive's answer to the announcement of a file.
type uploadState struct {
	Task     string          `json:"task"`
	Info     json.RawMessage `json:"info"` // auth_info, returned unchanged
	UploadID string          `json:"upload_id"`
	Key      string          `json:"key"`
	Bucket   string          `json:"bucket"`
	URL      string          `json:"url"`
	Callback string          `json:"callback,omitempty"` // base64
	MIME     string          `json:"mime"`
	Part     int64           `json:"part"`
}

func (u *uploadState) signed(part int) Signed {
	s := Signed{Object: Object{URL: u.URL, Bucket: u.Bucket, Key: u.Key, UploadID: u.UploadID}, Part: part, MIME: u.MIME}
	if part == 0 {
		s.Callback = u.Callback
	}
	return s
}

// parts returns the number of parts; an empty file has one.
func parts(size, part int64) int { return int(max(1, (size+part-1)/part)) }

// CheckUpload reports why a name is refused.
func (s *reader) CheckUpload(name string, _ int64) error { return s.CheckName(name) }

// UploadCalls counts the announcement, the checksums, a signature for each part and for the completion, and the end.
func (v files) UploadCalls(size int64) int { return 4 + parts(max(size, 0), defaultPart) }

// Announce announces a file to the drive.
func (v files) Announce(ctx context.Context, folder model.Ref, f client.UploadFile, class client.Class) (client.Uploading, bool, error) {
	const op = string(model.OpUpload)
	p := folder.Place.Join(f.Name)
	if err := v.s.checkNew(op, p, f.Name); err != nil {
		return client.Uploading{}, false, err
	}
	epoch, err := v.s.epochOf(op, p, nil, folder)
	if err != nil {
		return client.Uploading{}, false, err
	}
	format := cmp.Or(mime.TypeByExtension(model.Extension(f.Name)), "application/octet-stream")
	a, err := v.s.write(ctx, request{
		op: op, place: p, method: http.MethodPost, path: pathPre,
		body: preBody{Parent: folder.ID, Name: f.Name, Size: f.Size, Format: format, HashUpdate: true,
			Created: model.ToWire(f.Modified), Updated: model.ToWire(f.Modified)},
		class: class, epoch: epoch,
	})
	if e, ok := err.(*client.Error); ok && e.Kind == client.KindNotFound && e.Code != 0 { // the id has changed since the lookup
		out := client.Errorf(client.KindStale, op, folder.Place, "the drive lists %s but does not find it", folder.Place.Base())
		out.Err = err
		return client.Uploading{}, false, out
	}
	if err != nil {
		return client.Uploading{}, false, err
	}
	d := a.env.Data
	if d.Finish.V {
		v.s.spell(ctx, p, string(d.ID), class)
		return client.Uploading{}, true, nil
	}
	u := uploadState{Task: string(d.TaskID), Info: d.Info, UploadID: string(d.UploadID), Key: string(d.ObjKey), Bucket: string(d.Bucket),
		URL: string(d.UploadURL), MIME: string(d.Format), Part: a.env.Metadata.Part.Or(0)}
	u.MIME = cmp.Or(u.MIME, format)
	if u.Part <= 0 {
		u.Part = defaultPart
	}
	u.Part = max(u.Part, (f.Size+maxParts-1)/maxParts)
	if len(d.Callback) > 0 && string(d.Callback) != "null" {
		u.Callback = base64.StdEncoding.EncodeToString(d.Callback)
	}
	if u.Task == "" || u.Key == "" || u.UploadID == "" {
		return client.Uploading{}, false, client.Errorf(client.KindServer, op, p, "the service returned no upload address")
	}
	b, err := json.Marshal(u)
	return client.Uploading{State: string(b)}, false, err
}

// stateOf decodes the result of Announce, possibly from another process.
func stateOf(p model.Place, up client.Uploading) (u uploadState, err error) {
	if json.Unmarshal([]byte(up.State), &u) != nil || u.Task == "" || u.Part <= 0 {
		return u, stale(p, nil)
	}
	return u, nil
}

// stale is the error when the drive or its store has forgotten the upload.
func stale(p model.Place, err error) error {
	e := client.Errorf(client.KindStale, string(model.OpUpload), p, "the drive no longer knows this upload; the upload starts again")
	e.Err = err
	return e
}

// Known asks whether the drive already has the content, by its checksums.
func (v files) Known(ctx context.Context, p model.Place, up client.Uploading, f client.UploadFile, class client.Class) (bool, error) {
	u, err := stateOf(p, up)
	if err != nil {
		return false, err
	}
	a, err := v.s.write(ctx, request{op: string(model.OpUpload), place: p, method: http.MethodPost, path: pathHash,
		body: hashBody{Task: u.Task, MD5: f.MD5, SHA1: f.SHA1}, class: class, epoch: gate.AnyEpoch})
	if client.Is(err, client.KindNotFound) {
		return false, stale(p, err)
	}
	if err == nil && a.env.Data.Finish.V {
		v.s.spell(ctx, p, string(a.env.Data.ID), class)
		return true, nil
	}
	return false, err
}

// sign has the drive sign a request to the object store.
func (v files) sign(ctx context.Context, p model.Place, u *uploadState, r Signed, class client.Class) (string, error) {
	a, err := v.s.read(ctx, request{op: string(model.OpUpload), place: p, method: http.MethodPost, path: pathAuth,
		body: authBody{Task: u.Task, Info: u.Info, Meta: r.Meta()}, class: class})
	switch {
	case client.Is(err, client.KindNotFound), client.Is(err, client.KindInvalid):
		return "", stale(p, err)
	case err == nil && a.env.Data.AuthKey == "":
		return "", client.Errorf(client.KindServer, string(model.OpUpload), p, "the service returned no upload address")
	}
	return string(a.env.Data.AuthKey), err
}

// signTries allows for a signature that expires before the request arrives.
const signTries = 2

// signed signs and sends a request, again with a new signature if the store refuses the first.
func (v files) signed(ctx context.Context, p model.Place, u *uploadState, r Signed, class client.Class, send func(r Signed, key string) error) error {
	for try := 1; ; try++ {
		r := r.Dated(time.Now())
		key, err := v.sign(ctx, p, u, r, class)
		if err != nil {
			return err
		}
		err = send(r, key)
		if client.Is(err, client.KindStale) && try < signTries {
			continue
		}
		if e, ok := err.(*client.Error); ok {
			if e.Place = p; e.Kind == client.KindStale {
				e.Kind, e.What = client.KindInvalid, "the upload was refused (HTTP %d)"
			}
		}
		return err
	}
}

// Parts sends the parts without a receipt, one after the other.
func (v files) Parts(ctx context.Context, p model.Place, up client.Uploading, f client.UploadFile, body client.Body, class client.Class, keep func(string) error, sent func(int64)) error {
	u, err := stateOf(p, up)
	if err != nil {
		return err
	}
	for n := len(up.Receipts); n < parts(f.Size, u.Part); n++ {
		from := int64(n) * u.Part
		size := min(u.Part, f.Size-from)
		sent(from)
		var tag string
		err := v.signed(ctx, p, &u, u.signed(n+1), class, func(r Signed, key string) (err error) {
			at := from
			tag, err = v.s.bytes.Put(ctx, r, key, body, from, size, func(n int) {
				at += int64(n)
				sent(at)
			})
			return err
		})
		if client.Is(err, client.KindNotFound) {
			return stale(p, err)
		}
		if err != nil {
			return err
		}
		if err := keep(tag); err != nil {
			return err
		}
	}
	sent(f.Size)
	return nil
}

// Complete joins the parts and ends the upload. If the store does not know the upload, it may be complete already;
// then the drive decides.
func (v files) Complete(ctx context.Context, p model.Place, up client.Uploading, _ client.UploadFile, class client.Class) error {
	const op = string(model.OpUpload)
	u, err := stateOf(p, up)
	if err != nil {
		return err
	}
	r := u.signed(0)
	r.Receipts = up.Receipts
	done := v.signed(ctx, p, &u, r, class, func(r Signed, key string) error { return v.s.bytes.Complete(ctx, r, key) })
	if done != nil && !client.Is(done, client.KindNotFound) {
		return done
	}
	a, err := v.s.change(ctx, request{op: op, place: p, method: http.MethodPost, path: pathFinish,
		body: finishBody{Key: u.Key, Task: u.Task}, class: class, epoch: gate.AnyEpoch}, true)
	if err != nil {
		if done != nil && (client.Is(err, client.KindInvalid) || client.Is(err, client.KindNotFound)) {
			return stale(p, done)
		}
		return err
	}
	v.s.spell(ctx, p, string(a.env.Data.ID), class)
	return nil
}

package drive

import (
	"context"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"aloft/client/embedded/store"
)

// Sizes of the parts of an upload: 4 MiB, doubled while there are more than that many.
const (
	leastPart  = 4 << 20
	usualParts = 256
)

// emptyMD5 is the MD5 of no bytes.
const emptyMD5 = "d41d8cd98f00b204e9800998ecf8427e"

func partSize(size int64) int64 {
	part := int64(leastPart)
	for size/part > usualParts {
		part *= 2
	}
	return part
}

// uploadPre answers the first call of an upload: its announcement. An empty file is an entry at once.
func (s *Service) uploadPre(q *request) (*reply, error) {
	var b struct {
		Parent  string `json:"pdir_fid"`
		Name    string `json:"file_name"`
		Size    *int64 `json:"size"`
		MIME    string `json:"format_type"`
		Created int64  `json:"l_created_at"`
		Updated int64  `json:"l_updated_at"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	q.fids(b.Parent)
	b.Name = s.given(b.Name)
	if why := store.Check(b.Name); why != "" {
		return bad(why), nil
	}
	switch {
	case b.Size == nil || *b.Size < 0:
		return bad("size"), nil
	case b.Created < 0 || b.Updated < 0:
		return bad("l_created_at or l_updated_at"), nil
	case len(b.MIME) > 255 || strings.ContainsFunc(b.MIME, func(r rune) bool { return r < ' ' || r > '~' }):
		return bad("format_type"), nil
	case b.MIME == "":
		b.MIME = store.MIME(b.Name)
	}
	in := Incoming{ID: store.NewID(), Upload: store.NewID(), Key: NewKey(), Name: b.Name, MIME: b.MIME, Size: *b.Size,
		Created: b.Created, Updated: b.Updated}
	err := s.soon(q.ctx, func(l tree) error {
		find, _, err := s.finder(l, q)
		if err != nil {
			return err
		}
		if in.Parent, err = find(b.Parent, "pdir_fid"); err != nil {
			return err
		}
		w := &work{tree: l, change: &change{Dup: s.lab.Dup}, live: map[int64]bool{}}
		w.forget()
		if _, err := w.folder(in.Parent, "pdir_fid"); err != nil {
			return err
		}
		if err := w.free(in.Parent, in.Name); err != nil {
			return err
		}
		if err := l.room(in.Size, s.capacity()); err != nil {
			return err
		}
		if err := BeginIncoming(l.Link, &in, q.now); err != nil || in.Size > 0 {
			return err
		}
		return CompleteIncoming(l.Link, in, nil, emptyMD5, q.now)
	})
	if err != nil {
		return nil, err
	}
	s.tidy() // expired uploads
	name, address := BucketPlace(q.base)
	data := object{"task_id": in.ID, "finish": false, "fid": "", "upload_id": in.Upload, "obj_key": in.Key, "upload_url": address, "bucket": name,
		"callback":  object{"callbackUrl": q.base + Prefix + "/file/upload/callback", "callbackBody": "object=${object}&size=${size}"},
		"auth_info": s.authInfo(in), "format_type": in.MIME}
	r := ok(data)
	if in.Size == 0 {
		if r, err = s.settleUpload(q, in, data); err != nil || r.code != codeOK {
			return r, err
		}
	}
	if r.meta == nil {
		r.meta = object{}
	}
	r.meta["part_size"], r.meta["part_thread"] = partSize(in.Size), 1
	return r, nil
}

// EndOld ends uploads that were inactive for a day.
func (s *Service) EndOld(ctx context.Context) error {
	old, err := store.Read(ctx, s.db.View, func(l *store.Link) (bool, error) { return OldIncoming(l, s.db.Now()) })
	if err != nil || !old || s.db.ReadOnly() != nil {
		return err
	}
	defer s.tidy()
	return s.update(ctx, func(l tree) error { return ExpireIncoming(l.Link, s.db.Now()) })
}

// authInfo belongs to one upload.
func (s *Service) authInfo(in Incoming) string {
	return store.Seal(s.secret, "auth info", in.ID)
}

// incoming reads the upload of a task_id. A refusal is a rejection.
func (l tree) incoming(task string) (Incoming, error) {
	in, err := FindIncoming(l.Link, "id = ?", task)
	if err == nil && in.Seq == 0 {
		err = rejection{refusal(http.StatusNotFound, codeGone, "task not exist: %s", task)}
	}
	return in, err
}

// updateHash answers the call with the file's hashes: known bytes need not be sent.
func (s *Service) updateHash(q *request) (*reply, error) {
	var b struct {
		Task string `json:"task_id"`
		MD5  string `json:"md5"`
		SHA1 string `json:"sha1"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	b.MD5, b.SHA1 = strings.ToLower(b.MD5), strings.ToLower(b.SHA1)
	if !isHex(b.MD5, 16) || b.SHA1 != "" && !isHex(b.SHA1, 20) {
		return bad("md5 or sha1"), nil
	}
	var in Incoming
	known := false
	err := s.soon(q.ctx, func(l tree) (err error) {
		if in, err = l.incoming(b.Task); err != nil || in.Node != 0 {
			known = true
			return err
		}
		if err := l.Do("UPDATE incoming SET md5 = ?, sha1 = ?, used = ? WHERE seq = ?", b.MD5, b.SHA1, q.now.UnixNano(), in.Seq); err != nil {
			return err
		}
		seq, found, err := KnownContent(l.Link, in.Size, b.MD5, b.SHA1)
		if known = found; err != nil || !found {
			return err
		}
		return l.Do("UPDATE incoming SET content = ? WHERE seq = ?", seq, in.Seq)
	})
	if err != nil {
		return nil, err
	}
	data := object{"task_id": in.ID, "finish": false}
	if !known {
		return ok(data), nil
	}
	return s.settleUpload(q, in, data)
}

func isHex(v string, bytes int) bool {
	b, err := hex.DecodeString(v)
	return err == nil && len(b) == bytes
}

// uploadAuth signs one request to the object store.
func (s *Service) uploadAuth(q *request) (*reply, error) {
	var b struct {
		Task string `json:"task_id"`
		Info string `json:"auth_info"`
		Meta string `json:"auth_meta"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	in, err := store.Read(q.ctx, s.view, func(l tree) (Incoming, error) { return l.incoming(b.Task) })
	if err != nil {
		return nil, err
	}
	order, err := ParseObjectOrder(b.Meta)
	switch {
	case !store.Same(b.Info, s.authInfo(in)):
		return bad("auth_info"), nil
	case err != nil || order.Key != in.Key || order.Upload != in.Upload:
		return bad("auth_meta"), nil
	}
	return ok(object{"auth_key": SignObject(s.secret, b.Meta)}), nil
}

// uploadFinish makes an entry of a completed upload.
func (s *Service) uploadFinish(q *request) (*reply, error) {
	var b struct {
		Task string `json:"task_id"`
		Key  string `json:"obj_key"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	in, err := store.Read(q.ctx, s.view, func(l tree) (Incoming, error) { return l.incoming(b.Task) })
	if err == nil && b.Key != in.Key {
		err = rejection{bad("obj_key")}
	}
	if err != nil {
		return nil, err
	}
	r, err := s.settleUpload(q, in, object{"task_id": in.ID})
	s.db.Step("upload settled")
	if refused, ok := errors.AsType[rejection](err); ok && refused.r.code == codeDiffers { // it can never match the announcement
		err = s.update(q.ctx, func(l tree) error { return DropIncoming(l.Link, in) })
		s.tidy()
		return refused.r, err
	}
	return r, err
}

// settleUpload makes an entry of an upload whose bytes are complete.
func (s *Service) settleUpload(q *request, in Incoming, data object) (*reply, error) {
	c := &change{Kind: changeUpload, Nodes: []int64{in.Seq}, Room: s.capacity(), Less: s.keepsLess()}
	return s.mutate(q, c, func(finder) error { return nil }, func(f fids, out outcome) object {
		data["fid"], data["finish"] = f.fid(out.seq), true
		return data
	})
}

// keepsLess is how many bytes of an upload or a copy are lost.
func (s *Service) keepsLess() int64 {
	if s.lab.Strikes("keep-less") {
		return 1
	}
	return 0
}

// upload makes the entry. It never replaces another one.
func (w *work) upload() (out outcome, err error) {
	in, err := FindIncoming(w.Link, "seq = ?", w.Nodes[0])
	if err != nil {
		return out, err
	}
	if in.Seq == 0 {
		return out, gone("")
	}
	if in.Node != 0 { // its answer was lost
		_, err := w.entry(in.Node)
		return outcome{seq: in.Node}, err
	}
	md5, size, err := in.Whole(w.Link)
	switch {
	case err != nil:
		return out, err
	case md5 == "":
		return out, rejection{refusal(http.StatusBadRequest, codeNotSent, "the upload is not complete")}
	case size != in.Size || in.MD5 != "" && in.MD5 != md5:
		return out, rejection{refusal(http.StatusBadRequest, codeDiffers, "the bytes differ from those announced")}
	}
	if _, err := w.folder(in.Parent, "pdir_fid"); err != nil {
		return out, err
	}
	if err := w.room(size, w.Room); err != nil {
		return out, err
	}
	if out.seq, err = w.insertFile(in, md5); err != nil {
		return out, err
	}
	out.applied = 1
	return out, w.Do("UPDATE incoming SET node = ?, content = 0, used = ? WHERE seq = ?", out.seq, w.at.UnixNano(), in.Seq)
}

func (w *work) insertFile(in Incoming, md5 string) (int64, error) {
	if err := w.free(in.Parent, in.Name); err != nil {
		return 0, err
	}
	slot := int64(0)
	if _, err := w.Row("SELECT coalesce(max(slot) + 1, 0) FROM node WHERE parent = ? AND name = ?", []any{in.Parent, in.Name}, &slot); err != nil {
		return 0, err
	}
	key, ms := store.SortKey(in.Name), w.at.UnixMilli()
	_, seq, err := w.Exec("INSERT INTO node(parent, isfile, sortkey, name, slot, fold, mime, size, created, updated, content, md5, lcreated, lupdated) "+
		"VALUES(?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		in.Parent, key, in.Name, slot, store.Fold(in.Name), store.MIME(in.Name), max(0, in.Size-w.Less), ms, ms, in.Content, md5, in.Created, in.Updated)
	if err != nil {
		return 0, err
	}
	return seq, w.linger(node{seq: seq, name: in.Name, key: key, isfile: 1, updated: ms}, in.Parent)
}

// free refuses a taken name.
func (w *work) free(parent int64, name string) error {
	found, err := w.Row("SELECT 1 FROM node WHERE parent = ? AND name = ? LIMIT 1", []any{parent, name}, new(int))
	if err == nil && found && !w.Dup {
		err = taken()
	}
	return err
}

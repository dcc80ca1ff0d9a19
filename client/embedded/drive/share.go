package drive

import (
	"encoding/json"
	"html"
	"net/http"
	"strings"
	"time"

	"aloft/client/embedded/store"
	"aloft/model/text"
)

// sharePath is the prefix of share links, followed by the pwd_id.
const sharePath = "/s/"

// Kinds of a link (url_type).
const (
	shareOpen  = 1
	shareCoded = 2
)

// shareTerms are the lifetimes of links by expired_type; 0 = for ever.
func shareTerms() map[int]time.Duration {
	return map[int]time.Duration{1: 0, 2: 24 * time.Hour, 3: 7 * 24 * time.Hour, 4: 30 * 24 * time.Hour}
}

// shares are the calls about share links.
type shares struct{ *Service }

// ofShares turns one of them into a route's call.
func ofShares(serve func(shares, *request) (*reply, error)) func(*Service, *request) (*reply, error) {
	return func(s *Service, q *request) (*reply, error) { return serve(shares{s}, q) }
}

// shared is a share link.
type shared struct {
	seq              int64
	ID, PWD          string
	Title, Passcode  string
	Kind, Term       int
	Created, Expires int64 // milliseconds
	Nodes            []int64
}

// dead refuses an ended link. Public clients show codes that begin with 410.
func dead(status, code int) error { return rejection{refusal(status, code, text.WireDeadShare)} }

const (
	codeShareGone    = 41006
	codeShareExpired = 41011
)

const selectShare = "SELECT seq, id, pwd, title, passcode, kind, term, created, expires, nodes FROM share "

// findShare reads the link that matches the condition.
func (l tree) findShare(where, value string) (s shared, err error) {
	found, err := l.Row(selectShare+"WHERE "+where, []any{value}, s.into()...)
	if err == nil && !found {
		err = dead(http.StatusNotFound, codeShareGone)
	}
	return s, err
}

func (s *shared) into() []any {
	return []any{&s.seq, &s.ID, &s.PWD, &s.Title, &s.Passcode, &s.Kind, &s.Term, &s.Created, &s.Expires, (*seqList)(&s.Nodes)}
}

// seqList is a list of rows in a column.
type seqList []int64

// Scan implements sql.Scanner.
func (l *seqList) Scan(v any) error {
	b, _ := v.(string)
	return json.Unmarshal([]byte(b), (*[]int64)(l))
}

// shown returns a link as its owner sees it.
func (s shared) shown(base string) object {
	return object{"share_id": s.ID, "pwd_id": s.PWD, "title": html.EscapeString(s.Title), "share_url": base + sharePath + s.PWD, "passcode": s.Passcode,
		"url_type": s.Kind, "expired_type": s.Term, "created_at": s.Created, "expired_at": s.Expires, "file_num": len(s.Nodes), "status": 1}
}

// create makes a link to entries: a task whose result is in the answer.
func (s shares) create(q *request) (*reply, error) {
	var b struct {
		Files    []string `json:"fid_list"`
		Title    string   `json:"title"`
		Kind     int      `json:"url_type"`
		Term     int      `json:"expired_type"`
		Passcode string   `json:"passcode"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	q.fids(b.Files...)
	q.trial.Batch = len(b.Files)
	term, known := shareTerms()[b.Term]
	switch {
	case len(b.Files) == 0:
		return bad("fid_list is empty"), nil
	case len(b.Title) > 1024 || strings.ContainsFunc(b.Title, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return bad("title"), nil
	case b.Kind != shareOpen && b.Kind != shareCoded:
		return bad("url_type"), nil
	case !known:
		return bad("expired_type"), nil
	case len(b.Passcode) > 16 || strings.ContainsFunc(b.Passcode, func(r rune) bool { return r <= ' ' || r > '~' }):
		return bad("passcode"), nil
	}
	if r := s.tooMany(len(b.Files)); r != nil {
		return r, nil
	}
	if b.Kind == shareOpen {
		b.Passcode = ""
	} else if b.Passcode == "" {
		b.Passcode = store.NewID()[:4]
	}
	c := &change{Kind: changeShare, Share: &shared{ID: store.NewID(), PWD: store.NewID()[:12], Title: b.Title, Passcode: b.Passcode, Kind: b.Kind, Term: b.Term,
		Created: q.now.UnixMilli()}}
	if term > 0 {
		c.Share.Expires = q.now.Add(term).UnixMilli()
	}
	return s.mutate(q, c, func(find finder) error {
		for _, fid := range b.Files {
			seq, err := find(fid, "fid_list")
			if err != nil {
				return err
			}
			if seq == store.RootSeq {
				return rejection{bad("fid_list holds the root")}
			}
			c.Nodes = append(c.Nodes, seq)
		}
		return nil
	}, func(fids, outcome) object {
		return q.inline(object{"share_id": c.Share.ID, "status": 2})
	})
}

// inline is the answer of a finished task: task_resp is a whole envelope.
func (q *request) inline(data object) object {
	return object{"finish": true, "task_sync": true, "task_resp": object{
		"status": http.StatusOK, "code": codeOK, "message": "ok", "timestamp": q.now.Unix(), "data": data}}
}

// share stores the link.
func (w *work) share() (out outcome, err error) {
	for _, seq := range w.Nodes {
		if _, err := w.entry(seq); err != nil {
			return out, err
		}
	}
	nodes, err := json.Marshal(w.Nodes)
	if err != nil {
		return out, err
	}
	s := w.Share
	return out, w.Do("INSERT INTO share(id, pwd, title, passcode, kind, term, created, expires, nodes) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
		s.ID, s.PWD, s.Title, s.Passcode, s.Kind, s.Term, s.Created, s.Expires, string(nodes))
}

// password returns address and pass code of a link.
func (s shares) password(q *request) (*reply, error) {
	var b struct {
		ID string `json:"share_id"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	found, err := store.Read(q.ctx, s.view, func(l tree) (shared, error) { return l.findShare("id = ?", b.ID) })
	return ok(found.shown(q.base)), err
}

// mine returns a page of the user's links, the latest first.
func (s shares) mine(q *request) (*reply, error) {
	return answerPage(s.Service, q, func(l tree, _ fids, p paging) (list []object, total int, err error) {
		if _, err := l.Row("SELECT count(*) FROM share", nil, &total); err != nil {
			return nil, 0, err
		}
		all, err := store.All(l.Link, selectShare+"ORDER BY seq DESC LIMIT ? OFFSET ?", []any{p.size, p.offset()}, (*shared).into)
		for _, one := range all {
			list = append(list, one.shown(q.base))
		}
		return list, total, err
	})
}

// end ends links: all or none.
func (s shares) end(q *request) (*reply, error) {
	var b struct {
		IDs []string `json:"share_ids"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	q.trial.Batch = len(b.IDs)
	if len(b.IDs) == 0 {
		return bad("share_ids is empty"), nil
	}
	if r := s.tooMany(len(b.IDs)); r != nil {
		return r, nil
	}
	err := s.update(q.ctx, func(l tree) error {
		for _, id := range b.IDs {
			found, err := l.findShare("id = ?", id)
			if err != nil {
				return err
			}
			if err := l.Do("DELETE FROM share WHERE seq = ?", found.seq); err != nil {
				return err
			}
		}
		return nil
	})
	return ok(nil), err
}

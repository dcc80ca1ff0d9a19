package drive

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client/embedded/store"
)

// tokenLife is how long a token from a link's pass code is valid.
const tokenLife = 24 * time.Hour

// openShare finds a valid link.
func (l tree) openShare(pwd string, now time.Time) (shared, error) {
	s, err := l.findShare("pwd = ?", pwd)
	if err == nil && s.Expires > 0 && now.UnixMilli() >= s.Expires {
		err = dead(http.StatusForbidden, codeShareExpired)
	}
	if err != nil {
		return s, err
	}
	live := map[int64]bool{store.RootSeq: true, store.BinSeq: false}
	var left []int64
	for _, seq := range s.Nodes {
		alive, err := l.alive(seq, live)
		if err != nil {
			return s, err
		}
		if alive {
			left = append(left, seq)
		}
	}
	if s.Nodes = left; len(left) == 0 {
		return s, dead(http.StatusNotFound, codeShareGone)
	}
	return s, nil
}

// pageToken returns the token for reading a link after its pass code was right.
func (s shares) pageToken(q *request) (*reply, error) {
	var b struct {
		PWD      string `json:"pwd_id"`
		Passcode string `json:"passcode"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	found, err := store.Read(q.ctx, s.view, func(l tree) (shared, error) { return l.openShare(b.PWD, q.now) })
	if err != nil {
		return nil, err
	}
	if !store.Same(b.Passcode, found.Passcode) && found.Kind == shareCoded {
		return bad("passcode"), nil
	}
	ends := strconv.FormatInt(q.now.Add(tokenLife).Unix(), 10)
	return ok(object{"stoken": ends + "." + s.sealShare(found.PWD, ends), "title": found.shown("")["title"], "expired_at": found.Expires}), nil
}

func (s shares) sealShare(pwd, what string) string { return store.Seal(s.secret, "share", pwd, what) }

// visit finds a link by a token.
func (s shares) visit(l tree, pwd, token string, now time.Time) (shared, error) {
	found, err := l.openShare(pwd, now)
	if err != nil {
		return found, err
	}
	ends, seal, _ := strings.Cut(token, ".")
	at, err := strconv.ParseInt(ends, 10, 64)
	if err != nil || !store.Same(seal, s.sealShare(pwd, ends)) || now.Unix() >= at {
		return found, rejection{bad("stoken")}
	}
	return found, nil
}

// seen finds an entry of a link by the fid in the link's listing.
func (s shares) seen(l tree, found shared, fid string) (int64, error) {
	seq, _, known := s.ids.Read(markShare, fid)
	for at := seq; known && at != 0; {
		if slices.Contains(found.Nodes, at) {
			return seq, nil
		}
		n, exists, err := l.node(at)
		if err != nil {
			return 0, err
		}
		if !exists {
			break
		}
		at = n.parent
	}
	return 0, rejection{refusal(http.StatusNotFound, codeGone, "file not exist: %s", fid)}
}

// pageDetail lists a folder of a link; pdir_fid 0 is the shared root.
func (s shares) pageDetail(q *request) (*reply, error) {
	pwd, fid := q.query.Get("pwd_id"), q.query.Get("pdir_fid")
	return answerPage(s.Service, q, func(l tree, _ fids, p paging) (es []object, total int, err error) {
		found, err := s.visit(l, pwd, q.query.Get("stoken"), q.now)
		if err != nil {
			return nil, 0, err
		}
		add := func(query string, args ...any) error {
			return l.Rows(query, args, func(scan func(...any) error) error {
				var seq int64
				e, err := s.scanEntry(fids{IDs: s.ids}, scan, &seq)
				e.FID = s.ids.Make(markShare, seq, 0)
				e.Parent = fid
				es = append(es, object{"fid": e.FID, "file_name": e.Name, "pdir_fid": e.Parent, "file_type": e.FileType, "dir": e.Dir, "file": e.File,
					"size": e.Size, "format_type": e.MIME, "category": e.Category, "status": e.Status, "created_at": e.Created, "updated_at": e.Updated,
					"l_created_at": e.LCreated, "l_updated_at": e.LUpdated, "share_fid_token": s.sealShare(pwd, e.FID)})
				return err
			})
		}
		if fid == "" || fid == rootFID {
			for _, seq := range p.of(found.Nodes) {
				if err := add("SELECT "+columns+", n.seq FROM node n WHERE n.seq = ?", seq); err != nil {
					return nil, 0, err
				}
			}
			return es, len(found.Nodes), nil
		}
		seq, err := s.seen(l, found, fid)
		if err != nil {
			return nil, 0, err
		}
		if _, err := l.Row("SELECT kids FROM node WHERE seq = ?", []any{seq}, &total); err != nil {
			return nil, 0, err
		}
		err = add("SELECT "+columns+", n.seq FROM node n WHERE n.parent = ? ORDER BY "+p.orderBy("n.")+" LIMIT ? OFFSET ?", seq, p.size, p.offset())
		return es, total, err
	})
}

// pageSave copies entries of a link into the drive: a task. A taken name gets a number.
func (s shares) pageSave(q *request) (*reply, error) {
	var b struct {
		Files   []string `json:"fid_list"`
		Tokens  []string `json:"fid_token_list"`
		To      string   `json:"to_pdir_fid"`
		PWD     string   `json:"pwd_id"`
		Token   string   `json:"stoken"`
		Parent  string   `json:"pdir_fid"`
		All     bool     `json:"pdir_save_all"`
		Exclude []string `json:"exclude_fids"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	q.fids(b.To)
	q.trial.Batch = len(b.Files)
	if !b.All && (len(b.Files) == 0 || len(b.Tokens) != len(b.Files)) {
		return bad("fid_list is empty, or fid_token_list has another length"), nil
	}
	if r := s.tooMany(len(b.Files)); r != nil {
		return r, nil
	}
	c := &change{Kind: changeSave, Room: s.capacity()}
	err := s.view(q.ctx, func(l tree) error {
		found, err := s.visit(l, b.PWD, b.Token, q.now)
		if err != nil {
			return err
		}
		if b.All {
			c.Nodes, err = s.allOf(l, found, b.Parent, b.Exclude)
			return err
		}
		for i, fid := range b.Files {
			if !store.Same(b.Tokens[i], s.sealShare(b.PWD, fid)) {
				return rejection{bad("fid_token_list")}
			}
			seq, err := s.seen(l, found, fid)
			if err != nil {
				return err
			}
			c.Nodes = append(c.Nodes, seq)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.mutate(q, c, func(find finder) (err error) {
		c.To, err = find(b.To, "to_pdir_fid")
		return err
	}, func(f fids, out outcome) object {
		made := []string{}
		for _, seq := range out.made {
			made = append(made, f.fid(seq))
		}
		return q.inline(object{"status": 2, "save_as": object{"to_pdir_fid": f.fid(c.To), "save_as_top_fids": made}})
	})
}

// allOf returns the entries of a link's folder except the excluded ones.
func (s shares) allOf(l tree, found shared, fid string, exclude []string) ([]int64, error) {
	all := found.Nodes
	if fid != "" && fid != rootFID {
		seq, err := s.seen(l, found, fid)
		if err != nil {
			return nil, err
		}
		if all, err = l.kids(seq); err != nil {
			return nil, err
		}
	}
	all = slices.DeleteFunc(slices.Clone(all), func(seq int64) bool { return slices.Contains(exclude, s.ids.Make(markShare, seq, 0)) })
	if len(all) == 0 {
		return nil, rejection{bad("exclude_fids leaves nothing")}
	}
	return all, nil
}

// kids are the entries of a folder.
func (l tree) kids(folder int64) ([]int64, error) {
	return store.All(l.Link, "SELECT seq FROM node WHERE parent = ? ORDER BY seq", []any{folder}, store.Only[int64])
}

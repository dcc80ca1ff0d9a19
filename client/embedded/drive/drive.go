package drive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"aloft/client/embedded/fault"
	"aloft/client/embedded/lifecycle"
	"aloft/client/embedded/naming"
	"aloft/client/embedded/store"
	"aloft/client/embedded/watch"
)

// Prefix of all drive paths ("Drive operations" in the drive specification).
const Prefix = "/1/clouddrive"

// Service is the drive half: it answers as a drive on the network.
type Service struct {
	db     *store.DB
	ids    store.IDs
	secret []byte
	faults *fault.Faults
	chance *fault.Chance
	life   *lifecycle.Lifetime
	watch  *watch.Watcher

	mu     sync.Mutex // never held while waiting for anything
	cookie string
	dead   bool // by Faults.Expire; until the next login
}

// New makes the drive half on a database. observe gets each request.
func New(db *store.DB, ids store.IDs, secret []byte, faults *fault.Faults, life *lifecycle.Lifetime, observe func(watch.Arrival)) *Service {
	return &Service{db: db, ids: ids, secret: secret, faults: faults, life: life, chance: fault.NewChance(faults.Seed), watch: watch.New(db.Now, observe)}
}

// tree is the drive's tables inside a transaction.
type tree struct{ *store.Link }

// view runs f on one consistent state of the drive.
func (s *Service) view(ctx context.Context, f func(tree) error) error {
	return s.db.View(ctx, func(l *store.Link) error { return f(tree{l}) })
}

// update is a write transaction; ctx only bounds the wait for its turn.
func (s *Service) update(ctx context.Context, f func(tree) error) error {
	return s.db.Update(ctx, func(l *store.Link) error { return f(tree{l}) })
}

// Counters so far.
func (s *Service) Counters() watch.Counters { return s.watch.Counters() }

// request is one call being handled.
type request struct {
	ctx     context.Context
	query   url.Values
	body    []byte
	now     time.Time
	dice    fault.Dice
	arrival *watch.Arrival
}

// fids notes which fids the request names, for Observe.
func (q *request) fids(fids ...string) {
	for _, f := range fids {
		if f != "" {
			q.arrival.FIDs = append(q.arrival.FIDs, f)
		}
	}
}

// decode reads the JSON object of the body. Unknown members are ignored, as clients
// send more than the specification shows.
func (q *request) decode(into any) *reply {
	d := json.NewDecoder(bytes.NewReader(q.body))
	if err := d.Decode(into); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) && kind.Field != "" {
			return bad(kind.Field + " is no " + kind.Type.String())
		}
		return bad("the body is no JSON object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return bad("the body holds more than one JSON value")
	}
	return nil
}

// route is one operation.
type route struct {
	method   string
	mutation bool
	serve    func(*Service, *request) (*reply, error)
}

// routes of the drive half.
func routes() map[string]route {
	get, post := http.MethodGet, http.MethodPost
	return map[string]route{
		"/file/sort":            {get, false, (*Service).list},
		"/file":                 {post, true, (*Service).makeFolder},
		"/file/rename":          {post, true, (*Service).rename},
		"/file/move":            {post, true, (*Service).move},
		"/file/delete":          {post, true, (*Service).delete},
		"/task":                 {get, false, (*Service).task},
		"/config":               {get, false, (*Service).config},
		"/member":               {get, false, (*Service).member},
		"/file/search":          {get, false, (*Service).search},
		"/file/info/path_list":  {post, false, (*Service).pathList},
		"/file/recycle/list":    {get, false, (*Service).binList},
		"/file/recycle/recover": {post, true, (*Service).recover},
		"/file/recycle/remove":  {post, true, (*Service).remove},
	}
}

// makeFolder answers "Create folder". It accepts both bodies that public clients
// send (facts/drive.md "Writes"), and dir_path for a path of which the missing
// folders are made.
func (s *Service) makeFolder(q *request) (*reply, error) {
	var b struct {
		Parent   string `json:"pdir_fid"`
		Name     string `json:"file_name"`
		FileType *int   `json:"file_type"`
		Path     string `json:"dir_path"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	q.fids(b.Parent)
	if b.FileType != nil && *b.FileType != 0 {
		return bad("file_type is not 0"), nil
	}
	c := &change{Kind: changeMake, Name: b.Name}
	for part := range strings.SplitSeq(b.Path, "/") {
		if part != "" {
			c.Chain = append(c.Chain, part)
		}
	}
	c.Reuse = b.Name == ""
	if b.Name != "" || len(c.Chain) == 0 {
		if why := naming.Check(b.Name); why != "" {
			return bad(why), nil
		}
	}
	for _, name := range c.Chain {
		if why := naming.Check(name); why != "" {
			return bad(why), nil
		}
	}
	return s.mutate(q, c, func(find finder) (err error) {
		c.To, err = find(b.Parent, "pdir_fid")
		return err
	}, func(f fids, out outcome) object {
		return object{"fid": f.fid(out.seq), "finish": true}
	})
}

// rename answers "Rename". A new name that equals the old one is a success.
func (s *Service) rename(q *request) (*reply, error) {
	var b struct {
		FID  string `json:"fid"`
		Name string `json:"file_name"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	q.fids(b.FID)
	if why := naming.Check(b.Name); why != "" {
		return bad(why), nil
	}
	if b.FID == rootFID {
		return bad("fid is the root"), nil
	}
	c := &change{Kind: changeRename, Name: b.Name}
	return s.mutate(q, c, func(find finder) error {
		seq, err := find(b.FID, "fid")
		c.Nodes = []int64{seq}
		return err
	}, finished)
}

func finished(fids, outcome) object { return object{"finish": true} }

// filelist is the body of move and delete.
type filelist struct {
	Action  *int     `json:"action_type"`
	Files   []string `json:"filelist"`
	Exclude []string `json:"exclude_fids"`
	To      string   `json:"to_pdir_fid"`
}

// files reads a filelist and refuses what no careful client sends.
func (s *Service) files(q *request, b *filelist, actions ...int) *reply {
	if refused := q.decode(b); refused != nil {
		return refused
	}
	q.fids(b.Files...)
	q.fids(b.To)
	q.arrival.Batch = len(b.Files)
	known := false
	for _, a := range actions {
		known = known || b.Action != nil && *b.Action == a
	}
	if !known {
		return bad("action_type")
	}
	if len(b.Files) == 0 {
		return bad("filelist is empty")
	}
	seen := map[string]bool{}
	for _, fid := range b.Files {
		if fid == rootFID {
			return bad("filelist holds the root")
		}
		if seen[fid] {
			return bad("filelist holds a fid twice")
		}
		seen[fid] = true
	}
	return s.tooMany(len(b.Files))
}

// resolveAll turns the filelist, without what is excluded, into rows.
func (b *filelist) resolveAll(c *change, find finder) error {
	excluded := map[string]bool{}
	for _, fid := range b.Exclude {
		excluded[fid] = true
	}
	for _, fid := range b.Files {
		if excluded[fid] {
			continue
		}
		seq, err := find(fid, "filelist")
		if err != nil {
			return err
		}
		c.Nodes = append(c.Nodes, seq)
	}
	return nil
}

// move answers "Move". It moves all or nothing: a taken name at the target, a
// folder moved into itself, or one stale fid refuses the whole call. An entry that
// is in the target already stays and is no failure.
func (s *Service) move(q *request) (*reply, error) {
	var b filelist
	if refused := s.files(q, &b, 1); refused != nil {
		return refused, nil
	}
	c := &change{Kind: changeMove}
	return s.mutate(q, c, func(find finder) (err error) {
		if c.To, err = find(b.To, "to_pdir_fid"); err != nil {
			return err
		}
		return b.resolveAll(c, find)
	}, finished)
}

// delete answers "Delete": into the recycle bin, folders with their content, by
// either action_type.
func (s *Service) delete(q *request) (*reply, error) {
	var b filelist
	if refused := s.files(q, &b, 1, 2); refused != nil {
		return refused, nil
	}
	c := &change{Kind: changeDelete}
	return s.mutate(q, c, func(find finder) error { return b.resolveAll(c, find) }, finished)
}

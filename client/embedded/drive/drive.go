package drive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"sync"
	"time"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/store"
)

// Prefix of all drive paths ("Drive operations" in the drive specification).
const Prefix = "/1/clouddrive"

// Service is the drive half: it answers as a drive on the network.
type Service struct {
	db     *store.DB
	ids    store.IDs
	secret []byte
	lab    *flow.Lab
	life   *flow.Lifetime
	pace   flow.Pace

	mu     sync.Mutex // never held while waiting for anything
	cookie string
}

// New makes the drive half on a database.
func New(db *store.DB, ids store.IDs, secret []byte, lab *flow.Lab, life *flow.Lifetime) *Service {
	return &Service{db: db, ids: ids, secret: secret, lab: lab, life: life}
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

// soon is update for an upload before it is an entry: who sends it begins anew when it is lost.
func (s *Service) soon(ctx context.Context, f func(tree) error) error {
	return s.db.UpdateSoon(ctx, func(l *store.Link) error { return f(tree{l}) })
}

// request is one call being handled.
type request struct {
	ctx     context.Context
	query   url.Values
	body    []byte
	now     time.Time
	trial   *flow.Trial
	base    string // of the links in the answer
	session int64
}

// fids notes which fids the request names, for a lab.
func (q *request) fids(fids ...string) {
	for _, f := range fids {
		if f != "" {
			q.trial.FIDs = append(q.trial.FIDs, f)
		}
	}
}

// decode reads the JSON object of the body. Unknown members are ignored, as clients
// send more than the specification shows.
func (q *request) decode(into any) *reply {
	d := json.NewDecoder(bytes.NewReader(q.body))
	if err := d.Decode(into); err != nil {
		if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && kind.Field != "" {
			return bad(kind.Field + " is no " + kind.Type.String())
		}
		return bad("the body is no JSON object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return bad("the body holds more than one JSON value")
	}
	return nil
}

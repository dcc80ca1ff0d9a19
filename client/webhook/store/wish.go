package store

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/client/system/sqlite"
)

// The requests of a follower or the command line to the owner.
const (
	DoKill   = "kill"
	DoAllow  = "allow"
	DoDeny   = "deny"
	DoPause  = "pause"
	DoResume = "resume"
	DoStop   = "stop"
	DoStart  = "start"
	DoToken  = "token" // the token was changed
	DoClear  = "clear"
)

// Wish is a request of another process to the owner.
type Wish struct {
	Do   string    `json:"do"`
	ID   string    `json:"id,omitempty"` // of a delivery
	Port int       `json:"port,omitempty"`
	At   time.Time `json:"at,omitzero"` // set by PutWish
}

// staleWish: it was meant for another owner, or for another moment.
const staleWish = time.Minute

// PutWish leaves a wish for the owner of the store in dir; it has been written when
// PutWish returns, and the owner hears of it soon.
func PutWish(dir string, w Wish) error {
	if err := errors.Join(known(dir), bringUp(dir)); err != nil {
		return err
	}
	w.At = time.Now().Round(0)
	b := &db{dir: dir, writes: true}
	err := b.update(func(l *sqlite.Link) error { return l.Do("INSERT INTO wish (wish) VALUES (?)", encoded(w)) })
	_ = b.close()                        // it is committed, or err says why not
	_ = os.Chtimes(b.path(), w.At, w.At) // the owner hears of that: the last write was before the commit
	if err != nil {
		e := &client.Error{Kind: client.KindLocal, Op: op, What: "the receiver cannot be notified (%s)", Args: []any{system.Reason(err)}, Err: err}
		return e.InFolder(client.StateHome)
	}
	return nil
}

// Ask leaves a wish and waits until the owner has granted it, or until there is no owner.
func (s *Store) Ask(ctx context.Context, w Wish, granted func(Holder) bool) (h Holder, alive bool, err error) {
	if err = PutWish(s.dir, w); err != nil {
		return h, true, err
	}
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		if h, alive = s.Owner(); !alive || granted(h) {
			return h, alive, nil
		}
		select {
		case <-ctx.Done():
			return h, alive, ctx.Err()
		case <-look.C:
		}
	}
}

// hear says now and then that there may be wishes.
func (s *Store) hear() {
	look := s.newLooker(30 * s.o.poll)
	defer look.close()
	for ok := true; ok; ok = look.wait(s.closing) {
		s.look.Store(true)
		s.tell()
	}
}

// Wishes takes the wishes of other processes, for the owner, in their order. A wish that waited longer than a minute for
// an owner is dropped. What cannot be read now is read the next time.
func (s *Store) Wishes() (all []Wish) {
	if !s.look.Swap(false) {
		return nil
	}
	some := false
	if s.r.use(func(l *sqlite.Link) (err error) {
		some, err = l.Row("SELECT 1 FROM wish LIMIT 1", nil, new(int))
		return err
	}) != nil || !some {
		return nil
	}
	if s.w.update(func(l *sqlite.Link) error {
		all = nil
		return l.Rows("DELETE FROM wish RETURNING wish", nil, func(scan func(...any) error) error {
			var words string
			var w Wish
			err := scan(&words)
			if json.Unmarshal([]byte(words), &w) == nil && w.Do != "" && s.o.Now().Sub(w.At).Abs() <= staleWish {
				all = append(all, w)
			}
			return err
		})
	}) != nil {
		s.look.Store(true)
		return nil
	}
	return all
}

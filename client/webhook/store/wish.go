package store

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model/text"
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
	DoRead   = "read" // done by the store itself
)

// Wish is a request of another process to the owner.
type Wish struct {
	Do      string    `json:"do"`
	ID      string    `json:"id,omitempty"`      // of a delivery
	Session string    `json:"session,omitempty"` // of a conversation
	Port    int       `json:"port,omitempty"`
	At      time.Time `json:"at,omitzero"` // set by PutWish

	file string // of DoRead: its file until it is done
}

const (
	wishEnd = ".json"
	// staleWish: it was meant for another owner, or for another moment.
	staleWish = time.Minute
	maxWish   = 64 << 10
)

// PutWish leaves a wish for the owner of the store in dir; it has been written when
// PutWish returns, and an owner reads it within a second.
func PutWish(dir string, w Wish) error {
	_, err := putWish(dir, w)
	return err
}

// putWish returns the file of the wish, too.
func putWish(dir string, w Wish) (file string, err error) {
	if err := known(dir); err != nil {
		return "", err
	}
	w.At = time.Now().Round(0)
	b, err := json.Marshal(w)
	if err == nil {
		folder := filepath.Join(dir, wishName)
		if err = os.MkdirAll(folder, 0o700); err == nil {
			file = filepath.Join(folder, NewID(w.At)+wishEnd)
			err = durable.Replace(file, b, false)
		}
	}
	if err != nil {
		e := &client.Error{Kind: client.KindLocal, Op: op, What: "the receiver cannot be told (%s)", Args: []any{reason(err)}, Err: err}
		return "", e.InFolder(client.StateHome)
	}
	return file, nil
}

// heard is how long the owner may take to read a wish.
const heard = 10 * time.Second

// readByOwner asks the owner to mark a session as read, and waits until that is
// done.
func readByOwner(ctx context.Context, dir, session string) error {
	file, err := putWish(dir, Wish{Do: DoRead, Session: session})
	if err != nil {
		return err
	}
	limit := time.NewTimer(heard)
	defer limit.Stop()
	look := time.NewTicker(settling)
	defer look.Stop()
	for {
		if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-limit.C:
			h, _, err := readHolder(dir)
			return &client.Error{Kind: client.KindLocal, Op: op, What: text.HookNoAnswer, Args: []any{h.PID},
				Hint: text.HookNoAnswerHint, Retry: true, Err: err}
		case <-look.C:
		}
	}
}

// inbox is the folder of wishes, as the owner reads it.
type inbox struct {
	folder string
	now    func() time.Time
	poll   time.Duration // how often it polls
	wishes chan Wish
}

// Wishes receives the wishes of other processes, for the owner. A wish that waited
// longer than a minute for an owner is dropped. DoRead is not among them: the store
// does it.
func (b *inbox) Wishes() <-chan Wish { return b.wishes }

// hear forwards the wishes, in their order. read does DoRead.
func (b *inbox) hear(over <-chan struct{}, read func(session string) error) {
	defer close(b.wishes)
	look := newLooker(b.poll, b.folder)
	defer look.close()
	for {
		for _, w := range b.take() {
			if w.Do == DoRead {
				_ = read(w.Session)   // what cannot be written is written later
				_ = os.Remove(w.file) // the other process waits for that
				continue
			}
			select {
			case b.wishes <- w:
			case <-over:
				return
			}
		}
		if !look.wait(over) {
			return
		}
	}
}

// take removes them from the folder.
func (b *inbox) take() []Wish {
	es, _ := os.ReadDir(b.folder) // sorted, so by time; a removed folder has none
	var out []Wish
	for _, e := range es {
		path := filepath.Join(b.folder, e.Name())
		id, ok := strings.CutSuffix(e.Name(), wishEnd)
		if !ok || !valid(id) || !e.Type().IsRegular() {
			if st, err := e.Info(); err == nil && b.now().Sub(st.ModTime()) > staleWish {
				_ = os.Remove(path) // of a process that died while it wrote
			}
			continue
		}
		st, err := e.Info()
		var data []byte
		if err == nil && st.Size() <= maxWish {
			data, err = durable.ReadFile(path)
		}
		if err != nil {
			continue
		}
		w := Wish{}
		good := json.Unmarshal(data, &w) == nil && w.Do != "" && b.now().Sub(w.At).Abs() <= staleWish
		if good && w.Do == DoRead { // may be done twice: its file is removed when it is done
			w.file = path
		} else if os.Remove(path) != nil {
			continue
		}
		if good {
			out = append(out, w)
		}
	}
	return out
}

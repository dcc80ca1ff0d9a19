package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/durable"
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

const (
	wishEnd = ".json"
	// staleWish: it was meant for another owner, or for another moment.
	staleWish = time.Minute
	maxWish   = 64 << 10
)

// PutWish leaves a wish for the owner of the store in dir; it has been written when
// PutWish returns, and an owner reads it within a second.
func PutWish(dir string, w Wish) error {
	if err := known(dir); err != nil {
		return err
	}
	w.At = time.Now().Round(0)
	b, err := json.Marshal(w)
	if err == nil {
		folder := filepath.Join(dir, wishName)
		if err = os.MkdirAll(folder, 0o700); err == nil {
			err = durable.Replace(filepath.Join(folder, NewID(w.At)+wishEnd), b, false)
		}
	}
	if err != nil {
		e := &client.Error{Kind: client.KindLocal, Op: op, What: "the receiver cannot be told (%s)", Args: []any{reason(err)}, Err: err}
		return e.InFolder(client.StateHome)
	}
	return nil
}

// inbox is the folder of wishes, as the owner reads it.
type inbox struct {
	folder string
	now    func() time.Time
	poll   time.Duration // how often it polls
	wishes chan Wish
}

// Wishes receives the wishes of other processes, for the owner. A wish that waited
// longer than a minute for an owner is dropped.
func (b *inbox) Wishes() <-chan Wish { return b.wishes }

// hear forwards the wishes, in their order.
func (b *inbox) hear(over <-chan struct{}) {
	defer close(b.wishes)
	look := newLooker(b.poll, b.folder)
	defer look.close()
	for {
		for _, w := range b.take() {
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
		if os.Remove(path) == nil && json.Unmarshal(data, &w) == nil && w.Do != "" && b.now().Sub(w.At).Abs() <= staleWish {
			out = append(out, w)
		}
	}
	return out
}

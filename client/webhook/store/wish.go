package store

import "time"

// What a follower or the command line can wish of the owner.
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
	DoRead   = "read" // the store itself does it
)

// Wish is what another process asks of the owner.
type Wish struct {
	Do      string    `json:"do"`
	ID      string    `json:"id,omitempty"`      // of a delivery
	Session string    `json:"session,omitempty"` // of a conversation
	Port    int       `json:"port,omitempty"`
	At      time.Time `json:"at,omitzero"` // PutWish fills it in
}

// PutWish leaves a wish for the owner of the store in dir; it has been written
// when it returns, and is heard within a second when there is an owner.
func PutWish(dir string, w Wish) error { return nil }

// Wishes of others, for the owner. A wish that waited longer than a minute for
// an owner is dropped. DoRead does not come: the store does it.
func (s *Store) Wishes() <-chan Wish { return nil }

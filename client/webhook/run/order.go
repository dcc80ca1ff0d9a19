package run

import "time"

// order is the first message to the supervisor. Strings of the system need not be
// UTF-8.
type order struct {
	Path  []byte
	Argv  [][]byte
	Dir   []byte
	Env   [][]byte
	Mark  []byte
	Limit time.Duration
	Left  Background
}

// word is a message of the supervisor: one line of JSON for each event.
type word struct {
	PID    int    `json:",omitempty"`
	Start  string `json:",omitempty"`
	Errno  int    `json:",omitempty"`
	Ended  bool   `json:",omitempty"`
	Status uint32 `json:",omitempty"` // of the command, as of wait(2)
	Left   int    `json:",omitempty"` // processes still running
	Late   bool   `json:",omitempty"` // the limit has passed, and they are being killed
	Crowd  bool   `json:",omitempty"` // too many were left, and are killed for that
	Clear  bool   `json:",omitempty"` // none of its processes is left
}

package run

import "time"

// order is a command for a supervisor. Strings of the system need not be UTF-8.
type order struct {
	Path  []byte
	Argv  [][]byte
	Dir   []byte
	Env   [][]byte
	Mark  []byte
	Limit time.Duration
	Left  Background
}

// word is a message of a supervisor, one for each event; between processes a line of JSON.
type word struct {
	Took   bool   `json:",omitempty"` // it has an order, and starts the command
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

// Package holder says which process holds a lock, and whether it can let go. The
// system tells of a lock only that it is held, so whoever takes one writes down
// who it is, beside it.
package holder

import (
	"encoding/json"
	"os"
	"strconv"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Holder is a process that holds a lock: enough to find it and to name it.
type Holder struct {
	PID int `json:"pid"`
	// Since is when the process started, as the system counts it: a pid is given
	// again, both together are not.
	Since string `json:"since,omitempty"`
	// Host names the boot of the system and the table of processes that the pid is
	// of; "" = it cannot be told, and nothing is said about the process.
	Host string `json:"host,omitempty"`
	// Command is what it runs, by the names of the command: never an argument.
	Command string `json:"command,omitempty"`
}

// Self is this process.
func Self(command string) Holder {
	h := Holder{PID: os.Getpid(), Host: host(), Command: command}
	_, h.Since, _ = look(h.PID)
	return h
}

// State of a holder.
type State int

const (
	Unseen  State = iota // nothing can be told: another host, another table of processes
	Running              // it may go on at any moment
	Stopped              // by Ctrl-Z or SIGSTOP: it does nothing until somebody wakes it
	Gone                 // it has ended
)

// State looks at the process.
func (h Holder) State() State {
	if h.PID <= 0 || h.Host == "" || h.Host != host() {
		return Unseen
	}
	stopped, since, err := look(h.PID)
	switch {
	case os.IsNotExist(err), err == nil && since != h.Since:
		return Gone
	case err != nil:
		return Unseen
	case stopped:
		return Stopped
	}
	return Running
}

// String names it: `aloft mv`, process 812, stopped.
func (h Holder) String() string {
	say := (*text.Catalogue)(nil).Say
	if h.PID <= 0 {
		return say("another process")
	}
	command := h.Command
	if command == "" {
		command = "aloft"
	}
	t := text.Text("`%s`, process %s")
	if h.State() == Stopped {
		t = "`%s`, process %s, stopped"
	}
	return model.Clean(say(t, command, strconv.Itoa(h.PID)))
}

// size is the room that a holder has in a lock file.
const size = 256

// Encode gives size bytes that Decode reads.
func (h Holder) Encode() []byte {
	b, err := json.Marshal(h)
	if err != nil || len(b) >= size {
		h.Command = ""
		b, _ = json.Marshal(h)
	}
	out := make([]byte, size)
	copy(out, b)
	return out
}

// Decode reads what Encode wrote; the zero Holder for anything else.
func Decode(b []byte) Holder {
	var h Holder
	for i, c := range b {
		if c == 0 {
			b = b[:i]
			break
		}
	}
	if json.Unmarshal(b, &h) != nil {
		return Holder{}
	}
	return h
}

// Read reads the holder from an open lock file, at the offset.
func Read(f interface {
	ReadAt([]byte, int64) (int, error)
}, offset int64) Holder {
	b := make([]byte, size)
	n, _ := f.ReadAt(b, offset)
	return Decode(b[:n])
}

// Watch follows a holder that is in the way.
type Watch struct {
	of    Holder
	since time.Time // stopped without a break since; zero = it is not
}

// Stopped is how long the holder has been stopped, as far as it was watched.
func (w *Watch) Stopped(h Holder, now time.Time) time.Duration {
	if h.State() != Stopped {
		*w = Watch{}
		return 0
	}
	if w.of != h || w.since.IsZero() {
		*w = Watch{h, now}
	}
	return now.Sub(w.since)
}

// Held is the error of a lock that was not got: who holds it and what to do.
func Held(op, what string, h Holder) error {
	e := client.Errorf(client.KindLocal, op, model.Place{}, "%s is held by %s", what, h.String())
	e.Retry = true
	if h.State() == Stopped {
		e.Hint, e.HintArgs = "let it go on (fg, or kill -CONT %[1]s), or end it (kill %[1]s)", []any{strconv.Itoa(h.PID)}
	}
	return e
}

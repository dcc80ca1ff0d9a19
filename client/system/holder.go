package system

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"strconv"
	"time"

	"aloft/model"
	"aloft/model/text"
)

// Holder is a process that holds a lock: enough to find it and to name it. The
// system only says that a lock is held, so a process that takes one writes its own
// name beside it.
type Holder struct {
	PID int `json:"pid"`
	// Since is when the process started, in the system's units: a pid is reused,
	// both together are not.
	Since string `json:"since,omitempty"`
	// Host names the boot of the system and the pid namespace; "" = unknown, and so
	// is the state of the process.
	Host string `json:"host,omitempty"`
	// Command is what it runs, only the names of the command: never an argument.
	Command string `json:"command,omitempty"`
}

// Self is this process.
func Self(command string) Holder {
	h := HolderOf(os.Getpid())
	h.Command = command
	return h
}

// HolderOf is the process of this host that has the pid now; what it runs is not known.
func HolderOf(pid int) Holder {
	h := Holder{PID: pid, Host: host()}
	_, h.Since, _ = look(pid)
	return h
}

// State of a holder.
type State int

const (
	Unseen  State = iota // not known: another host, another pid namespace
	Running              // it may go on at any moment
	Stopped              // by Ctrl-Z or SIGSTOP: it does nothing until it is continued
	Gone                 // it has ended
)

// State returns the state of the process.
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

// String names it in English: `aloft mv`, process 812, stopped.
func (h Holder) String() string { return h.Sentence().String() }

// Sentence names it in the language of whoever reads it.
func (h Holder) Sentence() model.Sentence {
	if h.PID <= 0 {
		return model.Say("another process")
	}
	command := cmp.Or(h.Command, "aloft")
	t := text.Text("`%s`, process %s")
	if h.State() == Stopped {
		t = "`%s`, process %s, stopped"
	}
	return model.Say(t, command, strconv.Itoa(h.PID))
}

// holderSize is the length of an encoded holder in a lock file, in bytes.
const holderSize = 256

// Encode returns size bytes for Decode.
func (h Holder) Encode() []byte {
	b, err := json.Marshal(h)
	if err != nil || len(b) >= holderSize {
		h.Command = ""
		b, _ = json.Marshal(h)
	}
	out := make([]byte, holderSize)
	copy(out, b)
	return out
}

// decodeHolder decodes what Encode wrote; the zero Holder for anything else.
func decodeHolder(b []byte) Holder {
	var h Holder
	if b, _, _ = bytes.Cut(b, []byte{0}); json.Unmarshal(b, &h) != nil {
		return Holder{}
	}
	return h
}

// ReadHolder reads the holder from an open lock file, at the offset.
func ReadHolder(f interface {
	ReadAt([]byte, int64) (int, error)
}, offset int64) Holder {
	b := make([]byte, holderSize)
	n, _ := f.ReadAt(b, offset)
	return decodeHolder(b[:n])
}

// Stopwatch measures how long a holder has been stopped.
type Stopwatch struct {
	of    Holder
	since time.Time // stopped without a break since; zero = it is not
}

// Stopped is how long the holder has been stopped, since the first call.
func (w *Stopwatch) Stopped(h Holder, now time.Time) time.Duration {
	if h.State() != Stopped {
		*w = Stopwatch{}
		return 0
	}
	if w.of != h || w.since.IsZero() {
		*w = Stopwatch{h, now}
	}
	return now.Sub(w.since)
}

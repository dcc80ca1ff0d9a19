package run

import "time"

// Command is a command to run, and what to store of its output.
type Command struct {
	Argv  []string
	Dir   string        // must exist; "" = the folder of this process
	Env   []string      // the whole environment, nothing is inherited
	Stdin []byte        // nil = empty
	Limit time.Duration // 0 = none
	Left  Background    // how long its remaining children live

	File    string // gets the whole output, made with mode 0600; "" = none
	MaxFile int64  // its largest size in bytes; 0 = 1 GiB
	Head    int    // bytes stored of the output's beginning
	Tail    int    // and of its end
	// Reply stores standard output separately, up to so many bytes; 0 = not at all.
	Reply int

	Started func(pid int, start string) // for KillLeft, together with its pid
	Grown   func(size int64)            // at most ten times a second, never after Run has returned
}

// MaxLeft is how many processes a command that has ended may leave running:
// more than that is no background server but a command that forks without end.
const MaxLeft = 100

// Background is how long children live after their command has ended by itself.
type Background string

const (
	BackgroundReceiver Background = "receiver" // until this program ends; "" too
	BackgroundCommand  Background = "command"  // they end with the command
	BackgroundFree     Background = "free"     // without limit
)

const (
	// patience is the time between SIGTERM and SIGKILL. Everything must be dead a second after the limit.
	patience = 400 * time.Millisecond
	// killTime is how long Run waits for the killing, which goes on after it.
	killTime = 2 * time.Second
)

// Result is the result of a command. After Stopped or TimedOut all its processes
// were killed, or are being killed if Children is set; a command that ended by
// itself may have left children behind.
type Result struct {
	Exit     int       // exit status, or -1
	Signal   string    // of the signal that killed it, such as "SIGKILL"; "" = none
	Err      error     // never ran: a *client.Error
	TimedOut bool      // killed at Limit
	Stopped  bool      // killed because the context ended
	Children *Children // processes still running, or nil
	Crowd    bool      // it left more than MaxLeft processes, which were killed at once

	// Head and Tail are the first and the last part of the combined output, raw,
	// without leading white space. Between is the number of bytes missing between
	// the two.
	Head, Tail []byte
	Between    int64
	Size       int64  // bytes of the whole output
	Reply      []byte // the beginning of standard output
	ReplyCut   bool   // there was more of it
	FileErr    error  // File is incomplete: a *client.Error

	Began, Ended time.Time
}

// Children are the processes of a command that has ended.
type Children struct {
	Count int             // processes, at the command's end
	Done  <-chan struct{} // closed when none of its processes is left
	Stop  func()          // kills them all, and does not wait
	// Crowd reports, once Done is closed, whether they were killed for being too
	// many.
	Crowd func() bool
}

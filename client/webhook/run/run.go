// Package run starts one process of a webhook delivery, keeps what it prints
// within bounds, and sees to it that nothing of it is left when it is stopped.
// It knows neither the store nor the receiver.
package run

import (
	"context"
	"time"
)

// Command says what runs, and what is kept of it.
type Command struct {
	Argv  []string
	Dir   string        // must exist; "" = the folder of this process
	Env   []string      // the whole environment, nothing is inherited
	Stdin []byte        // nil = empty
	Limit time.Duration // 0 = none
	// Mark is a line "NAME=value" of Env that only this run's processes have:
	// by it those are found that have left the process group.
	Mark string

	File     string // takes the whole output, made with mode 0600; "" = none
	MostFile int64  // the file grows no further; 0 = 1 GiB
	Head     int    // how many bytes of the output's beginning are kept
	Tail     int    // and of its end
	// Reply keeps standard output apart, up to so many bytes; 0 = not at all.
	Reply int

	Started func(pid int, start string) // start names the process beyond its number, for Left
	Grown   func(size int64)            // at most ten times a second, never after Run has returned
}

// Result is how a command ended. Stopped and TimedOut say that everything of it
// was killed; a command that ended by itself may have left children behind.
type Result struct {
	Exit       int    // exit status, -1 when there is none
	Signal     string // that ended it, such as "SIGKILL"; "" = none
	Err        error  // it never ran: a *client.Error
	TimedOut   bool   // killed at Limit
	Stopped    bool   // killed because the context ended
	Background bool   // it ended by itself, and children of it still hold its output

	// Head and Tail are the first and the last part of the combined output, raw;
	// white space that the output begins with is left out. Between bytes are
	// missing between the two.
	Head, Tail []byte
	Between    int64
	Size       int64  // everything that was printed
	Reply      []byte // the beginning of standard output
	ReplyCut   bool   // there was more of it
	FileErr    error  // File does not have everything: a *client.Error

	Began, Ended time.Time
}

// Run runs the command to its end; the end of ctx stops it. A second after the
// limit or the stop nothing of it is alive, and Run has returned.
func Run(ctx context.Context, c Command) Result {
	return Result{Exit: -1}
}

// Left kills what a run of an earlier process of this program has left behind:
// the process pid, if it is surely the one that Started named, with everything
// that came from it, and all that carry the mark. It reports whether there was
// anything. This process and those it came from are never touched.
func Left(pid int, start, mark string) bool {
	return false
}

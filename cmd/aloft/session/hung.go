package session

import (
	"bytes"
	"maps"
	"runtime"
	"strings"
	"time"
)

// A call of the system about a file cannot be cancelled, so that a mount whose server is gone
// holds whoever asks it. That long the same call may take after an interrupt.
const (
	hungLooks = 5
	hungEvery = 250 * time.Millisecond
)

// hung waits after an interrupt until a call about a file is seen to hang, or until quit.
func hung(quit <-chan struct{}) bool {
	tick := time.NewTicker(hungEvery)
	defer tick.Stop()
	held := fileCalls()
	for looks := 1; ; {
		select {
		case <-quit:
			return false
		case <-tick.C:
		}
		now := fileCalls()
		maps.DeleteFunc(held, func(stack string, _ bool) bool { return !now[stack] })
		if looks++; len(held) == 0 {
			held, looks = now, 1
		} else if looks == hungLooks {
			return true
		}
	}
}

// fileCalls are the stacks of the goroutines that are in a call of the system about a file.
func fileCalls() map[string]bool {
	all := make([]byte, 64<<10)
	for n := runtime.Stack(all, true); ; n = runtime.Stack(all, true) {
		if n < len(all) {
			all = all[:n]
			break
		}
		all = make([]byte, 2*len(all))
	}
	calls := map[string]bool{}
	for stack := range bytes.SplitSeq(all, []byte("\n\n")) {
		head, frames, _ := strings.Cut(string(stack), "\n")
		id, state, _ := strings.Cut(head, " [") // the state has also the minutes
		if aboutFile(state, frames) {
			calls[id+"\n"+frames] = true
		}
	}
	return calls
}

// aboutFile also takes a wait of the runtime's own, as for a pipe or the kernel's log: where the
// command itself waits, or what reads the disk. Other goroutines wait so all day.
func aboutFile(state, frames string) bool {
	frames, _, _ = strings.Cut(frames, "\ncreated")
	frames = "\n" + frames
	own := strings.Contains(frames, "\naloft/client/disk") || strings.Contains(frames, "\naloft/client/jobs/transfer")
	switch {
	case strings.HasPrefix(state, "syscall"):
		return own || strings.Contains(frames, "\nos.") && !strings.Contains(frames, "\nos.(*Process)")
	case strings.HasPrefix(state, "IO"):
		return strings.Contains(frames, "\nos.(*File).") && (own || strings.Contains(frames, "\ngithub.com/spf13/cobra.(*Command).execute("))
	}
	return false
}

//go:build unix

package wire

import (
	"os"
	"os/signal"
	"syscall"
)

// suspend makes Ctrl-Z wait for the end of a write: a process that was stopped in the middle of
// one keeps all others from writing.
func (l *Local) suspend() {
	if signal.Ignored(syscall.SIGTSTP) {
		return
	}
	asked, back := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTSTP)
	go func() {
		defer signal.Stop(asked)
		for {
			select {
			case <-l.ended:
				return
			case <-asked:
			}
			l.writing.Lock()
			signal.Notify(back, syscall.SIGCONT)
			if syscall.Kill(os.Getpid(), syscall.SIGSTOP) == nil {
				select { // the signal may reach another thread first, and this one run on for a while
				case <-back:
				case <-l.ended:
				}
			}
			signal.Stop(back)
			l.writing.Unlock()
		}
	}()
}

//go:build unix

package hook

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"aloft/client/webhook"
)

// suspends delivers the requests to suspend the program, until stop.
func suspends() (away <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTSTP)
	return c, func() { signal.Stop(c) }
}

// sleepWait is how long suspending waits for running requests.
const sleepWait = 2 * time.Second

// away suspends the program (Ctrl-Z) until it is continued. Nothing listens
// meanwhile: a suspended process would accept connections and answer none.
func (cs *Commands) away(s *webhook.Service) error {
	ctx, cancel := context.WithTimeout(cs.session.Context(), sleepWait)
	defer cancel()
	if err := s.Sleep(ctx); err != nil {
		cs.con.Warn(err) // it is suspended all the same
	}
	back := make(chan os.Signal, 1)
	signal.Notify(back, syscall.SIGCONT)
	defer signal.Stop(back)
	if err := syscall.Kill(os.Getpid(), syscall.SIGSTOP); err != nil {
		return err
	}
	select { // the signal may reach another thread first, and this one run on for a while
	case <-back:
	case <-cs.session.Context().Done():
	}
	_ = s.Wake(cs.session.Context()) // its state says what is wrong
	return nil
}

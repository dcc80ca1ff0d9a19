package session

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"

	"aloft/cmd/aloft/console"
)

// Interrupts turns the first Ctrl-C into a soft stop and the second into an
// immediate end.
type Interrupts struct {
	ctx    context.Context
	cancel context.CancelFunc
	ch     chan os.Signal
	quit   chan struct{}
	other  func(os.Signal) bool // it is meant for another program
	done   sync.WaitGroup

	mu   sync.Mutex
	soft func() // what the first one does instead of ending ctx
	hit  bool
	hup  bool // the terminal has gone away
}

func newInterrupts(other func(os.Signal) bool) *Interrupts {
	ctx, cancel := context.WithCancel(context.Background())
	return &Interrupts{ctx: ctx, cancel: cancel, ch: make(chan os.Signal, 2), quit: make(chan struct{}), other: other}
}

func (i *Interrupts) begin() {
	signal.Notify(i.ch, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup
		signal.Notify(i.ch, syscall.SIGHUP)
	}
	i.done.Go(func() {
		for {
			var sig os.Signal
			select {
			case <-i.quit:
				return
			case sig = <-i.ch:
			}
			if i.other(sig) {
				continue
			}
			i.mu.Lock()
			// A terminal that goes away may send it twice, by the kernel and the
			// shell.
			// Windows tells of a closed window, and of nothing else, as SIGTERM.
			gone := sig == syscall.SIGHUP || runtime.GOOS == "windows" && sig == syscall.SIGTERM
			again, soft := i.hit && !gone, i.soft
			i.hit, i.hup = true, i.hup || gone
			i.mu.Unlock()
			switch {
			case again:
				os.Exit(console.ExitInterrupted)
			case soft != nil:
				soft()
			default:
				i.cancel()
			}
		}
	})
}

func (i *Interrupts) end() {
	signal.Stop(i.ch)
	close(i.quit)
	i.done.Wait()
	i.cancel()
}

// Gently makes f the handler of the first interrupt until the returned func is
// called. An interrupt that came already is handled at once.
func (i *Interrupts) Gently(f func()) (restore func()) {
	i.mu.Lock()
	hit := i.hit
	i.soft = f
	i.mu.Unlock()
	if hit {
		f()
	}
	return func() {
		i.mu.Lock()
		i.soft = nil
		i.mu.Unlock()
	}
}

// HungUp reports whether the terminal has gone away.
func (i *Interrupts) HungUp() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.hup
}

// Happened reports whether there was an interrupt.
func (i *Interrupts) Happened() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.hit
}

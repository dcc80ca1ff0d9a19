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

// Interrupts turns the first Ctrl-C into a soft stop, and into an end where a file hangs; the
// second is an immediate end.
type Interrupts struct {
	ctx    context.Context
	cancel context.CancelFunc
	ch     chan os.Signal
	quit   chan struct{}
	other  func(os.Signal) bool // it is meant for another program
	leave  func(job string)     // says that a file hangs
	done   sync.WaitGroup

	mu   sync.Mutex
	soft func() // what the first one does instead of ending ctx
	job  string // what soft is about
	hit  bool
	hup  bool // the terminal has gone away
}

func newInterrupts(other func(os.Signal) bool, leave func(string)) *Interrupts {
	ctx, cancel := context.WithCancel(context.Background())
	return &Interrupts{ctx: ctx, cancel: cancel, ch: make(chan os.Signal, 2), quit: make(chan struct{}), other: other, leave: leave}
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
			first, again, soft := !i.hit, i.hit && !gone, i.soft
			i.hit, i.hup = true, i.hup || gone
			i.mu.Unlock()
			if first {
				i.done.Go(i.watch)
			}
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

// watch ends the program where a file hangs.
func (i *Interrupts) watch() {
	if hung(i.quit) {
		i.mu.Lock()
		job := i.job
		i.mu.Unlock()
		i.leave(job)
		os.Exit(console.ExitInterrupted)
	}
}

func (i *Interrupts) end() {
	signal.Stop(i.ch)
	close(i.quit)
	i.done.Wait()
	i.cancel()
}

// Gently makes f the handler of the first interrupt, for a job, until the returned func is
// called. An interrupt that came already is handled at once.
func (i *Interrupts) Gently(job string, f func()) (restore func()) {
	i.mu.Lock()
	hit := i.hit
	i.soft, i.job = f, job
	i.mu.Unlock()
	if hit {
		f()
	}
	return func() {
		i.mu.Lock()
		i.soft, i.job = nil, ""
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

package gate

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"aloft/client"
)

// openSpare opens the state in a spare folder, because the gate's own folder cannot
// be written; why is the error. The gate then refuses mutations, since it could not
// share their epoch and their turn with other processes.
func (g *Gate) openSpare(why error) (*store, error) {
	host, dirs := g.host, g.opt.Spare
	path := filepath.Join(g.opt.Dir, g.name+".gate")
	above := &above{path: path, self: g.self, times: g.times, held: g.sayHeld}
	if g.times.gap > 0 {
		above.host = looking{g.host}
	} else { // without a gap there is nothing to share
		host, dirs = private{g.host}, slices.Values([]string{g.opt.Dir})
	}
	var reading *client.Error
	if dirs == nil || !errors.As(why, &reading) {
		return nil, why
	}
	for dir := range dirs {
		st, err := g.openStore(host, filepath.Join(dir, g.name+".gate"))
		if err != nil {
			continue
		}
		st.above = above
		if g.first(st) != nil {
			_ = st.drop()
			continue
		}
		g.reading.Store(reading)
		g.again = g.host.Now() + lookAgain
		return st, nil
	}
	return nil, why
}

// lookAgain is the time between two checks whether the folder can be written again.
const lookAgain = 2 * time.Second

// watch makes the pump check, although no call waits, so that mutations are allowed
// again in time.
func (g *Gate) watch() {
	for pause(g.ctx, lookAgain) {
		g.mu.Lock()
		if g.reading.Load() != nil && !g.closed {
			g.start()
		}
		g.mu.Unlock()
	}
}

// retreat switches to a spare folder when the state folder cannot be written any
// more.
func (g *Gate) retreat(why error) bool {
	if !client.Unwritable(why) || g.reading.Load() != nil {
		return false
	}
	st, err := g.openSpare(stateError(g.store.path, why))
	if err != nil {
		return false
	}
	g.store.move(st)
	g.watching.Do(func() { g.wg.Go(g.watch) })
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range g.queue.all() {
		if w.call.Mutation && g.queue.remove(w) {
			w.finish(nil, g.ReadOnly())
		}
	}
	return true
}

// comeBack returns to the state folder, if it can be written again and no request
// of this process is waiting by the spare one.
func (g *Gate) comeBack() {
	if g.reading.Load() == nil || g.host.Now() < g.again {
		return
	}
	g.again = g.host.Now() + lookAgain
	up := g.store.above.file()
	if up != nil {
		select {
		case up.sem <- struct{}{}:
		default:
			return
		}
	}
	st, err := g.openShared()
	if err == nil {
		if err = g.rewrite(st); err != nil {
			_ = st.drop()
		}
	}
	switch {
	case err == nil:
		g.store.move(st)
		g.reading.Store(nil)
	case up != nil:
		<-up.sem
	}
}

// rewrite writes the state unchanged: on a full disk opening a file proves nothing.
func (g *Gate) rewrite(st *store) error {
	ctx, cancel := context.WithTimeout(g.ctx, g.times.patience)
	defer cancel()
	if err := st.lock(ctx); err != nil {
		return err
	}
	defer st.unlock()
	s, h := st.read()
	if h != healthOK {
		return nil // the next request repairs it, or finds that it cannot
	}
	return st.write(&s)
}

// ReadOnly is why mutations are refused, or nil. It does not block.
func (g *Gate) ReadOnly() error {
	why := g.reading.Load()
	if why == nil {
		return nil
	}
	no := *why
	no.What = "nothing can be changed without the file that keeps requests apart: %s (%s)"
	return &no
}

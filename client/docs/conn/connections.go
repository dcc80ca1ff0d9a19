package conn

import (
	"context"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/docs/tool"
)

// connection is a session and the tools offered on it.
type connection struct {
	session *session
	catalog *tool.Catalog
	// old: as an earlier process was told; this one has not asked.
	old  bool
	made time.Time
}

// connections holds the one connection. An attempt to connect goes on for the next
// caller when the first one has gone.
type connections struct {
	post *post
	kept remembered
	stop context.CancelFunc // ends the requests of post
	wg   sync.WaitGroup

	mu     sync.Mutex
	cur    *connection
	last   *tool.Catalog // of the last connection, for callers that do not wait
	try    *attempt
	anew   bool // what was kept is not true any more
	closed bool
}

// attempt is an attempt to connect; its fields are set when done is closed.
type attempt struct {
	done chan struct{}
	made *connection
	by   *exchange
	fail *client.Error
}

func newConnections(p *peer, login *login) *connections {
	ctx, stop := context.WithCancel(context.Background())
	return &connections{post: &post{p, login, ctx}, kept: newRemembered(p.o), stop: stop}
}

// get connects where there is no connection. by is the exchange that failed.
func (l *connections) get(x *exchange) (_ *connection, by *exchange, fail *client.Error) {
	l.mu.Lock()
	switch {
	case l.closed:
		l.mu.Unlock()
		return nil, x, client.Errorf(client.KindNetwork, x.call.Op, x.call.Place, "the connection to the document service is closed; nothing was sent")
	case l.cur != nil && x.call.Probe && l.cur.old: // which asks what is there now
		l.leave(l.cur)
	case l.cur != nil:
		defer l.mu.Unlock()
		return l.cur, x, nil
	}
	a := l.try
	if a == nil && x.ctx.Err() == nil {
		a = &attempt{done: make(chan struct{})}
		l.try = a
		probe, anew := x.call.Probe, x.call.Probe || l.anew
		l.wg.Go(func() { l.connect(a, probe, anew) })
	}
	l.mu.Unlock()
	if a == nil {
		return nil, x, x.canceled()
	}
	select {
	case <-a.done:
	case <-x.ctx.Done():
		return nil, x, x.canceled()
	}
	if a.fail != nil {
		own := *a.fail
		own.Op, own.Place = x.call.Op, x.call.Place
		return nil, a.by, &own
	}
	return a.made, x, nil
}

// connect is as urgent as an interactive call: at a start nobody else waits.
func (l *connections) connect(a *attempt, probe, anew bool) {
	c := &tool.Call{Purpose: tool.Purpose{Op: tool.OpConnect, Class: client.Interactive, Probe: probe}}
	x := &exchange{ctx: l.post.ended, call: c}
	a.by = x
	var old *offered
	if !anew {
		old = l.kept.load()
	}
	var s *session
	var cat *tool.Catalog
	var fail *client.Error
	if old != nil {
		s, cat = &session{post: l.post, version: old.Protocol}, old.catalog()
		l.post.judge.HasAnswered()
	} else if s, fail = l.post.dial(x); fail == nil {
		if cat, fail = l.offered(s, x); fail != nil {
			s.end()
		}
	}
	if fail != nil {
		fail = x.told(fail, l.post.o.Now())
	}
	if old == nil {
		l.post.learn(fail)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	defer close(a.done)
	l.try = nil
	if a.fail = fail; fail != nil {
		return
	}
	a.made = &connection{s, cat, old != nil, l.post.o.Now()}
	l.cur, l.last = a.made, cat
}

// offered asks for the list of tools. A service without one is assumed to have
// those of the specification.
func (l *connections) offered(s *session, x *exchange) (*tool.Catalog, *client.Error) {
	list, fail := s.listTools(x)
	if fail != nil {
		switch fail.Kind {
		case client.KindAuth, client.KindNetwork, client.KindThrottled:
			return nil, fail
		}
		if fail.Retry || x.ctx.Err() != nil {
			return nil, fail
		}
		e := client.Errorf(client.KindUnsupported, fail.Op, fail.Place, "this document service does not list its tools; the names of the specification are used")
		e.Server, e.Err = fail.Server, fail
		l.post.o.Warn(e)
	}
	now := s.told()
	if now == nil {
		now = &offered{}
		l.kept.drop()
	} else {
		defer l.kept.keep(now)
	}
	now.Tools = list
	return now.catalog(), nil
}

// drop removes a connection that failed. Calls on it end with errors of their own.
func (l *connections) drop(old *connection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cur == old && !l.closed {
		l.leave(old)
	}
}

// leave gives up the connection there is, and what was kept with it. l.mu is held.
func (l *connections) leave(old *connection) {
	l.cur = nil
	if old.old {
		l.anew = true
		l.kept.drop()
	}
	l.wg.Go(old.session.end)
}

func (l *connections) known() *tool.Catalog {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// end waits for everything that was started.
func (l *connections) end() {
	l.mu.Lock()
	l.closed = true
	cur := l.cur
	l.cur = nil
	l.mu.Unlock()
	l.stop()
	if cur != nil {
		cur.session.end()
	}
	l.wg.Wait()
	// One may have been made meanwhile.
	l.mu.Lock()
	cur, l.cur = l.cur, nil
	l.mu.Unlock()
	if cur != nil {
		cur.session.end()
	}
}

package receive

import (
	"container/list"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// quietGrace is how long a new connection may still send a request after the receiver closes.
const quietGrace = 100 * time.Millisecond

// server is the HTTP server of all sockets, and counts its connections.
type server struct {
	http *http.Server
	most int

	mu    sync.Mutex
	conns map[net.Conn]*list.Element // nil for those that are being served
	quiet *list.List                 // idle connections and those without a request, the oldest first
}

func newServer(h http.Handler) *server {
	s := &server{most: maxOf(openFiles()), conns: map[net.Conn]*list.Element{}, quiet: list.New()}
	s.http = &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       wholeTime,
		WriteTimeout:      answerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerMost,
		ConnState:         s.changed,
		// Nobody needs it, and standard error is the screen.
		ErrorLog: log.New(io.Discard, "", 0),
		// OPTIONS * is another path too.
		DisableGeneralOptionsHandler: true,
	}
	return s
}

// changed counts the connections. A connection above the limit replaces the one that has been silent the longest; if
// all are busy, it is closed.
func (s *server) changed(c net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, known := s.conns[c]
	if at != nil {
		s.quiet.Remove(at)
		s.conns[c] = nil
	}
	switch state {
	case http.StateNew:
		s.conns[c] = s.quiet.PushBack(c)
		if len(s.conns) > s.most {
			s.expel()
		}
	case http.StateIdle:
		if known {
			s.conns[c] = s.quiet.PushBack(c)
		}
	case http.StateClosed, http.StateHijacked:
		delete(s.conns, c)
	}
}

func (s *server) expel() {
	first := s.quiet.Front()
	if first == nil {
		return
	}
	c := s.quiet.Remove(first).(net.Conn)
	// It no longer counts; its server notices the end a little later.
	delete(s.conns, c)
	_ = c.Close()
}

// close stops listening at once and waits for running requests.
func (s *server) close(ctx context.Context) error {
	t := time.AfterFunc(quietGrace, s.closeQuiet)
	defer t.Stop()
	err := s.http.Shutdown(ctx)
	if err != nil {
		_ = s.http.Close()
	}
	return err
}

// closeQuiet closes the connections that have no request.
func (s *server) closeQuiet() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.quiet.Len() > 0 {
		s.expel()
	}
}

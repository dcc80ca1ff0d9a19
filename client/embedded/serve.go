package embedded

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"aloft/client/embedded/docs"
	"aloft/client/embedded/drive"
	"aloft/client/embedded/store"
)

// Server is a service on a loopback port. Its JSON form is the line that
// `aloft serve` prints.
type Server struct {
	Drive  string `json:"drive"`  // base URL for accounts.X.drive.base_url
	Docs   string `json:"docs"`   // endpoint of the document half
	Cookie string `json:"cookie"` // session cookie, made for this server
	Token  string `json:"token"`  // of the document half, made for this server
	PID    int    `json:"pid"`

	http *http.Server
	stop sync.Once
	done chan struct{}
	err  error
}

// grace is how long running requests may take when the server stops.
const grace = 2 * time.Second

// Serve listens on addr ("127.0.0.1:0" is usual) and answers until ctx ends or Close is called. It refuses an address
// that other machines can reach, unless allowRemote is set. The Server has its own new session. The service stays
// open when the server stops.
func Serve(ctx context.Context, s *Service, addr string, allowRemote bool) (*Server, error) {
	if !allowRemote && !loopback(addr) {
		return nil, &store.Error{What: "%s can be reached by other machines", Args: []any{addr},
			Hint: "listen on 127.0.0.1, or add --allow-remote", Err: errRemote}
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, &store.Error{What: "Listening on %s failed: %s.", Args: []any{addr, cause(err)},
			Hint: "choose another --addr; port 0 takes any free one", Err: err}
	}
	cookie, err := s.Login(ctx)
	if err != nil {
		ln.Close()
		return nil, err
	}
	token, err := s.NewToken(ctx)
	if err != nil {
		ln.Close()
		return nil, err
	}
	base := "http://" + ln.Addr().String()
	v := &Server{
		Drive:  base,
		Docs:   base + DocsPath,
		Cookie: cookie,
		Token:  token,
		PID:    os.Getpid(),
		done:   make(chan struct{}),
		http: &http.Server{
			Handler:           guard(s.Handler(), allowRemote),
			ReadHeaderTimeout: 10 * time.Second,
			ReadTimeout:       time.Minute,
			IdleTimeout:       2 * time.Minute,
			MaxHeaderBytes:    64 << 10,
			ErrorLog:          log.New(io.Discard, "", 0), // standard error belongs to the program
		},
	}
	stopped := make(chan error, 1)
	go func() { stopped <- v.http.Serve(ln) }()
	go func() {
		defer close(v.done)
		var err error
		select {
		case <-ctx.Done():
			_ = v.shut()
			err = <-stopped
		case err = <-stopped:
		}
		if !errors.Is(err, http.ErrServerClosed) {
			v.err = err
		}
	}()
	return v, nil
}

// Wait blocks until the server has stopped. It returns nil after an orderly stop.
func (v *Server) Wait() error {
	<-v.done
	return v.err
}

// Close stops the server: running requests get two seconds, then their
// connections are closed.
func (v *Server) Close() error {
	if err := v.shut(); err != nil {
		return err
	}
	return v.Wait()
}

func (v *Server) shut() (err error) {
	v.stop.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		if v.http.Shutdown(ctx) != nil {
			err = v.http.Close()
		}
	})
	return err
}

var errRemote = errors.New("not a loopback address")

// cause returns the system's message without the address that Go puts before it.
func cause(err error) string {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Err != nil {
		return op.Err.Error()
	}
	return err.Error()
}

// loopback reports whether only this machine can reach the address.
func loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	return docs.LoopbackHost(host)
}

// guard rejects web pages. A page in a browser can send requests to a loopback
// port; but it cannot omit Sec-Fetch-Site, and if a name of its own resolves to our
// address the Host header shows it (DNS rebinding). Older browsers send Origin only, and a
// page may have got hold of the cookie: an Origin must be this machine's, or our own. That
// of our drive's clients is, where no web_origin says otherwise.
func guard(next http.Handler, allowRemote bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site := r.Header.Get("Sec-Fetch-Site")
		fromPage := site != "" && site != "none" && site != "same-origin"
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if fromPage || !docs.SameOrigin(r) || !allowRemote && !docs.LoopbackHost(host) {
			body := drive.BrowserRefusal(time.Now())
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write(body)
			return
		}
		next.ServeHTTP(w, r)
	})
}

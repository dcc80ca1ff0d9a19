// Package redis keeps what the processes of an account share on a Redis or Valkey
// server, for processes of several machines.
package redis

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	driver "github.com/gomodule/redigo/redis"

	"aloft/model"
)

const (
	dialLimit   = 2 * time.Second
	answerLimit = 2 * time.Second // of a script
	idleLimit   = time.Minute
)

// Options of a Server.
type Options struct {
	// URL is redis://HOST[:PORT][/DATABASE], or rediss:// for TLS, perhaps with a user
	// and without a password.
	URL string
	// Password is asked for at each connection; nil = there is none.
	Password func(context.Context) (string, error)
	// Away is how long requests go on at a gap of this machine's own while the server
	// cannot be reached; 0 = they are refused.
	Away time.Duration
	// TLS is for tests; nil = the certificates of this system.
	TLS *tls.Config
	// Dial is for tests; nil = the network.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Server is a Redis or Valkey server. It is connected to when it is first needed.
type Server struct {
	o    Options
	name string // for people
	pool *driver.Pool
}

// Probe asks the server what it is, in one line, and how long that takes.
func (s *Server) Probe(ctx context.Context) (is string, took time.Duration, err error) {
	ask := func(what ...any) (string, error) {
		return driver.String(s.do(ctx, func(ctx context.Context, c driver.Conn) (any, error) {
			return driver.DoContext(c, ctx, what[0].(string), what[1:]...)
		}))
	}
	info, err := ask("INFO", "server")
	if err != nil {
		return "", 0, s.fault(err)
	}
	is = s.name
	for _, k := range []string{"valkey_version:", "redis_version:"} {
		if _, after, ok := strings.Cut(info, k); ok {
			version, _, _ := strings.Cut(after, "\r\n")
			is = s.name + ", " + strings.TrimSuffix(k, "_version:") + " " + model.Clean(version)
			break
		}
	}
	began := time.Now()
	if _, err := ask("PING"); err != nil {
		return "", 0, s.fault(err)
	}
	return is, time.Since(began), nil
}

// errURL has no text of the URL, in which there may be a password.
var errURL = errors.New("not an address such as redis://host:6379/0")

// New returns a server; it is not connected to. The error is about the address.
func New(o Options) (*Server, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "redis" && u.Scheme != "rediss" || u.Hostname() == "" {
		return nil, errURL
	}
	database, err := strconv.Atoi(cmp.Or(strings.Trim(u.Path, "/"), "0"))
	if err != nil {
		return nil, errURL
	}
	s := &Server{o: o, name: net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "6379"))}
	options := []driver.DialOption{
		driver.DialConnectTimeout(dialLimit), driver.DialReadTimeout(answerLimit), driver.DialWriteTimeout(answerLimit),
		driver.DialDatabase(database), driver.DialUsername(u.User.Username()), driver.DialUseTLS(u.Scheme == "rediss"),
	}
	if o.TLS != nil {
		options = append(options, driver.DialTLSConfig(o.TLS))
	}
	if o.Dial != nil {
		options = append(options, driver.DialContextFunc(o.Dial))
	}
	s.pool = &driver.Pool{MaxIdle: 2, IdleTimeout: idleLimit, DialContext: func(ctx context.Context) (driver.Conn, error) {
		if o.Password == nil {
			return driver.DialContext(ctx, "tcp", s.name, options...)
		}
		word, err := o.Password(ctx)
		if err != nil {
			return nil, err
		}
		return driver.DialContext(ctx, "tcp", s.name, append(options[:len(options):len(options)], driver.DialPassword(word))...)
	}}
	return s, nil
}

// do uses a connection. One that was idle may have been closed by the server, so it
// tries a second time: to do anything here twice changes nothing.
func (s *Server) do(ctx context.Context, f func(context.Context, driver.Conn) (any, error)) (any, error) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	v, err := s.once(ctx, f)
	var said driver.Error
	if err == nil || ctx.Err() != nil || errors.As(err, &said) {
		return v, err
	}
	return s.once(ctx, f)
}

func (s *Server) once(ctx context.Context, f func(context.Context, driver.Conn) (any, error)) (any, error) {
	c, err := s.pool.GetContext(ctx)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return f(ctx, c)
}

// Close closes the connections.
func (s *Server) Close() error { return s.pool.Close() }

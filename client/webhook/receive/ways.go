package receive

import (
	"crypto/tls"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"aloft/client"
)

// Given listens on sockets that the program was started with, as systemd does it. One of them must be TCP. The files
// stay open, so it can be called again.
func Given(files []*os.File) (*Listener, error) {
	l := &Listener{}
	tcp := 0
	for _, f := range files {
		one, err := net.FileListener(f)
		if err != nil {
			l.drop()
			return nil, fail(client.KindLocal, "", "a socket of LISTEN_FDS cannot be used: %s", cause(err))
		}
		if _, ok := one.Addr().(*net.TCPAddr); ok {
			l.ls = append([]net.Listener{one}, l.ls...)
			tcp++
		} else {
			one.(*net.UnixListener).SetUnlinkOnClose(false)
			l.ls = append(l.ls, one)
		}
	}
	if tcp == 0 {
		l.drop()
		return nil, fail(client.KindInvalid, "add ListenStream=127.0.0.1:9111 to the socket unit", "none of the sockets of LISTEN_FDS is TCP")
	}
	return l, nil
}

// Unix also listens on a socket file that only this user can open.
func (l *Listener) Unix(path string) error {
	refuse := func(err error) error {
		return fail(client.KindLocal, "choose another file: webhook.socket in config.toml", "cannot listen on the socket %s: %s", path, cause(err))
	}
	if len(path) > maxSocket {
		return refuse(errors.New("its path is too long for a socket")) // no client could open it
	}
	switch st, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return refuse(err)
	case st.Mode()&fs.ModeSocket == 0:
		return refuse(errors.New("it is a file of another kind"))
	default:
		if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
			_ = c.Close()
			return refuse(errors.New("another program listens there"))
		}
	}
	// It gets its mode before others can see it.
	dir, err := os.MkdirTemp(filepath.Dir(path), ".aloft-")
	if err != nil {
		return refuse(err)
	}
	defer os.RemoveAll(dir)
	private := filepath.Join(dir, "s")
	one, err := net.Listen("unix", private)
	if err != nil {
		return refuse(err)
	}
	one.(*net.UnixListener).SetUnlinkOnClose(false)
	if err = os.Chmod(private, 0o600); err == nil {
		err = os.Rename(private, path)
	}
	if err != nil {
		_ = one.Close()
		return refuse(err)
	}
	st, err := os.Lstat(path)
	if err != nil {
		_ = one.Close()
		return refuse(err)
	}
	l.ls = append(l.ls, &socketFile{Listener: one, path: path, st: st})
	return nil
}

// maxSocket is the longest path of a socket: sun_path of unix(4) on BSD and macOS.
const maxSocket = 103

// socketFile removes its file when it is closed, unless that is another one by then.
type socketFile struct {
	net.Listener
	path string
	st   os.FileInfo
	once sync.Once
}

func (s *socketFile) Close() error {
	s.once.Do(func() {
		if st, err := os.Lstat(s.path); err == nil && os.SameFile(st, s.st) {
			_ = os.Remove(s.path)
		}
	})
	return s.Listener.Close()
}

// TLS makes the TCP sockets speak TLS with the certificate and the key of two files. They are read again when they
// change.
func (l *Listener) TLS(cert, key string) error {
	p := &certificate{cert: cert, key: key}
	if _, err := p.get(nil); err != nil {
		return fail(client.KindInvalid, "check webhook.tls_cert and webhook.tls_key in config.toml", "the certificate %s and its key cannot be used: %s", cert, cause(err))
	}
	// Senders need no HTTP/2, and its streams would not count as connections.
	c := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: p.get}
	for i, one := range l.ls {
		if _, tcp := one.Addr().(*net.TCPAddr); tcp {
			l.ls[i] = tls.NewListener(one, c)
		}
	}
	l.secure = true
	return nil
}

// certificate is one with its key.
type certificate struct {
	cert, key string

	mu   sync.Mutex
	at   [2]time.Time
	last *tls.Certificate
}

func (p *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var at [2]time.Time
	for i, f := range []string{p.cert, p.key} {
		if st, err := os.Stat(f); err == nil {
			at[i] = st.ModTime()
		}
	}
	if p.last != nil && at == p.at {
		return p.last, nil
	}
	c, err := tls.LoadX509KeyPair(p.cert, p.key)
	if err != nil {
		if p.last != nil { // one of the files was replaced, the other one follows
			return p.last, nil
		}
		return nil, err
	}
	p.last, p.at = &c, at
	return p.last, nil
}

// Secure reports whether the TCP sockets speak TLS.
func (l *Listener) Secure() bool { return l.secure }

// firstGiven is the first file descriptor of LISTEN_FDS: sd_listen_fds(3).
const firstGiven = 3

// GivenFiles are the sockets that the program was started with. The environment is that of sd_listen_fds(3).
func GivenFiles(env func(string) string) []*os.File {
	n, err := strconv.Atoi(env("LISTEN_FDS"))
	if pid, bad := strconv.Atoi(env("LISTEN_PID")); err != nil || bad != nil || pid != os.Getpid() || n < 1 || n > 16 {
		return nil
	}
	var out []*os.File
	for fd := firstGiven; fd < firstGiven+n; fd++ {
		closeOnExec(fd)
		out = append(out, os.NewFile(uintptr(fd), "LISTEN_FDS"))
	}
	return out
}

//go:build unix

package ssh

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// aliveEvery is how often a silent line is tested; it is lost after aliveTries.
const (
	aliveEvery = 15 * time.Second
	aliveTries = 3
)

// options of serve.
type options struct {
	listen   string
	remote   bool
	idle     time.Duration
	sessions int
}

// serving is what serve prints.
type serving struct {
	Address string `json:"address"`
	HostKey string `json:"host_key"` // its fingerprint
	Keys    int    `json:"keys"`     // that can log in
}

func (cs *Commands) serveCommand() console.Command {
	return console.Command{
		Use: "serve", Short: "let people log in", Long: `Prints one line of JSON with address, host_key and keys, and serves until it is
interrupted. Each login and logout is a line on standard error. If you remove a
key from authorized_keys or change its rights, its sessions end. Jobs go on
after the person who started them leaves.`, Prints: []any{serving{}},
		Flags: []console.Flag{
			{Name: "listen", Value: "127.0.0.1:2222", Help: "listen on this address and port (0: a free one)"},
			{Name: "allow-remote", Value: false, Help: "allow an address that other machines can reach"},
			{Name: "idle", Value: 30 * time.Minute, Help: "end a session after this time without a key press (0: never)"},
			{Name: "sessions", Value: 64, Help: "allow at most this many sessions"},
		},
		Run: func(in console.Call) error {
			return cs.serve(options{in.Text("listen"), in.On("allow-remote"), in.Time("idle"), in.Int("sessions")})
		},
	}
}

// server is one run of serve.
type server struct {
	cs      *Commands
	o       options
	workers *workers
	door    *door

	mu       sync.Mutex
	sessions int
	last     int // number of a session
	done     sync.WaitGroup
}

// serve runs until it is interrupted, which is its normal end.
func (cs *Commands) serve(o options) error {
	host, _, err := net.SplitHostPort(o.listen)
	ip := net.ParseIP(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
	switch {
	case err != nil:
		return console.UsageError("%q is not an address with a port", "for example --listen 127.0.0.1:2222", o.listen)
	case !o.remote && host != "localhost" && (ip == nil || !ip.IsLoopback()):
		return console.UsageError("%s can be reached by other machines", "listen on 127.0.0.1, or add --allow-remote", o.listen)
	case o.sessions < 1 || o.idle < 0:
		return console.UsageError("--sessions must be at least 1, and --idle cannot be negative", text.Typed("aloft ssh serve --help"))
	}
	signer, err := cs.hostKey()
	if err != nil {
		return err
	}
	all, faults, err := cs.keys()
	if err != nil {
		return err
	}
	for _, f := range faults {
		cs.con.Warn(f)
	}
	if len(all) == 0 {
		cs.con.WarnLine(cs.con.Say("nobody can log in yet: aloft ssh authorize FILE adds a public key"))
	}
	listener, err := (&net.ListenConfig{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: aliveEvery, Interval: aliveEvery, Count: aliveTries}}).
		Listen(cs.session.Context(), "tcp", o.listen)
	if err != nil {
		return client.Errorf(client.KindLocal, "ssh", model.Place{}, "cannot listen on %s: %s", o.listen, console.Cause(err))
	}
	v := &server{cs: cs, o: o, workers: newWorkers(cs), door: newDoor()}
	s := v.ssh(signer)
	err = cs.con.Encode(serving{listener.Addr().String(), gossh.FingerprintSHA256(signer.PublicKey()), len(all)})
	if err == nil {
		err = cs.con.Flush()
	}
	if err != nil {
		_ = listener.Close()
		return err
	}
	stop := context.AfterFunc(cs.session.Context(), func() { _ = s.Close() })
	err = s.Serve(listener)
	stop()
	v.done.Wait()
	v.workers.close()
	if errors.Is(err, ssh.ErrServerClosed) {
		return nil
	}
	return err
}

// ssh is the SSH server: public keys only, terminals only. A command or a subsystem is told so, and (the library's
// default) nothing is forwarded.
func (v *server) ssh(signer ssh.Signer) *ssh.Server {
	return &ssh.Server{
		HostSigners: []ssh.Signer{signer}, Version: "aloft", Handler: v.session, ConnCallback: v.stranger,
		SubsystemHandlers: map[string]ssh.SubsystemHandler{"default": v.session},
		PublicKeyHandler: func(ctx ssh.Context, k ssh.PublicKey) bool {
			_, ok := v.key(k)
			if ok {
				strangerOf(ctx).showedKey()
			}
			return ok
		},
		ServerConfigCallback: func(ctx ssh.Context) *gossh.ServerConfig {
			return &gossh.ServerConfig{AuthLogCallback: func(_ gossh.ConnMetadata, _ string, err error) {
				if err == nil {
					strangerOf(ctx).loggedIn.Store(true)
				}
			}}
		},
		SessionRequestCallback: func(s ssh.Session, _ string) bool { return len(s.Environ()) <= mostVariables },
	}
}

// key finds the key of a client in the file as it is now.
func (v *server) key(public gossh.PublicKey) (key, bool) {
	all, _, err := v.cs.keys()
	if err != nil {
		v.cs.con.Warn(err)
		return key{}, false
	}
	return find(all, string(public.Marshal()))
}

// stranger limits the connections that have no session.
func (v *server) stranger(ctx ssh.Context, conn net.Conn) net.Conn {
	s := v.door.stranger(conn, func(from netip.Addr) {
		v.cs.con.WarnLine(v.cs.con.Say("%s refused %s for a while: its connections did not log in", time.Now().Format(time.RFC3339), from))
	})
	if s == nil {
		return nil
	}
	ctx.SetValue(strangerKey{}, s)
	return s
}

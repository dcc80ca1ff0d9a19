//go:build unix

package ssh

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
)

func somebody(from string) netip.Prefix {
	return sourceOf(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from)))
}

// One address cannot take the places of the others, nor can many.
func TestTheDoorIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoor()
		chance := 0
		d.roll = func(int) int { return chance }
		enter := func(from string, want int) {
			t.Helper()
			for n := range want {
				if !d.enter(somebody(from)) {
					t.Fatalf("%s: connection %d is refused", from, n+1)
				}
			}
			if d.enter(somebody(from)) {
				t.Fatalf("%s: more than %d connections", from, want)
			}
		}
		enter("192.0.2.1:1000", strangersFrom)
		enter("[::ffff:192.0.2.2]:1000", strangersFrom)
		if d.enter(somebody("192.0.2.2:2000")) {
			t.Error("an address written in another way is another one")
		}
		// From here on chance decides: 30 in 100 are refused at first, all in the end.
		enter("[2001:db8::1]:1000", 0)
		chance = leastChance
		if !d.enter(somebody("[2001:db8::1]:1000")) {
			t.Error("nobody gets in although there are places")
		}
		chance = 99
		enter("[2001:db8::2]:1000", strangersFrom-1)
		enter("198.51.100.1:1000", mostStrangers-3*strangersFrom)
		// Who logs in leaves a place to others.
		if d.leave(somebody("192.0.2.1:1000"), false) {
			t.Error("who has logged in is refused")
		}
		if !d.enter(somebody("203.0.113.1:1000")) {
			t.Error("the place is not free")
		}
	})
}

// An address from which nobody logs in is refused for a while: the longer, the more often.
func TestAnAddressPaysForFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoor()
		bad := somebody("192.0.2.1:1000")
		fails := func() (said bool) {
			t.Helper()
			if !d.enter(bad) {
				t.Fatal("refused")
			}
			return d.leave(bad, true)
		}
		for range 3 {
			if fails() {
				t.Fatal("three failures are refused")
			}
		}
		if !fails() {
			t.Fatal("the fourth failure is not said")
		}
		if d.enter(bad) {
			t.Fatal("the fifth connection is let in")
		}
		if !d.enter(somebody("192.0.2.2:1000")) {
			t.Fatal("another address pays")
		}
		time.Sleep(failCost + time.Millisecond)
		if fails() {
			t.Error("it is said twice")
		}
		for range 1000 {
			for !d.enter(bad) {
				time.Sleep(time.Second)
			}
			d.leave(bad, true)
		}
		time.Sleep(mostPenalty)
		if !d.enter(bad) || !d.from[bad].until.IsZero() {
			t.Error("it is never forgotten")
		}
		for i := range 3 * addresses {
			p := netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), 32)
			d.enter(p)
			d.leave(p, true)
			time.Sleep(failCost)
		}
		if len(d.from) > addresses {
			t.Errorf("%d addresses are remembered", len(d.from))
		}
	})
}

// pipe is a connection in memory with an address.
type pipe struct{ net.Conn }

func (pipe) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort("192.0.2.1:1000"))
}

// eager is a connection in memory whose writes do not wait for the other end to read: both ends of SSH write first.
type eager struct {
	net.Conn
	out chan []byte
}

func eagerly(ctx context.Context, c net.Conn) eager {
	e := eager{c, make(chan []byte, 100)}
	go func() {
		for {
			select {
			case b := <-e.out:
				_, _ = c.Write(b)
			case <-ctx.Done():
				return
			}
		}
	}()
	return e
}

func (e eager) Write(b []byte) (int, error) {
	e.out <- bytes.Clone(b)
	return len(b), nil
}

// slow is a signer that takes its time, as somebody who types a passphrase.
type slow struct {
	gossh.Signer
	time.Duration
}

func (s slow) Sign(r io.Reader, data []byte) (*gossh.Signature, error) {
	time.Sleep(s.Duration)
	return s.Signer.Sign(r, data)
}

// Who has not shown a key is hung up after ten seconds, who has not logged in and asked for the screen after a minute.
func TestTheDoorDoesNotWait(t *testing.T) {
	dir := t.TempDir()
	con := console.New(os.Stdin, os.Stdout, os.Stderr)
	t.Setenv("HOME", dir)
	s := session.New(con)
	if _, err := s.Load(); err != nil {
		t.Fatal(err)
	}
	s.Dirs = config.Dirs{Config: dir, Data: dir}
	v := &server{cs: New(con, s, nil)}
	signer := func() gossh.Signer {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		signer, err := gossh.NewSignerFromKey(private)
		if err != nil {
			t.Fatal(err)
		}
		return signer
	}
	known := signer()
	if err := os.WriteFile(filepath.Join(dir, "authorized_keys"), gossh.MarshalAuthorizedKey(known.PublicKey()), 0o600); err != nil {
		t.Fatal(err)
	}
	host := signer()
	// lasts is how long a connection lasts whose client does something, and reports whether it was logged in.
	lasts := func(t *testing.T, client func(net.Conn) error) (took time.Duration, in bool) {
		synctest.Test(t, func(t *testing.T) {
			v.door = newDoor()
			w := v.ssh(host)
			w.RequestHandlers, w.ChannelHandlers = ssh.DefaultRequestHandlers, ssh.DefaultChannelHandlers
			theirs, ours := net.Pipe()
			began := time.Now()
			go func() {
				if in = client(eagerly(t.Context(), theirs)) == nil; !in {
					_, _ = io.Copy(io.Discard, theirs)
				}
			}()
			w.HandleConn(pipe{ours})
			took = time.Since(began)
			_ = theirs.Close()
			time.Sleep(3 * loginTime) // until the slowest client has noticed
		})
		return took, in
	}
	logsIn := func(k gossh.Signer) func(net.Conn) error {
		return func(c net.Conn) error {
			_, chans, requests, err := gossh.NewClientConn(c, "", &gossh.ClientConfig{User: "x", Auth: []gossh.AuthMethod{gossh.PublicKeys(k)}, HostKeyCallback: gossh.InsecureIgnoreHostKey()})
			if err == nil {
				go gossh.DiscardRequests(requests)
				go func() {
					for range chans {
					}
				}()
			}
			return err
		}
	}
	for _, c := range []struct {
		name   string
		client func(net.Conn) error
		lasts  time.Duration
		in     bool
	}{
		{"a silent one", func(net.Conn) error { return io.EOF }, silentTime, false},
		{"one that only greets", func(c net.Conn) error { _, _ = io.WriteString(c, "SSH-2.0-x\r\n"); return io.EOF }, silentTime, false},
		{"one with another key", logsIn(signer()), 0, false},
		{"one that types a passphrase", logsIn(slow{known, silentTime * 3}), loginTime, true},
		{"one that never ends typing", logsIn(slow{known, loginTime * 2}), loginTime, false},
		{"one that wants no screen", logsIn(known), loginTime, true},
	} {
		took, in := lasts(t, c.client)
		if took != c.lasts || in != c.in {
			t.Errorf("%s: lasts %s, wanted %s; logged in %v", c.name, took, c.lasts, in)
		}
		if v.door.all != 0 {
			t.Errorf("%s: %d connections are counted", c.name, v.door.all)
		}
	}
}

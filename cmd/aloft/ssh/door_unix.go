//go:build unix

package ssh

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
)

// What strangers may do, as MaxStartups, PerSourceMaxStartups and PerSourcePenalties of sshd_config(5) limit it.
const (
	// silentTime is how long a client may take to show a key that is known. A client shows it before it asks for the
	// passphrase; loginTime is how long it may take until it has a session.
	silentTime = 10 * time.Second
	loginTime  = time.Minute
	// mostStrangers may be connected at once. From manyStrangers on each new one is refused with a chance that grows
	// from leastChance per cent, so that people get in among those who only fill the places.
	mostStrangers = 64
	manyStrangers = 32
	leastChance   = 30
	// strangersFrom may be connected at once from one address.
	strangersFrom = 16
	// failCost is what a connection that does not log in costs its address. An address that owes more than mostOwed is
	// refused until it has waited; it owes no more than mostPenalty.
	failCost    = 5 * time.Second
	mostOwed    = 15 * time.Second
	mostPenalty = 10 * time.Minute
	// addresses are remembered.
	addresses = 1024
)

// door counts the connections that have no session.
type door struct {
	roll func(int) int // rand.IntN

	mu   sync.Mutex
	all  int
	from map[netip.Prefix]*source
}

// source is an address that strangers come from.
type source struct {
	inside int
	until  time.Time // it owes until then
	said   bool      // that it is refused
}

// free: nothing is known of it that counts.
func (s *source) free() bool { return s.inside == 0 && time.Until(s.until) <= 0 }

func newDoor() *door { return &door{roll: rand.IntN, from: map[netip.Prefix]*source{}} }

// enter lets a connection in, or does not.
func (d *door) enter(from netip.Prefix) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.from[from]
	if s == nil || s.free() {
		s = &source{}
	}
	const steps = mostStrangers - manyStrangers
	switch over := d.all - manyStrangers; {
	case s.inside >= strangersFrom || time.Until(s.until) > mostOwed || d.all >= mostStrangers,
		over >= 0 && d.roll(100) < leastChance+(100-leastChance)*over/steps:
		return false
	}
	if len(d.from) >= addresses {
		for p, s := range d.from {
			if s.free() {
				delete(d.from, p)
			}
		}
	}
	s.inside++
	d.all++
	d.from[from] = s
	return true
}

// leave counts a connection no more that has a session, or has failed to get one, and reports whether its address is
// refused from now on.
func (d *door) leave(from netip.Prefix, failed bool) (refused bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.from[from]
	s.inside--
	d.all--
	if failed {
		owes := min(max(time.Until(s.until), 0)+failCost, mostPenalty)
		s.until = time.Now().Add(owes)
		refused = owes > mostOwed && !s.said
		s.said = s.said || refused
	}
	return refused
}

// sourceOf is the address of a client; all that a machine has of IPv6 is one.
func sourceOf(a net.Addr) netip.Prefix {
	ip, _ := netip.ParseAddrPort(a.String())
	addr := ip.Addr().Unmap().WithZone("")
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	p, _ := addr.Prefix(bits)
	return p
}

// stranger is a connection that has no session yet.
type stranger struct {
	net.Conn
	began    time.Time
	hangUp   *time.Timer
	leave    func() // it has a session, or is closed
	loggedIn atomic.Bool
}

// stranger lets a connection in, for the time that a login may take; nil = it is refused. say is called when the
// address is refused from then on.
func (d *door) stranger(conn net.Conn, say func(netip.Addr)) *stranger {
	from := sourceOf(conn.RemoteAddr())
	if !d.enter(from) {
		return nil
	}
	s := &stranger{Conn: conn, began: time.Now(), hangUp: time.AfterFunc(silentTime, func() { _ = conn.Close() })}
	s.leave = sync.OnceFunc(func() {
		s.hangUp.Stop()
		if d.leave(from, !s.loggedIn.Load()) {
			say(from.Addr())
		}
	})
	return s
}

// strangerKey is the key of a stranger in its context.
type strangerKey struct{}

func strangerOf(ctx ssh.Context) *stranger { return ctx.Value(strangerKey{}).(*stranger) }

// showedKey gives it the time to prove that the key is its own.
func (s *stranger) showedKey() { s.hangUp.Reset(time.Until(s.began.Add(loginTime))) }

func (s *stranger) Close() error {
	s.leave()
	return s.Conn.Close()
}

package webhook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/webhook/receive"
	"aloft/model"
)

// portName is the file that remembers the port taken for the configured one.
const portName = "port.json"

// kept is the port that the receiver uses since the configured one was another
// user's. It stays there when the configured one is free again: otherwise the first
// after a restart would get that one, and commands that were pasted meanwhile would
// send the token to a program of the other user. Changing webhook.port ends it.
type kept struct {
	Configured int `json:"configured"`
	Port       int `json:"port"`
}

// Port is the port at which a receiver with these settings listens, or would. When
// it is not the configured one, instead is the configured one. state is the
// program's state folder.
func Port(state string, set Settings) (port, instead int) {
	return set.port(readKept(filepath.Join(state, folder)))
}

func (set Settings) port(k kept) (port, instead int) {
	port = cmp.Or(max(set.Port, 0), receive.DefaultPort)
	if k.Configured == port && k.Port != port && !set.Exact {
		return k.Port, port
	}
	return port, 0
}

// URL is the URL at which senders on this machine reach a receiver with these
// settings and that port.
func URL(set Settings, port int) string {
	path, err := receive.CheckPath(set.Path)
	if err != nil {
		path = set.Path // it will not listen, and reports why
	}
	return urlOf(net.JoinHostPort(cmp.Or(set.Address, "127.0.0.1"), strconv.Itoa(port)), path)
}

func urlOf(address, path string) string {
	return "http://" + reachable(address) + (&url.URL{Path: path}).EscapedPath()
}

// readKept reads the port file; an unreadable or invalid one counts as none.
func readKept(dir string) (k kept) {
	b, err := os.ReadFile(filepath.Join(dir, portName))
	if err != nil || json.Unmarshal(b, &k) != nil || k.Port < 1 || k.Port > 65535 {
		return kept{}
	}
	return k
}

// keepTo stores a port.
func (s *Service) keepTo(k kept) {
	b, err := json.Marshal(k)
	if err == nil {
		err = durable.Replace(filepath.Join(s.dir, portName), append(b, '\n'), true)
	}
	s.warn(err) // it listens all the same, and the next start chooses again
	s.mu.Lock()
	s.kept = k
	s.mu.Unlock()
}

// recall reads the kept port.
func (s *Service) recall() {
	k := readKept(s.dir)
	s.mu.Lock()
	s.kept = k
	s.mu.Unlock()
}

// bound is an open listener.
type bound struct {
	*receive.Listener
	instead int    // the configured port, when it listens on another one
	why     string // why it listens on another one, when that is new
}

// bind listens on the port that a person asked for, otherwise on the configured one
// or the one kept instead. A port of another user is left to that user.
func (o *owner) bind(ctx context.Context, set Settings, asked int) (bound, error) {
	if asked != 0 {
		l, err := receive.Listen(ctx, set.Address, asked)
		return bound{Listener: l}, err
	}
	o.s.recall()
	o.s.mu.Lock()
	port, instead := set.port(o.s.kept)
	o.s.mu.Unlock()
	l, err := receive.Listen(ctx, set.Address, port)
	if !errors.Is(err, receive.ErrTaken) || set.Exact {
		return bound{l, instead, ""}, err
	}
	uid, foreign := o.s.o.Foreign(set.Address, port)
	if !foreign {
		return bound{}, err
	}
	if l, err = free(ctx, set.Address); err != nil {
		return bound{}, err
	}
	instead = cmp.Or(instead, port)
	o.s.keepTo(kept{instead, l.Port()})
	return bound{l, instead, english("port %d belongs to another user (uid %d), so the receiver uses port %d from now on: copy the lines that send to it again", port, uid, l.Port())}, nil
}

// Range of the ports to choose from: those above are used for outgoing connections,
// and one of another program would be in the way at some later start.
const (
	minFree = 20_000
	maxFree = 32_767 // ip_local_port_range of Linux begins above, elsewhere at 49152
)

// free listens on a random free port: users of a host who compete for a port get
// different ones.
func free(ctx context.Context, address string) (*receive.Listener, error) {
	for range 20 {
		l, err := receive.Listen(ctx, address, minFree+rand.IntN(maxFree-minFree+1))
		if !errors.Is(err, receive.ErrTaken) {
			return l, err
		}
	}
	return receive.Listen(ctx, address, client.AnyPort)
}

// place sets the URL and the ready-made commands of the status. The lock is held.
func (s *Service) place(h *model.HookStatus) {
	if h.Lines = h.URL; h.URL == "" {
		port, _ := s.set.port(s.kept)
		h.Lines = URL(s.set, port)
	}
}

// reachable is an address that this machine can send to, for one that means all
// addresses.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		if ip.To4() == nil {
			return net.JoinHostPort("::1", port)
		}
		return net.JoinHostPort("127.0.0.1", port)
	}
	return address
}

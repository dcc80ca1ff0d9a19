package webhook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"net/url"
	"path/filepath"
	"strconv"

	"aloft/client"
	"aloft/client/system"
	"aloft/client/webhook/receive"
	"aloft/model"
)

// portName is the file that remembers the port used instead of the configured one.
const portName = "port.json"

// Port returns the port of a receiver with these settings. If it is not the configured one, instead is. state is the
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

// URL returns the URL for senders on this machine, for these settings and that port.
func URL(set Settings, port int) string {
	path, err := receive.CheckPath(set.Path)
	if err != nil {
		path = set.Path // it will not listen and will report why
	}
	return urlOf(net.JoinHostPort(cmp.Or(set.Address, "127.0.0.1"), strconv.Itoa(port)), path)
}

func urlOf(address, path string) string {
	return "http://" + reachable(address) + (&url.URL{Path: path}).EscapedPath()
}

// readKept reads the port file. An unreadable or invalid file counts as none.
func readKept(dir string) (k kept) {
	b, err := system.ReadFile(filepath.Join(dir, portName))
	if err != nil || json.Unmarshal(b, &k) != nil || k.Port < 1 || k.Port > 65535 {
		return kept{}
	}
	return k
}

// keepTo stores a port.
func (s *Service) keepTo(k kept) {
	b, err := json.Marshal(k)
	if err == nil {
		err = system.Replace(filepath.Join(s.dir, portName), append(b, '\n'), true)
	}
	s.warn(err) // it listens anyway, and the next start chooses again
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
	instead int            // the configured port, if it listens on another one
	why     model.Sentence // why it listens on another one, if that is new
}

// firstPort returns the port that bind would try first, client.AnyPort for any.
func (s *Service) firstPort(set Settings, asked int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	port, _ := set.port(s.kept)
	return cmp.Or(asked, port)
}

// bind listens on the requested port, or else on the configured or the kept one. It leaves a port of another user
// alone.
func (s *Service) bind(ctx context.Context, set Settings, asked int) (bound, error) {
	if asked != 0 {
		l, err := receive.Listen(ctx, set.Address, asked)
		return bound{Listener: l}, err
	}
	s.recall()
	s.mu.Lock()
	port, instead := set.port(s.kept)
	s.mu.Unlock()
	l, err := receive.Listen(ctx, set.Address, port)
	if !errors.Is(err, receive.ErrTaken) || set.Exact {
		return bound{l, instead, model.Sentence{}}, err
	}
	uid, foreign := s.o.Foreign(set.Address, port)
	if !foreign {
		return bound{}, err
	}
	if l, err = free(ctx, set.Address); err != nil {
		return bound{}, err
	}
	instead = cmp.Or(instead, port)
	s.keepTo(kept{instead, l.Port()})
	return bound{l, instead, model.Say("port %d belongs to another user (uid %d), so the receiver now uses port %d; copy the snippets again", port, uid, l.Port())}, nil
}

// Range of the ports to choose from. Higher ports are used for outgoing connections, so another program could have
// one at a later start.
const (
	minFree = 20_000
	maxFree = 32_767 // ip_local_port_range of Linux begins above, elsewhere at 49152
)

// free listens on a random free port, so that users of a host who compete for a port get different ones.
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

// reachable returns an address for senders on this machine, also for one that means all addresses.
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

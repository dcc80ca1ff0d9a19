package receive

import (
	"context"
	"errors"
	"net/http"
)

// DefaultPort is the port when the configured one is zero or negative
// ("Webhook receiver" in the drive specification).
const DefaultPort = 9111

// ErrTaken: somebody else listens on the port.
var ErrTaken = errors.New("the port is taken")

// Listener has the receiver's sockets, and its connections once it serves.
type Listener struct{}

// Listen opens the sockets. The address "", "127.0.0.1" or "localhost" means
// both loopback families, of which one that the machine lacks is left out; any
// other address means just that one. The port is 1 to 65535, 0 for DefaultPort,
// or client.AnyPort for a free one.
func Listen(ctx context.Context, address string, port int) (*Listener, error) {
	return nil, ErrTaken
}

// Loopback reports whether Listen's address can be reached from this machine
// only. On another one a token is needed.
func Loopback(address string) bool { return false }

// Serve answers requests until Close; it blocks. The error is nil after Close,
// else why listening ended by itself.
func (l *Listener) Serve(h http.Handler) error { return nil }

// Addr is the first address and its port, such as 127.0.0.1:9111.
func (l *Listener) Addr() string { return "" }

// Port is the port that is listened on.
func (l *Listener) Port() int { return 0 }

// Close stops listening and waits until the requests that were begun are
// answered; when ctx ends, it cuts them off.
func (l *Listener) Close(ctx context.Context) error { return nil }

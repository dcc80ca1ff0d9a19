package embedded

import (
	"context"
	"os"
)

// Server is a service on a loopback port. Its JSON form is the line that
// `aloft serve` prints; "docs" and "token" are absent as long as the document
// half is.
type Server struct {
	Drive  string `json:"drive"`           // base URL for accounts.X.drive.base_url
	Docs   string `json:"docs,omitempty"`  // endpoint of the document half
	Cookie string `json:"cookie"`          // session cookie, made for this server
	Token  string `json:"token,omitempty"` // of the document half
	PID    int    `json:"pid"`
}

// Serve listens on addr ("127.0.0.1:0" is usual) and answers until ctx ends or
// Close is called. An address that others can reach is refused without
// allowRemote.
func Serve(ctx context.Context, s *Service, addr string, allowRemote bool) (*Server, error) {
	return &Server{PID: os.Getpid()}, nil
}

// Wait blocks until the server has stopped; nil after an orderly stop.
func (v *Server) Wait() error { return nil }

// Close stops the server: running requests get two seconds.
func (v *Server) Close() error { return nil }

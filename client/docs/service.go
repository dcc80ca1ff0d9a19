package docs

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/docs/blob"
	"aloft/client/docs/conn"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

// Service is the document service of one account. It may be used by many
// goroutines.
type Service struct {
	o      Options
	conn   *conn.Conn
	memory *memory
	bytes  *blob.Carrier
}

// New makes the service of an account; it sends nothing.
func New(o Options) *Service {
	if o.Name == "" {
		o.Name = o.Account
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{o: o, memory: newMemory()}
	s.conn = conn.New(conn.Options{Name: o.Name, Endpoint: o.Endpoint, AuthScheme: o.AuthScheme, Gate: o.Gate, Tokens: o.Tokens,
		Poll: o.Poll, Scale: o.Scale, Warn: o.Warn, Now: o.Now})
	s.bytes = blob.New(blob.Options{Bytes: o.Bytes, MaxDownload: o.MaxDownload, Open: o.Open, Now: o.Now})
	return s
}

// Tools are all tools that this package can use, with what the service calls
// them or why they are missing.
func (s *Service) Tools(ctx context.Context) ([]Tool, error) {
	offered, err := s.conn.Offered(ctx, tool.Purpose{Op: "tools", Class: client.Interactive, Probe: true})
	if err != nil {
		return nil, err
	}
	out := make([]Tool, tool.Count)
	for t := range tool.Count {
		out[t] = Tool{Name: t.Name(), Wire: offered.Wire(t), Ops: t.Ops(), Text: t.OfWord()}
		if out[t].Wire == "" {
			out[t].Why = client.Errorf(client.KindUnsupported, "", model.Place{}, text.DocsNoTool, t.Name())
		}
	}
	return out, nil
}

// Close ends the connection and everything that waits on it.
func (s *Service) Close() error {
	s.conn.Close()
	s.bytes.Close()
	return nil
}

func (s *Service) home() model.Place {
	return model.Place{Account: s.o.Account, Scheme: model.SchemeDocs}
}

func (s *Service) spaces() model.Place {
	return model.Place{Account: s.o.Account, Scheme: model.SchemeSpace}
}

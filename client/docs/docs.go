// Package docs provides the home and the spaces of a document service as Sources,
// and edits its documents. Ids of documents never change.
package docs

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"aloft/client/docs/tool"
	"aloft/model/text"

	"aloft/client"
	"aloft/client/docs/conn"
	"aloft/client/gate"
	"aloft/model"
)

type Options struct {
	Account    string // name of the account in places; "" = the current one
	Name       string // name of the account in hints; "" = Account
	Endpoint   string // URL of the tools: MCP over streamable HTTP
	AuthScheme string // before the token, as in "Bearer"; "" = the bare token
	DocURLBase string // prefix of links to documents, "" = not known
	Prompt     bool   // the service is one of this process (client.Prompt)
	Gate       *gate.Gate
	Tokens     conn.Tokens
	// Bytes is the transport of uploads and downloads; nil = the network, where
	// only https and loopback addresses are accepted.
	Bytes http.RoundTripper
	// Poll is the time between two polls of a task; zero = 3 to 5 s.
	Poll client.Span
	// Scale multiplies the pauses of this package, and no limit; 0 = 1.
	Scale float64
	// Warn, when set, gets errors that do not fail an operation.
	Warn func(error)
	Now  func() time.Time // nil = time.Now
	// Open is the open platform, for images where the service has no tool for them.
	Open conn.OpenPlatform
	// Remember is the folder for what services have offered, for the processes that come
	// after; "" = each asks.
	Remember string
	// MaxDownload is the largest file that is downloaded, in bytes; 0 = 8 GiB.
	MaxDownload int64
}

// Tool is one tool that this package uses.
type Tool struct {
	Name string     // in the specification
	Wire string     // name in the service, "" = the service does not offer it
	Ops  []model.Op // operations that need it
	Text bool       // it reads or edits the text of documents
	Why  error      // why it is missing; nil when it is there
}

// Service is the document service of one account, for many goroutines.
type Service struct {
	o      Options
	conn   *conn.Conn
	memory *memory
	lists  lists
	bytes  *conn.Carrier
}

// New returns the service of an account; it sends nothing.
func New(o Options) *Service {
	o.Name = cmp.Or(o.Name, o.Account)
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{o: o, memory: newMemory()}
	s.conn = conn.New(conn.Options{Name: o.Name, Endpoint: o.Endpoint, AuthScheme: o.AuthScheme, Gate: o.Gate, Tokens: o.Tokens,
		Poll: o.Poll, Scale: o.Scale, Warn: o.Warn, Now: o.Now, Remember: o.Remember})
	s.bytes = conn.NewCarrier(conn.CarrierOptions{Bytes: o.Bytes, Endpoint: o.Endpoint, MaxDownload: o.MaxDownload, Open: o.Open, Now: o.Now})
	return s
}

// Tools returns all tools of this package, with their live names or why they are
// missing.
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

// mine refuses places of other sources.
func (s *Service) mine(p model.Place) error {
	if (p.Scheme == model.SchemeDocs || p.Scheme == model.SchemeSpace) && p.Account == s.o.Account {
		return client.CheckPlace("list", p)
	}
	return client.Errorf(client.KindInvalid, "list", p, text.DocsOtherSource, p.Base())
}

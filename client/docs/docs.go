// Package docs speaks the tools of a document service and shows its home and
// its spaces as Sources.
//
// Ids of documents never change. Both sources are thin views of one Service:
// each accepts places of both schemes of its account.
package docs

import (
	"net/http"
	"time"

	"aloft/client"
	"aloft/client/docs/blob"
	"aloft/client/docs/conn"
	"aloft/client/gate"
	"aloft/model"
)

// Options of a document service.
type Options struct {
	Account    string // name of the account in places; "" = the current one
	Name       string // name of the account in hints; "" = Account
	Endpoint   string // where the tools are: MCP over streamable HTTP
	AuthScheme string // before the token, as in "Bearer"; "" = the bare token
	DocURLBase string // links of documents begin with it, "" = not known
	Gate       *gate.Gate
	Tokens     conn.Tokens
	// Bytes carries uploads and downloads to signed addresses; nil = the network,
	// where only https and loopback addresses are accepted.
	Bytes http.RoundTripper
	// Poll is the time between two questions about a task; zero = 3 to 5 s.
	Poll client.Span
	// Scale multiplies the pauses of this package, none of its limits; 0 = 1.
	Scale float64
	// Warn, when set, is told what went wrong beside an operation.
	Warn func(error)
	Now  func() time.Time // nil = time.Now
	// Open is the open platform, for images where the service has no tool for them.
	Open blob.OpenPlatform
	// MaxDownload is the largest file that is downloaded; 0 = 8 GiB.
	MaxDownload int64
}

// Tool is one tool that this package knows how to use.
type Tool struct {
	Name string     // as the specification names it
	Wire string     // as the service names it, "" = the service does not offer it
	Ops  []model.Op // what cannot be done without it
	Text bool       // it reads or edits the text of documents
	Why  error      // why it is missing; nil when it is there
}

package docs

import (
	"sync"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
)

// Service is the document half: tools over MCP, tokens, folders and spaces.
type Service struct {
	db        *store.DB
	pages     *pages.Store
	word      *Word
	transfers *Transfers
	lab       *flow.Lab
	pace      flow.Pace

	serving sync.Once
	offered map[string]pages.Tool // by their names on the wire
	listed  []pages.Object        // as tools/list has them

	mu      sync.Mutex // never held while waiting for anything
	token   string
	expires int64
}

// New makes the document half.
func New(pages *pages.Store, word *Word, transfers *Transfers, lab *flow.Lab) *Service {
	return &Service{db: pages.DB, pages: pages, word: word, transfers: transfers, lab: lab}
}

// exchange is one call at the endpoint.
type exchange struct {
	call  pages.Call
	trace string
	// A business error in a status line: no answer of the tool protocol is sent.
	status int
	plain  string
}

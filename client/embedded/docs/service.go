package docs

import (
	"sync"

	"aloft/client/embedded/fault"
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
	faults    *fault.Docs
	chance    *fault.Chance
	life      *flow.Lifetime
	watch     *flow.Watcher

	serving sync.Once
	offered map[string]pages.Tool // by their names on the wire
	listed  []pages.Object        // as tools/list has them

	mu       sync.Mutex // never held while waiting for anything
	token    string
	expires  int64
	dead     bool // by fault.Docs.Expire; until the next token
	sessions map[string]bool
}

// New makes the document half. seed is for all random choices; observe receives each call.
func New(pages *pages.Store, word *Word, transfers *Transfers, faults *fault.Docs, seed uint64, life *flow.Lifetime, observe func(flow.Arrival)) *Service {
	return &Service{db: pages.DB, pages: pages, word: word, transfers: transfers, faults: faults, chance: fault.NewChance(seed), life: life,
		watch: flow.NewWatcher(pages.DB.Now, observe), sessions: map[string]bool{}}
}

// Counters are the sums of the calls so far.
func (s *Service) Counters() flow.Counters { return s.watch.Counters() }

// exchange is one call at the endpoint.
type exchange struct {
	call  pages.Call
	a     *flow.Arrival
	trace string
	// A business error in a status line: no answer of the tool protocol is sent.
	status int
	plain  string
}

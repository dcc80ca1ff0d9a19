package docs

import (
	"sync"

	"aloft/client/embedded/fault"
	"aloft/client/embedded/lifecycle"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/embedded/tool"
	"aloft/client/embedded/transfer"
	"aloft/client/embedded/watch"
	"aloft/client/embedded/word"
)

// Service is the document half: tools over MCP, tokens, folders and spaces.
type Service struct {
	db        *store.DB
	pages     *pages.Store
	word      *word.Service
	transfers *transfer.Service
	faults    *fault.Docs
	chance    *fault.Chance
	life      *lifecycle.Lifetime
	watch     *watch.Watcher

	serving sync.Once
	offered map[string]tool.Tool // by their names on the wire
	listed  []tool.Object        // as tools/list has them

	mu       sync.Mutex // never held while waiting for anything
	token    string
	expires  int64
	dead     bool // by fault.Docs.Expire; until the next token
	sessions map[string]bool
}

// New makes the document half. seed is for all random choices; observe receives each call.
func New(pages *pages.Store, word *word.Service, transfers *transfer.Service, faults *fault.Docs, seed uint64, life *lifecycle.Lifetime, observe func(watch.Arrival)) *Service {
	return &Service{db: pages.DB, pages: pages, word: word, transfers: transfers, faults: faults, chance: fault.NewChance(seed), life: life,
		watch: watch.New(pages.DB.Now, observe), sessions: map[string]bool{}}
}

// Counters are the sums of the calls so far.
func (s *Service) Counters() watch.Counters { return s.watch.Counters() }

// exchange is one call at the endpoint.
type exchange struct {
	call  tool.Call
	a     *watch.Arrival
	trace string
	// A business error in a status line: no answer of the tool protocol is sent.
	status int
	plain  string
}

package embedded

import (
	"net/http"
	"slices"
	"sync"
)

// docsService is the document half: tools over MCP, tokens, folders and spaces.
type docsService struct {
	db        *store
	pages     *pageStore
	word      *wordService
	transfers *transferService
	faults    *DocFaults
	chance    *chance
	life      *lifetime
	watch     *watcher

	serving sync.Once
	asJSON  http.Handler
	asSSE   http.Handler
	offered map[string]docsTool // by their names on the wire

	mu       sync.Mutex // never held while waiting for anything
	token    string
	expires  int64
	dead     bool // DocFaults.Expire struck; until the next token
	sessions map[string]bool
}

// newDocs begins the document half. seed is of everything random; observe is told of
// each call.
func newDocs(pages *pageStore, word *wordService, transfers *transferService, faults *DocFaults, seed uint64, life *lifetime, observe func(Arrival)) *docsService {
	return &docsService{db: pages.db, pages: pages, word: word, transfers: transfers, faults: faults, chance: newChance(seed), life: life,
		watch: newWatcher(pages.db.now, observe), sessions: map[string]bool{}}
}

// Counters are the sums of the calls so far.
func (s *docsService) Counters() Counters { return s.watch.counters() }

// tools are all tools, by the names of the specification.
func (s *docsService) tools() []docsTool {
	return slices.Concat(s.folderTools(), s.fileTools(), s.moveTools(), s.spaceTools(), s.transfers.Tools(), s.word.Tools())
}

// Tools are all tools, as Service has them; these cannot be run.
func Tools() []docsTool { return new(docsService).tools() }

// docsRun is one call as the endpoint follows it.
type docsRun struct {
	call  docsCall
	a     *Arrival
	trace string
	// A business error in a status line: nothing of the tool protocol is sent.
	status int
	plain  string
	long   []byte // an answer that goes past the tool protocol's library
}

type docsRunKey struct{}

package embedded

import (
	"net/http"
	"sync"
	"time"
)

// docsState is what one Service knows of its document half beside the file.
// All but the servers is guarded by Service.mu.
type docsState struct {
	token    string
	expires  int64
	dead     bool // DocFaults.Expire struck; until the next token
	chance   *chance
	last     time.Time
	count    Counters
	sessions map[string]bool

	serving sync.Once
	asJSON  http.Handler
	asSSE   http.Handler
	changes map[string]bool // tools that change something, by their names on the wire
	edits   map[string]bool // of them those that edit Word documents
}

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

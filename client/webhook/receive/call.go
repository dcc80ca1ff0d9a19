package receive

import (
	"net/http"
	"time"

	"aloft/model"
)

// Error messages of the answers: "Errors" in the drive specification.
const (
	wordsMethod    = "POST only"
	wordsToken     = "unauthorized"
	wordsJSON      = "invalid JSON: "
	wordsSession   = "session_key is required"
	wordsNeither   = "either prompt or exec is required"
	wordsBoth      = "prompt and exec are mutually exclusive"
	wordsNoProject = "project %s not found"
	wordsProject   = "project is required (multiple projects configured)"

	accepted     = "accepted" // status of a success
	defaultEvent = "webhook"
)

// no is why a request is rejected.
type no struct {
	status int
	words  string         // of the answer
	reason model.Sentence // for the list; zero = the same as words
	header [2]string
}

// call is one request being handled.
type call struct {
	*handler
	w      http.ResponseWriter
	r      *http.Request
	at     time.Time
	token  string
	route  *Route // nil = the specified endpoint
	secret string // of the route
	result Result
	proof  Proof
	f      Fields
	body   []byte
	size   int64         // of the body: declared or read, -1 for neither
	unread bool          // a part of the body is unread
	held   chan struct{} // the semaphore whose place it holds
}

func bad(words string) *no { return &no{status: http.StatusBadRequest, words: words} }

func later(words string, reason model.Sentence) *no {
	return &no{http.StatusServiceUnavailable, words, reason, [2]string{"Retry-After", retryAfter}}
}

type handler struct {
	o    Options
	path path
	// Places for bodies of that size in memory.
	middle, large chan struct{}
}

const retryAfter = "5" // seconds, with a 503

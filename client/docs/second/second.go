// Package second is a document service only for tests: written by hand from the
// tables of the specification, on another implementation of the protocol (JSON-RPC
// 2.0 over HTTP POST) than the one that the program uses. It imports nothing of
// ours: two implementations of the specification test each other.
//
// It is strict: what the specification does not allow is refused and recorded as a
// violation, so that a test can fail on any. And it can be as odd as live services
// are: see Options and Fault.
//
// A document is one list of tokens (Flat), each of which takes one position: a unit of text, a thing in a line, the mark
// that ends a paragraph, the opening of a table or box, the two ends of a comment. It is the second implementation of
// "Word Document Editing Tools" and of the position rules: slow, simple, and written without looking at the first one.
package second

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"time"
)

// Paths of the service.
const (
	pathTools = "/mcp"
	pathUp    = "/up/"
	pathDown  = "/down/"
	pathOpen  = "/openapi/resources/v2/images"
	pathImage = "/image/"
)

// Carrier is the field of a business error: public clients show five. The HTTP status is a
// Fault.
type Carrier int

const (
	InRPC     Carrier = iota // a JSON-RPC error -32603 with the business error in its message
	InPayload                // error and trace_id in the tool's answer
	InErrMsg                 // err_msg and trace_id in the tool's answer
	InIsError                // isError with the message as text
	InStatus                 // HTTP 403 with plain text
	InCode                   // a JSON-RPC error with a standard code
)

// Content is the form of a tool's answer.
type Content int

const (
	Both Content = iota
	TextOnly
	StructuredOnly
)

// Options are the ways in which live services differ. The zero value is the service
// as the specification shows it.
type Options struct {
	Renamed    bool     // the newer generation of argument names
	Camel      bool     // names of arguments in camelCase, within objects too, and words of enums in capitals
	Underscore bool     // manage_folder_list instead of manage.folder_list
	Bare       bool     // folder_list
	Missing    []string // tools that are not offered, by the specification's names
	NoList     bool     // tools/list is not supported

	// Gap: a request that comes sooner after the one before is refused, as too many.
	Gap time.Duration

	Bearer   bool // the token comes after "Bearer"
	SSE      bool // answers are event streams
	Sessions bool // a session id is issued and required

	Content  Content
	Carrier  Carrier
	IntsText bool  // integers of answers are strings
	Millis   bool  // times are milliseconds, quoted
	Relative bool  // url without its scheme
	OddLinks bool  // the id in a link is not the file_id
	OneFile  bool  // recent_online_file lists under file
	Wrapped  bool  // query_file_info wraps its record in file
	Pages    []int // sizes of pages, in turn; nil = 50
	Empty    bool  // the last page is empty, after finish=false

	TaskSteps  int           // tool calls until a task is done; 0 = 2
	TaskFails  string        // tasks fail with this message
	OtherTask  bool          // async_import answers another task than pre_import
	LinkLife   time.Duration // of signed links; 0 = 30 minutes
	NoRange    bool          // downloads always begin at the start
	NoWarnings bool          // imports lose nothing

	Word // options of Word documents
}

// T is the part of testing.T that is used.
type T interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
}

// Request is a request to the service.
type Request struct {
	Method string // initialize, tools/list, tools/call, …, PUT, GET
	Tool   string // as the specification names it
	Args   map[string]any
	At     time.Time
	Range  string // of a download
	Failed bool   // refused, by the rules or by a fault
}

// Server is the service. It may be used by many goroutines.
type Server struct {
	base string

	mu         sync.Mutex
	opt        Options
	token      string
	now        func() time.Time
	sessions   map[string]bool
	seen       []Request
	violations []string
	faults     []planned
	counter    int
	turn       int // of page sizes
	nodes      map[string]*node
	spaces     []*space
	uploads    map[string]*upload
	tasks      map[string]*task
	recent     []string
	stale      map[string]bool
	broken     int  // downloads that are cut off
	old        bool // the current request has an expired token
	stream     bool // the current request is answered by an event stream
	words      map[string]*word
	images     map[string]*picture
	hooks      []hook
	last       time.Time // when the last request came that was not too soon
	soon       int       // requests that came too soon
}

// New returns an empty service at the URL base.
func New(base string, opt Options) *Server {
	return &Server{
		base: base, opt: opt, token: "token-1", now: time.Now,
		sessions: map[string]bool{}, nodes: map[string]*node{}, uploads: map[string]*upload{}, tasks: map[string]*task{}, stale: map[string]bool{},
		words: map[string]*word{}, images: map[string]*picture{},
	}
}

// Start serves on the loopback interface until the test ends, which fails when any
// request broke the rules.
func Start(t T, opt Options) *Server {
	t.Helper()
	s := StartLoose(t, opt)
	t.Cleanup(func() {
		for _, v := range s.Violations() {
			t.Errorf("the second document service was asked against the rules: %s", v)
		}
	})
	return s
}

// StartLoose is Start for tests that break the rules on purpose.
func StartLoose(t T, opt Options) *Server {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	s := New("http://"+srv.Listener.Addr().String(), opt)
	srv.Config.Handler = s
	srv.Start()
	t.Cleanup(srv.Close)
	return s
}

// Endpoint is the URL of the tools.
func (s *Server) Endpoint() string { return s.base + pathTools }

// Base is the prefix of links to documents.
func (s *Server) Base() string { return s.base }

// Token is the one that is accepted.
func (s *Server) Token() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token
}

// SetToken makes every other token an expired one.
func (s *Server) SetToken(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token = token
}

// SetClock sets the clock of links and times.
func (s *Server) SetClock(now func() time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

// Change changes the options while the service runs.
func (s *Server) Change(f func(*Options)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.opt)
}

// Violations are the breaches of the rules so far, one sentence each.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// TooSoon is how many requests came before the gap was over.
func (s *Server) TooSoon() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.soon
}

// Requests are all requests, in their order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

// Calls are the calls of a tool.
func (s *Server) Calls(tool string) []Request {
	var out []Request
	for _, r := range s.Requests() {
		if r.Tool == tool {
			out = append(out, r)
		}
	}
	return out
}

// CloseSessions forgets all sessions, like a restart of the service.
func (s *Server) CloseSessions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.sessions)
}

// breach records a violation.
func (s *Server) breach(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

func (s *Server) id(prefix string) string {
	s.counter++
	return fmt.Sprintf("%s%d", prefix, s.counter)
}

// ServeHTTP is the whole service.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == pathTools:
		s.rpc(w, r)
	case len(r.URL.Path) > len(pathUp) && r.URL.Path[:len(pathUp)] == pathUp:
		s.upload(w, r)
	case len(r.URL.Path) > len(pathDown) && r.URL.Path[:len(pathDown)] == pathDown:
		s.download(w, r)
	case r.URL.Path == pathOpen:
		s.openPlatform(w, r)
	case len(r.URL.Path) > len(pathImage) && r.URL.Path[:len(pathImage)] == pathImage:
		s.picture(w, r)
	default:
		http.NotFound(w, r)
	}
}

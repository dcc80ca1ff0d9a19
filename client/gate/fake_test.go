package gate

import (
	"context"
	"io"
	"io/fs"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"

	"aloft/client/clienttest/procs"
	"aloft/client/gate/file"
	"aloft/client/gate/redis"
	"aloft/client/gate/state"
	"aloft/client/system"
)

// machine is a host in memory: files, their locks, and the clock of package time,
// which testing/synctest fakes.
type machine struct {
	mu    sync.Mutex
	files map[string]*memory
	base  time.Time
	rnd   *rand.Rand
	redis *miniredis.Miniredis // on which the state is; nil = in a file
}

type memory struct {
	content []byte
	holder  *memFile
}

func newMachine(seed uint64) *machine {
	return &machine{files: map[string]*memory{}, base: time.Now().Add(-100 * time.Hour), rnd: rand.New(rand.NewPCG(seed, 1))}
}

// process is the machine as one process sees it.
type process struct {
	*machine
	pid    uint32
	ident  state.Identity
	offset time.Duration // of its time namespace
	full   bool          // nothing can be written
	barred error         // why nothing can be opened for writing in /state
	slow   time.Duration // the most that each way to the server takes
	cut    *atomic.Bool  // the way to the server
	away   time.Duration // how long it goes on without the server
}

// process is one of the machine, or of a machine of its own that shares the server.
func (m *machine) process(pid uint32) *process {
	if m.redis != nil {
		own := newMachine(uint64(pid))
		own.base, own.redis = own.base.Add(-time.Duration(pid%1000)*time.Hour), m.redis
		m = own
	}
	return &process{machine: m, pid: pid, cut: &atomic.Bool{}}
}

// onBoth runs a test with the state in a file, and on a server that a machine for each
// process shares.
func onBoth(t *testing.T, test func(t *testing.T, newMachine func(seed uint64) *machine)) {
	t.Run("file", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) { test(t, newMachine) })
	})
	t.Run("redis", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			test(t, func(seed uint64) *machine {
				m := newMachine(seed)
				m.redis = newRedis(t, "first")
				return m
			})
		})
	})
}

// newRedis is a server in memory: it runs the scripts, with the bubble's clock.
func newRedis(t *testing.T, run string) *miniredis.Miniredis {
	t.Cleanup(func() { time.Sleep(2 * time.Second) }) // the library's goroutines end
	r := miniredis.NewMiniRedis()
	c, err := r.Dial()
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	isRun(r, run)
	t.Cleanup(r.Close)
	return r
}

// isRun sets the run id, which the server in memory does not have.
func isRun(r *miniredis.Miniredis, run string) {
	r.Server().SetPreHook(func(c *server.Peer, cmd string, _ ...string) bool {
		if cmd == "INFO" {
			c.WriteBulk("# Server\r\nrun_id:" + run + "\r\n")
		}
		return cmd == "INFO"
	})
}

func (p *process) Now() time.Duration       { return time.Since(p.base) + p.offset }
func (p *process) Identity() state.Identity { return p.ident }
func (p *process) Pid() uint32              { return p.pid }
func (p *process) Rand() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rnd.Uint64()
}

func (p *process) Open(path string) (file.File, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.barred != nil && strings.HasPrefix(path, "/state/") {
		return nil, &fs.PathError{Op: "open", Path: path, Err: p.barred}
	}
	if p.files[path] == nil {
		p.files[path] = &memory{}
	}
	return &memFile{p: p, path: path, m: p.files[path]}, nil
}

type memFile struct {
	p    *process
	path string
	m    *memory
}

func (f *memFile) TryLock() (bool, error) {
	f.p.mu.Lock()
	defer f.p.mu.Unlock()
	if f.m.holder != nil {
		return false, nil
	}
	f.m.holder = f
	return true, nil
}

func (f *memFile) Unlock() error {
	f.p.mu.Lock()
	defer f.p.mu.Unlock()
	if f.m.holder == f {
		f.m.holder = nil
	}
	return nil
}

func (f *memFile) Current() bool {
	f.p.mu.Lock()
	defer f.p.mu.Unlock()
	return f.p.files[f.path] == f.m
}

func (f *memFile) ReadAt(b []byte, off int64) (int, error) {
	f.p.mu.Lock()
	defer f.p.mu.Unlock()
	n := copy(b, f.m.content[min(int(off), len(f.m.content)):])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (f *memFile) WriteAt(b []byte, off int64) (int, error) {
	f.p.mu.Lock()
	defer f.p.mu.Unlock()
	if f.p.full {
		return 0, syscall.ENOSPC
	}
	if need := int(off) + len(b); len(f.m.content) < need {
		f.m.content = append(f.m.content, make([]byte, need-len(f.m.content))...)
	}
	return copy(f.m.content[off:], b), nil
}

func (f *memFile) Aside() error                 { return nil }
func (f *memFile) Stuck() (system.Holder, bool) { return system.Holder{}, false }

func (f *memFile) Close() error { return f.Unlock() }

// state returns the name and the content of the state file of the only account.
func (m *machine) state() (string, *memory) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, f := range m.files {
		if strings.HasSuffix(name, ".gate") {
			return name, f
		}
	}
	return "", nil
}

// service is the server: it notes arrivals, and answers as configured.
type service struct {
	mu       sync.Mutex
	arrivals []arrival
	// there and back are the network's delays for the n-th request, think the
	// service's own time.
	there, back, think func(n int) time.Duration
	answer             func(n int, r *http.Request) (*http.Response, error)
	rtt                time.Duration // the least round-trip time that connections report
	// write is how long the n-th request takes to be written, as when its
	// process is stopped at that moment.
	write func(n int) time.Duration
}

type arrival struct {
	at   time.Time
	path string
}

// Prepare implements Wire.
func (s *service) Prepare(ctx context.Context) (Conn, error) { return serviceConn{s}, ctx.Err() }

type serviceConn struct{ s *service }

func (c serviceConn) LeastRTT() time.Duration { return c.s.rtt }
func (c serviceConn) Close() error            { return nil }

func (c serviceConn) RoundTrip(r *http.Request) (*http.Response, error) {
	s := c.s
	s.mu.Lock()
	n := len(s.arrivals)
	s.arrivals = append(s.arrivals, arrival{time.Now(), r.URL.Path})
	s.mu.Unlock()
	if s.write != nil {
		file.Pause(r.Context(), s.write(n))
		s.mu.Lock()
		s.arrivals[n].at = time.Now()
		s.mu.Unlock()
	}
	t := httptrace.ContextClientTrace(r.Context())
	t.WroteRequest(httptrace.WroteRequestInfo{})
	if s.there != nil {
		d := s.there(n)
		s.mu.Lock()
		s.arrivals[n].at = time.Now().Add(d)
		s.mu.Unlock()
		if !file.Pause(r.Context(), d) {
			return nil, r.Context().Err()
		}
	}
	if s.think != nil && !file.Pause(r.Context(), s.think(n)) {
		return nil, r.Context().Err()
	}
	if s.back != nil && !file.Pause(r.Context(), s.back(n)) {
		return nil, r.Context().Err()
	}
	if s.answer != nil {
		return s.answer(n, r)
	}
	return ok(), nil
}

func ok() *http.Response {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}
}

func (s *service) paths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ps []string
	for _, a := range s.arrivals {
		ps = append(ps, a.path)
	}
	return ps
}

// gaps returns the times between arrivals, in the order of arrival.
func (s *service) gaps() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := make([]time.Time, 0, len(s.arrivals))
	for _, a := range s.arrivals {
		at = append(at, a.at)
	}
	slices.SortFunc(at, time.Time.Compare)
	var gaps []time.Duration
	for i := 1; i < len(at); i++ {
		gaps = append(gaps, at[i].Sub(at[i-1]))
	}
	return gaps
}

func (s *service) minGap() time.Duration {
	if g := s.gaps(); len(g) > 0 {
		return slices.Min(g)
	}
	return time.Hour
}

const testURL = "https://drive.example/"

// open opens a gate of 500 ms on a process of the machine.
func open(t *testing.T, p *process, w Wire, change ...func(*Options)) *Gate {
	t.Helper()
	o := Options{Dir: "/state", Name: "a", Gap: 500 * time.Millisecond, Wire: w, Host: p}
	if p.redis != nil {
		far, err := redis.New(redis.Options{URL: "redis://shared:6379/0", Away: p.away, Dial: p.dial})
		if err != nil {
			t.Fatal(err)
		}
		o.Far = far
	}
	for _, c := range change {
		c(&o)
	}
	g, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g
}

func get(path string) Call { return Call{Method: "GET", URL: testURL + path} }

func post(path string, epoch uint64) Call {
	return Call{Method: "POST", URL: testURL + path, Mutation: true, Epoch: epoch}
}

// must sends the call and fails the test without an answer.
func must(t *testing.T, g *Gate, c Call) *Reply {
	t.Helper()
	r, err := g.Do(t.Context(), c)
	if err != nil {
		t.Fatalf("%s %s: %v", c.Method, c.URL, err)
	}
	return r
}

// quiet is a log for servers whose connections are broken on purpose.
func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

// coarse is a duration without the microseconds in which a server tells its time.
func coarse(d time.Duration) time.Duration { return d.Truncate(100 * time.Microsecond) }

func init() { procs.CollectLate() }

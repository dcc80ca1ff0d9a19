package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/drive"
	"aloft/client/embedded"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/client/embedded/fault"
	"aloft/client/gate"
	"aloft/client/holder"
	"aloft/client/jobs/run"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// The simulation: the engine on the real drive client, the real gate and the
// embedded service, on faked time. check has the invariants.

// world is one simulated account.
type world struct {
	t    testing.TB
	svc  *embedded.Service
	gate *gate.Gate
	src  client.Source
	eng  *Engine
	spy  *spy
	want map[string]string // name of each created file: the folder it must end in
	n    int
	// moves is how often each file is to be moved.
	moves int
}

// worldOptions configure a world, and which rule is broken in it.
type worldOptions struct {
	seed    uint64
	faults  fault.Faults
	folders int
	each    int
	targets int
	scale   float64 // 0 = 1
	gap     time.Duration
	wrap    func(client.Source) client.Source
	wire    func(http.RoundTripper) http.RoundTripper // between the client and the service
	// gateWire is between the gate and the service.
	gateWire func(gate.Wire) gate.Wire
	tune     func(verify.Times) verify.Times
	hook     func(string)
	dir      string    // of the service; "" = a new one
	jobs     string    // of the engine; "" = a new one
	host     gate.Host // nil = one in memory
}

func harsh(seed uint64) fault.Faults {
	return fault.Faults{
		Seed: seed, Rotate: true, Lag: fault.Span{Min: 2 * time.Second, Max: 2 * time.Second},
		Async: fault.Rate{P: 0.3}, LoseBefore: fault.Rate{P: 0.05}, LoseAfter: fault.Rate{P: 0.05},
	}
}

func newWorld(t testing.TB, o worldOptions) *world {
	t.Helper()
	w := &world{t: t, want: map[string]string{}, moves: 1}
	if o.dir == "" {
		o.dir = t.TempDir()
	}
	if o.jobs == "" {
		o.jobs = t.TempDir()
	}
	var err error
	w.svc, err = embedded.Open(context.Background(), embedded.Options{Dir: o.dir, Faults: o.faults, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	rt := w.svc.Transport()
	if o.wire != nil {
		rt = o.wire(rt)
	}
	w.spy = &spy{rt: rt, listed: map[string]int{}}
	scale := o.scale
	if scale == 0 {
		scale = 1
	}
	if o.host == nil {
		o.host = newHost(o.seed)
	}
	wire := gate.RoundTripperWire(w.spy)
	if o.gateWire != nil {
		wire = o.gateWire(wire)
	}
	w.gate, err = gate.Open(gate.Options{Dir: o.jobs + "/gate", Name: "sim", Gap: o.gap, Scale: scale,
		Wire: wire, Host: o.host})
	if err != nil {
		t.Fatal(err)
	}
	w.src = drive.New(drive.Options{Account: "t", BaseURL: "http://aloft.local", Gate: w.gate,
		Cookies: clienttest.NewJar(w.svc.Cookie()), Scale: scale})
	if o.wrap != nil {
		w.src = o.wrap(w.src)
	}
	w.eng, err = Open(run.Options{Dir: o.jobs + "/jobs", Sources: one{w.src}, Scale: scale, Hook: o.hook, Tune: o.tune,
		Gap: func(model.Place) time.Duration { return w.gate.Gap() }})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) close() {
	_ = w.eng.Close()
	_ = w.gate.Close()
	if err := w.svc.Close(); err != nil {
		w.t.Error(err)
	}
}

// plant makes the folders and files, and returns the items of each target.
func (w *world) plant(o worldOptions) [][]model.Place {
	var items []embeddeddrive.Item
	out := make([][]model.Place, o.targets)
	for g := range o.targets {
		items = append(items, embeddeddrive.Item{Path: []string{fmt.Sprint("to", g)}, Folder: true})
	}
	for f := range o.folders {
		for k := range o.each {
			w.n++
			name := fmt.Sprintf("file %d-%d.txt", f, k)
			folder := fmt.Sprint("from", f)
			g := w.n % o.targets
			items = append(items, embeddeddrive.Item{Path: []string{folder, name}, Size: int64(w.n)})
			out[g] = append(out[g], at("/"+folder).Join(name))
			w.want[name] = fmt.Sprint("to", g)
		}
	}
	if err := w.svc.Plant(context.Background(), items); err != nil {
		w.t.Fatal(err)
	}
	return out
}

// check returns every broken invariant: I1 to I7 of the jobs design.
func (w *world) check(gap time.Duration) []string {
	var bad []string
	say := func(format string, args ...any) { bad = append(bad, fmt.Sprintf(format, args...)) }
	dump, err := w.svc.Dump(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	seen := map[string]int{}
	for _, it := range dump {
		if it.Folder {
			continue
		}
		name := it.Path[len(it.Path)-1]
		seen[name]++
		if want := w.want[name]; len(it.Path) != 2 || it.Path[0] != want || it.InBin {
			say("%q is in %q, not in %q", name, it.Path, want)
		}
		if it.Moves != w.moves {
			say("%q was moved %d times", name, it.Moves)
		}
	}
	for name := range w.want {
		if seen[name] != 1 {
			say("%q is there %d times", name, seen[name])
		}
	}
	c := w.svc.Counters()
	if gap > 0 && c.LeastGap < gap {
		say("two requests were %v apart", c.LeastGap)
	}
	if c.BigBatches > 0 {
		say("%d calls with too many ids", c.BigBatches)
	}
	bad = append(bad, w.spy.bad...)
	return bad
}

// agree compares the journals' last records with the drive (I4, I10).
func (w *world) agree(ids []string) []string {
	var bad []string
	for _, id := range ids {
		rs, err := w.eng.Report(id)
		if err != nil {
			return append(bad, err.Error())
		}
		for _, r := range rs {
			if r.State != model.ItemDone {
				bad = append(bad, fmt.Sprintf("%q is %s: %s", r.Item.Name, r.State, r.Error))
			}
		}
	}
	return bad
}

// move runs one job for each target, all at once, and waits for them.
func (w *world) move(plans [][]model.Place) ([]string, error) { return w.moveTo(plans, "/to") }

func (w *world) moveTo(plans [][]model.Place, to string) ([]string, error) {
	var ids []string
	for g, items := range plans {
		p, err := w.eng.Plan(context.Background(), client.Request{Op: model.OpMove, Items: items,
			Target: at(fmt.Sprint(to, g)), Class: client.Bulk})
		if err != nil {
			return nil, err
		}
		id, err := w.eng.Start(context.Background(), p)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		s, err := w.eng.Wait(context.Background(), id)
		if err != nil {
			return ids, err
		}
		if !s.State.Ended() {
			return ids, fmt.Errorf("job %s is %s: %s", id, s.State, s.Error)
		}
	}
	return ids, nil
}

// spy is between client and service: every id in a mutation must have come with a
// listing that was answered after the last mutation was sent.
type spy struct {
	rt     http.RoundTripper
	mu     sync.Mutex
	order  int
	sent   int // order of the last mutation
	listed map[string]int
	bad    []string
	edit   func([]byte) []byte // a spoiler's change to a mutation
}

func (s *spy) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPost {
		s.mutation(r)
		return s.rt.RoundTrip(r)
	}
	res, err := s.rt.RoundTrip(r)
	if err != nil || !strings.HasSuffix(r.URL.Path, "/file/sort") {
		return res, err
	}
	body, err := io.ReadAll(res.Body)
	res.Body = io.NopCloser(bytes.NewReader(body))
	var l struct {
		Data struct {
			List []struct{ Fid string } `json:"list"`
		} `json:"data"`
	}
	if json.Unmarshal(body, &l) == nil {
		s.mu.Lock()
		s.order++
		for _, e := range l.Data.List {
			s.listed[e.Fid] = s.order
		}
		s.mu.Unlock()
	}
	return res, err
}

func (s *spy) mutation(r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.edit != nil {
		body = s.edit(body)
		r.ContentLength = int64(len(body))
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var m struct {
		Filelist []string `json:"filelist"`
		Fid      string   `json:"fid"`
		To       string   `json:"to_pdir_fid"`
		Parent   string   `json:"pdir_fid"`
	}
	if err := json.Unmarshal(body, &m); err != nil {
		s.bad = append(s.bad, err.Error())
	}
	twice := map[string]bool{}
	for _, id := range append(m.Filelist, m.Fid, m.To, m.Parent) {
		if id == "" || id == "0" {
			continue
		}
		if s.listed[id] <= s.sent {
			s.bad = append(s.bad, "a mutation used an id from before the last mutation")
		}
		if twice[id] {
			s.bad = append(s.bad, "an id stands twice in a call")
		}
		twice[id] = true
	}
	s.order++
	s.sent = s.order
}

// seeds: few in an ordinary run, fewer in a short one, ALOFT_SEEDS for many.
func seeds(few int) int {
	if n, err := strconv.Atoi(os.Getenv("ALOFT_SEEDS")); err == nil {
		return n
	}
	if testing.Short() {
		return (few + 1) / 2
	}
	return few
}

func firstSeed() int {
	n, _ := strconv.Atoi(os.Getenv("ALOFT_SEED"))
	return n
}

func TestSimulation(t *testing.T) {
	for seed := firstSeed() + 1; seed <= firstSeed()+seeds(2); seed++ {
		o := worldOptions{seed: uint64(seed), faults: harsh(uint64(seed)), folders: 20, each: 50, targets: 3, gap: 500 * time.Millisecond}
		switch seed % 4 { // some seeds also have late work, and wrong answers for stale ids
		case 2:
			o.faults.Late, o.faults.LateBy = fault.Rate{P: 0.05}, fault.Span{Min: 5 * time.Second, Max: 40 * time.Second}
		case 3:
			o.faults.Half, o.faults.Stale = fault.Rate{P: 0.04}, "other"
		case 0:
			o.faults.Cut, o.faults.FailAfter, o.faults.Stale = fault.Rate{P: 0.03}, fault.Rate{P: 0.03}, "error"
		}
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, o)
				defer w.close()
				plans := w.plant(o)
				start := time.Now()
				ids, err := w.move(plans)
				if err != nil {
					t.Error(err)
				}
				time.Sleep(2 * time.Minute) // late work of the service ends
				c := w.svc.Counters()
				t.Logf("%v, %d requests, %d mutations, %d lost, %d late, %d tasks", time.Since(start), c.Requests, c.Mutations, c.Lost, c.Late, c.Async)
				for i, b := range append(w.check(500*time.Millisecond), w.agree(ids)...) {
					if i < 20 {
						t.Error(b)
					}
				}
			})
		})
	}
}

// host is a machine in memory, as the gate needs it.
type host struct {
	mu    sync.Mutex
	rnd   *rand.Rand
	base  time.Time
	files map[string]*hostFile
}

type hostFile struct {
	h       *host
	content []byte
	held    bool
}

func newHost(seed uint64) *host {
	return &host{rnd: rand.New(rand.NewPCG(seed, 7)), base: time.Now().Add(-time.Hour), files: map[string]*hostFile{}}
}

func (h *host) Now() time.Duration      { return time.Since(h.base) }
func (h *host) Identity() gate.Identity { return gate.Identity{1} }
func (h *host) Pid() uint32             { return 1 }
func (h *host) Rand() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rnd.Uint64()
}

func (h *host) Look(path string) (gate.File, error) { return h.Open(path) }

func (h *host) Open(path string) (gate.File, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.files[path] == nil {
		h.files[path] = &hostFile{h: h}
	}
	return &handle{f: h.files[path]}, nil
}

// handle is one open file; a lock belongs to it.
type handle struct {
	f    *hostFile
	mine bool
}

func (o *handle) TryLock() (bool, error) {
	o.f.h.mu.Lock()
	defer o.f.h.mu.Unlock()
	if o.f.held {
		return false, nil
	}
	o.f.held, o.mine = true, true
	return true, nil
}

func (o *handle) Unlock() error {
	o.f.h.mu.Lock()
	defer o.f.h.mu.Unlock()
	if o.mine {
		o.f.held, o.mine = false, false
	}
	return nil
}

func (o *handle) Current() bool                { return true }
func (o *handle) Aside() error                 { return nil }
func (o *handle) Stuck() (holder.Holder, bool) { return holder.Holder{}, false }

func (o *handle) ReadAt(p []byte, off int64) (int, error) {
	o.f.h.mu.Lock()
	defer o.f.h.mu.Unlock()
	n := copy(p, o.f.content[min(int(off), len(o.f.content)):])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (o *handle) WriteAt(p []byte, off int64) (int, error) {
	o.f.h.mu.Lock()
	defer o.f.h.mu.Unlock()
	if need := int(off) + len(p); need > len(o.f.content) {
		o.f.content = append(o.f.content, make([]byte, need-len(o.f.content))...)
	}
	return copy(o.f.content[off:], p), nil
}

func (o *handle) Close() error { return o.Unlock() }

package jobs

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/drive"
	"aloft/client/embedded"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/client/gate"
	"aloft/client/gate/file"
	"aloft/client/jobs/run"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// The simulation: the engine on the real drive client, the real gate and the
// embedded service, on faked time. check has the invariants.

// world is one simulated account, and the process that works on it.
type world struct {
	t     testing.TB
	o     worldOptions
	svc   *embedded.Service
	watch *fault.Watch
	jar   *clienttest.Jar
	spy   *spy
	proc  *process
	gate  *gate.Gate
	src   client.Source
	eng   *Engine
	want  map[string]string // name of each created file: the folder it must end in
	n     int
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
	batch   int     // largest number of entries in a call; 0 = 30
	scale   float64 // 0 = 1
	gap     time.Duration
	wrap    func(client.Source) client.Source
	wire    func(http.RoundTripper) http.RoundTripper // between the client and the service
	// gateWire is between the gate and the service.
	gateWire func(gate.Wire) gate.Wire
	observe  func(gate.Event)
	tune     func(verify.Times) verify.Times
	hook     func(string)
	dir      string    // of the service; "" = a new one
	jobs     string    // of the engine; "" = a new one
	host     file.Host // nil = one in memory
}

func harsh(seed uint64) fault.Faults {
	return fault.Faults{
		Seed: seed, Rotate: true, Lag: fault.Span{Min: 2 * time.Second, Max: 2 * time.Second},
		Async: fault.Rate{P: 0.3}, LoseBefore: fault.Rate{P: 0.05}, LoseAfter: fault.Rate{P: 0.05},
	}
}

func newWorld(t testing.TB, o worldOptions) *world {
	t.Helper()
	if o.dir == "" {
		o.dir = t.TempDir()
	}
	if o.jobs == "" {
		o.jobs = t.TempDir()
	}
	if o.scale == 0 {
		o.scale = 1
	}
	if o.host == nil {
		o.host = newHost(o.seed)
	}
	w := &world{t: t, o: o, want: map[string]string{}, moves: 1}
	var err error
	w.watch = new(fault.Watch)
	o.faults.Watch = w.watch
	w.svc, err = embedded.Open(context.Background(), embedded.Options{Dir: o.dir, Faults: o.faults, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	w.jar = clienttest.NewJar(w.svc.Cookie())
	rt := w.svc.Transport()
	if o.wire != nil {
		rt = o.wire(rt)
	}
	w.spy = &spy{rt: rt, listed: map[string]int{}}
	w.begin()
	return w
}

// begin starts a process: a gate, a client and an engine of its own.
func (w *world) begin() {
	o := &w.o
	w.proc = newProcess(w.spy)
	wire := gate.RoundTripperWire(w.proc)
	if o.gateWire != nil {
		wire = o.gateWire(wire)
	}
	var err error
	w.gate, err = gate.Open(gate.Options{Dir: o.jobs + "/gate", Name: "sim", Gap: o.gap, Scale: o.scale,
		Wire: wire, Host: o.host, Observe: o.observe})
	if err != nil {
		w.t.Fatal(err)
	}
	w.src = drive.New(drive.Options{Account: "t", BaseURL: "http://aloft.local", Gate: w.gate, Cookies: w.jar, Scale: o.scale, Batch: o.batch})
	if o.wrap != nil {
		w.src = o.wrap(w.src)
	}
	w.eng, err = Open(run.Options{Dir: o.jobs + "/jobs", Sources: one{w.src}, Scale: o.scale, Hook: o.hook, Tune: o.tune,
		WrapLog: w.proc.log,
		Gap:     func(model.Place) time.Duration { return w.gate.Gap() },
		Slots:   func(model.Place) int { return w.gate.Slots() }})
	if err != nil {
		w.t.Fatal(err)
	}
	w.proc.begun(w.eng)
}

// end ends the process, which may have been killed before.
func (w *world) end() {
	w.proc.end()
	_ = w.gate.Close()
}

func (w *world) close() {
	w.end()
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

// dump is the drive as it really is.
func (w *world) dump() []embeddeddrive.Item {
	out, err := w.svc.Dump(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// check returns every broken invariant: I1 to I7 of the jobs design.
func (w *world) check(gap time.Duration) []string {
	var bad []string
	say := func(format string, args ...any) { bad = append(bad, fmt.Sprintf(format, args...)) }
	seen := map[string]int{}
	for _, it := range w.dump() {
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
	c := w.watch.Drive()
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

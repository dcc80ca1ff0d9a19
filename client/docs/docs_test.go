package docs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime/debug"
	"sync"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/docs"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/model"
)

// The SDK makes 32 KB of garbage for each message that it reads, and these tests
// send many: collecting it was a third of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// tap is a wire that records requests.
type tap struct {
	mu    sync.Mutex
	rt    http.RoundTripper
	tools []string // names of the tools that were called
	all   int
}

func (l *tap) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil && r.Method == http.MethodPost {
		body, _ := io.ReadAll(r.Body)
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(body))
		var m struct {
			Params struct {
				Name string `json:"name"`
			} `json:"params"`
		}
		_ = json.Unmarshal(body, &m)
		l.mu.Lock()
		l.all++
		if m.Params.Name != "" {
			l.tools = append(l.tools, m.Params.Name)
		}
		l.mu.Unlock()
	}
	return l.rt.RoundTrip(r)
}

func (l *tap) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.tools
	l.tools = nil
	return out
}

// rig is a document service over the embedded one.
type rig struct {
	*docs.Service
	box    *embedded.Service
	tap    *tap
	tokens *clienttest.Jar
	home   client.Source
	spaces client.Source
	other  *docs.Service
}

func newRig(t testing.TB, f fault.Docs, change func(*docs.Options)) *rig {
	t.Helper()
	return rigOver(t, embedded.Options{Faults: fault.Faults{Docs: f}}, change)
}

func rigOver(t testing.TB, opt embedded.Options, change func(*docs.Options)) *rig {
	t.Helper()
	opt.Dir, opt.Fast = t.TempDir(), true
	box, err := embedded.Open(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	r := &rig{box: box, tap: &tap{rt: box.Transport()}, tokens: clienttest.NewJar(box.Token())}
	g := openGate(t, r.tap)
	o := docs.Options{Name: "local", Endpoint: "http://aloft.local" + embedded.DocsPath, Gate: g, Tokens: r.tokens,
		Bytes: box.Transport(), Scale: 0.001}
	if change != nil {
		change(&o)
	}
	r.Service = docs.New(o)
	t.Cleanup(func() { _ = r.Close() })
	r.home, r.spaces = r.Home(), r.Spaces()
	o.Gate = openGate(t, box.Transport())
	r.other = docs.New(o)
	t.Cleanup(func() { _ = r.other.Close() })
	return r
}

func openGate(t testing.TB, rt http.RoundTripper) *gate.Gate {
	t.Helper()
	g, err := gate.Open(gate.Options{Dir: t.TempDir(), Name: t.Name(), Wire: gate.RoundTripperWire(rt)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g
}

func (r *rig) folder(t testing.TB, src client.Source, p model.Place) model.Ref {
	t.Helper()
	ref, err := src.Walk(client.Options{Fresh: true}).Folder(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

// The suite runs over the ways in which a service may differ from its
// specification, those of lists in both trees, those of names in one.
func TestContract(t *testing.T) {
	pages := fault.Docs{Pages: fault.Size{Min: 1, Max: 4}, EmptyPage: true}
	words := fault.Docs{IntStrings: true, TimesMS: true, BareURLs: true, FileKey: true, Wrapped: true, Underscore: true}
	second := fault.Docs{Second: true, Sessions: true, SSE: fault.Rate{Every: 2}}
	for _, c := range []struct {
		name  string
		f     fault.Docs
		space bool
	}{
		{"home", fault.Docs{}, false}, {"space", fault.Docs{}, true},
		{"home, short pages", pages, false}, {"home, other words", words, false}, {"space, second generation", second, true},
	} {
		if testing.Short() && !c.f.Second && c.f != (fault.Docs{}) {
			continue // names and pages cannot race
		}
		t.Run(c.name, func(t *testing.T) {
			r, n := newRig(t, c.f, nil), 0
			clienttest.Run(t, func(t *testing.T) clienttest.Fixture {
				n++
				return r.fixture(t, c.space, fmt.Sprint("base ", n))
			})
		})
	}
}

func (r *rig) fixture(t *testing.T, space bool, base string) clienttest.Fixture {
	src := r.home
	if space {
		src = r.spaces
	}
	root := src.Root()
	_, err := src.(client.FolderMaker).MakeFolder(t.Context(), r.folder(t, src, root), base, client.Interactive)
	if err != nil {
		t.Fatal(err)
	}
	return clienttest.Fixture{
		Source: src, Base: root.Join(base), FileKind: model.KindDoc, Titles: true, Pages: space,
		PutFile: func(t *testing.T, p model.Place) {
			other := r.second()
			parent, err := other.Home().Walk(client.Options{}).Folder(t.Context(), p.Parent())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := other.Home().(client.Maker).Create(t.Context(), parent, p.Base(), model.New{Kind: model.KindDoc}, client.Bulk); err != nil {
				t.Fatal(err)
			}
		},
	}
}

func TestContractWhereNothingCanBeChanged(t *testing.T) {
	r, n := newRig(t, fault.Docs{}, nil), 0
	reader := docs.New(docs.Options{Name: "local", Endpoint: "http://aloft.local" + embedded.DocsPath,
		Gate: clienttest.SealedGate(t, r.box.Transport()), Tokens: r.tokens, Bytes: r.box.Transport(), Scale: 0.001})
	t.Cleanup(func() { _ = reader.Close() })
	clienttest.Run(t, func(t *testing.T) clienttest.Fixture {
		n++
		f := r.fixture(t, false, fmt.Sprint("base ", n))
		other := f.Source
		f.Source = reader.Home()
		f.PutFolder = func(t *testing.T, p model.Place) {
			_, err := other.(client.FolderMaker).MakeFolder(t.Context(), r.folder(t, other, p.Parent()), p.Base(), client.Bulk)
			if err != nil {
				t.Fatal(err)
			}
		}
		return f
	})
}

// second is another client of the same service, with its own memory.
func (r *rig) second() *docs.Service {
	return r.other
}

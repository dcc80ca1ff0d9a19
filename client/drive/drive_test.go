package drive_test

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/drive"
	"aloft/client/embedded"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/client/gate"
	"aloft/model"
)

// wireLog records method and path of each request.
type wireLog struct {
	mu   sync.Mutex
	rt   http.RoundTripper
	sent []*http.Request
}

func (l *wireLog) RoundTrip(r *http.Request) (*http.Response, error) {
	l.mu.Lock()
	l.sent = append(l.sent, r)
	l.mu.Unlock()
	return l.rt.RoundTrip(r)
}

// take returns what was sent since the last call, as METHOD last-part-of-path.
func (l *wireLog) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []string
	for _, r := range l.sent {
		out = append(out, r.Method+" "+r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:])
	}
	l.sent = nil
	return out
}

func (l *wireLog) requests() []*http.Request {
	l.mu.Lock()
	defer l.mu.Unlock()
	sent := l.sent
	l.sent = nil
	return sent
}

// rig is a drive with a recorded wire.
type rig struct {
	*drive.Source
	gate *gate.Gate
	log  *wireLog
	jar  *clienttest.Jar
	warn []error
}

func newRig(t *testing.T, rt http.RoundTripper, cookie string, change func(*drive.Options)) *rig {
	t.Helper()
	r := &rig{log: &wireLog{rt: rt}, jar: clienttest.NewJar(cookie)}
	g, err := gate.Open(gate.Options{Dir: t.TempDir(), Name: t.Name(), Wire: gate.RoundTripperWire(r.log)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	r.gate = g
	o := drive.Options{
		Account: "local", BaseURL: "http://aloft.local", Gate: g, Cookies: r.jar, Scale: 0.001,
		Warn: func(err error) { r.warn = append(r.warn, err) },
	}
	if change != nil {
		change(&o)
	}
	r.Source = drive.New(o)
	return r
}

var (
	prepare  sync.Once
	database []byte
)

// prepared is a folder with a database of the embedded service: to make its tables costs three times what it costs to
// open them, so that is done once.
func prepared(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "aloft.db")
	var err error
	prepare.Do(func() {
		var s *embedded.Service
		if s, err = embedded.Open(t.Context(), embedded.Options{Dir: filepath.Dir(file), Fast: true}); err == nil {
			err = s.Close()
		}
		database, _ = os.ReadFile(file)
	})
	if err == nil {
		err = os.WriteFile(file, database, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(file)
}

func openEmbedded(t *testing.T, f fault.Faults, change func(*drive.Options)) (*rig, *embedded.Service) {
	t.Helper()
	s, err := embedded.Open(t.Context(), embedded.Options{Dir: prepared(t), Faults: f, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return newRig(t, s.Transport(), s.Cookie(), change), s
}

func plant(t *testing.T, s *embedded.Service, items ...embeddeddrive.Item) {
	t.Helper()
	if err := s.Plant(context.Background(), items); err != nil {
		t.Fatal(err)
	}
}

func at(names ...string) model.Place {
	return model.Place{Account: "local", Scheme: model.SchemeDrive, Path: model.Steps(names...)}
}

func TestContractOnEmbedded(t *testing.T) {
	for name, f := range map[string]fault.Faults{
		"plain":         {},
		"rotating ids":  {Rotate: true},
		"stale error":   {Rotate: true, Stale: "error"},
		"stale other":   {Rotate: true, Stale: "other"},
		"tasks":         {Async: fault.Rate{Every: 1}, Task: fault.Span{Min: time.Millisecond, Max: 3 * time.Millisecond}, TqGap: `"2"`, TqPlace: "data"},
		"total of page": {ShortTotal: true, Rotate: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clienttest.Run(t, func(t *testing.T) clienttest.Fixture {
				r, s := openEmbedded(t, f, nil)
				plant(t, s, embeddeddrive.Item{Path: []string{"base"}, Folder: true}, embeddeddrive.Item{Path: []string{"beside"}, Folder: true})
				return clienttest.Fixture{
					Source: r.Source,
					Base:   at("base"), Foreign: true,
					PutFile: func(t *testing.T, p model.Place) {
						plant(t, s, embeddeddrive.Item{Path: p.Names(), Size: 3})
					},
				}
			})
		})
	}
}

func TestContractWhereNothingCanBeChanged(t *testing.T) {
	clienttest.Run(t, func(t *testing.T) clienttest.Fixture {
		_, s := openEmbedded(t, fault.Faults{Rotate: true}, nil)
		r := newRig(t, s.Transport(), s.Cookie(), func(o *drive.Options) { o.Gate = clienttest.SealedGate(t, s.Transport()) })
		put := func(folder bool) func(*testing.T, model.Place) {
			return func(t *testing.T, p model.Place) {
				plant(t, s, embeddeddrive.Item{Path: p.Names(), Folder: folder})
			}
		}
		base := at("base")
		put(true)(t, base)
		return clienttest.Fixture{Source: r.Source, Base: base, Foreign: true, PutFile: put(false), PutFolder: put(true)}
	})
}

// look finds entries and a folder in one walk.
func (r *rig) look(t *testing.T, to model.Place, items ...model.Place) ([]model.Ref, model.Ref) {
	t.Helper()
	w := r.Walk(client.Options{})
	target, err := w.Folder(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	var refs []model.Ref
	for _, p := range items {
		page, err := w.Page(t.Context(), p.Parent(), 1)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for i, e := range page.Entries {
			if e.Name == p.Base() {
				refs, found = append(refs, page.Refs[i]), true
			}
		}
		if !found {
			t.Fatalf("%q is not there", p.Path)
		}
	}
	return refs, target
}

func query(r *http.Request) url.Values { return r.URL.Query() }

package drive_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/embedded"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/model"
)

// split sends writes to a service with faults, and everything else to one without,
// on the same file.
type split struct{ reads, writes http.RoundTripper }

func (s split) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPost {
		return s.writes.RoundTrip(r)
	}
	return s.reads.RoundTrip(r)
}

// Every fault of the embedded service that can hit a write: the outcome fits the
// fault, and the write arrives once.
func TestFaultsOfAWrite(t *testing.T) {
	every := fault.Rate{Every: 1}
	short := fault.Span{Min: time.Millisecond, Max: 2 * time.Millisecond}
	cases := map[string]struct {
		f       fault.Faults
		kind    client.Kind
		applied bool
	}{
		"lost before":  {fault.Faults{LoseBefore: every}, client.KindUnknown, false},
		"lost after":   {fault.Faults{LoseAfter: every}, client.KindUnknown, true},
		"cut":          {fault.Faults{Cut: every}, client.KindUnknown, true},
		"page":         {fault.Faults{HTML: every}, client.KindUnknown, false},
		"503 before":   {fault.Faults{FailBefore: every}, client.KindUnknown, false},
		"503 after":    {fault.Faults{FailAfter: every}, client.KindUnknown, true},
		"code":         {fault.Faults{Code200: every}, client.KindInvalid, false},
		"inner":        {fault.Faults{Inner: every}, "", false}, // any refusal
		"task fails":   {fault.Faults{Async: every, TaskFail: every, Task: short, TqGap: "1"}, client.KindUnknown, false},
		"task, fine":   {fault.Faults{Async: every, Task: short, TqGap: "1"}, "done", true},
		"rotates":      {fault.Faults{Rotate: true}, "done", true},
		"odd tq_gap":   {fault.Faults{Async: every, Task: short, TqGap: `"soon"`}, "done", true},
		"no tq_gap":    {fault.Faults{Async: every, Task: short, TqGap: "none"}, "done", true},
		"tq_gap at 0":  {fault.Faults{Async: every, Task: short, TqGap: "0", TqPlace: "top"}, "done", true},
		"half applied": {fault.Faults{Half: every}, client.KindUnknown, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var arrived []fault.Arrival
			dir := t.TempDir()
			open := func(f fault.Faults) *embedded.Service {
				f.Watch = &fault.Watch{Observe: func(a fault.Arrival) { arrived = append(arrived, a) }}
				s, err := embedded.Open(t.Context(), embedded.Options{Dir: dir, Faults: f, Fast: true})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = s.Close() })
				return s
			}
			s, faulty := open(fault.Faults{Rotate: c.f.Rotate}), open(c.f)
			plant(t, s, embeddeddrive.Item{Path: []string{"a", "f"}}, embeddeddrive.Item{Path: []string{"a", "g"}}, embeddeddrive.Item{Path: []string{"b"}, Folder: true})
			r := newRig(t, split{s.Transport(), faulty.Transport()}, s.Cookie(), nil)
			w := r.Walk(client.Options{})
			to, err := w.Folder(t.Context(), at("b"))
			if err != nil {
				t.Fatal(err)
			}
			page, err := w.Page(t.Context(), at("a"), 1)
			if err != nil {
				t.Fatal(err)
			}
			err = r.Move(t.Context(), page.Refs, to, client.Bulk)
			switch c.kind {
			case "done":
				if err != nil {
					t.Fatal(err)
				}
			case "":
				if err == nil || client.Is(err, client.KindUnknown) {
					t.Fatalf("not a refusal: %v", err)
				}
			default:
				wantKind(t, err, c.kind)
			}
			writes := 0
			for _, a := range arrived {
				if a.Mutation && strings.HasSuffix(a.Path, "/move") {
					writes++
				}
			}
			if writes != 1 {
				t.Errorf("the write arrived %d times", writes)
			}
			moved := 0
			items, err := s.Dump(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, it := range items {
				moved += it.Moves
			}
			if (moved > 0) != c.applied {
				t.Errorf("moved %d entries, applied should be %v", moved, c.applied)
			}
		})
	}
}

// Cookies that the service replaces all the time never lose the session.
func TestTheSessionSurvivesRotation(t *testing.T) {
	r, s := openEmbedded(t, fault.Faults{RotateCookie: time.Millisecond, CookieGrace: time.Millisecond}, nil)
	plant(t, s, embeddeddrive.Item{Path: []string{"a"}, Folder: true})
	first := r.jar.Value()
	for i := range 30 {
		w := r.Walk(client.Options{})
		a, err := w.Folder(t.Context(), at("a"))
		if err != nil {
			t.Fatal(i, err)
		}
		if _, err := r.MakeFolder(t.Context(), a, fmt.Sprint(i), client.Interactive); err != nil {
			t.Fatal(i, err)
		}
	}
	if r.jar.Value() == first || r.jar.Reloads() != 0 {
		t.Fatalf("rotated: %v, reloads: %d", r.jar.Value() != first, r.jar.Reloads())
	}
	if strings.Count(r.jar.Value(), "__puus=") != 1 {
		t.Fatalf("the jar holds %q", r.jar.Value())
	}
}

// A session that ends in the middle needs a login; afterwards everything goes on.
func TestASessionThatExpires(t *testing.T) {
	for _, status := range []int{401, 403} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			r, s := openEmbedded(t, fault.Faults{Expire: fault.Rate{Every: 3}, AuthStatus: status}, nil)
			plant(t, s, embeddeddrive.Item{Path: []string{"a"}, Folder: true})
			var err error
			for range 5 {
				if _, err = r.List(t.Context(), at(), client.Options{}); err != nil {
					break
				}
			}
			wantKind(t, err, client.KindAuth)
			next, err := s.Login(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			r.jar.SetNext(next)
			if _, err := r.List(t.Context(), at(), client.Options{}); err != nil {
				t.Fatalf("after the login: %v", err)
			}
		})
	}
}

func TestSearchAndTheRecycleBin(t *testing.T) {
	r, s := openEmbedded(t, fault.Faults{Rotate: true}, nil)
	plant(t, s, embeddeddrive.Item{Path: []string{"a", "needle & thread"}}, embeddeddrive.Item{Path: []string{"b", "NEEDLE"}, Folder: true}, embeddeddrive.Item{Path: []string{"c"}})
	hits, err := r.Search(t.Context(), "needle", client.Options{})
	if err != nil || len(hits) != 2 {
		t.Fatal(hits, err)
	}
	names := hits[0].Entry.Name + "|" + hits[1].Entry.Name
	if names != "needle & thread|NEEDLE" && names != "NEEDLE|needle & thread" {
		t.Fatalf("%q", names)
	}
	refs, _ := r.look(t, at(), at("a", "needle & thread"))
	if err := r.Delete(t.Context(), refs, client.DeleteToBin, client.Interactive); err != nil {
		t.Fatal(err)
	}
	bin, err := r.Bin(t.Context(), client.Options{})
	if err != nil || len(bin) != 1 || bin[0].Record == "" || bin[0].Entry.Name != "needle & thread" {
		t.Fatal(bin, err)
	}
	if !bin[0].Was().Equal(at("a", "needle & thread")) || bin[0].Deleted.IsZero() {
		t.Fatalf("deleted from %s at %v", bin[0].From, bin[0].Deleted)
	}
	if err := r.Recover(t.Context(), []string{bin[0].Record}, client.Interactive); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Stat(t.Context(), at("a", "needle & thread"), client.Options{}); err != nil {
		t.Fatal(err)
	}
	refs, _ = r.look(t, at(), at("b"))
	if err := r.Delete(t.Context(), refs, "", client.Interactive); err != nil {
		t.Fatal(err)
	}
	if bin, err = r.Bin(t.Context(), client.Options{}); err != nil || len(bin) != 1 {
		t.Fatal(bin, err)
	}
	if err := r.Purge(t.Context(), []string{bin[0].Record}, client.Interactive); err != nil {
		t.Fatal(err)
	}
	if bin, err = r.Bin(t.Context(), client.Options{}); err != nil || len(bin) != 0 {
		t.Fatal(bin, err)
	}
	wantKind(t, r.Purge(t.Context(), nil, client.Interactive), client.KindInvalid)
	if used, total, err := r.Capacity(t.Context(), client.Options{}); err != nil || used < 0 || total <= used {
		t.Fatal(used, total, err)
	}
	if err := r.Probe(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A listing goes on while a job changes the drive.
func TestAPaneListsBesideABusyJob(t *testing.T) {
	r, s := openEmbedded(t, fault.Faults{Rotate: true}, nil)
	var items []embeddeddrive.Item
	for i := range 250 {
		items = append(items, embeddeddrive.Item{Path: []string{"a", "b", fmt.Sprintf("f%03d", i)}})
	}
	plant(t, s, items...)
	pages, entries := 0, 0
	l, err := r.List(t.Context(), at("a", "b"), client.Options{Progress: func(p model.Listing, from int) {
		pages++
		entries = from + len(p.Entries)
		if pages > 3 {
			return
		}
		root := model.Ref{Place: at(), ID: "0", Kind: model.KindFolder}
		if _, err := r.MakeFolder(t.Context(), root, fmt.Sprint("job", pages), client.Bulk); err != nil {
			t.Error(err)
		}
	}})
	if err != nil || entries != 250 {
		t.Fatalf("%d entries, cut %q, %v", entries, l.Cut, err)
	}
	if l.Complete {
		t.Error("what changed while it was read is no proof of absence")
	}
}

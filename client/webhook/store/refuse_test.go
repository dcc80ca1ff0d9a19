package store

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"aloft/model"
	"aloft/model/text"
)

func TestRefuse(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{lazy: 5 * time.Millisecond})
	f := followed(t, dir, Options{})
	refuse := func(at time.Duration, status int, reason, remote string) {
		s.Refuse(model.Delivery{At: noon.Add(at), Status: status, Reason: model.Say("%s", reason), Remote: remote}, Stored{Method: "POST", Path: "/hook",
			Header: []model.HeaderLine{{Name: "A", Value: "b"}}})
	}
	for i := range 5 {
		refuse(time.Duration(i)*9*time.Second, 401, "unauthorized", "::1")
	}
	refuse(0, 401, "unauthorized", "127.0.0.1")
	refuse(0, 405, "POST only", "::1")
	refuse(-time.Hour, 401, "unauthorized", "::1") // the clock was set back
	refuse(time.Minute, 401, "unauthorized", "::1")
	got := map[string]int{}
	for _, d := range s.Deliveries() {
		got[fmt.Sprintf("%d %s %d", d.Status, d.Remote, d.Count)]++
		if d.State != model.DeliveryRefused || d.Last.Before(d.At) {
			t.Errorf("%+v", d)
		}
	}
	want := map[string]int{"401 ::1 5": 1, "401 127.0.0.1 1": 1, "405 ::1 1": 1, "401 ::1 1": 2}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	if c := s.Counters(); c.Arrived != 9 || c.Failed != 0 {
		t.Errorf("%+v", c)
	}
	until(t, "the follower sees the same", func() bool { return rows(f) == rows(s) })
	if c := f.Counters(); c.Arrived != 9 {
		t.Errorf("%+v", c)
	}
	d, err := s.Delivery(t.Context(), s.Deliveries()[0].ID)
	if err != nil || d.Method != "POST" || len(d.Header) != 1 {
		t.Errorf("%+v %v", d, err)
	}
	// After Clear an equal one begins a row of its own.
	s.Clear()
	refuse(time.Minute+time.Second, 401, "unauthorized", "::1")
	if got := s.Deliveries(); len(got) != 1 || got[0].Count != 1 {
		t.Errorf("%v", got)
	}
	want1 := rows(s)
	end(t, s)
	s = owned(t, dir, Options{})
	if rows(s) != want1 {
		t.Errorf("%s\nwas %s", rows(s), want1)
	}
}

// A flood of different refusals is bounded on the disk and in the list, and pushes
// out nothing that ran.
func TestRefuseFlood(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{lazy: 5 * time.Millisecond})
	kept := add(t, s, model.Delivery{At: noon.Add(-time.Hour), State: model.DeliveryIgnored}, Stored{})
	const flood = 20_000
	long := strings.Repeat("x", 1<<16)
	for i := range flood {
		s.Refuse(model.Delivery{At: noon.Add(time.Duration(i) * time.Millisecond), Status: 400, Reason: model.Say("%s", fmt.Sprintf("project %d not found", i))},
			Stored{Path: long, Header: []model.HeaderLine{{Name: "A", Value: "b"}, {Name: "B", Value: long}}})
	}
	if err := s.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	total, many := 0, 0
	for _, d := range s.Deliveries() {
		if d.State == model.DeliveryRefused {
			total += d.Count
			if d.Reason.String() == string(text.Text("many requests were refused; not every one is listed")) {
				many++
			}
		}
	}
	if total != flood || many != 1 || len(s.Deliveries()) > refusedBurst+10 || s.Get(kept.ID) == nil {
		t.Errorf("%d refusals in %d rows, %d of them for many", total, len(s.Deliveries()), many)
	}
	if c := s.Counters(); c.Arrived != flood+1 {
		t.Errorf("%+v", c)
	}
	if st, err := os.Stat(s.w.path()); err != nil || st.Size() > 2<<20 {
		t.Errorf("%d bytes, %v", st.Size(), err)
	}
}

// The list has at most 1,000 rows: what runs or asks stays, then what waits, then
// the newest of the rest, and not only refusals.
func TestListIsBounded(t *testing.T) {
	l := newList()
	put := func(i int, st model.DeliveryState) string {
		id := NewID(noon.Add(time.Duration(i) * time.Second))
		l.insert(&entry{d: &model.Delivery{ID: id, State: st, Count: 1}})
		return id
	}
	first := put(0, model.DeliveryRunning)
	asks := put(1, model.DeliveryAsking)
	for i := range 1200 {
		put(2+i, model.DeliveryWaiting)
	}
	if got := l.deliveries(); len(got) != maxListed || got[len(got)-1].ID != first || got[len(got)-2].ID != asks {
		t.Errorf("%d", len(got))
	}
	if live, asking := l.live(); live != 1202 || asking != 1 {
		t.Errorf("%d %d", live, asking)
	}
	l = newList()
	done := put(0, model.DeliveryDone)
	for i := range 3000 {
		put(1+i, model.DeliveryRefused)
	}
	got := l.deliveries()
	if len(got) != maxRefused+1 || got[len(got)-1].ID != done {
		t.Errorf("%d rows", len(got))
	}
	for i := range 3000 {
		put(4000+i, model.DeliveryDone)
	}
	if len(l.deliveries()) != maxListed || len(l.order) > maxListed+slack || len(l.byID) != len(l.order) {
		t.Errorf("%d shown, %d held, %d known", len(l.deliveries()), len(l.order), len(l.byID))
	}
}

func TestKeys(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	now := time.Now()
	a, b := NewID(now), NewID(now)
	if _, seen := s.Claim("k", a, now); seen {
		t.Error("seen before it was there")
	}
	if first, seen := s.Claim("k", b, now); !seen || first != a {
		t.Error("not seen", first)
	}
	if err := s.Add(t.Context(), model.Delivery{ID: "bad", At: now}, Stored{Key: "other"}); err == nil {
		t.Error("an id that is none was taken")
	}
	add(t, s, model.Delivery{ID: a, At: now, State: model.DeliveryIgnored}, Stored{Key: "k"})
	add(t, s, model.Delivery{ID: b, At: now, State: model.DeliveryDuplicate, Of: a}, Stored{Key: "k"})
	end(t, s)
	s = owned(t, dir, Options{})
	if id, ok := s.Seen("k", now.Add(23*time.Hour)); !ok || id != a {
		t.Error(id, ok)
	}
	if _, ok := s.Seen("k", now.Add(25*time.Hour)); ok {
		t.Error("the key of a duplicate")
	}
	if _, ok := s.Seen("other", now); ok {
		t.Error("a key of what was not stored")
	}
}

// What was cut before it started does not keep its key: the sender may have got no
// answer, and sends it again. What had started does.
func TestKeyOfWhatNeverBegan(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	now := time.Now()
	took := func(key string, state model.DeliveryState) string {
		t.Helper()
		id := NewID(now)
		if first, seen := s.Claim(key, id, now); seen {
			t.Fatalf("%s was seen with %s", key, first)
		}
		d := add(t, s, model.Delivery{ID: id, At: now, State: model.DeliveryWaiting}, Stored{Key: key})
		if d.State = state; state == model.DeliveryRunning {
			d.Started = now
		}
		s.Set(d)
		return id
	}
	took("waits", model.DeliveryWaiting)
	took("asks", model.DeliveryAsking)
	runs := took("runs", model.DeliveryRunning)
	end(t, s)
	s = owned(t, dir, Options{})
	want := map[string]string{"runs": runs}
	for _, key := range []string{"waits", "asks"} {
		want[key] = took(key, model.DeliveryDone)
	}
	for range 2 { // also when it is read again
		for key, id := range want {
			if first, seen := s.Claim(key, NewID(now), now); !seen || first != id {
				t.Errorf("%s: %v %s, want %s", key, seen, first, id)
			}
		}
		end(t, s)
		s = owned(t, dir, Options{})
	}
}

//go:build unix

package store

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"aloft/client/system/sqlite"
	"aloft/model"
)

// commits does in each transaction of a store what a test has put there, also after it was opened: the
// writer cleans up then.
type commits struct{ atomic.Pointer[func() error] }

func (c *commits) call() error {
	if f := c.Load(); f != nil {
		return (*f)()
	}
	return nil
}

// All that wait during one commit share the next.
func TestGroupCommit(t *testing.T) {
	const senders = 64
	n := 0 // by one goroutine
	begun, go1 := make(chan bool), make(chan bool)
	var during commits
	s := owned(t, t.TempDir(), Options{commit: during.call})
	if err := s.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	hold := func() error {
		if n++; n == 1 {
			close(begun)
			<-go1
		}
		return nil
	}
	during.Store(&hold)
	send := func() {
		d := model.Delivery{ID: NewID(time.Now()), At: time.Now(), State: model.DeliveryIgnored}
		if err := s.Add(t.Context(), d, Stored{}); err != nil {
			t.Error(err)
		}
		if s.Get(d.ID) == nil {
			t.Error("acknowledged and not in the list")
		}
		found := false
		other := &db{dir: s.dir}
		err := other.use(func(l *sqlite.Link) (err error) {
			found, err = l.Row("SELECT 1 FROM delivery WHERE id = ?", []any{d.ID}, new(int))
			return err
		})
		if err = errors.Join(err, other.close()); err != nil || !found {
			t.Errorf("acknowledged before it was committed: %v", err)
		}
	}
	var wg sync.WaitGroup
	wg.Go(send)
	<-begun
	for range senders - 1 {
		wg.Go(send)
	}
	until(t, "all wait", func() bool {
		s.queue.mu.Lock()
		defer s.queue.mu.Unlock()
		return len(s.queue.items) >= senders
	})
	if got := len(s.Deliveries()); got != 0 {
		t.Errorf("%d are listed before they are stored", got)
	}
	close(go1)
	wg.Wait()
	if n > 3 { // one may be of what drops the old
		t.Errorf("%d commits for %d senders", n, senders)
	}
}

// What changes often is written to the log now and then.
func TestSetOften(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{lazy: 20 * time.Millisecond})
	f := followed(t, dir, Options{})
	d := add(t, s, model.Delivery{State: model.DeliveryWaiting, Ahead: 10_000}, Stored{})
	for i := range 10_000 {
		d.Ahead = 10_000 - i
		s.Set(d)
	}
	if got := s.Get(d.ID).Ahead; got != 1 {
		t.Errorf("%d ahead", got)
	}
	d.State, d.Ahead = model.DeliveryRunning, 0
	s.Set(d)
	for i := range 10_000 {
		d.Output = int64(i)
		s.Set(d)
		s.Set(d) // unchanged
	}
	until(t, "the follower sees it", func() bool { return rows(f) == rows(s) })
	writes := 0
	if err := s.r.use(func(l *sqlite.Link) (err error) {
		_, err = l.Row("SELECT rev FROM meta", nil, &writes)
		return err
	}); err != nil || writes > 300 {
		t.Errorf("%d commits, %v", writes, err)
	}
}

// Clear applies to what came before it, also to what was just being stored.
func TestClearWhileStoring(t *testing.T) {
	dir := t.TempDir()
	begun, go1 := make(chan bool, 9), make(chan bool)
	var during commits
	s := owned(t, dir, Options{commit: during.call})
	if err := s.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	hold := func() error {
		begun <- true
		<-go1
		return nil
	}
	during.Store(&hold)
	var wg sync.WaitGroup
	wg.Go(func() { add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{}) })
	for <-begun; !slices.ContainsFunc(s.queue.take(), func(it *item) bool { return it.ok != nil }); <-begun {
		go1 <- true // that was the cleaning after the start
	}
	s.Clear()
	close(go1)
	wg.Wait()
	if err := s.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	f := followed(t, dir, Options{})
	if len(s.Deliveries()) != 0 || len(f.Deliveries()) != 0 {
		t.Errorf("the owner has %d, a follower %d", len(s.Deliveries()), len(f.Deliveries()))
	}
}

// SetDetail of work that starts returns when the database says that it runs.
func TestBeginningIsWritten(t *testing.T) {
	var during commits
	s := owned(t, t.TempDir(), Options{lazy: time.Hour, commit: during.call})
	d := add(t, s, model.Delivery{State: model.DeliveryWaiting}, Stored{})
	slow := func() error {
		<-time.NewTimer(30 * time.Millisecond).C // a slow disk
		return nil
	}
	during.Store(&slow)
	d.State = model.DeliveryRunning
	s.Set(d)
	s.SetDetail(d.ID, Ran{Argv: []string{"sh"}})
	state := ""
	if err := s.r.use(func(l *sqlite.Link) (err error) {
		_, err = l.Row("SELECT state FROM delivery", nil, &state)
		return err
	}); err != nil || state != "running" {
		t.Errorf("it is %q, %v", state, err)
	}
}

//go:build unix

package store

import (
	"bytes"
	"os"
	"sync"
	"testing"
	"time"

	"aloft/model"
)

// What Add acknowledges was flushed before, and all that wait during one flush
// share the next.
func TestGroupCommit(t *testing.T) {
	dir := t.TempDir()
	const senders = 64
	var mu sync.Mutex
	var flushed []byte
	flushes := 0
	begun, go1 := make(chan bool), make(chan bool)
	s := owned(t, dir, Options{sync: func(f *os.File) error {
		b, err := os.ReadFile(f.Name())
		mu.Lock()
		flushes++
		first := flushes == 1
		mu.Unlock()
		if first {
			close(begun)
			<-go1
		}
		mu.Lock()
		flushed = b
		mu.Unlock()
		return err
	}})
	send := func() {
		d := model.Delivery{ID: NewID(time.Now()), At: time.Now(), State: model.DeliveryIgnored}
		if err := s.Add(t.Context(), d, Stored{}); err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		if !bytes.Contains(flushed, []byte(`{"t":"add","id":"`+d.ID)) {
			t.Error("acknowledged before it was flushed")
		}
		if s.Get(d.ID) == nil {
			t.Error("acknowledged and not in the list")
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
		return len(s.queue.items) == senders
	})
	if got := len(s.Deliveries()); got != 0 {
		t.Errorf("%d are listed before they are stored", got)
	}
	close(go1)
	wg.Wait()
	mu.Lock()
	defer mu.Unlock()
	if flushes != 2 {
		t.Errorf("%d flushes for %d senders", flushes, senders)
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
	if size, _ := sizeOf(t, dir+"/"+logName); size > 200_000 {
		t.Errorf("%d bytes of log", size)
	}
}

// Clear applies to what came before it, also to what was just being stored.
func TestClearWhileStoring(t *testing.T) {
	dir := t.TempDir()
	begun, go1 := make(chan bool, 9), make(chan bool)
	s := owned(t, dir, Options{sync: func(*os.File) error {
		begun <- true
		<-go1
		return nil
	}})
	var wg sync.WaitGroup
	wg.Go(func() { add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{}) })
	<-begun
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

// SetDetail of work that starts returns when the log says that it runs.
func TestBeginningIsWritten(t *testing.T) {
	var mu sync.Mutex
	flushed := 0
	s := owned(t, t.TempDir(), Options{sync: func(*os.File) error {
		<-time.NewTimer(30 * time.Millisecond).C // a slow disk
		mu.Lock()
		defer mu.Unlock()
		flushed++
		return nil
	}})
	d := add(t, s, model.Delivery{State: model.DeliveryWaiting}, Stored{})
	d.State = model.DeliveryRunning
	s.Set(d)
	s.SetDetail(d.ID, Ran{Argv: []string{"sh"}})
	mu.Lock()
	defer mu.Unlock()
	if flushed != 2 {
		t.Errorf("%d flushes", flushed)
	}
}

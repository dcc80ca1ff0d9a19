package embedded

import (
	"errors"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// hungBody is a file on a network mount without its server: no read of it returns, whatever
// closes it.
type hungBody struct{ read, back chan struct{} }

func (b hungBody) Read([]byte) (int, error) {
	close(b.read)
	<-b.back
	return 0, io.ErrUnexpectedEOF
}
func (hungBody) Close() error { return nil }

// A file that does not answer keeps the service from ending for a while only.
func TestCloseDoesNotWaitForAHungFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		s, err := Open(t.Context(), Options{Dir: dir, Fast: true})
		if err != nil {
			t.Fatal(err)
		}
		body := hungBody{make(chan struct{}), make(chan struct{})}
		r, err := http.NewRequestWithContext(t.Context(), "POST", "http://aloft.local"+DocsPath, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+s.Token())
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		ended := make(chan error)
		go func() {
			w, err := s.Transport().RoundTrip(r)
			if err == nil {
				err = errors.Join(w.Body.Close(), errors.New(w.Status))
			}
			ended <- err
		}()
		<-body.read
		began := time.Now()
		closed := make(chan error)
		go func() { closed <- s.Close() }()
		select {
		case err := <-closed:
			if took := time.Since(began); err != nil || took > 30*time.Second {
				t.Errorf("%v after %s", err, took)
			}
		case <-time.After(time.Minute):
			t.Error("it waits for the file")
			defer func() { <-closed }()
		}
		close(body.back)
		if err := <-ended; err == nil {
			t.Error("the request has an answer")
		}
		synctest.Wait()
		if s, err = Open(t.Context(), Options{Dir: dir, Fast: true}); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

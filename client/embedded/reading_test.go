package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// barred returns a new database as seen by a user who cannot write it.
func barred(t *testing.T) (*store.DB, string) {
	t.Helper()
	dir := t.TempDir()
	s, err := Open(t.Context(), Options{Dir: dir, Sample: true, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "aloft.db")
	db, err := store.OpenReading(path, &store.Error{What: text.BoxReadOnly, Args: []any{path}, Hint: text.BoxReadOnlyHint})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db, dir
}

func TestAReadOnlyDatabaseIsRead(t *testing.T) {
	db, dir := barred(t)
	s := &Service{db: db, life: flow.NewLifetime()}
	defer func() { _ = s.life.End(closeLimit, func() error { return nil }) }()
	if err := s.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body string) (int, string, error) {
		r, err := http.NewRequestWithContext(t.Context(), method, "http://aloft.local"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Cookie", s.Cookie())
		w, err := s.Transport().RoundTrip(r)
		if err != nil {
			return 0, "", err
		}
		defer w.Body.Close()
		b, err := io.ReadAll(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		return w.StatusCode, string(b), nil
	}
	code, body, err := ask("GET", "/1/clouddrive/file/sort?pdir_fid=0&_page=1&_size=50", "")
	if err != nil || code != 200 || !strings.Contains(body, "Read me first.txt") || !json.Valid([]byte(body)) {
		t.Errorf("%d %v %s", code, err, body)
	}
	if s.Token() == "" {
		t.Error("no token")
	}
	err = s.db.Update(t.Context(), func(*store.Link) error { t.Error("a transaction began"); return nil })
	var e *store.Error
	if !errors.As(err, &e) || e.What != text.BoxReadOnly || !errors.Is(err, store.ErrReading) {
		t.Error(err)
	}
	if _, _, err = ask("POST", "/1/clouddrive/file", `{"pdir_fid":"0","file_name":"new","dir_path":"","dir_init_lock":false}`); !errors.Is(err, store.ErrReading) {
		t.Errorf("mkdir: %v", err)
	}
	for _, end := range []string{"-wal", "-shm", "-journal"} {
		if _, err := os.Stat(filepath.Join(dir, "aloft.db") + end); err == nil {
			t.Error(end, "was made")
		}
	}
}

// Somebody who can write it does, before and between two reads.
func TestAReadOnlyDatabaseShowsWhatOthersWrite(t *testing.T) {
	db, dir := barred(t)
	count := func() (n int64) {
		t.Helper()
		err := db.View(context.Background(), func(l *store.Link) error {
			_, err := l.Row("SELECT count(*) FROM session", nil, &n)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	was := count()
	w, err := Open(t.Context(), Options{Dir: dir, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(3) {
		if _, err := w.Login(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := count(); n != was+i+1 {
			t.Errorf("%d sessions, not %d", n, was+i+1)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != was+3 {
		t.Errorf("%d sessions at the end", n)
	}
	// A write that ends during a read is noticed.
	err = db.View(t.Context(), func(l *store.Link) error {
		if w, err = Open(t.Context(), Options{Dir: dir, Fast: true}); err != nil {
			return err
		}
		if _, err := w.Login(t.Context()); err != nil {
			return err
		}
		return w.Close()
	})
	var e *store.Error
	if !errors.As(err, &e) || e.What != text.BoxBusy {
		t.Errorf("%v", err)
	}
}

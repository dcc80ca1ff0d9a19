package store

import "testing"

// A connection reads the schema when it opens: sequential reads use one connection,
// and at most readers are open at a time.
func TestReadersAreOpenedWhenNeeded(t *testing.T) {
	db, err := Open(Options{Dir: t.TempDir(), Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	opened := func() int { return readers - len(db.unopen) }
	for range 10 {
		if err := db.View(t.Context(), func(*Link) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if n := opened(); n > 1 {
		t.Errorf("%d readers for one listing after the other", n)
	}
	var nested func(n int) error
	nested = func(n int) error {
		return db.View(t.Context(), func(*Link) error {
			if n == 1 {
				return nil
			}
			return nested(n - 1)
		})
	}
	for range 3 {
		if err := nested(readers); err != nil || opened() != readers {
			t.Fatal(err, opened())
		}
	}
}

// What is written soon is not flushed to the disk by itself, and what follows is, with all before it.
func TestOnlyWhatMustStayIsFlushed(t *testing.T) {
	db, err := Open(Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const normal, full = 1, 2 // of SQLite
	for i, want := range []int{full, normal, normal, full, normal} {
		update := db.Update
		if want == normal {
			update = db.UpdateSoon
		}
		got := 0
		err := update(t.Context(), func(l *Link) error {
			_, err := l.Row("PRAGMA synchronous", nil, &got)
			return err
		})
		if err != nil || got != want {
			t.Errorf("transaction %d: synchronous %d, not %d; %v", i, got, want, err)
		}
	}
}

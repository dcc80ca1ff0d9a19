package keep

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/model"
)

func TestVisitedIsByNumberAndAge(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	drive := model.Place{Scheme: model.SchemeDrive}
	other := model.Place{Scheme: model.SchemeDrive, Account: "work"}
	dir := t.TempDir()
	k := Open(dir)
	k.Account = "home"
	for _, v := range []struct {
		at   model.Place
		n    int
		last time.Duration
	}{
		{drive.Join("old"), 9, 30 * 24 * time.Hour},           // 9/4
		{drive.Join("week"), 6, 3 * 24 * time.Hour},           // 3
		{drive.Join("day"), 2, 5 * time.Hour},                 // 4
		{other.Join("now"), 2, time.Minute},                   // 8
		{model.LocalPlace(nil).Join("a b:c"), 1, time.Second}, // 4, later than day
	} {
		for i := range v.n {
			if err := k.Visit(v.at, now.Add(-v.last-time.Duration(v.n-i)*time.Millisecond)); err != nil {
				t.Fatal(err)
			}
		}
	}
	const want = `[work/drive:/now disk:/a b\:c drive:/day drive:/week drive:/old]`
	again := Open(dir)
	again.Account = "home"
	for _, k := range []*Keeper{k, again} {
		if got := fmt.Sprint(k.Visited(now)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	again.Account = "work" // places name their account in the file
	if got := fmt.Sprint(Open(dir).Visited(now)[0], again.Visited(now)[0]); got != "work/drive:/now drive:/now" {
		t.Error(got)
	}
	k = Open("")
	for i := range maxVisits + 5 {
		if err := k.AddHistory("go", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
		if err := k.Visit(drive, now.Add(time.Duration(i))); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := len(k.History("visits")), len(k.History("go")); a != 1000 || b != 200 {
		t.Error(a, b)
	}
	// What is no visit is passed over.
	if err := os.WriteFile(filepath.Join(dir, historyFile), []byte(`{"visits":["","x","2026-11-30T12:00:00Z","2026-11-30T12:00:00Z nowhere","2026-11-30T12:00:00Z drive:/ok"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(Open(dir).Visited(now)); got != "[drive:/ok]" {
		t.Error(got)
	}
}

package jobs

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/client/system"
	"aloft/model"
)

// Wherever a crash has cut the log, the records before the cut are read, the torn
// one is cut off, and the log can be appended to.
func TestLogCutAtEachByte(t *testing.T) {
	var whole []byte
	var ends []int
	rs := []journal.Record{
		{T: journal.RecStart, At: 1, Plan: "abc", PID: 7},
		{T: journal.RecIntent, At: 2, N: 1, Op: model.OpMove, Items: []int{1, 2, 3}},
		{T: journal.RecAnswer, At: 3, N: 1, Op: model.OpMove, Items: []int{1, 2, 3}, Out: journal.OutUnknown, Kind: client.KindUnknown, Error: model.Say("no\nanswer \"x\"")},
		{T: journal.RecVerd, At: 4, Op: model.OpMove, Items: []int{1}, Out: journal.OutDone, Ours: true},
		{T: journal.RecEnd, At: 5, Out: string(model.JobDone)},
	}
	for i := range rs {
		l, err := rs[i].Line()
		if err != nil {
			t.Fatal(err)
		}
		whole = append(whole, l...)
		ends = append(ends, len(whole))
	}
	dir := t.TempDir()
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(filepath.Join(dir, "log"), whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		want := 0
		for want < len(ends) && ends[want] <= cut {
			want++
		}
		j, got, err := journal.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != want || want > 0 && !reflect.DeepEqual(got, rs[:want]) {
			t.Fatalf("cut at %d: %d records, want %d", cut, len(got), want)
		}
		if err := j.Append(rs[1]); err != nil {
			t.Fatal(err)
		}
		j.Close()
		b, _ := os.ReadFile(filepath.Join(dir, "log"))
		if again, good := journal.Read(b); len(again) != want+1 || int(good) != len(b) {
			t.Fatalf("cut at %d: %d records after writing on", cut, len(again))
		}
	}
}

func FuzzReadLog(f *testing.F) {
	r := journal.Record{T: journal.RecIntent, N: 1, Items: []int{1}}
	l, _ := r.Line()
	f.Add(l)
	f.Add(append(l, l[:9]...))
	f.Add([]byte("00000000 {}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		rs, good := journal.Read(b)
		if good < 0 || good > int64(len(b)) || good > 0 && b[good-1] != '\n' {
			t.Fatalf("good part of %d is %d", len(b), good)
		}
		if again, n := journal.Read(b[:good]); n != good || len(again) != len(rs) {
			t.Fatal("the good part reads differently")
		}
		g := journal.NewProgress(&model.Plan{Items: []model.Item{{ID: 1, Op: model.OpDelete, Decision: model.DecideGo, Name: "x"}}})
		for i := range rs {
			g.Apply(&rs[i])
		}
	})
}

// brokenDisk fails from the n-th write or sync on.
type brokenDisk struct {
	system.LogFile
	left *int
	sync bool
}

var errFull = errors.New("no space left on device")

func (b brokenDisk) Write(p []byte) (int, error) {
	if !b.sync {
		if *b.left--; *b.left < 0 {
			n, _ := b.LogFile.Write(p[:len(p)/2])
			return n, errFull
		}
	}
	return b.LogFile.Write(p)
}

func (b brokenDisk) Sync() error {
	if b.sync {
		if *b.left--; *b.left < 0 {
			return errFull
		}
	}
	return b.LogFile.Sync()
}

// A disk that is full, or loses what it was given, stops the job before anything
// more is sent; what was done is known when there is room again.
func TestFullDiskStopsTheJob(t *testing.T) {
	for _, syncs := range []bool{false, true} {
		for good := range 9 {
			synctest.Test(t, func(t *testing.T) {
				f := newFake().put("/a/1", "/a/2", "/a/3", "/a/4", "/b/")
				f.batch = 1
				left := good
				dir := t.TempDir()
				e := open(t, f, run.Options{Dir: dir, WrapLog: func(l system.LogFile) system.LogFile { return brokenDisk{l, &left, syncs} }})
				p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: ats("/a/1", "/a/2", "/a/3", "/a/4"), Target: at("/b")})
				if err != nil {
					t.Fatal(err)
				}
				id, err := e.Start(t.Context(), p)
				if err != nil {
					if good > 0 || !client.Is(err, client.KindLocal) {
						t.Errorf("after %d: %v", good, err)
					}
					e.Close()
					return
				}
				s, _ := e.Wait(t.Context(), id)
				if s.State != model.JobPaused || s.Mine || !strings.Contains(s.Error.String(), "no space left") {
					t.Errorf("after %d: %+v", good, s)
				}
				if max := good / 2; f.mutations > max {
					t.Errorf("after %d records %d mutations were sent", good, f.mutations)
				}
				left = 1000
				if err := e.Resume(id); err != nil {
					t.Fatal(err)
				}
				if s, _ = e.Wait(t.Context(), id); s.State != model.JobDone || s.Done != 4 {
					t.Errorf("after %d: %+v", good, s)
				}
				for n, m := range f.moves {
					if m != 1 {
						t.Errorf("node %d was moved %d times", n, m)
					}
				}
				e.Close()
			})
		}
	}
}

func TestPlanKeepsEveryByteOfNames(t *testing.T) {
	p := &model.Plan{ID: "x", Op: model.OpMove, MadeAt: time.Unix(1, 0).UTC(), Items: []model.Item{
		{ID: 1, Op: model.OpMove, Name: "a\xffb\n", NewName: "\xc3(", Parent: at("/p\xfe"), Target: at("/t"), Decision: model.DecideGo, Print: model.Fingerprint{Name: "a\xffb\n"}},
	}}
	own := func(account string) string { return account }
	b, err := journal.EncodePlan(p, own)
	if err != nil {
		t.Fatal(err)
	}
	got, err := journal.DecodePlan(b, own)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, p) {
		t.Errorf("%+v\n%+v", got, p)
	}
}

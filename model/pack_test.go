package model

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func drivePlace(names ...string) Place { return Place{Scheme: SchemeDrive, Path: Steps(names...)} }

func moves(from, to Place, n, pageSize int) []Item {
	var out []Item
	for i := range n {
		out = append(out, Item{Op: OpMove, Parent: from, Name: fmt.Sprint("f", i), Kind: KindFile, Target: to, Decision: DecideGo, Found: Found{PageHint: i/pageSize + 1}})
	}
	return out
}

// The figures follow from 30 items a call, 100 entries a page and fresh ids for each call. Between
// two top folders a call is three requests: the root, a page of the source, and the move.
func TestEstimate(t *testing.T) {
	price := Pricing{Batch: 30, PageSize: 100, Gap: 500 * time.Millisecond}
	deep := func(a string) Place { return drivePlace(a, "1", "2", "3") }
	var fan, grid []Item
	for f := range 1000 {
		fan = append(fan, moves(drivePlace(fmt.Sprint("s", f)), drivePlace("t"), 3, 100)...)
	}
	for f := range 100 {
		grid = append(grid, moves(drivePlace(fmt.Sprint("s", f)), drivePlace(fmt.Sprint("t", f%10)), 30, 100)...)
	}
	each := func(op Op, n int, parent Place) (out []Item) {
		for i := range n {
			out = append(out, Item{Op: op, Parent: parent, Name: fmt.Sprint(i), Decision: DecideGo})
		}
		return out
	}
	skipped := moves(drivePlace("a"), drivePlace("b"), 40, 100)
	for i := range skipped[:15] {
		skipped[i].Decision = DecideSkip
	}
	numbered := moves(drivePlace("a"), drivePlace("b"), 30, 100)
	numbered[3].Decision, numbered[3].NewName = DecideNumber, "f3 (1)"
	for _, c := range []struct {
		name     string
		items    []Item
		calls    int
		requests int
	}{
		{"5,000 from one top folder to another", moves(drivePlace("a"), drivePlace("b"), 5000, 100), 167, 501},
		{"5,000 at depth 4", moves(deep("a"), deep("b"), 5000, 100), 167, 1503},
		{"1,000 folders of 3, the first call with two of them", fan, 101, 1 + 1 + 2 + 100*(1+1+10)},
		{"100 folders of 30 to 10 targets", grid, 100, 300},
		{"to the root", moves(drivePlace("a"), drivePlace(), 30, 100), 1, 3},
		{"from the root", moves(drivePlace(), drivePlace("b"), 30, 100), 1, 2},
		{"shared way", moves(drivePlace("x", "y", "a"), drivePlace("x", "y", "b"), 1, 100), 1, 5},
		{"into a subfolder", moves(drivePlace("x"), drivePlace("x", "y"), 1, 100), 1, 3},
		{"some skipped", skipped, 1, 3},
		{"one under another name", numbered, 2, 6},
		{"deleted", each(OpDelete, 61, drivePlace("a")), 3, 9},
		{"renamed", each(OpRename, 7, drivePlace("a")), 7, 21},
		{"made in a top folder", each(OpMakeFolder, 2, drivePlace("a")), 2, 4},
		{"made in the root", each(OpMakeFolder, 1, drivePlace()), 1, 1},
		{"nothing", nil, 0, 0},
	} {
		got := EstimateItems(c.items, price)
		want := Estimate{Calls: c.calls, Requests: c.requests, Lookups: c.requests - c.calls, Time: time.Duration(c.requests) * price.Gap}
		if got != want {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
	}
}

func TestEstimateOfSparseSelectionCountsPages(t *testing.T) {
	// Every tenth of 1,000 entries: 30 of them spread over three pages.
	var items []Item
	for i := 0; i < 1000; i += 10 {
		items = append(items, Item{Op: OpMove, Parent: drivePlace("a"), Name: fmt.Sprint(i), Target: drivePlace("b"), Decision: DecideGo, Found: Found{PageHint: i/100 + 1}})
	}
	got := EstimateItems(items, Pricing{Batch: 30, PageSize: 100})
	if got.Calls != 4 || got.Lookups < 4+3*3+1 || got.Lookups > 4+4*4 {
		t.Errorf("%+v", got)
	}
	// With their positions it is known exactly: 30 leave before each call, so
	// the calls see 0-290, 270-560, 540-830 and 810-900.
	for i := range items {
		items[i].Pos = i * 10
	}
	got = EstimateItems(items, Pricing{Batch: 30, PageSize: 100})
	if want := 4 + 3 + 4 + 4 + 2; got.Lookups != want {
		t.Errorf("%+v, want %d lookups", got, want)
	}
}

// Whatever the plan is: every item that goes is in one call, none is in two, no
// call is too large or has two targets, and the estimate is not below the lower
// bound.
func TestBatchesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var items []Item
		place := rapid.Custom(func(t *rapid.T) Place {
			return drivePlace(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3).Draw(t, "path")...)
		})
		for range rapid.IntRange(0, 12).Draw(t, "groups") {
			op := rapid.SampledFrom([]Op{OpMove, OpMove, OpDelete, OpRename, OpMakeFolder}).Draw(t, "op")
			from, to := place.Draw(t, "from"), place.Draw(t, "to")
			for i := range rapid.IntRange(1, 70).Draw(t, "n") {
				it := Item{Op: op, Parent: from, Name: fmt.Sprint(i), Decision: rapid.SampledFrom([]Decision{DecideGo, DecideGo, DecideGo, DecideSkip, DecideAsk}).Draw(t, "decision")}
				if op == OpMove {
					it.Target = to
				}
				items = append(items, it)
			}
		}
		size := rapid.IntRange(1, 30).Draw(t, "size")
		seen := map[int]int{}
		for _, b := range Batches(items, size) {
			if len(b.Items) == 0 || len(b.Items) > size {
				t.Fatalf("a call of %d items", len(b.Items))
			}
			for _, i := range b.Items {
				seen[i]++
				if items[i].Op != b.Op || !items[i].Target.Equal(b.Target) || items[i].Mode != b.Mode {
					t.Fatalf("item %+v in call %+v", items[i], b)
				}
			}
		}
		for i := range items {
			want := 0
			if items[i].Goes() {
				want = 1
			}
			if seen[i] != want {
				t.Fatalf("item %d is in %d calls", i, seen[i])
			}
		}
		e := EstimateItems(items, Pricing{Batch: size})
		if e.Requests != e.Calls+e.Lookups || e.Calls > len(seen) {
			t.Fatalf("%+v of %d items", e, len(seen))
		}
	})
}

func BenchmarkEstimate100k(b *testing.B) {
	var items []Item
	for f := range 1000 {
		items = append(items, moves(drivePlace("x", fmt.Sprint("s", f)), drivePlace("t"), 100, 100)...)
	}
	for b.Loop() {
		EstimateItems(items, Pricing{Batch: 30, PageSize: 100})
	}
}

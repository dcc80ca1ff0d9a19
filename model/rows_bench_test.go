package model

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func manyEntries(n int) []Entry {
	rnd := rand.New(rand.NewPCG(1, 2))
	out := make([]Entry, n)
	base := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range out {
		e := Entry{ID: fmt.Sprintf("%032x", i), Kind: KindFile, Size: rnd.Int64N(1 << 30), Modified: base.Add(time.Duration(rnd.Int64N(1e16)))}
		switch i % 10 {
		case 0:
			e.Name, e.Kind = fmt.Sprintf("Folder %d", i), KindFolder
		case 1:
			e.Name = fmt.Sprintf("照片 %05d 夏天.jpg", n-i)
		case 2:
			e.Name = fmt.Sprintf("Résumé-%d.PDF", i)
		default:
			e.Name = fmt.Sprintf("IMG_%08d_holiday.jpeg", rnd.IntN(1e8))
		}
		out[i] = e
	}
	return out
}

func BenchmarkSort100k(b *testing.B) {
	l := Listing{Entries: manyEntries(100_000)}
	for _, by := range []SortKey{SortName, SortSize, SortTime, SortKind} {
		b.Run(string(by), func(b *testing.B) {
			for b.Loop() {
				Sort(l, Order{By: by})
			}
		})
	}
}

func BenchmarkFilter100k(b *testing.B) {
	r := NewRows()
	r.Set(Sort(Listing{Entries: manyEntries(100_000)}, Order{}))
	for _, text := range []string{"e", "i", "holi", "夏", "jpeg", "IMG", "zzz", "*.pdf", "*1?3*", "IMG_*[0-4]_*"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				r.SetFilter(NewFilter(text))
			}
		})
	}
}

func BenchmarkRefresh100k(b *testing.B) {
	l := Listing{Entries: manyEntries(100_000), Complete: true}
	fresh := make([]Entry, len(l.Entries))
	for i, e := range l.Entries {
		e.ID = "x" + e.ID
		fresh[i] = e
	}
	one, two := Sort(l, Order{}), Sort(Listing{Entries: fresh, Complete: true}, Order{})
	for _, sel := range []int{0, 100, 100_000} {
		b.Run(fmt.Sprintf("selected %d", sel), func(b *testing.B) {
			r := NewRows()
			r.Set(one)
			r.MoveTo(50_000)
			for i := range sel {
				r.Select(i, true)
			}
			for b.Loop() {
				r.Set(two)
				r.Set(one)
			}
			if r.Cursor() != 50_000 || r.SelectedCount() != sel {
				b.Fatal(r.Cursor(), r.SelectedCount())
			}
		})
	}
}

func BenchmarkCursor100k(b *testing.B) {
	r := NewRows()
	r.Set(Sort(Listing{Entries: manyEntries(100_000)}, Order{}))
	i := 0
	for b.Loop() {
		i = (i + 1) % 100_000
		r.MoveTo(i)
	}
}

func BenchmarkSelectAll100k(b *testing.B) {
	r := NewRows()
	r.Set(Sort(Listing{Entries: manyEntries(100_000)}, Order{}))
	for b.Loop() {
		r.SelectAll()
		r.Invert()
	}
}

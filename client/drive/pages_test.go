package drive_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/drive"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/model"
)

// shelf is a folder "big" of n files, served page by page.
type shelf struct {
	n       int
	noTotal bool
	most    int  // largest number of entries on a page; 0 = as requested
	says    bool // _size says so
	onePage bool // each page is the first
	window  int  // entries reachable in one order
	asc     bool
	shift   int // before page 2 this many entries disappear from the front
	change  func(page int, l *shelf)
}

func (l *shelf) answer(r *http.Request, _ int) *http.Response {
	q := query(r)
	if !strings.HasSuffix(r.URL.Path, "/sort") {
		return nil
	}
	if q.Get("pdir_fid") == "0" {
		return reply(200, `{"data":{"list":[{"fid":"big","file_name":"big","file_type":0}]}}`)
	}
	page, _ := strconv.Atoi(q.Get("_page"))
	size, _ := strconv.Atoi(q.Get("_size"))
	if l.most > 0 {
		size = min(size, l.most)
	}
	if l.onePage {
		page = 1
	}
	if l.change != nil {
		l.change(page, l)
	}
	if l.window > 0 && page*size > l.window {
		return reply(400, `{"status":400,"code":15020,"message":"window"}`)
	}
	desc := strings.Contains(q.Get("_sort"), "file_name:desc") && !l.asc
	var b strings.Builder
	b.WriteString(`{"code":0,"data":{"list":[`)
	for i := (page - 1) * size; i < min(page*size, l.n-l.shift); i++ {
		k := i + l.shift
		if desc {
			k = l.n - 1 - i
		}
		if i > (page-1)*size {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"fid":"x%d","file_name":"f%06d","file_type":1}`, k, k)
	}
	b.WriteString(`]}`)
	switch {
	case l.says:
		fmt.Fprintf(&b, `,"metadata":{"_size":%d,"_total":0}`, size)
	case !l.noTotal:
		fmt.Fprintf(&b, `,"metadata":{"_total":%d}`, l.n-l.shift)
	}
	b.WriteString(`}`)
	return reply(200, b.String())
}

func TestBigFolders(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	cases := map[string]struct {
		shelf
		size     int
		entries  int
		cut      model.CutReason
		requests int
	}{
		"two pages":               {shelf{n: 150}, 100, 150, "", 3},
		"exactly one page":        {shelf{n: 100}, 100, 100, "", 3}, // the total may count the page
		"exactly two pages":       {shelf{n: 200}, 100, 200, "", 3},
		"no total":                {shelf{n: 150, noTotal: true}, 100, 150, "", 3},
		"no total, full pages":    {shelf{n: 200, noTotal: true}, 100, 200, "", 6}, // the end is confirmed by a second walk
		"small pages":             {shelf{n: 50, most: 20}, 100, 50, "", 4},
		"small pages, told":       {shelf{n: 54, most: 18, says: true}, 100, 54, "", 7}, // as above
		"small pages, untold":     {shelf{n: 45, most: 20, noTotal: true}, 100, 45, "", 4},
		"no pages, round number":  {shelf{n: 40, noTotal: true, onePage: true}, 100, 40, "", 3},
		"no pages, told":          {shelf{n: 40, most: 20, says: true, onePage: true}, 100, 20, model.CutRepeat, 3},
		"past the window":         {shelf{n: 15000, window: 10000}, 1000, 15000, "", 1 + 11 + 5},
		"past the window, odd":    {shelf{n: 15000, window: 10000}, 300, 15000, "", 1 + 34 + 17},
		"past both windows":       {shelf{n: 25000, window: 10000}, 1000, 20000, model.CutWindow, 1 + 11 + 11},
		"window, no total":        {shelf{n: 12000, window: 10000, noTotal: true}, 1000, 12000, model.CutWindow, 1 + 11 + 3},
		"window, order ignored":   {shelf{n: 12000, window: 10000, asc: true}, 1000, 10000, model.CutWindow, 1 + 11 + 1},
		"changes between pages":   {shelf{n: 250, change: func(page int, l *shelf) { l.shift = 10 * (page - 1) }}, 100, 230, model.CutChanged, 4},
		"shrinks between, silent": {shelf{n: 250, noTotal: true, change: func(page int, l *shelf) { l.shift = 0 }}, 100, 250, "", 4},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			l := c.shelf
			s := &script{answer: l.answer}
			r := newRig(t, s, "a=b", func(o *drive.Options) { o.PageSize = c.size })
			parts := 0
			var entries []model.Entry
			got, err := r.List(t.Context(), at("big"), client.Options{Progress: func(p model.Listing, from int) {
				parts++
				entries = append(entries[:from], p.Entries...)
				if p.Complete || p.Cut != model.CutPartial {
					t.Error("a part says that it is the whole")
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			if len(entries) != c.entries || got.Cut != c.cut || got.Complete != (c.cut == "") {
				t.Errorf("%d entries, cut %q, complete %v; want %d, %q", len(entries), got.Cut, got.Complete, c.entries, c.cut)
			}
			seen := map[string]bool{}
			for _, e := range entries {
				if seen[e.ID] {
					t.Fatalf("%s came twice", e.ID)
				}
				seen[e.ID] = true
			}
			if n := s.count("sort"); n != c.requests {
				t.Errorf("%d requests, want %d", n, c.requests)
			}
			if parts < 2 {
				t.Errorf("%d parts on the way", parts)
			}
		})
	}
}

// What is behind the window in one order is found in the other.
func TestAnEntryBehindTheWindowIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	l := &shelf{n: 12000, window: 10000}
	r := newRig(t, &script{answer: l.answer}, "a=b", func(o *drive.Options) { o.PageSize = 1000 })
	if e, err := r.Stat(t.Context(), at("big", "f011500"), client.Options{}); err != nil || e.ID != "x11500" {
		t.Fatal(e, err)
	}
	_, err := r.Stat(t.Context(), at("big", "none"), client.Options{})
	wantKind(t, err, client.KindNotFound)
	l.n = 30000
	_, err = r.Stat(t.Context(), at("big", "none"), client.Options{})
	wantKind(t, err, client.KindServer) // a cut listing proves no absence
}

// A name found on a late page is searched there first, and found elsewhere too.
func TestThePageOfANameIsRemembered(t *testing.T) {
	l := &shelf{n: 950}
	s := &script{answer: l.answer}
	r := newRig(t, s, "a=b", nil)
	for i, want := range []int{1 + 9, 2, 1 + 1 + 9} {
		if i == 2 {
			l.shift = 60 // it is on page 8 now
		}
		s.counts = nil
		r.gate.NewEpoch()
		if e, err := r.Stat(t.Context(), at("big", "f000810"), client.Options{Fresh: true}); err != nil || e.ID != "x810" {
			t.Fatal(e, err)
		}
		if n := s.count("sort"); n > want {
			t.Errorf("look %d: %d requests, want at most %d", i, n, want)
		}
	}
}

// The pages of a walk come one by one, and end.
func TestPagesOfAWalk(t *testing.T) {
	r, s := openEmbedded(t, fault.Faults{}, nil)
	var items []embeddeddrive.Item
	for i := range 230 {
		items = append(items, embeddeddrive.Item{Path: []string{"big", fmt.Sprintf("f%03d", i)}})
	}
	plant(t, s, items...)
	w := r.Walk(client.Options{})
	seen := map[string]bool{}
	for n := 1; ; n++ {
		page, err := w.Page(t.Context(), at("big"), n)
		if err != nil {
			t.Fatal(err)
		}
		for _, ref := range page.Refs {
			seen[ref.Place.Base()] = true
		}
		if page.N != n || page.Total != 230 {
			t.Fatalf("page %d says %d of %d", n, page.N, page.Total)
		}
		if page.Last {
			if n != 3 {
				t.Fatalf("page %d is the last", n)
			}
			break
		}
	}
	if len(seen) != 230 {
		t.Fatalf("%d names", len(seen))
	}
	l, err := w.All(t.Context(), at("big"))
	if err != nil || len(l.Entries) != 230 || !l.Complete || l.Total != 230 {
		t.Fatal(len(l.Entries), l.Complete, err)
	}
	if got := r.log.take(); len(got) != 1+3 {
		t.Errorf("All takes the pages that were read: %v", got)
	}
}

func TestRepeatedAndShuffledPages(t *testing.T) {
	for name, c := range map[string]struct {
		f    fault.Faults
		cuts string
	}{
		"repeated": {fault.Faults{RepeatPage: true}, "repeat"},
		"shuffled": {fault.Faults{Shuffle: true, Seed: 7}, "changed total"},
	} {
		t.Run(name, func(t *testing.T) {
			r, s := openEmbedded(t, c.f, nil)
			var items []embeddeddrive.Item
			for i := range 350 {
				items = append(items, embeddeddrive.Item{Path: []string{"big", fmt.Sprintf("f%03d", i)}})
			}
			plant(t, s, items...)
			l, err := r.List(t.Context(), at("big"), client.Options{})
			if err != nil || l.Complete || !strings.Contains(c.cuts, string(l.Cut)) {
				t.Fatalf("%d entries, complete %v, cut %q, %v", len(l.Entries), l.Complete, l.Cut, err)
			}
		})
	}
}

// Page by page a folder is as long as in one piece, also when the drive returns
// less per page than requested.
func TestTheLastPageOfSmallPages(t *testing.T) {
	for name, l := range map[string]*shelf{
		"total":          {n: 45, most: 20},
		"size":           {n: 54, most: 18, says: true},
		"nothing":        {n: 45, most: 20, noTotal: true},
		"nothing, round": {n: 50, most: 20, noTotal: true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, &script{answer: l.answer}, "a=b", nil)
			w, entries := r.Walk(client.Options{}), 0
			for n := 1; n < 9; n++ {
				page, err := w.Page(t.Context(), at("big"), n)
				if err != nil {
					t.Fatal(err)
				}
				entries += len(page.Entries)
				if page.Last != (entries == l.n && (name != "size" || n == 4)) {
					t.Errorf("page %d of %d entries: last is %v", n, len(page.Entries), page.Last)
				}
				if page.Last {
					break
				}
			}
			if entries != l.n {
				t.Errorf("%d of %d entries", entries, l.n)
			}
		})
	}
}

// Behind the window a folder continues from its other end.
func TestPagesBehindTheWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	for name, l := range map[string]*shelf{
		"total":         {n: 12500, window: 10000},
		"no total":      {n: 12500, window: 10000, noTotal: true},
		"odd":           {n: 3100, window: 2000},
		"order ignored": {n: 12500, window: 10000, asc: true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, &script{answer: l.answer}, "a=b", func(o *drive.Options) { o.PageSize = 1000 })
			w, seen, n := r.Walk(client.Options{}), map[string]bool{}, 1
			for ; n < 30; n++ {
				page, err := w.Page(t.Context(), at("big"), n)
				if err != nil {
					t.Fatal(err)
				}
				for i, e := range page.Entries {
					if seen[e.ID] = true; page.Refs[i].ID != e.ID {
						t.Fatal(page.Refs[i], e)
					}
				}
				if page.Last {
					break
				}
			}
			want := l.n
			if l.asc {
				want = l.window
			}
			if len(seen) != want || n > 14 {
				t.Errorf("%d of %d entries on %d pages", len(seen), want, n)
			}
		})
	}
}

package drive_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/drive"
	"aloft/model"
)

// stated is a folder "big" whose pages state totals of their own.
type stated struct {
	shelf
	total func(page, asked int) int // asked counts the requests
	drop  func(asked int) int       // so many entries are missing on page 1
	asked int
}

func (l *stated) answer(r *http.Request, n int) *http.Response {
	q := query(r)
	if !strings.HasSuffix(r.URL.Path, "/sort") || q.Get("pdir_fid") == "0" {
		return l.shelf.answer(r, n)
	}
	l.asked++
	page, size := 1, 100
	_, _ = fmt.Sscan(q.Get("_page"), &page)
	var es []string
	for i := (page - 1) * size; i < min(page*size, l.n); i++ {
		es = append(es, fmt.Sprintf(`{"fid":"x%d","file_name":"f%06d","file_type":1}`, i, i))
	}
	if l.drop != nil && page == 1 {
		k := l.drop(l.asked)
		es = append(es[:k:k], es[k+20:]...)
	}
	return reply(200, fmt.Sprintf(`{"code":0,"data":{"list":[%s]},"metadata":{"_total":%d}}`, strings.Join(es, ","), l.total(page, l.asked)))
}

// A total that alone is wrong prevents no write: an absence, or completeness, is
// proven by two readings that agree. Pages that really lack something prove
// nothing.
func TestAWrongTotalIsNoBarrier(t *testing.T) {
	for name, c := range map[string]struct {
		l        stated
		complete bool
	}{
		"too large":      {stated{shelf: shelf{n: 150}, total: func(int, int) int { return 990 }}, true},
		"short, one":     {stated{shelf: shelf{n: 15}, total: func(int, int) int { return 16 }}, true},
		"too small":      {stated{shelf: shelf{n: 250}, total: func(int, int) int { return 7 }}, true},
		"of the page":    {stated{shelf: shelf{n: 150}, total: func(page, _ int) int { return []int{0, 100, 50, 0}[page] }}, true},
		"each another":   {stated{shelf: shelf{n: 250}, total: func(_, asked int) int { return 1000 + asked }}, true},
		"entries missed": {stated{shelf: shelf{n: 150}, total: func(int, int) int { return 150 }, drop: func(asked int) int { return 5 * asked }}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, &script{answer: c.l.answer}, "a=b", func(o *drive.Options) { o.PageSize = 100 })
			l, err := r.Walk(client.Options{Class: client.Bulk}).All(t.Context(), at("big"))
			if err != nil || l.Complete != c.complete {
				t.Fatalf("complete %v, cut %q, %v", l.Complete, l.Cut, err)
			}
			if c.complete && len(l.Entries) != c.l.n {
				t.Errorf("%d entries", len(l.Entries))
			}
			_, err = r.Stat(t.Context(), at("big", "not there"), client.Options{})
			want := client.KindNotFound
			if !c.complete {
				want = client.KindServer
			}
			wantKind(t, err, want)
		})
	}
}

// An endless listing is ended, and reported as cut.
func TestAnEndlessListing(t *testing.T) {
	n := 0
	_, r := scripted(t, func(q *http.Request, _ int) *http.Response {
		n++
		return reply(200, fmt.Sprintf(`{"code":0,"data":{"list":[{"fid":"x%d","record_id":"r%d","file_name":"f%d","file_type":1}]},"metadata":{"_total":%d}}`, n, n, n, 1<<30))
	})
	l, err := r.List(t.Context(), at(), client.Options{})
	if err != nil || l.Cut != model.CutLimit || l.Complete {
		t.Fatalf("%d entries, cut %q, %v", len(l.Entries), l.Cut, err)
	}
	// A job must know what is missing in the recycle bin.
	if b, err := r.Bin(t.Context(), client.Options{Fresh: true}); err == nil {
		t.Errorf("%d records of an endless bin pass for all", len(b))
	}
}

// Every list of a drive is a list, or an error.
func TestAListingIsAList(t *testing.T) {
	for _, body := range []string{`{"code":0,"data":{}}`, `{"code":0,"data":{"list":null},"metadata":{"_total":0}}`, `{"code":0}`, `{"code":0,"data":{"list":{}}}`, `{"code":0,"data":"[]"}`} {
		_, r := scripted(t, func(*http.Request, int) *http.Response { return reply(200, body) })
		if l, err := r.List(t.Context(), at(), client.Options{}); err == nil {
			t.Errorf("%s: a folder of %d, complete %v", body, len(l.Entries), l.Complete)
		}
		if h, err := r.Search(t.Context(), "x", client.Options{}); err == nil {
			t.Errorf("%s: %d hits", body, len(h))
		}
		if b, err := r.Bin(t.Context(), client.Options{}); err == nil {
			t.Errorf("%s: %d in the bin", body, len(b))
		}
	}
}

// A web page in between is retried, once a drive has answered here; at an address
// that never has, it is reported at once.
func TestAPageBetween(t *testing.T) {
	for name, between := range map[string]*http.Response{
		"page":    reply(200, "<html>", "Content-Type", "text/html"),
		"no list": reply(200, `{"code":0,"data":{}}`), "other": reply(200, "pong"),
	} {
		s, r := scripted(t, only("sort", func(n int) *http.Response {
			if n == 1 {
				return between
			}
			return nil
		}))
		for range 2 {
			if _, err := r.List(t.Context(), at(), client.Options{}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n := s.count("sort"); n != 3 {
			t.Errorf("%s: %d requests", name, n)
		}
	}
}

// A redirect is asked for twice more, as a page is, also where a drive has answered.
func TestARedirectThatStaysEndsTheRead(t *testing.T) {
	s, r := scripted(t, only("sort", func(n int) *http.Response {
		if n == 0 {
			return nil
		}
		return reply(302, "", "Location", "https://x.example/")
	}))
	if _, err := r.List(t.Context(), at(), client.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.List(t.Context(), at(), client.Options{}); !client.Is(err, client.KindInvalid) || s.count("sort") != 4 {
		t.Errorf("%v after %d requests", err, s.count("sort"))
	}
}

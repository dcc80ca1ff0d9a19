package drive_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/drive"
	"aloft/client/gate"
)

// emptyFolders is a drive with a folder of n empty ones. The ids change with each
// generation, and a stale one is answered with an empty list.
type emptyFolders struct {
	n, generation int
	filled        bool // somebody has added a file to the first
}

func (d *emptyFolders) answer(r *http.Request, _ int) *http.Response {
	q := r.URL.Query()
	list, total := "", 0
	switch id := q.Get("pdir_fid"); {
	case id == "0":
		list, total = fmt.Sprintf(`{"fid":"many%d","file_name":"many","file_type":0,"include_items":%d}`, d.generation, d.n), 1
	case id == fmt.Sprintf("many%d", d.generation):
		page, _ := strconv.Atoi(q.Get("_page"))
		size, _ := strconv.Atoi(q.Get("_size"))
		var all []string
		for i := (page - 1) * size; i < min(page*size, d.n); i++ {
			children := 0
			if d.filled && i == 0 {
				children = 1
			}
			all = append(all, fmt.Sprintf(`{"fid":"e%d.%d","file_name":"%03d","file_type":0,"include_items":%d}`, d.generation, i, i, children))
		}
		list, total = strings.Join(all, ","), d.n
	case d.filled && id == fmt.Sprintf("e%d.0", d.generation):
		list, total = `{"fid":"new","file_name":"new","file_type":1}`, 1
	}
	return reply(200, fmt.Sprintf(`{"code":0,"data":{"list":[%s]},"metadata":{"_total":%d}}`, list, total))
}

// Listing one empty folder after the other takes little more than a request each,
// and what another device adds to one shows after seconds.
func TestEmptyFolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &emptyFolders{n: 300}
		s := &script{answer: d.answer}
		g, err := gate.Open(gate.Options{Dir: "/state", Name: "x", Gap: 500 * time.Millisecond, Host: clienttest.NewHost(), Wire: gate.RoundTripperWire(s)})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = g.Close() }()
		src := drive.New(drive.Options{Account: "local", BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar("a=b")})
		list := func(path ...string) int {
			t.Helper()
			l, err := src.List(t.Context(), at(path...), client.Options{})
			if err != nil || !l.Complete {
				t.Fatal(l.Cut, err)
			}
			return len(l.Entries)
		}
		if n := list("many"); n != d.n {
			t.Fatal(n)
		}
		for i := range d.n {
			if n := list("many", fmt.Sprintf("%03d", i)); n != 0 {
				t.Fatal(n)
			}
		}
		if n := s.counts["sort"]; n > d.n*3/2 {
			t.Errorf("%d requests for %d folders", n, d.n)
		}
		list("many")
		d.generation, d.filled = 1, true
		time.Sleep(6 * time.Second)
		if n := list("many", "000"); n != 1 {
			t.Errorf("%d entries", n)
		}
	})
}

// Another device that changes all ids after each of the first three listings of the root
// does not make a folder of one file empty for a walk that an operation relies on.
func TestAFullFolderIsNotEmptyToAnOperation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		generation := 0
		s := &script{answer: func(r *http.Request, _ int) *http.Response {
			list := ""
			switch id := r.URL.Query().Get("pdir_fid"); id {
			case "0":
				list = fmt.Sprintf(`{"fid":"full%d","file_name":"full","file_type":0,"include_items":1}`, generation)
				if generation < 3 {
					generation++
				}
			case "full3":
				list = `{"fid":"one","file_name":"one","file_type":1}`
			}
			return reply(200, fmt.Sprintf(`{"code":0,"data":{"list":[%s]}}`, list))
		}}
		g, err := gate.Open(gate.Options{Dir: "/state", Name: "x", Gap: 500 * time.Millisecond, Host: clienttest.NewHost(), Wire: gate.RoundTripperWire(s)})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = g.Close() }()
		src := drive.New(drive.Options{Account: "local", BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar("a=b")})
		pg, err := src.Walk(client.Options{Fresh: true}).Page(t.Context(), at("full"), 1)
		if err != nil || len(pg.Entries) != 1 {
			t.Errorf("%d entries, %v", len(pg.Entries), err)
		}
	})
}

package drive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"aloft/model"
)

func FuzzEnvelope(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"code":0,"data":{"list":[]}}`, `{"data":{"list":[{"fid":1,"file_name":"a&amp;b","file_type":"0"}]},"metadata":{"_total":"3"}}`,
		`{"code":"x","status":true,"data":[1],"metadata":7,"tq_gap":"500"}`, `{"data":{"tq_gap":1e300}}`, `{"metadata":{"tq_gap":-5}}`,
		`{"metadata":{"tq_gap":"NaN"}}`, `{"metadata":{"tq_gap":"0x10"}}`, `<html>`, `null`, `{"data":{"task_sync":true,"task_resp":"{}"}}`, "\ufeff{\"code\":1}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		e, ok := parseEnvelope(body)
		if ok && !json.Valid(bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(body), []byte("\ufeff")))) {
			t.Fatalf("%q passes for JSON", body)
		}
		if d, ok := e.gap(); ok && (d < time.Millisecond || d > 30*time.Second) {
			t.Fatalf("a gap of %v", d)
		}
		p, ok := e.page()
		if !ok {
			return
		}
		if p.raw < len(p.entries) || p.total < model.Unknown {
			t.Fatalf("%d entries of %d, total %d", len(p.entries), p.raw, p.total)
		}
		for _, w := range p.entries {
			n := w.entry(&spelling{})
			if n.Size < model.Unknown || n.Children < model.Unknown || n.Kind == "" || !utf8.ValidString(n.Name) {
				t.Fatalf("%+v", n)
			}
			if !n.Modified.IsZero() && (n.Modified.Year() > 10000 || n.Modified.Year() < 1970) {
				t.Fatalf("changed at %v", n.Modified)
			}
		}
	})
}

// FuzzPager is any server: pages as bytes, of which each is an id.
func FuzzPager(f *testing.F) {
	f.Add([]byte("abc|def|g"), 3, 7)
	f.Add([]byte("abc|abc"), 3, 6)
	f.Add([]byte("abc|cde|"), 3, -1)
	f.Add([]byte("||"), 1, 0)
	f.Fuzz(func(t *testing.T, script []byte, size, total int) {
		if size < 1 || size > 1000 || total < model.Unknown || total > 1<<30 {
			return
		}
		pages := bytes.Split(script, []byte("|"))
		p := newPager()
		all := map[string]bool{}
		taken := 0
		for i := 0; !p.done; i++ {
			var ids []string
			if i < len(pages) {
				for _, b := range pages[i] {
					ids = append(ids, fmt.Sprint(b))
				}
			}
			for k, fresh := range p.add(ids, extent{raw: len(ids), total: total, full: size}) {
				if fresh == all[ids[k]] {
					t.Fatalf("%q is fresh: %v", ids[k], fresh)
				}
				if fresh {
					taken++
				}
				all[ids[k]] = true
			}
			if i > len(pages)+1 {
				t.Fatal("an empty page does not end it")
			}
		}
		if taken != len(all) || taken != p.distinct {
			t.Fatalf("took %d, saw %d, counted %d", taken, len(all), p.distinct)
		}
		if p.cut == model.CutNone && p.total != model.Unknown && p.distinct < p.total {
			t.Fatalf("%d of %d pass for the whole", p.distinct, p.total)
		}
	})
}

func TestGapStandsInThreePlaces(t *testing.T) {
	for body, want := range map[string]time.Duration{
		`{"metadata":{"tq_gap":500}}`:                        500 * time.Millisecond,
		`{"metadata":{"tq_gap":"500"}}`:                      500 * time.Millisecond,
		`{"metadata":{"tq_gap":" 700 "}}`:                    700 * time.Millisecond,
		`{"data":{"tq_gap":100}}`:                            100 * time.Millisecond,
		`{"tq_gap":250.9}`:                                   250 * time.Millisecond,
		`{"metadata":{"tq_gap":1},"data":{"tq_gap":2}}`:      time.Millisecond,
		`{"metadata":{"tq_gap":"x"},"data":{"tq_gap":2}}`:    2 * time.Millisecond,
		`{"metadata":{"tq_gap":0}}`:                          time.Millisecond,
		`{"metadata":{"tq_gap":-1}}`:                         time.Millisecond,
		`{"metadata":{"tq_gap":99999999}}`:                   30 * time.Second,
		`{"metadata":{"tq_gap":1e300}}`:                      30 * time.Second,
		`{"metadata":{"tq_gap":99999999999999999999999999}}`: 30 * time.Second,
		`{"metadata":{"tq_gap":"500ms"}}`:                    0,
		`{"metadata":{"tq_gap":null}}`:                       0,
		`{"metadata":{"tq_gap":"Inf"}}`:                      0,
		`{"metadata":{"tq_gap":[5]}}`:                        0,
		`{"metadata":[],"data":null}`:                        0,
	} {
		e, ok := parseEnvelope([]byte(body))
		got, told := e.gap()
		if !ok || got != want || told != (want != 0) {
			t.Errorf("%s: %v, %v; want %v", body, got, told, want)
		}
	}
}

func TestKindsOfEntries(t *testing.T) {
	for body, want := range map[string]model.Kind{
		`{"file_type":0}`:               model.KindFolder,
		`{"file_type":"0"}`:             model.KindFolder,
		`{"file_type":1}`:               model.KindFile,
		`{"file_type":9,"dir":true}`:    model.KindFile,
		`{"file_type":0,"dir":false}`:   model.KindFolder,
		`{"dir":true}`:                  model.KindFolder,
		`{"dir":false}`:                 model.KindFile,
		`{"file":false}`:                model.KindFolder,
		`{"file":true}`:                 model.KindFile,
		`{"dir":"true"}`:                model.KindFolder,
		`{}`:                            model.KindOther,
		`{"file_type":null,"dir":null}`: model.KindOther,
	} {
		var w wireEntry
		if err := json.Unmarshal([]byte(body), &w); err != nil || w.kind() != want {
			t.Errorf("%s is a %s, want %s (%v)", body, w.kind(), want, err)
		}
	}
}

// A drive that repeats its pages in ever new orders is not read forever.
func TestAPageWithoutNewEntriesEndsAListing(t *testing.T) {
	p := newPager()
	for i, page := range [][]string{{"a", "b", "c"}, {"c", "b", "d"}, {"b", "d", "a"}} {
		if p.done {
			t.Fatalf("done before page %d", i+1)
		}
		p.add(page, extent{raw: 3, total: model.Unknown, full: 3})
	}
	if !p.done || p.cut != model.CutRepeat || p.distinct != 4 {
		t.Fatalf("%+v", p)
	}
}

// One page of 100 entries, as long as a drive's.
func BenchmarkPage(b *testing.B) {
	var list []string
	for i := range 100 {
		list = append(list, fmt.Sprintf(`{"fid":"%032x","file_name":"Report of the year %d &amp; its notes.docx","pdir_fid":"0","file_type":1,"dir":false,"file":true,"size":%d,"format_type":"application/octet-stream","created_at":1690000000000,"updated_at":1690000000000,"status":1,"tags":"","owner_ucid":"x","thumbnail":"https://example.com/%d"}`, i, i, i*1000, i))
	}
	body := []byte(`{"status":200,"code":0,"message":"ok","data":{"list":[` + strings.Join(list, ",") + `]},"metadata":{"_total":100,"_size":100}}`)
	b.ReportAllocs()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		e, _ := parseEnvelope(body)
		p, ok := e.page()
		if !ok || len(p.entries) != 100 {
			b.Fatal(len(p.entries))
		}
	}
}

package embedded

import (
	"fmt"
	"net/http"
	"testing"

	"aloft/client/clienttest/procs"
	"aloft/client/embedded/drive"
)

func benchRig(b *testing.B, o Options) *rig {
	b.Helper()
	if o.Dir == "" {
		o.Dir = b.TempDir()
	}
	s, err := Open(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return &rig{s: s}
}

func (r *rig) bench(b *testing.B, method, path string, body any) envelope {
	b.Helper()
	r.t = &testing.T{}
	req, err := newRequest(b.Context(), method, path, body)
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Cookie", r.s.Cookie())
	env, err := r.send(req)
	if err != nil || env.http != http.StatusOK {
		b.Fatal(err, env.raw)
	}
	return env
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	benchRig(b, Options{Dir: dir, Sample: true}).s.Close()
	for b.Loop() {
		s, err := Open(b.Context(), Options{Dir: dir, Sample: true})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		s.Close()
		b.StartTimer()
	}
}

func BenchmarkFirstRun(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		s, err := Open(b.Context(), Options{Dir: fmt.Sprintf("%s/%d", b.TempDir(), i), Sample: true})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		s.Close()
		b.StartTimer()
	}
}

func BenchmarkPage(b *testing.B) {
	r := benchRig(b, Options{Fast: true})
	items := make([]drive.Item, 100_000)
	for i := range items {
		items[i] = drive.Item{Path: []string{"big", fmt.Sprintf("file %d.txt", i*7919%100_000)}, Folder: i%10 == 0}
	}
	if err := r.s.Plant(b.Context(), items); err != nil {
		b.Fatal(err)
	}
	r.t = &testing.T{}
	var fid string
	for _, e := range r.bench(b, "GET", sorted("0", ""), nil).list(r.t) {
		fid = e.FID
	}
	for _, c := range []struct{ name, query string }{
		{"first", "&_page=1&_fetch_total=1"},
		{"last", "&_page=100&_fetch_total=1"},
		{"descending", "&_page=100&_sort=file_type:asc,file_name:desc"},
		{"newest", "&_page=100&_sort=file_type:asc,updated_at:desc"},
		{"names_mixed", "&_page=100&_sort=file_name:asc"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				env := r.bench(b, "GET", sorted(fid, "&_size=100"+c.query), nil)
				if env.Meta.Count != 100 {
					b.Fatal(env.raw)
				}
			}
		})
	}
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			r.bench(b, "GET", "/file/search?q=77777", nil)
		}
	})
}

func BenchmarkMove30(b *testing.B) {
	for _, c := range []struct {
		name string
		o    Options
	}{{"durable", Options{}}, {"fast", Options{Fast: true}}} {
		b.Run(c.name, func(b *testing.B) {
			r := benchRig(b, c.o)
			var items []drive.Item
			for i := range 30 {
				items = append(items, drive.Item{Path: []string{"a", fmt.Sprintf("file %d.txt", i)}})
			}
			items = append(items, drive.Item{Path: []string{"b"}, Folder: true})
			if err := r.s.Plant(b.Context(), items); err != nil {
				b.Fatal(err)
			}
			r.t = &testing.T{}
			var fids, folders []string
			for _, e := range r.bench(b, "GET", sorted("0", ""), nil).list(r.t) {
				folders = append(folders, e.FID)
			}
			for _, e := range r.bench(b, "GET", sorted(folders[0], ""), nil).list(r.t) {
				fids = append(fids, e.FID)
			}
			for i := 1; b.Loop(); i++ {
				r.bench(b, "POST", "/file/move", move(folders[i%2], fids...))
			}
		})
	}
}

func init() { procs.CollectLate() }

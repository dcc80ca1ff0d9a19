package archive

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// far is a disk that is on another machine: its files are read in parts, and each is counted.
type far struct {
	*disk.Source
	reads int
	bytes int64
	whole int
}

func (f *far) Root() model.Place { return model.Place{Scheme: model.SchemeDrive} }

func (f *far) Stat(ctx context.Context, p model.Place, opt client.Options) (model.Entry, error) {
	p.Scheme = model.SchemeDisk
	return f.Source.Stat(ctx, p, opt)
}

func (f *far) Peek(ctx context.Context, p model.Place, e model.Entry) (client.PeekBody, model.Entry, error) {
	p.Scheme = model.SchemeDisk
	b, e, err := f.Source.Peek(ctx, p, e)
	return &farBody{b, f}, e, err
}

func (f *far) CheckDownload(model.Entry) error { return nil }

func (f *far) Link(_ context.Context, p model.Place, _ client.Class) (client.Link, error) {
	p.Scheme = model.SchemeDisk
	return client.Link{URL: client.Signed(disk.Path(p))}, nil
}

func (f *far) Fetch(_ context.Context, l client.Link, _ int64, w client.Sink) (int64, error) {
	f.whole++
	b, err := os.ReadFile(l.URL.Reveal())
	if err == nil {
		_, err = w.Write(b)
	}
	return int64(len(b)), err
}

type farBody struct {
	client.PeekBody
	f *far
}

func (b *farBody) ReadAt(p []byte, off int64) (int, error) {
	b.f.reads++
	b.f.bytes += int64(len(p))
	return b.PeekBody.ReadAt(p, off)
}

// TestFar: of a zip on another machine only its directory is read, in few requests; other formats are fetched once.
func TestFar(t *testing.T) {
	var all []member
	for i := range 40 {
		noise := make([]byte, 1<<20)
		for j := range noise {
			noise[j] = byte(rand.Uint32())
		}
		all = append(all, member{name: fmt.Sprint("f", i), content: string(noise)})
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{"a.zip": zipped(t, all...), "a.tar.gz": packed(t, tarred(t, all[:3]...), gzipped)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	of := &far{Source: disk.New()}
	s := New(of, t.TempDir())
	defer s.Close()
	at := func(name string) model.Place {
		p := placeOf(filepath.Join(dir, name))
		p.Scheme = model.SchemeDriveArchive
		return p
	}
	if got := names(t, s, at("a.zip")); len(got) != 40 || of.reads > 3 || of.bytes > 4<<20 || of.whole > 0 {
		t.Fatalf("%d entries by %d requests of %d bytes", len(got), of.reads, of.bytes)
	}
	if got, err := fetch(t.Context(), s, at("a.zip").Join("f7")); err != nil || got != all[7].content || of.reads > 6 {
		t.Fatalf("%d bytes by %d requests, %v", len(got), of.reads, err)
	}
	if got, err := fetch(t.Context(), s, at("a.tar.gz").Join("f2")); err != nil || got != all[2].content || of.whole != 1 {
		t.Fatalf("%d bytes, fetched %d times, %v", len(got), of.whole, err)
	}
}

// TestPack packs what it is given, and nothing is left when it fails.
func TestPack(t *testing.T) {
	from, temp := t.TempDir(), t.TempDir()
	for name, content := range map[string]string{"d/a.txt": "a", "d/sub/报告.txt": strings.Repeat("b", 1<<20), "d/empty": "", "one": "1"} {
		at := filepath.Join(from, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(from, "d", "none"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x.zip", "x.tar.gz"} {
		made, err := Pack(t.Context(), temp, name, []string{filepath.Join(from, "d"), filepath.Join(from, "one")})
		if err != nil {
			t.Fatal(err)
		}
		s := New(disk.New(), t.TempDir())
		defer s.Close()
		at := placeOf(made)
		if got := fmt.Sprint(names(t, s, at), names(t, s, at.Join("d")), names(t, s, at.Join("d").Join("none"))); got != "[d one] [a.txt empty none sub] []" {
			t.Fatalf("%s has %s", name, got)
		}
		if got, err := fetch(t.Context(), s, at.Join("d").Join("sub").Join("报告.txt")); err != nil || len(got) != 1<<20 {
			t.Fatal(len(got), err)
		}
		_ = os.RemoveAll(filepath.Dir(made))
	}
	if _, err := Pack(t.Context(), temp, "x.rar", []string{from}); !client.Is(err, client.KindInvalid) {
		t.Fatal(err)
	}
	if _, err := Pack(t.Context(), temp, "x.zip", []string{filepath.Join(from, "d"), filepath.Join(from, "nothing")}); err == nil {
		t.Fatal("what is not there was packed")
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Fatal(left, err)
	}
	// What the archive does not have as it was packed is noticed.
	p := &packing{sums: map[string]uint32{"a": 1}}
	bad := filepath.Join(temp, "bad.zip")
	if err := os.WriteFile(bad, zipped(t, member{name: "a", content: "x"}), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.compare(t.Context(), bad, temp); err == nil {
		t.Fatal("another content was not noticed")
	}
}

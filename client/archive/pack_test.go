package archive

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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
		made, drop, err := Pack(t.Context(), temp, name, []string{filepath.Join(from, "d"), filepath.Join(from, "one")})
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
		drop()
	}
	if _, _, err := Pack(t.Context(), temp, "x.rar", []string{from}); !client.Is(err, client.KindInvalid) {
		t.Fatal(err)
	}
	if _, _, err := Pack(t.Context(), temp, "x.zip", []string{filepath.Join(from, "d"), filepath.Join(from, "nothing")}); err == nil {
		t.Fatal("what is not there was packed")
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Fatal(left, err)
	}
	// What the archive does not have as it was packed is noticed.
	p := &packing{ctx: t.Context(), sums: map[string]uint32{"a": 1}}
	bad := filepath.Join(temp, "bad.zip")
	if err := os.WriteFile(bad, zipped(t, member{name: "a", content: "x"}), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.compare(bad, temp); err == nil {
		t.Fatal("another content was not noticed")
	}
}

// rared is a rar (version 5) of stored files.
func rared(all ...member) []byte {
	vint := func(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }
	block := func(fields ...[]byte) []byte {
		var head []byte
		for _, f := range fields {
			head = append(head, f...)
		}
		head = append(vint(len(head)), head...)
		return append(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(head)), head...)
	}
	out := append([]byte("Rar!\x1a\x07\x01\x00"), block(vint(1), vint(0), vint(0))...)
	for _, m := range all {
		size := vint(len(m.content))
		out = append(out, block(vint(2), vint(2), size, vint(4), size, vint(0o100644),
			binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(m.content))), vint(0), vint(1), vint(len(m.name)), []byte(m.name))...)
		out = append(out, m.content...)
	}
	return append(out, block(vint(5), vint(0), vint(0))...)
}

// TestRar reads a rar in any order, and notices what is damaged in it.
func TestRar(t *testing.T) {
	all := []member{{name: "d/a.txt", content: "first"}, {name: "d/报告.txt", content: "second"}, {name: "../up", content: "x"}}
	s, at := opened(t, "a.rar", rared(all...))
	if got := fmt.Sprint(names(t, s, at), names(t, s, at.Join("d"))); got != "[d ../up] [a.txt 报告.txt]" {
		t.Fatal(got)
	}
	for _, i := range []int{1, 0, 1, 0, 0, 1} {
		if got, err := fetch(t.Context(), s, at.Join("d").Join(filepath.Base(all[i].name))); err != nil || got != all[i].content {
			t.Fatalf("%q, %v", got, err)
		}
	}
	s, at = opened(t, "b.rar", []byte(strings.Replace(string(rared(all...)), "second", "sEcond", 1)))
	if _, err := fetch(t.Context(), s, at.Join("d").Join("报告.txt")); !client.Is(err, client.KindInvalid) {
		t.Fatal(err)
	}
}

// TestALinkInAnOldRar: up to version 4 a link is a file with the mode of a link, and its content says where it leads.
func TestALinkInAnOldRar(t *testing.T) {
	block := func(kind byte, flags uint16, body []byte) []byte {
		head := binary.LittleEndian.AppendUint16([]byte{kind}, flags)
		head = append(binary.LittleEndian.AppendUint16(head, uint16(7+len(body))), body...)
		return append(binary.LittleEndian.AppendUint16(nil, uint16(crc32.ChecksumIEEE(head))), head...)
	}
	file := func(name, content string, mode uint32) []byte {
		body := binary.LittleEndian.AppendUint32(nil, uint32(len(content)))
		body = append(binary.LittleEndian.AppendUint32(body, uint32(len(content))), 3) // made on Unix
		body = binary.LittleEndian.AppendUint32(body, crc32.ChecksumIEEE([]byte(content)))
		body = append(body, 0, 0, 0x21, 0, 20, 0x30) // stored
		body = binary.LittleEndian.AppendUint16(body, uint16(len(name)))
		body = append(binary.LittleEndian.AppendUint32(body, mode), name...)
		return append(block(0x74, 0x8000, body), content...)
	}
	all := slices.Concat([]byte("Rar!\x1a\x07\x00"), block(0x73, 0, make([]byte, 6)), file("out", "/etc/passwd", 0o120777), file("a.txt", "text", 0o100644))
	s, at := opened(t, "a.rar", all)
	if got, err := fetch(t.Context(), s, at.Join("a.txt")); err != nil || got != "text" {
		t.Fatalf("%q, %v", got, err)
	}
	e, err := s.Stat(t.Context(), at.Join("out"), client.Options{})
	if err != nil || e.Kind != model.KindLink {
		t.Errorf("%s, %v", e.Kind, err)
	}
	if got, err := fetch(t.Context(), s, at.Join("out")); !client.Is(err, client.KindUnsupported) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestChecked: what has another size or checksum than is stated is not given, whatever the decoder says.
func TestChecked(t *testing.T) {
	sum := crc32.ChecksumIEEE([]byte("text"))
	for _, c := range []struct {
		it item
		ok bool
	}{{item{size: 4, sum: sum, summed: true}, true}, {item{size: 4, sum: sum + 1, summed: true}, false}, {item{size: 3}, false}, {item{size: 5}, false}} {
		if _, err := check(t.Context(), &c.it, strings.NewReader("text"), &sink{}); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.it, err)
		}
	}
}

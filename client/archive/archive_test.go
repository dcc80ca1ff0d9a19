package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"golang.org/x/text/encoding/simplifiedchinese"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/disk"
	"aloft/model"
)

func placeOf(path string) model.Place {
	return model.Place{Scheme: model.SchemeArchive, Path: model.Steps(strings.Split(strings.Trim(filepath.ToSlash(path), "/"), "/")...)}
}

// opened is a source with an archive of that name and content.
func opened(t *testing.T, name string, content []byte) (*Source, model.Place) {
	t.Helper()
	at := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(at, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(disk.New(), t.TempDir())
	t.Cleanup(s.Close)
	return s, placeOf(at)
}

// member is an entry of an archive that a test makes.
type member struct {
	name, content, link string
	kind                byte
}

func zipped(t *testing.T, all ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range all {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate, NonUTF8: m.kind == 'n'}
		if m.link != "" {
			h.SetMode(os.ModeSymlink | 0o777)
			m.content = m.link
		}
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(f, m.content)
		}
		if err != nil && !strings.HasSuffix(m.name, "/") {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarred(t *testing.T, all ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range all {
		h := &tar.Header{Name: m.name, Typeflag: m.kind, Linkname: m.link, Size: int64(len(m.content)), Mode: 0o644}
		if h.Typeflag == 0 {
			h.Typeflag = tar.TypeReg
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, m.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func packed(t *testing.T, content []byte, with func(io.Writer) (io.WriteCloser, error)) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := with(&b)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }

func names(t *testing.T, s *Source, p model.Place) (out []string) {
	t.Helper()
	l, err := s.List(t.Context(), p, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Entries {
		out = append(out, e.Name)
	}
	return out
}

// sink collects what is fetched.
type sink struct{ bytes.Buffer }

func (s *sink) Restart() error { s.Reset(); return nil }

func fetch(ctx context.Context, s *Source, p model.Place) (string, error) {
	l, err := s.Link(ctx, p, client.Bulk)
	if err != nil {
		return "", err
	}
	var w sink
	n, err := s.Fetch(ctx, l, 0, &w)
	if err == nil && n != int64(w.Len()) {
		err = fmt.Errorf("%d bytes came, and %d are said", w.Len(), n)
	}
	return w.String(), err
}

func zipAt(path string) []member {
	r, err := zip.OpenReader(path)
	if err != nil {
		return nil
	}
	defer r.Close()
	var out []member
	for _, f := range r.File {
		out = append(out, member{name: f.Name})
	}
	return out
}

// TestSuite runs the suite of all sources on a folder of a zip.
func TestSuite(t *testing.T) {
	clienttest.Run(t, func(t *testing.T) clienttest.Fixture {
		at := filepath.Join(t.TempDir(), "a.zip")
		put := func(t *testing.T, p model.Place, end string) {
			all := append(zipAt(at), member{name: strings.Join(p.Names()[len(placeOf(at).Path):], "/") + end})
			if err := os.WriteFile(at, zipped(t, all...), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s := New(disk.New(), t.TempDir())
		t.Cleanup(s.Close)
		base := placeOf(at).Join("base")
		put(t, base, "/")
		return clienttest.Fixture{Source: s, Base: base,
			PutFile:   func(t *testing.T, p model.Place) { put(t, p, "") },
			PutFolder: func(t *testing.T, p model.Place) { put(t, p, "/") }}
	})
}

// TestFormats reads the same entries from each format, in any order.
func TestFormats(t *testing.T) {
	long := strings.Repeat("a line of it\n", 30000)
	all := []member{{name: "dir/", kind: tar.TypeDir}, {name: "dir/a.txt", content: "hello"}, {name: "dir/long", content: long}, {name: "b.txt", content: "b"}, {name: "dir/empty"}}
	flat := tarred(t, all...)
	for name, content := range map[string][]byte{
		"a.zip": zipped(t, all...), "a.tar": flat, "a.tar.gz": packed(t, flat, gzipped), "misnamed.zip": flat,
		"a.tar.xz":  packed(t, flat, func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }),
		"a.tar.zst": packed(t, flat, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }),
	} {
		t.Run(name, func(t *testing.T) {
			s, at := opened(t, name, content)
			if got := fmt.Sprint(names(t, s, at), names(t, s, at.Join("dir"))); got != "[dir b.txt] [a.txt long empty]" {
				t.Fatalf("it has %s", got)
			}
			want := map[string]string{"dir/a.txt": "hello", "dir/long": long, "b.txt": "b", "dir/empty": ""}
			for range 30 { // also against its order
				paths := []string{"dir/a.txt", "dir/long", "b.txt", "dir/empty"}
				path := paths[rand.IntN(len(paths))]
				p := at
				for _, n := range strings.Split(path, "/") {
					p = p.Join(n)
				}
				if got, err := fetch(t.Context(), s, p); err != nil || got != want[path] {
					t.Fatalf("%s: %d bytes, %v", path, len(got), err)
				}
				b, e, err := s.Peek(t.Context(), p, model.Entry{})
				if err != nil || e.Size != int64(len(want[path])) {
					t.Fatal(e, err)
				}
				if end := make([]byte, 3); e.Size > 3 {
					if _, err := b.ReadAt(end, e.Size-3); err != nil || string(end) != want[path][e.Size-3:] {
						t.Fatalf("its end is %q, %v", end, err)
					}
				}
				_ = b.Close()
			}
		})
	}
}

// TestNames are shown as they are meant; those that lead elsewhere are shown as they are, and not given.
func TestNames(t *testing.T) {
	gbk, _ := simplifiedchinese.GBK.NewEncoder().String("季度报告/销售数据.txt")
	gbk2, _ := simplifiedchinese.GBK.NewEncoder().String("会议记录.txt")
	for _, c := range []struct {
		why     string
		content []byte
		want    string
	}{
		{"utf-8", zipped(t, member{name: "报告.txt"}), "报告.txt"},
		{"GBK", zipped(t, member{name: gbk, kind: 'n'}, member{name: gbk2, kind: 'n'}), "季度报告 会议记录.txt"},
		{"CP437", zipped(t, member{name: "caf\x82.txt", kind: 'n'}, member{name: "M\x81ller.txt", kind: 'n'}), "café.txt Müller.txt"},
		{"twins", zipped(t, member{name: "a.txt"}, member{name: "a.txt"}, member{name: "A.TXT"}), "a.txt a (2).txt A.TXT"},
		{"file and folder", zipped(t, member{name: "a"}, member{name: "a/b"}), "a a (2)"},
		{"dots", zipped(t, member{name: "./a/./b"}, member{name: "a//c"}), "a"},
		{"backslashes", zipped(t, member{name: `dir\a.txt`}), "dir"},
		{"up", zipped(t, member{name: "../../etc/passwd"}, member{name: "a/../../b"}), "../../etc/passwd a/../../b"},
		{"absolute", tarred(t, member{name: "/etc/passwd"}, member{name: "C:/x"}, member{name: `C:\x`}), `/etc/passwd C:/x C:\x`},
		{"controls", zipped(t, member{name: "a\x1b[2Jb\nc"}), "a\x1b[2Jb\nc"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, at := opened(t, "a.zip", c.content)
			if got := strings.Join(names(t, s, at), " "); got != c.want {
				t.Fatalf("%q, want %q", got, c.want)
			}
			if c.why != "up" && c.why != "absolute" {
				return
			}
			for _, n := range names(t, s, at) {
				if got, err := fetch(t.Context(), s, at.Join(n)); !client.Is(err, client.KindUnsupported) || got != "" || !strings.Contains(err.Error(), "leads out") {
					t.Fatalf("%s is given: %q, %v", n, got, err)
				}
			}
		})
	}
}

// TestUnicodePath: the extra field has the name, if it is about this one.
func TestUnicodePath(t *testing.T) {
	sum := crc32.ChecksumIEEE([]byte("caf\x82"))
	field := append([]byte{0x75, 0x70, 11, 0, 1, byte(sum), byte(sum >> 8), byte(sum >> 16), byte(sum >> 24)}, "咖啡"...)
	if got, ok := unicodePath(append([]byte{1, 2, 1, 0, 9}, field...), "caf\x82"); !ok || got != "咖啡" {
		t.Fatalf("%q, %v", got, ok)
	}
	if got, ok := unicodePath(field, "other"); ok {
		t.Fatalf("%q of another name", got)
	}
}

// TestNotGiven: links and special files are shown with where they lead, and never given.
func TestNotGiven(t *testing.T) {
	s, at := opened(t, "a.tar", tarred(t, member{name: "ln", kind: tar.TypeSymlink, link: "/etc"}, member{name: "hard", kind: tar.TypeLink, link: "a"},
		member{name: "pipe", kind: tar.TypeFifo}, member{name: "dev", kind: tar.TypeChar}, member{name: "ln/x", content: "x"}))
	for _, name := range []string{"ln", "hard", "pipe", "dev"} {
		e, err := s.Stat(t.Context(), at.Join(name), client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == model.KindLink && e.Facts().Note == "" {
			t.Errorf("where %s leads is not said", name)
		}
		if err := s.CheckDownload(e); !client.Is(err, client.KindUnsupported) {
			t.Errorf("%s is given: %v", name, err)
		}
		if _, err := fetch(t.Context(), s, at.Join(name)); !client.Is(err, client.KindUnsupported) {
			t.Errorf("%s is fetched: %v", name, err)
		}
	}
	if got, err := fetch(t.Context(), s, at.Join("ln (2)").Join("x")); err != nil || got != "x" {
		t.Errorf("what stands behind a link's name: %q, %v", got, err)
	}
}

// TestDamaged: nothing that differs from what the archive states counts as given.
func TestDamaged(t *testing.T) {
	all := []member{{name: "a", content: strings.Repeat("abc", 9000)}, {name: "b", content: strings.Repeat("xyz", 9000)}}
	stored := func() []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		f, _ := w.CreateHeader(&zip.FileHeader{Name: "a", Method: zip.Store})
		_, _ = f.Write([]byte("content of it"))
		_ = w.Close()
		return bytes.Replace(b.Bytes(), []byte("content of it"), []byte("content of IT"), 1)
	}
	s, at := opened(t, "a.zip", stored())
	if got, err := fetch(t.Context(), s, at.Join("a")); err == nil || !client.Is(err, client.KindInvalid) {
		t.Fatalf("%q, %v", got, err)
	}
	gz := packed(t, tarred(t, all...), gzipped)
	s, at = opened(t, "a.tar.gz", gz[:len(gz)-9])
	if l, err := s.List(t.Context(), at, client.Options{}); err != nil || l.Complete {
		t.Fatalf("a listing of what was cut: %+v, %v", l, err)
	}
	for name, content := range map[string][]byte{
		"a.zip": []byte("PK\x03\x04 and no more"), "a.7z": []byte("7z\xbc\xaf\x27\x1c and no more"), "a.rar": []byte("Rar!\x1a\x07 and no more"),
		"a.tar": []byte(strings.Repeat("no tar ", 200)), "a.tar.gz": []byte("\x1f\x8b no gzip"), "empty.zip": nil,
	} {
		s, at := opened(t, name, content)
		if _, err := s.List(t.Context(), at, client.Options{}); !client.Is(err, client.KindInvalid) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBombs are refused before anything is unpacked.
func TestBombs(t *testing.T) {
	b := zipped(t, member{name: "a", content: strings.Repeat("a", 1<<16)}, member{name: "b", content: strings.Repeat("b", 1<<16)})
	end := bytes.LastIndex(b, []byte("PK\x01\x02"))
	for i := range 4 { // the compressed size in the directory
		b[end+20+i] = []byte{0xff, 0xff, 0xff, 0x0f}[i]
	}
	s, at := opened(t, "a.zip", b)
	if _, err := s.List(t.Context(), at, client.Options{}); err == nil || !strings.Contains(err.Error(), "overlap") {
		t.Fatal(err)
	}
	r := &bounded{ctx: t.Context(), r: strings.NewReader("more than four"), left: 4}
	if _, err := io.Copy(io.Discard, r); !errors.Is(err, errBomb) {
		t.Fatal(err)
	}
	var many []*item
	for i := range 6000 {
		many = append(many, &item{name: strings.Repeat(fmt.Sprint(i)+"/", 190) + "x"})
	}
	if _, ok := tree(many); ok {
		t.Fatal("more folders than entries are allowed")
	}
}

// TestNested: an archive in another one is a file there, and is entered as well, up to a depth.
func TestNested(t *testing.T) {
	content := zipped(t, member{name: "x", content: "deep"})
	for range maxDepth - 1 {
		content = packed(t, tarred(t, member{name: "in.zip", content: string(content)}), gzipped)
	}
	s, at := opened(t, "a.tar.gz", content)
	p := at
	for range maxDepth - 1 {
		p = p.Join("in.zip")
		if e, err := s.Stat(t.Context(), p, client.Options{}); err != nil || e.Kind != model.KindFile {
			t.Fatal(e, err)
		}
	}
	if got, err := fetch(t.Context(), s, p.Join("x")); err != nil || got != "deep" {
		t.Fatalf("%q, %v", got, err)
	}
	content = packed(t, tarred(t, member{name: "in.zip", content: string(content)}), gzipped)
	s, at = opened(t, "b.tar.gz", content)
	for range maxDepth + 1 {
		at = at.Join("in.zip")
	}
	if _, err := s.List(t.Context(), at, client.Options{}); !client.Is(err, client.KindUnsupported) {
		t.Fatal(err)
	}
}

// TestSplit: a part is no archive.
func TestSplit(t *testing.T) {
	last := "the end of a file" + string(append([]byte("PK\x05\x06\x04\x00\x04\x00\x01\x00\x01\x00"), make([]byte, 10)...))
	for name, content := range map[string]string{"a.zip.001": "", "a.7z.001": "7z\xbc\xaf\x27\x1c", "a.7z.002": "", "A.ZIP.012": "", "a.tar.gz.003": "",
		"a.z01": "PK\x07\x08", "a.z02": "", "a.part2.rar": "", "a.part01.rar": "Rar!\x1a\x07", "a.r00": "", "a.r13": "", "a.zip": last} {
		s, at := opened(t, name, []byte(content))
		if _, err := s.List(t.Context(), at, client.Options{}); !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "split") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"apart.rar", "a.party.rar", "a.part.rar", "a.002", "report.txt.002", "a.zip.2024", "a.b01", "zip", "a.", ""} {
		if split(name) {
			t.Errorf("%q is not the name of a part", name)
		}
	}
}

// TestEncrypted entries are named as such, before anything is read.
func TestEncrypted(t *testing.T) {
	b := zipped(t, member{name: "secret", content: "x"})
	b[6] |= 1
	b[bytes.Index(b, []byte("PK\x01\x02"))+8] |= 1
	s, at := opened(t, "a.zip", b)
	if _, err := fetch(t.Context(), s, at.Join("secret")); !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "encrypted") {
		t.Fatal(err)
	}
}

// TestChangedArchive: a listing is of the archive as it is now.
func TestChangedArchive(t *testing.T) {
	s, at := opened(t, "a.zip", zipped(t, member{name: "a"}))
	if got := names(t, s, at); len(got) != 1 {
		t.Fatal(got)
	}
	if err := os.WriteFile(disk.Path(at.Outside()), zipped(t, member{name: "b"}, member{name: "c"}), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(names(t, s, at)); got != "[b c]" {
		t.Fatal(got)
	}
}

// TestCancel ends reading, and keeps nothing of it.
func TestCancel(t *testing.T) {
	s, at := opened(t, "a.tar.gz", packed(t, tarred(t, member{name: "a", content: "a"}), gzipped))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.List(ctx, at, client.Options{}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if got := names(t, s, at); len(got) != 1 {
		t.Fatal(got)
	}
}

// TestNothingIsLeft: what is unpacked to be read has no name.
func TestNothingIsLeft(t *testing.T) {
	s, at := opened(t, "a.tar.gz", packed(t, tarred(t, member{name: "a", content: "a"}, member{name: "b", content: "b"}), gzipped))
	for _, n := range []string{"b", "a", "b", "a", "b", "a"} {
		if got, err := fetch(t.Context(), s, at.Join(n)); err != nil || got != n {
			t.Fatal(got, err)
		}
	}
	if s.held[0].spool == nil {
		t.Error("an archive that is read against its order is not unpacked once")
	}
	left, err := os.ReadDir(s.temp)
	if err != nil || len(left) > 0 {
		t.Fatal(left, err)
	}
}

func FuzzTree(f *testing.F) {
	f.Add("a/b\n../c\n/d\na", true)
	f.Fuzz(func(t *testing.T, raw string, plain bool) {
		var items []*item
		for _, n := range strings.Split(raw, "\n") {
			items = append(items, &item{name: n, plain: plain, folder: strings.HasSuffix(n, "/")})
		}
		root, ok := tree(items)
		if !ok {
			return
		}
		seen := 0
		var walk func(*node, model.Place)
		walk = func(n *node, at model.Place) {
			for _, c := range n.list {
				p := at.Join(c.name)
				if !p.Valid() && c.name != "" {
					t.Fatalf("%q is no place", c.name)
				}
				if n.names[c.name] != c {
					t.Fatalf("%q is not found", c.name)
				}
				if c.item != nil && c.item.why == "" && (c.name == ".." || strings.ContainsAny(c.name, "/\x00")) {
					t.Fatalf("%q is given", c.name)
				}
				if seen++; c.names != nil {
					walk(c, p)
				}
			}
		}
		walk(root, model.Place{Scheme: model.SchemeArchive})
	})
}

func FuzzUnicodePath(f *testing.F) {
	f.Add([]byte{0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, 'a'}, "a")
	f.Fuzz(func(_ *testing.T, extra []byte, name string) { unicodePath(extra, name) })
}

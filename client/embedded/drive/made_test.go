package drive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"go/parser"
	"go/token"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"math/rand/v2"
	"path"
	"strings"
	"testing"
	"time"
)

func madeKinds() []string {
	return []string{"", "text/plain; charset=utf-8", "image/png", "image/jpeg", "application/pdf", "application/zip", "video/mp4",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"application/vnd.openxmlformats-officedocument.presentationml.presentation"}
}

// Made bytes are of their size, the same each time, and the same from any place.
func TestMadeFromAnyPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, mime := range madeKinds() {
		for _, size := range []int64{0, 1, 7, 63, 64, 65, 1000, 5000, 100_003} {
			whole, err := io.ReadAll(io.NewSectionReader(newMade("7", mime, size), 0, size+10))
			if err != nil || int64(len(whole)) != size {
				t.Fatalf("%s: %d of %d bytes, %v", mime, len(whole), size, err)
			}
			for range 50 {
				off := rng.Int64N(size + 1)
				b := make([]byte, rng.Int64N(300))
				n, err := newMade("7", mime, size).ReadAt(b, off)
				if !bytes.Equal(b[:n], whole[off:min(size, off+int64(len(b)))]) || (n < len(b)) != (err == io.EOF) {
					t.Fatalf("%s of %d bytes at %d: %d of %d bytes, %v", mime, size, off, n, len(b), err)
				}
			}
		}
	}
	a, b := newMade("7", "", 100), newMade("8", "", 100)
	x, _ := io.ReadAll(io.NewSectionReader(a, 0, 100))
	y, _ := io.ReadAll(io.NewSectionReader(b, 0, 100))
	if bytes.Equal(x, y) {
		t.Error("two recipes make the same bytes")
	}
}

// Programs that know the kind can open what is made.
func TestMadeIsOfItsKind(t *testing.T) {
	const size = 48_230
	made := func(mime string) []byte {
		b, err := io.ReadAll(io.NewSectionReader(newMade("7", mime, size), 0, size))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, mime := range madeKinds() {
		b := made(mime)
		switch {
		case strings.HasPrefix(mime, "image/"):
			if img, _, err := image.Decode(bytes.NewReader(b)); err != nil || img.Bounds().Dx() != 160 {
				t.Errorf("%s: %v", mime, err)
			}
		case mime == "application/zip", strings.HasPrefix(mime, "application/vnd"):
			z, err := zip.NewReader(bytes.NewReader(b), size)
			if err != nil || len(z.File) < 2 || !bytes.HasPrefix(b, []byte("PK\x03\x04")) {
				t.Fatalf("%s: %v", mime, err)
			}
			for _, f := range z.File {
				r, err := f.Open()
				if err != nil {
					t.Fatal(err)
				}
				if text, err := io.ReadAll(r); err != nil || len(text) == 0 {
					t.Errorf("%s in %s: %v", f.Name, mime, err)
				}
			}
		case mime == "application/pdf":
			if !bytes.HasPrefix(b, []byte("%PDF-")) || !bytes.HasSuffix(b, []byte("%%EOF\n")) {
				t.Errorf("%.20q … %.20q", b, b[size-20:])
			}
		}
	}
	if text := string(made("text/plain")); !strings.HasPrefix(text, "1 ") || strings.Count(text, "\n") != size/width {
		t.Errorf("%.100q", text)
	}
	b := make([]byte, 100)
	if _, err := newMade(ReadMe, "text/plain", 1874).ReadAt(b, 0); err != nil || !bytes.HasPrefix(b, []byte("Read me first\n")) {
		t.Errorf("%q %v", b, err)
	}
}

// What is first seen of a new account is of ten kinds, and each file is of the kind that its name says.
func TestSampleFilesAreOfTheirKinds(t *testing.T) {
	kinds := map[string]bool{}
	for _, it := range sample(time.Unix(1_700_000_000, 0)) {
		if len(it.Path) > 1 || it.Folder {
			continue
		}
		name := it.Path[0]
		kinds[path.Ext(name)] = true
		b, err := io.ReadAll(io.NewSectionReader(newMade(it.Recipe, it.MIME, it.Size), 0, it.Size+1))
		if err != nil || int64(len(b)) != it.Size {
			t.Fatalf("%s: %d of %d bytes, %v", name, len(b), it.Size, err)
		}
		switch text := string(b); path.Ext(name) {
		case ".go":
			if _, err := parser.ParseFile(token.NewFileSet(), name, b, 0); err != nil {
				t.Error(err)
			}
		case ".drawio":
			if err := xml.Unmarshal(b, new(struct{ XMLName xml.Name })); err != nil {
				t.Error(err)
			}
		case ".wav":
			if !strings.HasPrefix(text, "RIFF") || binary.LittleEndian.Uint32(b[4:]) != uint32(it.Size-8) || binary.LittleEndian.Uint32(b[40:]) != uint32(it.Size-44) {
				t.Errorf("%q", b[:44])
			}
		case ".url":
			if !strings.Contains(text, "\nURL=https://") {
				t.Error(text)
			}
		case ".md":
			if !strings.HasPrefix(text, "# ") {
				t.Error(text)
			}
		}
	}
	if len(kinds) < 10 {
		t.Errorf("%d kinds: %v", len(kinds), kinds)
	}
}

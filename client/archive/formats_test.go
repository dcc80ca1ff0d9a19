package archive

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"aloft/client"
)

// TestAroundAnArchive: what is before a zip, or after a compressed tar, is no harm.
func TestAroundAnArchive(t *testing.T) {
	all := []member{{name: "d/a.txt", content: "text"}}
	program := append([]byte(strings.Repeat("a program\n", 100)), zipped(t, all...)...)
	bz, err := base64.StdEncoding.DecodeString("QlpoOTFBWSZTWQZF2g4AAG77gMmAAAFAAe2AACBmAB5ACAggAFQ0kYRgDQaBJFNBoGhkYl/tR0IHwQhG/vOY0dMkCGBidOICgwibkPD+E7m1qgdbqltAnNo7kCIgOi7kinChIAyLtBw=")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"a.zip": program, "a.exe": program, "a.tar.gz": append(packed(t, tarred(t, all...), gzipped), strings.Repeat("\x00junk", 20)...),
		"a.tar.bz2": append(bz, "junk after it"...),
	} {
		s, at := opened(t, name, content)
		if l, err := s.List(t.Context(), at, client.Options{}); err != nil || !l.Complete {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
		if got, err := fetch(t.Context(), s, at.Join("d").Join("a.txt")); err != nil || got != "text" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestAFolderByItsMode: a zip of old programs marks a folder by its mode alone.
func TestAFolderByItsMode(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	h := &zip.FileHeader{Name: "d"}
	h.ExternalAttrs = 0x10 // a folder of MS-DOS
	if _, err := w.CreateHeader(h); err != nil {
		t.Fatal(err)
	}
	f, err := w.Create("d/a.txt")
	if err == nil {
		_, err = f.Write([]byte("text"))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	s, at := opened(t, "a.zip", b.Bytes())
	if got := fmt.Sprint(names(t, s, at), names(t, s, at.Join("d"))); got != "[d] [a.txt]" {
		t.Error(got)
	}
}

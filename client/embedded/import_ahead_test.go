package embedded

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"aloft/client/embedded/pages"
	"aloft/client/office/word/md"
	"aloft/client/office/word/write"
)

// longDocx is a Word file that takes a while to read.
func longDocx(t *testing.T) []byte {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	var text bytes.Buffer
	for i := range 4000 {
		fmt.Fprintf(&text, "# %d\n\n%x %x %x %x\n\n", i, rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64())
	}
	d, _, err := md.Read(text.Bytes(), md.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := write.Docx(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An import of a long file ends as soon as the document exists; opening it
// afterwards must not wait until it has been read.
func TestALongFileIsReadWhenItIsImported(t *testing.T) {
	p := openPorter(t, Options{})
	page := val(p.imported("long.docx", longDocx(t)), "file_id")
	if err := p.s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{Dir: filepath.Dir(p.s.Path()), Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	snapshots := 0
	if err := s.pages.View(t.Context(), func(l pages.Rows) error {
		_, err := l.Row("SELECT count(*) FROM snap WHERE version = 1", nil, &snapshots)
		return err
	}); err != nil || snapshots != 1 {
		t.Fatalf("%d snapshots %v of a file just imported", snapshots, err)
	}
	if got, err := s.word.Document(t.Context(), page, 0); err != nil || got.Len() < 200_000 || got.Version != 1 {
		t.Fatal(err)
	}
}

//go:build unix

package peek_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/peek"
	"aloft/model"
)

// service is a file on another machine: each read of it is a request.
type service struct {
	client.Source
	data        []byte
	peeks, asks int
	bytes       int
	fails       error
}

func (s *service) Peek(_ context.Context, _ model.Place, seen model.Entry) (client.PeekBody, model.Entry, error) {
	s.peeks++
	seen.Size = int64(len(s.data))
	return s, seen, nil
}
func (s *service) Close() error { return nil }
func (s *service) ReadAt(p []byte, off int64) (int, error) {
	s.asks++
	if s.fails != nil {
		return 0, s.fails
	}
	n, err := bytes.NewReader(s.data).ReadAt(p, off)
	s.bytes += n
	return n, err
}

func onDrive(name string) model.Place {
	return model.Place{Account: "local", Scheme: model.SchemeDrive}.Join(name)
}

// archive has so many files, and as many bytes before its directory.
func archive(t *testing.T, files, stored int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("file %d.bin", i), Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		w.Write(make([]byte, stored/files)) //nolint:errcheck // into memory
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The beginning of a large file is read with one request, and what its format asks for
// with one more; a small file is read at once.
func TestAFarFileTakesTwoRequests(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		asks int
		form client.FileForm
		note string
	}{
		"empty.txt":    {nil, 0, client.FormFacts, ""},
		"small.txt":    {[]byte("one\n"), 1, client.FormText, ""},
		"limit.txt":    {bytes.Repeat([]byte("text\n"), client.PreviewBytes/5), 1, client.FormText, ""},
		"large.txt":    {bytes.Repeat([]byte("text\n"), 1<<20), 2, client.FormText, ""},
		"large.bin":    {bytes.Repeat([]byte{0, 1, 2}, 1<<20), 1, client.FormFacts, ""},
		"small.zip":    {archive(t, 3, 300), 1, client.FormList, ""},
		"large.zip":    {archive(t, 500, 4<<20), 2, client.FormList, ""},
		"numerous.zip": {archive(t, 9000, 1<<20), 2, client.FormFacts, "its directory is too large for a preview"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &service{data: c.data}
			p, err := peek.New(one{s}, plain).Preview(t.Context(), onDrive(name), model.Entry{Kind: model.KindFile}, false)
			if err != nil || p.Form != c.form || string(p.Note) != c.note {
				t.Errorf("form %d, %q, %v", p.Form, p.Note, err)
			}
			if s.asks != c.asks || s.bytes > client.PreviewBytes {
				t.Errorf("%d requests with %d bytes, want %d", s.asks, s.bytes, c.asks)
			}
			if c.form == client.FormText && (!strings.HasPrefix(string(c.data), p.Text) || p.Cut != (len(c.data) > client.PreviewBytes)) {
				t.Errorf("%d characters of %d, cut: %v", len(p.Text), len(c.data), p.Cut)
			}
		})
	}
}

func TestAFarFileThatBreaksOffSaysWhy(t *testing.T) {
	why := client.Errorf(client.KindNetwork, "download", model.Place{}, "the download broke off: %s", "gone")
	s := &service{data: archive(t, 500, 4<<20)}
	r := peek.New(one{s}, plain)
	s.fails = why
	if _, err := r.Preview(t.Context(), onDrive("a.zip"), model.Entry{}, false); err == nil || err.Error() != why.Error() {
		t.Error(err)
	}
}

// What was read is not read again while the file is the same; a person may insist.
func TestAFarFileIsReadOnce(t *testing.T) {
	s := &service{data: []byte("one\n")}
	r := peek.New(one{s}, plain)
	file := model.Entry{ID: "f1", Kind: model.KindFile, Size: 4, Modified: time.Unix(1e9, 0)}
	look := func(e model.Entry, anew bool, want int) {
		t.Helper()
		p, err := r.Preview(t.Context(), onDrive("a.txt"), e, anew)
		if err != nil || p.Text != "one\n" || s.peeks != want {
			t.Errorf("%q after %d looks, want %d: %v", p.Text, s.peeks, want, err)
		}
	}
	look(file, false, 1)
	look(file, false, 1)
	look(file, true, 2)
	later := file
	later.Modified = file.Modified.Add(time.Second)
	look(later, false, 3)
	other := file
	other.ID = "f2"
	look(other, false, 4)
	look(file, false, 4)
	unknown := file
	unknown.Modified = time.Time{} // a change would not show
	look(unknown, false, 5)
	look(unknown, false, 6)
	longer := file
	longer.Size = 9 // as it was listed: it has become shorter since
	look(longer, false, 7)
	look(longer, false, 8)
}

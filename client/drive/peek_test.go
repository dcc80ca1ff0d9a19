package drive_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/drive"
	"aloft/model"
)

// listed is the file as a pane has it.
func listed(t *testing.T, r *rig, folder model.Place, name string) model.Entry {
	t.Helper()
	l, err := r.List(t.Context(), folder, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Entries {
		if e.Name == name {
			return e
		}
	}
	t.Fatalf("%s was not found", name)
	return model.Entry{}
}

// A file that is in a listing costs one request to the drive, and its bytes one for each
// part.
func TestPeekAsksOnlyForTheLink(t *testing.T) {
	d := clienttest.NewByteDrive()
	data := pattern(500_000)
	d.Put("a/b.bin", data)
	var ranges []string
	d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if v := r.Header.Get("Range"); v != "" {
			ranges = append(ranges, v)
		}
		return false
	}
	r := byteRig(t, d, drive.CarrierOptions{Range: 100_000})
	e := listed(t, r, at("a"), "b.bin")
	r.log.take()
	body, got, err := r.Peek(t.Context(), at("a", "b.bin"), e)
	if err != nil || got.Size != int64(len(data)) || got.ID != e.ID {
		t.Fatal(got, err)
	}
	head, tail := make([]byte, 1000), make([]byte, 1000)
	if n, err := body.ReadAt(head, 0); n != 1000 || err != nil || !bytes.Equal(head, data[:1000]) {
		t.Error(n, err)
	}
	if n, err := body.ReadAt(tail, 499_900); n != 100 || err != io.EOF || !bytes.Equal(tail[:100], data[499_900:]) {
		t.Error(n, err)
	}
	if calls := strings.Join(r.log.take(), ", "); calls != "POST download" {
		t.Error(calls)
	}
	if got := strings.Join(ranges, " "); got != "bytes=0-999 bytes=499900-499999" {
		t.Error(got)
	}
}

// What has another id or size than when it was listed is found at its place.
func TestPeekFindsWhatHasChanged(t *testing.T) {
	d := clienttest.NewByteDrive()
	d.Put("a/b.txt", []byte("one"))
	r := byteRig(t, d, drive.CarrierOptions{})
	e := listed(t, r, at("a"), "b.txt")
	d.Put("a/b.txt", []byte("another"))
	body, got, err := r.Peek(t.Context(), at("a", "b.txt"), e)
	if err != nil || got.Size != 7 {
		t.Fatal(got, err)
	}
	b := make([]byte, 7)
	if _, err := body.ReadAt(b, 0); err != nil || string(b) != "another" {
		t.Errorf("%q, %v", b, err)
	}
}

// A link that is not that of the listed file is not believed, nor is a refusal of its id.
func TestPeekLooksAgain(t *testing.T) {
	d := clienttest.NewByteDrive()
	d.Put("a/b.txt", []byte("another"))
	r := byteRig(t, d, drive.CarrierOptions{})
	e := listed(t, r, at("a"), "b.txt")
	for name, c := range map[string]struct {
		size  int64
		calls int // for links
		first func(w http.ResponseWriter)
	}{
		"the size is another one": {3, 2, nil},
		"the id is not accepted": {7, 2, func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"status":400,"code":14001,"message":"Bad Parameter: [fids]"}`))
		}},
		"it is as listed": {7, 1, nil},
	} {
		asked := 0
		d.Before = func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasSuffix(r.URL.Path, "file/download") {
				return false
			}
			asked++
			if asked > 1 || c.first == nil {
				return false
			}
			c.first(w)
			return true
		}
		seen := e
		seen.Size = c.size
		if _, got, err := r.Peek(t.Context(), at("a", "b.txt"), seen); err != nil || got.Size != 7 || asked != c.calls {
			t.Errorf("%s: %d bytes, %d links, %v", name, got.Size, asked, err)
		}
	}
}

func TestPeekSaysWhyNot(t *testing.T) {
	d := clienttest.NewByteDrive()
	d.Put("a/b.bin", pattern(1000))
	r := byteRig(t, d, drive.CarrierOptions{})
	if _, _, err := r.Peek(t.Context(), at("a", "gone"), model.Entry{}); !client.Is(err, client.KindNotFound) {
		t.Error(err)
	}
	e := listed(t, r, at("a"), "b.bin")
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter)
		kind   client.Kind
	}{
		"expired":    {func(w http.ResponseWriter) { w.WriteHeader(http.StatusForbidden) }, client.KindStale},
		"whole only": {func(w http.ResponseWriter) { _, _ = w.Write(pattern(1000)) }, client.KindUnsupported},
	} {
		body, _, err := r.Peek(t.Context(), at("a", "b.bin"), e)
		if err != nil {
			t.Fatal(err)
		}
		d.Before = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Header.Get("Range") == "" {
				return false
			}
			c.answer(w)
			return true
		}
		if _, err := body.ReadAt(make([]byte, 10), 500); !client.Is(err, c.kind) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

package embedded

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"aloft/client/embedded/pages"
	"aloft/model/text"
)

// smallDisk is a folder on a file system of its own, and a function that fills it up to
// some bytes. It needs root: for others ok is false.
func smallDisk(t *testing.T) (dir string, fill func(leave int64), ok bool) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Log("not root: nothing was tested")
		return "", nil, false
	}
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m,mode=0700"); err != nil {
		t.Logf("no file system of one's own here: %v", err)
		return "", nil, false
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir, func(leave int64) {
		t.Helper()
		f, err := os.OpenFile(filepath.Join(dir, "ballast"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for b := bytes.Repeat([]byte{1}, 4096); ; {
			if _, err := f.Write(b); err != nil {
				break
			}
		}
		st, err := f.Stat()
		if err == nil {
			err = f.Truncate(max(0, st.Size()-leave))
		}
		if err != nil {
			t.Fatal(err)
		}
	}, true
}

// Everything can be read on a full disk, whether it filled up before the database was
// opened or after.
func TestAFullDiskIsRead(t *testing.T) {
	dir, fill, ok := smallDisk(t)
	if !ok {
		return
	}
	o := Options{Dir: filepath.Join(dir, "box"), Sample: true}
	var file string
	read := func(s *Service) {
		t.Helper()
		d, r := &desk{t: t, s: s, token: s.Token()}, &rig{t: t, s: s}
		type document struct{ id, blob string }
		var all []document
		err := s.pages.View(t.Context(), func(l pages.Rows) error {
			return l.Rows("SELECT seq, blob FROM page WHERE kind = 'doc' AND suffix IN ('', 'docx')", nil, func(scan func(...any) error) error {
				var seq int64
				var blob string
				err := scan(&seq, &blob)
				all = append(all, document{s.pages.FileID(seq), blob})
				return err
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		images := 0
		for _, one := range all {
			id := object{"file_id": one.id}
			if one.blob != "" && len(d.call("get_content", id)["content"].(string)) < 10 {
				t.Errorf("%s has no text", one.blob)
			}
			d.call("doc.get_outline", id)
			d.call("doc.get_revisions", id)
			for _, m := range d.call("doc.get_images", id)["images"].([]any) {
				images++
				if m := m.(map[string]any); m["attachment_id"] == nil && m["image_url"] == "" {
					t.Errorf("an image that nothing names: %v", m)
				}
			}
		}
		if len(all) < 5 || images == 0 {
			t.Fatalf("%d documents, %d images", len(all), images)
		}
		link := r.links(file)[0]
		if res, b, err := r.fetch("GET", link.URL, map[string]string{"Cookie": s.Cookie()}); err != nil || res.StatusCode != 200 || len(b) == 0 {
			t.Errorf("the drive's file: %v %v", res, err)
		}
		if names, _ := filepath.Glob(s.db.BlobPath("*")); len(names) != 0 {
			t.Errorf("reading leaves %v", names)
		}
	}
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	file = (&rig{t: t, s: s}).fid("Read me first.txt")
	fill(0)
	read(s)
	if err := s.Close(); err != nil {
		t.Log(err) // the log cannot be merged
	}
	fill(0)
	if s, err = Open(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	read(s)
}

// On a file system that is full before the database is opened SQLite reports an I/O
// error; a person is told that the disk is full.
func TestOpenOnAFullDisk(t *testing.T) {
	dir, fill, ok := smallDisk(t)
	if !ok {
		return
	}
	// However little room is left, the message is the same.
	for leave := int64(0); leave <= 256<<10; leave += 16 << 10 {
		box := filepath.Join(dir, "box")
		fill(leave)
		s, err := Open(t.Context(), Options{Dir: box, Sample: true})
		if err == nil {
			if err = s.Close(); err != nil {
				t.Fatal(err)
			}
		} else {
			wantText(t, err, text.BoxFull)
		}
		if err := os.RemoveAll(box); err != nil {
			t.Fatal(err)
		}
	}
	// An existing drive: its content is still there when there is room again.
	box := filepath.Join(dir, "box")
	if err := os.Truncate(filepath.Join(dir, "ballast"), 0); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{Dir: box, Sample: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	fill(0)
	if s, err = Open(t.Context(), Options{Dir: box}); err == nil {
		t.Log("it opens without room")
		_ = s.Close()
	} else {
		wantText(t, err, text.BoxFull)
	}
	if err := os.Remove(filepath.Join(dir, "ballast")); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), Options{Dir: box}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

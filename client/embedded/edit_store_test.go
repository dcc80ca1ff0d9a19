//go:build unix

package embedded

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/office/word"
)

// byHash names images by their content, to compare documents.
type byHash struct{}

func (byHash) Key(b word.Bytes) (string, error) {
	r, err := b.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	h := sha256.New()
	_, err = io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil)), err
}

func (byHash) Bytes(string, int64) (word.Bytes, error) { return nil, errors.ErrUnsupported }

// stored returns the document as it is stored, byte for byte.
func (k *clerk) stored(version int64) []byte {
	k.t.Helper()
	p, err := k.s.word.Document(k.t.Context(), k.id, version)
	if err != nil {
		k.t.Fatal(err)
	}
	b, err := encodeDocument(p, byHash{})
	if err != nil {
		k.t.Fatal(err)
	}
	return b
}

// random makes some edit at some place of the document; most are valid.
func (k *clerk) random(rng *rand.Rand) {
	k.t.Helper()
	at := rng.Int64N(k.last() + 1)
	r := object{"begin": at, "end": at + rng.Int64N(12)}
	tool, args := "", object{}
	switch rng.IntN(10) {
	case 0, 1:
		tool, args = "doc.insert_text", object{"index": at, "text": []string{"word ", "文档", "😀", "e"}[rng.IntN(4)]}
	case 2:
		tool, args = "doc.insert_paragraph", object{"idx": at, "level": strconv.Itoa(rng.IntN(13)), "numbering_type": "2"}
	case 3:
		tool, args = "doc.replace_text", object{"ranges": []object{r}, "text": "new"}
	case 4:
		tool, args = "doc.find_and_replace", object{"old_text": "e", "new_text": []string{"E", "e", ""}[rng.IntN(3)]}
	case 5:
		tool, args = "doc.update_text_property", object{"ranges": []object{r}, "property": object{"bold": rng.IntN(2) == 0}}
	case 6:
		tool, args = "doc.insert_markdown", object{"index": at, "markdown": "## h\n\n- a *b*\n\n| x |\n|---|\n| y |\n\n`c`"}
	case 7:
		tool, args = "doc.insert_comment", object{"range": r, "text": "why"}
	case 8:
		tool, args = "doc.insert_task", object{"idx": at, "tasks": []object{{"state": 1 + rng.IntN(2), "content": "t"}}}
	case 9:
		tool, args = "doc.insert_image", object{"index": at, "content": pngText()}
	}
	args["file_id"] = k.id
	if _, err := k.try(tool, args); err != nil {
		k.t.Fatal(err)
	}
}

// Replaying the log from any snapshot makes the document in memory, byte for byte,
// in this process and in another one (design, property 9).
func TestTheLogGivesTheDocument(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	dir := filepath.Dir(k.s.Path())
	other, err := Open(t.Context(), Options{Dir: dir, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	far := &clerk{desk: &desk{t: t, s: other, token: k.token}, id: k.id}
	rng := rand.New(rand.NewPCG(7, 7))
	known := map[int64][]byte{}
	for i := range 330 {
		k.random(rng)
		v := k.version()
		known[v] = k.stored(v)
		if i%50 == 7 && !bytes.Equal(far.stored(0), known[v]) {
			t.Fatalf("version %d is another one in another process", v)
		}
	}
	newest := k.version()
	if newest < 200 {
		t.Fatalf("only %d versions", newest)
	}
	k.settled()
	k.s.word.Forget()
	var oldest int64
	snaps := 0
	err = k.s.pages.View(t.Context(), func(l pages.Rows) error {
		_, err := l.Row("SELECT min(version), count(*) FROM snap WHERE page = ?", []any{k.s.pages.Seq(k.id)}, &oldest, &snaps)
		return err
	})
	if err != nil || oldest < 2 || snaps != 2 {
		t.Fatalf("oldest snapshot %d of %d: %v", oldest, snaps, err)
	}
	for v := oldest; v <= newest; v += 1 + v%11 {
		if !bytes.Equal(k.stored(v), known[v]) {
			t.Fatalf("version %d is another one", v)
		}
	}
	// Export and import is a fixed point from the first import on (property 8).
	var forms [][]byte
	p := &porter{t, t.Context(), k.s, "http://aloft.local", k.s.Transport()}
	in := k
	for i := range 3 {
		_, raw, _ := p.exported(in.id)
		in = &clerk{desk: k.desk, id: val(p.imported(fmt.Sprint(i, ".docx"), raw), "file_id")}
		in.edit("doc.insert_text", object{"index": in.last(), "text": "x"}) // an edited one is written anew
		in.edit("doc.replace_text", object{"text": "", "ranges": []object{{"begin": in.last() - 1, "end": in.last()}}})
		forms = append(forms, in.stored(0))
	}
	if !bytes.Equal(forms[1], forms[2]) {
		t.Error("a second trip through docx changes the document")
	}
	k.refuse(pages.Bad, fmt.Sprint("the oldest is ", oldest), "doc.get_outline", object{"version_info": object{"base_version": oldest - 1}})
	check(t, k.s)
}

// settled waits until no snapshot is being written.
func (k *clerk) settled() {
	k.t.Helper()
	for end := time.Now().Add(10 * time.Second); ; {
		if !k.s.word.InMemory().Writing {
			return
		}
		if time.Now().After(end) {
			k.t.Fatal("a snapshot is never done")
		}
		_ = k.version()
	}
}

// Of writers on one base version exactly one succeeds (design, property 10).
// Without a base version all of them do.
func TestWritersOnOneVersion(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	writers := []*clerk{k}
	for range 2 {
		s, err := Open(t.Context(), Options{Dir: filepath.Dir(k.s.Path()), Fast: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		writers = append(writers, &clerk{desk: &desk{t: t, s: s, token: k.token}, id: k.id})
	}
	all := func(info object) (done int) {
		var mu sync.Mutex
		var wg sync.WaitGroup
		for i, w := range writers {
			wg.Go(func() {
				a, err := w.try("doc.insert_text", object{"file_id": w.id, "index": 1, "text": fmt.Sprint("w", i), "version_info": info})
				mu.Lock()
				defer mu.Unlock()
				if err != nil || a.Result == nil {
					t.Error(err, a.raw)
				} else if !strings.Contains(a.raw, "err_msg\\\":\\\"\\\"") {
					return
				}
				done++
			})
		}
		wg.Wait()
		return done
	}
	for range 30 {
		v := k.version()
		if n := all(object{"base_version": v}); n != 1 || k.version() != v+1 {
			t.Fatalf("%d writers of version %d succeeded, now %d", n, v, k.version())
		}
	}
	for range 10 {
		v := k.version()
		if n := all(object{"is_latest": true}); n != 3 || k.version() != v+3 {
			t.Fatalf("%d writers succeeded, from %d to %d", n, v, k.version())
		}
	}
	check(t, k.s)
}

// The cache is bounded, and what was evicted is read again.
func TestCacheIsBounded(t *testing.T) {
	r := open(t, Options{cacheUnits: 1 << 16})
	d := &desk{t: t, s: r.s, token: r.s.Token()}
	long := strings.Repeat("x", 1<<13)
	var all []*clerk
	for i := range 12 {
		k := &clerk{desk: d, id: d.create("doc", fmt.Sprint(i), "")}
		k.edit("doc.insert_markdown", object{"index": k.last(), "markdown": long})
		all = append(all, k)
	}
	if m := d.s.word.InMemory(); m.Units > 1<<16 || m.Documents < 5 {
		t.Error(m)
	}
	for i, k := range all {
		if a := k.ask("doc.get_outline", nil).list("outlines"); a[0].str("title") != strconv.Itoa(i) || k.last() < 1<<13 {
			t.Error(a)
		}
	}
}

// A database that was made before documents could be edited is migrated, and loses
// nothing.
func TestOlderDatabase(t *testing.T) {
	dir := t.TempDir()
	old, err := openStoreAt(dir, 3)
	if err != nil {
		t.Fatal(err)
	}
	err = pages.New(old, store.IDs{}).Update(t.Context(), func(l pages.Rows) error {
		if err := l.Do("INSERT INTO meta(k, v) VALUES(?, 1)", "documents"); err != nil {
			return err
		}
		if err := pages.ResetSample(l, time.Now()); err != nil {
			return err
		}
		if err := l.Do("INSERT INTO node(parent, isfile, sortkey, name, fold, size, created, updated) VALUES(1, 1, 'a', 'a', 'a', 77, 1, 1)"); err != nil {
			return err
		}
		return l.Do("INSERT INTO transfer(id, kind, state, made, name, page, input) VALUES('t', 'export', 'failed', ?, 'n', 3, 'x')", time.Now().UnixNano())
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	k := &clerk{desk: &desk{t: t, s: open(t, Options{Dir: dir}).s}}
	k.token = k.s.Token()
	k.id = k.find("Project report")
	k.edit("doc.insert_text", object{"index": k.last(), "text": "x"})
	if a, err := k.try("manage.export_progress", object{"task_id": "t"}); err != nil || !strings.Contains(a.raw, "failed") {
		t.Error(a.raw, err)
	}
	check(t, k.s)
	checkPages(t, k.s)
	// Files of the drive from before they had bytes have some, and are counted.
	r := &rig{t: t, s: k.s}
	if g := r.links(r.fid("a"))[0]; g.Size != 77 || g.MD5 == "" {
		t.Errorf("%+v", g)
	}
	if env := r.want(200, 0, "GET", "/member", nil); !strings.Contains(env.raw, `"use_capacity":77`) {
		t.Error(env.raw)
	}
}

// openStoreAt makes a database as a program of an older schema did.
func openStoreAt(dir string, version int) (*store.DB, error) {
	s, err := store.Open(store.Options{Dir: dir, Fast: true})
	if err != nil {
		return nil, err
	}
	return s, s.Update(context.Background(), func(l *store.Link) error {
		for _, q := range []string{"DROP TABLE upload", "DROP TABLE docimage", "DROP TABLE edit", "DROP TABLE snappart", "DROP TABLE snap", "DROP TABLE doc",
			"ALTER TABLE transfer DROP COLUMN version",
			"DROP TABLE share", "DROP TABLE incoming", "DROP TABLE piece", "DROP TABLE loose", "DROP TABLE content",
			"DROP TRIGGER node_content_out", "DROP TRIGGER node_size_in", "DROP TRIGGER node_size_out", "DROP INDEX node_content",
			"ALTER TABLE node DROP COLUMN content", "ALTER TABLE node DROP COLUMN made", "ALTER TABLE node DROP COLUMN md5",
			"ALTER TABLE node DROP COLUMN lcreated", "ALTER TABLE node DROP COLUMN lupdated", "DELETE FROM meta WHERE k = 'used'", fmt.Sprint("PRAGMA user_version = ", version)} {
			if err := l.Do(q); err != nil {
				return err
			}
		}
		return nil
	})
}

// A log that does not fit is an error, never a panic and never another document.
func TestDamagedLog(t *testing.T) {
	for _, body := range []string{`{"form":1,"v":5,"s":[{"at":99,"del":1}]}`, `{"form":1,"v":5,"s":[{"at":0,"del":-1}]}`,
		`{"form":1,"v":5,"s":[{"at":3,"del":1},{"at":1,"del":4}]}`, `{"form":1,"v":5,"c":{"at":1,"del":1}}`, `{`, ``} {
		for _, more := range []int{1, 8} {
			k := openClerk(t, fault.Docs{})
			for range more {
				k.edit("doc.insert_text", object{"index": 0, "text": "x"})
			}
			err := k.s.pages.Update(t.Context(), func(l pages.Rows) error { return l.Do("UPDATE edit SET body = ? WHERE version = 3", []byte(body)) })
			if err != nil {
				t.Fatal(err)
			}
			k.s.word.Forget()
			k.refused(pages.Internal, "", "doc.get_outline", object{"file_id": k.id})
			k.refused(0, "", "doc.insert_text", object{"file_id": k.id, "index": 0, "text": "x"})
			if n := len(k.call("manage.folder_list", object{}).list("list")); n != 1 {
				t.Error(n)
			}
		}
	}
}

func encodeDocument(d *word.Document, p engine.Pictures) ([]byte, error) {
	var b bytes.Buffer
	err := engine.EncodeDocument(&b, d, p)
	return b.Bytes(), err
}

// A long snapshot is stored in parts, and is the same document for all that.
func TestSnapshotInParts(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	k.edit("doc.insert_markdown", object{"index": k.last(), "markdown": strings.Repeat("Ein Absatz mit \"Zeichen\" und 😀, der sich wiederholt.\n\n", 30_000)})
	for range 120 {
		k.edit("doc.insert_text", object{"index": k.last(), "text": "x"})
	}
	k.settled()
	parts := func(where string, args ...any) (n int) {
		t.Helper()
		err := k.s.pages.View(t.Context(), func(l pages.Rows) error {
			_, err := l.Row("SELECT count(*) FROM snappart WHERE "+where, args, &n)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	of := "snap = (SELECT seq FROM snap WHERE page = ? ORDER BY version DESC LIMIT 1)"
	if n := parts(of, k.s.pages.Seq(k.id)); n < 2 {
		t.Fatalf("%d parts behind the first", n)
	}
	want := k.stored(0)
	k.s.word.Forget()
	if !bytes.Equal(k.stored(0), want) {
		t.Error("it is read as another document")
	}
	dup := val(k.call("manage.copy_file", object{"file_id": k.id, "title": "twice"}), "id")
	if n, m := parts(of, k.s.pages.Seq(k.id)), parts(of, k.s.pages.Seq(dup)); n != m {
		t.Errorf("the copy has %d parts, not %d", m, n)
	}
	if two := (&clerk{desk: k.desk, id: dup}); !bytes.Equal(two.stored(0), want) {
		t.Error("the copy is another document")
	}
	if err := k.s.pages.Update(t.Context(), func(l pages.Rows) error { return l.Do("DELETE FROM snap") }); err != nil || parts("1") != 0 {
		t.Errorf("%d parts of no snapshot, %v", parts("1"), err)
	}
}

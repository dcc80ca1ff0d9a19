package disk_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/disk"
)

func TestOnlyOrdinaryFilesAreOpened(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	write(t, dir+"/f", "hello")
	if err := os.Symlink("f", dir+"/link"); err != nil {
		t.Fatal(err)
	}
	if err := mkfifo(dir + "/pipe"); err != nil {
		t.Fatal(err)
	}
	b, e, err := s.Open(t.Context(), place(dir+"/f"))
	if err != nil || e.Size != 5 || e.Name != "f" || e.Modified.IsZero() {
		t.Fatalf("%+v, %v", e, err)
	}
	defer b.Close()
	if got, err := io.ReadAll(b); err != nil || string(got) != "hello" {
		t.Fatalf("%q, %v", got, err)
	}
	for _, name := range []string{"link", "pipe", ""} {
		done := make(chan error, 1)
		go func() {
			_, _, err := s.Open(t.Context(), place(strings.TrimSuffix(dir+"/"+name, "/")))
			done <- err
		}()
		select {
		case err := <-done:
			if !client.Is(err, client.KindInvalid) {
				t.Errorf("%q: %v", name, err)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%q is waited for", name)
		}
	}
	if _, _, err := s.Open(t.Context(), place(dir+"/none")); !client.Is(err, client.KindNotFound) {
		t.Error(err)
	}
}

func TestSafeNames(t *testing.T) {
	s := disk.New()
	for title, want := range map[string]string{
		"plan.docx":                            "plan.docx",
		"a/b\\c.docx":                          "a_b_c.docx",
		"..":                                   "_",
		".":                                    "_",
		"":                                     "_",
		".hidden":                              "_hidden",
		"con.txt":                              "con_.txt",
		"COM1.docx":                            "COM1_.docx",
		"com.docx":                             "com.docx",
		"Con. 0":                               "Con_. 0",
		"nul.tar.gz":                           "nul_.tar.gz",
		"aux .txt":                             "aux_ .txt",
		"lpt².md":                              "lpt²_.md",
		"conin$":                               "conin$_",
		"con" + strings.Repeat(" ", 300) + "x": "con_",
		"con" + strings.Repeat(" ", 300) + "x.md": "con_.md",
		"x\x00y\n\u202ez.md":                      "x_y__z.md",
		"a\u200e\u200f\u061c\u00ad.md":            "a\u200e\u200f\u061c\u00ad.md",
		"\U0001f468\u200d\U0001f469.md":           "\U0001f468\u200d\U0001f469.md",
		"zero\u200bwidth":                         "zero_width",
		"end. . ":                                 "end",
		"bad\xff.txt":                             "bad_.txt",
	} {
		if got := s.SafeName(title); got != want {
			t.Errorf("%q: %q, not %q", title, got, want)
		}
	}
	for _, long := range []string{strings.Repeat("文", 200) + ".docx", strings.Repeat("x", 300), "a." + strings.Repeat("y", 300), "e" + strings.Repeat("\u0301", 1<<20) + ".docx", strings.Repeat("\xff", 1<<20)} {
		got := s.SafeName(long)
		if len(got) > 255 || s.CheckName(got) != nil || strings.HasSuffix(long, ".docx") && !strings.HasSuffix(got, ".docx") {
			t.Errorf("%d bytes: %q", len(got), got)
		}
	}
}

func receive(t *testing.T, s *disk.Source, dir, key string) client.Partial {
	t.Helper()
	p, err := s.Receive(t.Context(), place(dir), key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func put(t *testing.T, p client.Partial, what string) {
	t.Helper()
	if _, err := io.WriteString(p, what); err != nil {
		t.Fatal(err)
	}
}

func TestAPartialFileIsFoundAgainAndCommitted(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	p := receive(t, s, dir, "job-1")
	put(t, p, "first ")
	p.Close()
	p = receive(t, s, dir, "job-1")
	if p.Size() != 6 {
		t.Fatalf("%d bytes are left", p.Size())
	}
	if b, err := io.ReadAll(io.NewSectionReader(p, 0, 3)); err != nil || string(b) != "fir" {
		t.Fatalf("%q, %v", b, err)
	}
	put(t, p, "second")
	names, _ := filepath.Glob(dir + "/[^.]*")
	if len(names) != 0 {
		t.Fatalf("seen before its time: %q", names)
	}
	e, err := p.Commit("out.docx")
	if err != nil || e.Size != 12 {
		t.Fatalf("%+v, %v", e, err)
	}
	if content(t, dir+"/out.docx") != "first second" {
		t.Fatal("the bytes are others")
	}
	if f, err := os.Create(dir + "/plain"); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	want, _ := os.Stat(dir + "/plain")
	if info, _ := os.Stat(dir + "/out.docx"); info.Mode() != want.Mode() {
		t.Fatal(info.Mode())
	}
	all, _ := os.ReadDir(dir)
	if len(all) != 2 {
		t.Fatalf("left behind: %v", all)
	}
}

func TestATakenNameIsNotOverwritten(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	write(t, dir+"/a", "old")
	p := receive(t, s, dir, "k")
	put(t, p, "new")
	if _, err := p.Commit("a"); !client.Is(err, client.KindConflict) {
		t.Fatal(err)
	}
	if content(t, dir+"/a") != "old" {
		t.Fatal("overwritten")
	}
	for _, bad := range []string{"", "..", "x/y", "/etc/x"} {
		if _, err := p.Commit(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	if err := p.Restart(); err != nil || p.Size() != 0 {
		t.Fatal(err)
	}
	put(t, p, "3")
	if _, err := p.Commit("b"); err != nil || content(t, dir+"/b") != "3" {
		t.Fatal(err)
	}
	if err := p.Drop(); err != nil {
		t.Fatal(err)
	}
}

func TestALinkInThePlaceOfAPartialFileIsNotFollowed(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	p := receive(t, s, dir, "k")
	p.Close()
	all, _ := os.ReadDir(dir)
	hidden := filepath.Join(dir, all[0].Name())
	other := t.TempDir() + "/precious"
	write(t, other, "kept")
	if err := os.Remove(hidden); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, hidden); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Receive(t.Context(), place(dir), "k"); err == nil {
		t.Fatal("the link was followed")
	}
	if content(t, other) != "kept" {
		t.Fatal("changed")
	}
}

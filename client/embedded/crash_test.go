//go:build unix

package embedded

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded/pages"
)

// crashAt in the environment makes this test binary a process that imports and
// exports a file in the folder of childDir, and kills itself at that step.
const crashAt = "ALOFT_EMBEDDED_CRASH"

// crashing is that process: it prints the ids of its tasks as soon as it has them.
func crashing(dir, at string) {
	said := func(v ...any) { fmt.Println(v...) }
	fatal := func(v ...any) { said(v...); os.Exit(3) }
	s, err := Open(context.Background(), Options{Dir: dir, Sample: true, onStep: func(name string) {
		if name == at {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
			select {}
		}
	}})
	if err != nil {
		fatal("error", err)
	}
	t := &testing.T{}
	p := &porter{t, context.Background(), s, "http://aloft.local", s.Transport()}
	ask := func(tool string, args object) object {
		out, err := p.ask(tool, args)
		if err != nil {
			fatal("error", tool, err)
		}
		return out
	}
	wait := func(tool, task string) object {
		for {
			if out := ask(tool, object{"task_id": task}); out["progress"] == 100.0 {
				return out
			}
			p.rest(time.Millisecond)
		}
	}
	b := crashFile()
	args := fileArgs("values.csv", b)
	pre := ask("pre_import", args)
	said("import", val(pre, "task_id"))
	if status, words := p.put(val(pre, "upload_url"), b); status != 200 {
		fatal("error", status, words)
	}
	args["file_key"], args["task_id"] = pre["file_key"], pre["task_id"]
	ask("async_import", args)
	made := wait("import_progress", val(pre, "task_id"))
	out := ask("export_file", object{"file_id": made["file_id"]})
	said("export", val(out, "task_id"))
	wait("export_progress", val(out, "task_id"))
	_ = s.Close() // the last step may still come
	said("end")
	os.Exit(0)
}

func crashFile() []byte {
	var b bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&b, "%d,row %d,%d\n", i, i, i*i)
	}
	return b.Bytes()
}

// Killed at each step of an import and an export: the next process either finds
// nothing begun or goes on by itself, and there is one document and one file.
func TestCrashAtEachStep(t *testing.T) {
	for _, c := range []struct {
		step    string
		landed  bool // the import was begun
		half    int  // files that were being written: they are removed at the next start
		strays  int  // files that nothing will ever refer to
		exports bool
	}{
		{step: "prepared"},
		{step: "written", half: 1},
		{step: "kept", strays: 1},
		{step: "uploaded"},
		{step: "begun", landed: true},
		{step: "converted", landed: true},
		{step: "import produced", landed: true},
		{step: "import settled", landed: true},
		{step: "exporting", landed: true, exports: true},
		{step: "export produced", landed: true, exports: true},
		{step: "export settled", landed: true, exports: true},
	} {
		t.Run(c.step, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), childDir+"="+dir, crashAt+"="+c.step)
			out, err := cmd.Output()
			tasks := map[string]string{}
			for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
				kind, id, _ := strings.Cut(lines.Text(), " ")
				tasks[kind] = id
			}
			if err == nil || cmd.ProcessState.Exited() {
				t.Fatalf("the process was to be killed at %s: %v %s", c.step, err, out)
			}
			half, _ := filepath.Glob(filepath.Join(dir, "blobs", ".*"))
			if len(half) != c.half {
				t.Errorf("%d files were being written, want %d", len(half), c.half)
			}
			// An hour later it counts as dead.
			later := func() time.Time { return time.Now().Add(2 * time.Hour) }
			p := openPorter(t, Options{Dir: dir, Now: later})
			want := 0
			if c.landed {
				want = 1
				done := p.done("import_progress", tasks["import"])
				if val(done, "error") != "" {
					t.Error(done)
				}
				if name, b, _ := p.exported(val(done, "file_id")); name != "values.xlsx" || len(b) < 10_000 {
					t.Errorf("%s of %d bytes", name, len(b))
				}
			} else if tasks["import"] != "" {
				if out := p.tool("import_progress", object{"task_id": tasks["import"]}); val(out, "error") == "" {
					t.Errorf("an import that was not begun answers %v", out)
				}
			}
			if n := p.home("values"); n != want {
				t.Errorf("%d documents, want %d", n, want)
			}
			if c.exports {
				// Its answer may never have arrived; the task exists all the same,
				// once.
				task, n := "", 0
				err := p.s.pages.View(p.ctx, func(l pages.Rows) error {
					_, err := l.Row("SELECT min(id), count(*) FROM transfer WHERE kind = 'export' AND made < ?", []any{time.Now().Add(time.Hour).UnixNano()}, &task, &n)
					return err
				})
				if err != nil || n != 1 {
					t.Fatalf("%d exports, %v", n, err)
				}
				if done := p.done("export_progress", task); val(done, "file_url") == "" {
					t.Error(done)
				}
			}
			p.sweptTo(c.strays)
			check(t, p.s)
		})
	}
}

// sweptTo makes all files old and sweeps: what is left is referred to, and exactly
// that many others were there before, as they were young.
func (p *porter) sweptTo(strays int) {
	p.t.Helper()
	count := func() int {
		names, err := os.ReadDir(p.s.db.BlobPath(""))
		if err != nil && !os.IsNotExist(err) {
			p.t.Fatal(err)
		}
		return len(names)
	}
	var used map[string]bool
	err := p.s.pages.View(p.ctx, func(l pages.Rows) (err error) { used, err = l.UsedBlobs(p.s.db.Now().UnixNano()); return err })
	if err != nil {
		p.t.Fatal(err)
	}
	kept := 0
	for name := range used {
		if _, err := os.Stat(p.s.db.BlobPath(name)); name != "" && err == nil {
			kept++
		}
	}
	if err := p.s.db.Sweep(p.ctx); err != nil { // what nobody writes any more is removed at once
		p.t.Fatal(err)
	}
	before := count()
	if err := p.s.db.Sweep(p.ctx); err != nil {
		p.t.Fatal(err)
	}
	if n := count(); n != before {
		p.t.Errorf("a sweep took %d young files", before-n)
	}
	names, _ := os.ReadDir(p.s.db.BlobPath(""))
	for _, e := range names {
		old := time.Now().Add(-2 * time.Hour)
		if err := os.Chtimes(p.s.db.BlobPath(e.Name()), old, old); err != nil {
			p.t.Fatal(err)
		}
	}
	if err := p.s.db.Sweep(p.ctx); err != nil {
		p.t.Fatal(err)
	}
	if n := count(); n != kept {
		p.t.Errorf("%d files after a sweep, %d are referred to", n, kept)
	}
	if got := before - kept; got != strays {
		p.t.Errorf("%d stray files, want %d", got, strays)
	}
}

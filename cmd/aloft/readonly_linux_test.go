//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"aloft/client/clienttest/procs"
)

// readOnly is a home with non-empty folders that cannot be written.
type readOnly struct {
	t       *testing.T
	home    string
	program string
	as      *syscall.SysProcAttr
}

func newReadOnly(t *testing.T) *readOnly {
	r := &readOnly{t: t, home: t.TempDir()}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r.program = filepath.Join(r.home, "aloft")
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	procs.Program(t, r.program, string(data))
	if err := os.WriteFile(filepath.Join(r.home, "words.txt"), []byte("hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(r.home, "run"), 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		r.as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		r.each(func(path string, _ fs.DirEntry) error { return os.Chown(path, 65534, 65534) })
		for dir := filepath.Dir(r.home); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Cleanup(func() { r.rights("data", 0o200, 0); r.rights("state", 0o200, 0) })
	return r
}

func (r *readOnly) each(f func(string, fs.DirEntry) error) {
	r.t.Helper()
	if err := filepath.WalkDir(r.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return f(path, d)
	}); err != nil {
		r.t.Fatal(err)
	}
}

// rights adds and removes permissions of everything in a folder.
func (r *readOnly) rights(name string, give, take fs.FileMode) {
	r.each(func(path string, d fs.DirEntry) error {
		if !strings.HasPrefix(path+"/", filepath.Join(r.home, name)+"/") {
			return nil
		}
		st, err := d.Info()
		if err != nil {
			return err
		}
		return os.Chmod(path, (st.Mode().Perm()|give)&^take)
	})
}

// tree is everything in the folders.
func (r *readOnly) tree(folders []string) string {
	var b strings.Builder
	r.each(func(path string, d fs.DirEntry) error {
		rel, _ := filepath.Rel(r.home, path)
		if top, _, _ := strings.Cut(rel, "/"); !slices.Contains(folders, top) {
			return nil
		}
		b.WriteString(rel + "\n")
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			b.Write(data)
			return err
		}
		return nil
	})
	return b.String()
}

func (r *readOnly) run(args ...string) (stdout, stderr string, err error) {
	c := exec.CommandContext(r.t.Context(), r.program, args...)
	c.Dir, c.SysProcAttr = r.home, r.as
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.home, "XDG_RUNTIME_DIR=" + filepath.Join(r.home, "run"), "TZ=UTC", "TEST_QUIET=1"}
	for _, n := range []string{"config", "data", "state", "cache"} {
		c.Env = append(c.Env, "ALOFT_"+strings.ToUpper(n)+"_HOME="+filepath.Join(r.home, n))
	}
	var out, said strings.Builder
	c.Stdout, c.Stderr = &out, &said
	err = c.Run()
	return out.String(), said.String(), err
}

func TestReadingWorksWhereNothingCanBeWritten(t *testing.T) {
	t.Parallel()
	r := newReadOnly(t)
	if err := os.Chmod(r.home, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"mkdir", "drive:/made"}, {"new", "doc", "docs:/Written"}} {
		if _, said, err := r.run(args...); err != nil {
			t.Fatal(args, err, said)
		}
	}
	reads := []struct {
		args []string
		want string
	}{
		{[]string{"ls", "drive:/"}, "made/"}, {[]string{"ls", "docs:/"}, "Written"}, {[]string{"find", "drive:/", "made"}, "made"},
		{[]string{"jobs"}, "mkdir"}, {[]string{"cat", "docs:/Welcome to Documents"}, "Documents"},
	}
	for _, c := range []struct {
		folders  []string
		variable string
	}{
		{[]string{"state"}, "ALOFT_STATE_HOME"},
		{[]string{"data", "state"}, "ALOFT_STATE_HOME"},
		{[]string{"data"}, "ALOFT_DATA_HOME"},
	} {
		for _, f := range c.folders {
			r.rights(f, 0, 0o222)
		}
		before := r.tree(c.folders)
		for _, read := range reads {
			out, said, err := r.run(read.args...)
			if err != nil || said != "" || !strings.Contains(out, read.want) {
				t.Errorf("%v, %v: %v\n%s%s", c.folders, read.args, err, out, said)
			}
		}
		_, said, err := r.run("mkdir", "drive:/more")
		if err == nil || !strings.Contains(said, c.variable) || strings.Count(said, "ALOFT_") != 1 {
			t.Errorf("%v: %v, %s", c.folders, err, said)
		}
		if jobs, _, err := r.run("jobs"); err != nil || strings.Count(jobs, "\n") != 2 {
			t.Errorf("%v: what was refused is a job: %v\n%s", c.folders, err, jobs)
		}
		if r.tree(c.folders) != before {
			t.Errorf("%v: the folders have changed", c.folders)
		}
		for _, f := range c.folders {
			r.rights(f, 0o200, 0)
		}
	}
	// Where there never was a job there is none to show.
	if err := os.RemoveAll(filepath.Join(r.home, "data", "jobs")); err != nil {
		t.Fatal(err)
	}
	r.rights("data", 0, 0o222)
	if jobs, said, err := r.run("jobs"); err != nil || jobs != "" {
		t.Errorf("%v\n%s%s", err, jobs, said)
	}
	if _, said, err := r.run("mkdir", "drive:/more"); err == nil || !strings.Contains(said, "ALOFT_DATA_HOME") {
		t.Errorf("%v, %s", err, said)
	}
	r.rights("data", 0o200, 0)
}

// A service that renews the cookie at every answer, and soon rejects the old one:
// the cookie that a process without writable folders got, the next one needs.
func TestARenewedSessionOutlivesAReadOnlyHome(t *testing.T) {
	t.Parallel()
	r := newReadOnly(t)
	served, config := t.TempDir(), filepath.Join(r.home, "config")
	c := exec.CommandContext(t.Context(), r.program, "serve", "--fault", "rotate-cookie=1ms", "--fault", "cookie-grace=1ms")
	c.Env = []string{"HOME=" + served, "PATH=" + os.Getenv("PATH")}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() })
	var at struct{ Drive, Cookie string }
	if err := json.NewDecoder(out).Decode(&at); err != nil {
		t.Fatal(err)
	}
	for file, content := range map[string]string{
		"cookie":      at.Cookie,
		"config.toml": "[accounts.work.drive]\nbase_url = \"" + at.Drive + "\"\ncredential_command = [\"cat\", \"" + config + "/cookie\"]\n",
	} {
		if err := errors.Join(os.MkdirAll(config, 0o755), os.WriteFile(filepath.Join(config, file), []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	ls := func(when, says string) {
		t.Helper()
		if out, said, err := r.run("ls", "work/drive:/"); err != nil || !strings.Contains(said, says) || (said == "") != (says == "") || !strings.Contains(out, "Documents/") {
			t.Errorf("%s: %v\n%s%s", when, err, out, said)
		}
	}
	if err := os.Chmod(r.home, 0o777); err != nil {
		t.Fatal(err)
	}
	ls("at first", "")
	for _, f := range []string{"data", "state"} {
		r.rights(f, 0, 0o222)
	}
	// That other processes do not see its requests is said once.
	ls("read-only", "several aloft processes would keep no gap between their requests")
	for range 2 {
		ls("read-only", "")
	}
	for _, f := range []string{"data", "state"} {
		r.rights(f, 0o200, 0)
	}
	ls("writable again", "")
	if left, _ := filepath.Glob(filepath.Join(r.home, "run", "aloft", "*.session*")); len(left) > 0 {
		t.Errorf("left in the spare folder: %v", left)
	}
	ls("at last", "")
}

func TestDoctorOnAFullDisk(t *testing.T) {
	home := t.TempDir()
	if err := syscall.Mount("full", home, "tmpfs", 0, "size=8m"); err != nil {
		t.Skip("nothing can be mounted here:", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(home, syscall.MNT_DETACH) })
	doctor := func() (string, error) {
		c := procs.Self("HOME="+home, "TEST_QUIET=1")
		c.Args, c.Stderr = append(c.Args[:1], "doctor"), nil
		out, err := c.Output()
		return string(out), err
	}
	if out, err := doctor(); err != nil || !strings.Contains(out, "aloft, only 8.0 MB free") && !strings.Contains(out, "aloft, only 7.") {
		t.Errorf("little is free: %v: %s", err, out)
	}
	f, err := os.Create(filepath.Join(home, "full"))
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if out, err := doctor(); err == nil || strings.Count(out, "has no space left, so nothing can be changed") != 2 {
		t.Errorf("nothing is free: %v: %s", err, out)
	}
}

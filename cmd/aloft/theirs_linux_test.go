package main

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"aloft/client/clienttest/procs"
)

// As with sudo -E, or sudo on macOS: what root made there, that user's programs could not use.
func TestRootMakesNothingInTheHomeOfSomebodyElse(t *testing.T) {
	const nobody = 65534
	if os.Geteuid() != 0 {
		t.Skip("only root can write there")
	}
	home := t.TempDir()
	for dir := home; dir != os.TempDir(); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(home, "f")
	if err := os.WriteFile(file, []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(home, "aloft")
	procs.Program(t, program, string(data))
	for _, path := range []string{home, file} {
		if err := os.Chown(path, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	run := filepath.Join(home, "run") // that of its owner
	command := func(as uint32, args ...string) (string, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		c := exec.CommandContext(ctx, program, args...)
		c.Env, c.Dir = []string{"HOME=" + home, "XDG_RUNTIME_DIR=" + run, "TEST_QUIET=1"}, "/"
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: as, Gid: as}}
		out, err := c.CombinedOutput()
		return string(out), err
	}
	for _, args := range [][]string{
		{"config", "init"}, {"config", "set", "ui.theme", "aloft"}, {"account", "add", "work", "--drive", "https://drive.example"},
		{"ls", "drive:/"}, {"ls", "docs:/"}, {"ls", "work/drive:/"}, {"cp", file, "drive:/"}, {"cp", file, filepath.Join(home, "g")}, {"mv", file, "drive:/"},
		{"rm", file, "--yes"}, {"mkdir", "drive:/x"}, {"sync", home, "drive:/x", "--yes"}, {"import", file, "docs:/"}, {"new", "doc", "docs:/x"},
		{"undo"}, {"jobs"}, {"jobs", "resume", "--all"}, {"hook", "serve", "--any-port"}, {"hook", "token"}, {"hook", "ls"},
		{"ssh", "authorize", file}, {"serve"}, {"send", "quit"}, {"doctor"}, {"bin", "ls", "drive:"}, {"recent"}, {"search", "x"}, {"drive:/"},
	} {
		out, err := command(0, args...)
		if err == nil || !strings.Contains(out, "belongs to nobody, who could not use files that root writes there") && !strings.Contains(out, "usage") && args[0] != "send" {
			t.Errorf("aloft %q: %v: %s", args, err, out)
		}
		if err := filepath.WalkDir(home, func(path string, _ fs.DirEntry, err error) error {
			if path != home && path != file && path != program {
				t.Errorf("aloft %q made %s", args, path)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := command(0, "ls", home); err != nil || out != "aloft\nf\n" {
		t.Errorf("what needs no folder works: %q, %v", out, err)
	}
	if out, err := command(nobody, "ls", "drive:/"); err != nil {
		t.Errorf("its owner: %v: %s", err, out)
	}
}

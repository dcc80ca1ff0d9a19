package embedded

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"aloft/client/embedded/pages"
)

// On a full disk, an upload and a conversion fail with that reason, leave nothing,
// and succeed once there is room again. It needs a file system of its own, so root:
// for others this test is skipped.
func TestTransfersOnAFullDisk(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("not root: nothing was tested")
		return
	}
	p := openPorter(t, Options{})
	b := pdf(t, 600_000)
	pre := p.tool("pre_import", fileArgs("a.pdf", b))
	args := fileArgs("a.pdf", b)
	args["file_key"], args["task_id"] = pre["file_key"], pre["task_id"]
	csv := p.prepare("b.csv", bytes.Repeat(crashFile(), 8))
	values, err := os.ReadFile(p.onlyBlob())
	if err != nil {
		t.Fatal(err)
	}

	small := p.s.db.BlobPath("")
	mount := func(flags uintptr, data string) bool {
		if err := syscall.Mount("tmpfs", small, "tmpfs", flags, data); err != nil {
			t.Logf("no file system of one's own here: %v", err)
			return false
		}
		return true
	}
	if !mount(0, "size=400k,mode=0700") {
		return
	}
	defer func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) }()
	status, words := p.put(val(pre, "upload_url"), b)
	if status != 507 || !strings.Contains(words, "full") {
		t.Errorf("upload on a full disk: %d %s", status, words)
	}
	if names, _ := os.ReadDir(small); len(names) != 0 {
		t.Errorf("it leaves %d files", len(names))
	}
	p.refused("not been uploaded", "async_import", args)

	// There is room for the bytes, but not for the converted file.
	room := len(values)/1024 + 24
	if err := syscall.Mount("tmpfs", small, "tmpfs", syscall.MS_REMOUNT, "size="+strconv.Itoa(room)+"k"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.s.db.BlobPath(p.inputOf(val(csv, "task_id"))), values, 0o600); err != nil {
		t.Fatal(err)
	}
	out := p.done("import_progress", val(p.tool("async_import", csv), "task_id"))
	if !strings.Contains(val(out, "error"), "full") || p.home("b") != 0 {
		t.Errorf("conversion on a full disk: %v", out)
	}

	if err := syscall.Mount("tmpfs", small, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	status, words = p.put(val(pre, "upload_url"), b)
	if status != 500 || !strings.Contains(words, "cannot be written") {
		t.Errorf("upload on a read-only disk: %d %s", status, words)
	}
	if err := syscall.Unmount(small, 0); err != nil {
		t.Fatal(err)
	}
	if status, words := p.put(val(pre, "upload_url"), b); status != 200 {
		t.Errorf("with room again: %d %s", status, words)
	}
	p.done("import_progress", val(p.tool("async_import", args), "task_id"))
	if p.home("a") != 1 {
		t.Error("with room again nothing is imported")
	}
}

// onlyBlob is the path of the one file in the store.
func (p *porter) onlyBlob() string {
	p.t.Helper()
	names, err := os.ReadDir(p.s.db.BlobPath(""))
	if err != nil || len(names) != 1 {
		p.t.Fatal(len(names), err)
	}
	return p.s.db.BlobPath(names[0].Name())
}

// inputOf is the hash of what was uploaded for a task.
func (p *porter) inputOf(task string) (hash string) {
	p.t.Helper()
	err := p.s.pages.View(p.ctx, func(l pages.Rows) error {
		_, err := l.Row("SELECT input FROM transfer WHERE id = ?", []any{task}, &hash)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return hash
}

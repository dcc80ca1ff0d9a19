//go:build unix

package embedded

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"aloft/client/clienttest/procs"
	"aloft/client/embedded/drive"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/system"
	"aloft/model/text"
)

// holdChild makes the child stand in the middle of a write until it is told to go on.
const holdChild = "ALOFT_EMBEDDED_HOLD"

func childHolds(dir string) {
	s, err := Open(context.Background(), Options{Dir: dir})
	if err == nil {
		err = s.pages.Update(context.Background(), func(pages.Rows) error {
			fmt.Println("held")
			bufio.NewScanner(os.Stdin).Scan()
			return nil
		})
	}
	fmt.Println("went on", err)
}

// A process that is stopped in the middle of a write is named to those who want to write, with
// what to do; once it goes on they can.
func TestStoppedWriterIsNamed(t *testing.T) {
	dir := t.TempDir()
	o := Options{Dir: dir, Holder: func(pid int) (string, bool) {
		h := system.HolderOf(pid)
		return h.String(), h.State() == system.Stopped
	}}
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := procs.Start(t, procs.Self(childDir+"="+dir, holdChild+"=1"))
	if l := p.Line(t); l != "held" {
		t.Fatal(l)
	}
	_ = p.Process.Signal(syscall.SIGSTOP)
	put := func(name string) error {
		return s.Plant(t.Context(), []drive.Item{{Path: []string{name}, Folder: true}})
	}
	err = put("a")
	pid := strconv.Itoa(p.Process.Pid)
	var e *store.Error
	if !errors.As(err, &e) || e.What != text.BoxHeld || !strings.Contains(e.Error(), "process "+pid+", stopped") || !strings.Contains(e.Error(), "kill -CONT "+pid) {
		t.Errorf("%v", err)
	}
	_ = p.Process.Signal(syscall.SIGCONT)
	_, _ = fmt.Fprintln(p.In)
	if l := p.Line(t); l != "went on <nil>" {
		t.Error(l)
	}
	if err := put("a"); err != nil {
		t.Error(err)
	}
}

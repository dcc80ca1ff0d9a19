package system

import (
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"
)

func TestEachCauseHasCodes(t *testing.T) {
	for c := NoRoom; c <= NoAddress; c++ {
		if len(codes[c]) == 0 {
			t.Errorf("%d has none", c)
		}
		for _, n := range codes[c] {
			if !Is(&fs.PathError{Op: "open", Path: "x", Err: n}, c) {
				t.Errorf("%v is not %d", n, c)
			}
		}
	}
	if Is(nil, NoRoom) || Is(fmt.Errorf("x"), NoRoom) {
		t.Error("any error means that there is no room")
	}
}

// The system's own errors, as this one numbers them.
func TestRealErrors(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, taken := net.Listen("tcp", l.Addr().String())
	_ = l.Close()
	_, refused := net.Dial("tcp", l.Addr().String())
	for name, x := range map[string]struct {
		err  error
		want Cause
	}{
		"a folder with a file": {os.Remove(dir), NotEmpty},
		"a port that is taken": {taken, Taken},
		"nobody listens":       {refused, Refused},
	} {
		if !Is(x.err, x.want) {
			t.Errorf("%s: %v", name, x.err)
		}
	}
}

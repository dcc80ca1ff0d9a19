//go:build linux || darwin || freebsd

package copying_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client"
	"aloft/client/clienttest/procs"
	"aloft/client/disk/copying"
)

// childEnv makes the test binary a process that copies, and stops in the middle.
const childEnv = "ALOFT_TEST_COPYING_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		opt := copying.Options{Token: "job-1", Progress: func(int64) {
			_, _ = os.Stdout.WriteString("a part is written\n")
			_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		}}
		_, err := copying.New().Copy(context.Background(), dir+"/big", dir+"/to/big", opt)
		panic(err)
	}
	os.Exit(m.Run())
}

// must ends the test at an error.
func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// noise is n bytes, the same in each run.
func noise(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(b)
	return b
}

// same compares two files.
func same(t *testing.T, a, b string) {
	t.Helper()
	x, err := os.ReadFile(a)
	y, err2 := os.ReadFile(b)
	must(t, err, err2)
	if !bytes.Equal(x, y) {
		t.Errorf("%s has %d bytes, and %s %d others", a, len(x), b, len(y))
	}
}

// names lists a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	all, err := os.ReadDir(dir)
	must(t, err)
	var out []string
	for _, e := range all {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

// workshop is a folder with a file of n bytes, big, and an empty folder, to.
func workshop(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.Mkdir(dir+"/to", 0o755), os.WriteFile(dir+"/big", noise(n), 0o600))
	return dir
}

var then = time.Date(2001, 2, 3, 4, 5, 6, 789012345, time.UTC)

func TestAFileIsCopiedWithItsAttributes(t *testing.T) {
	for _, size := range []int{0, 1, 4096, 256<<10 - 1, 256 << 10, 256<<10 + 1, 20<<20 + 7} {
		dir := workshop(t, size)
		from, to := dir+"/big", dir+"/to/copy"
		must(t, unix.Setxattr(from, "user.colour", []byte("red\x00ish"), 0), unix.Setxattr(from, "user.empty", nil, 0),
			os.Chmod(from, 0o440), os.Chtimes(from, then.Add(time.Hour), then))
		var told int64
		r, err := copying.New().Copy(t.Context(), from, to, copying.Options{Progress: func(n int64) { told = n }})
		must(t, err)
		same(t, from, to)
		info, err := os.Lstat(to)
		must(t, err)
		if info.Mode() != 0o440 || !info.ModTime().Equal(then) {
			t.Errorf("%d: %v %v", size, info.Mode(), info.ModTime())
		}
		b := make([]byte, 100)
		if n, err := unix.Getxattr(to, "user.colour", b); err != nil || string(b[:n]) != "red\x00ish" {
			t.Errorf("%d: %q, %v", size, b[:max(n, 0)], err)
		}
		if n, err := unix.Getxattr(to, "user.empty", b); err != nil || n != 0 {
			t.Errorf("%d: %d, %v", size, n, err)
		}
		if r.Bytes != int64(size) || told != int64(size) || len(r.Lost) > 0 || (r.Way == copying.WayNone) != (size == 0) {
			t.Errorf("%d: %+v, told %d", size, r, told)
		}
		if got := names(t, dir+"/to"); got != "copy" {
			t.Errorf("left: %s", got)
		}
	}
}

// Files of the kernel have no size until they are read.
func TestAFileWithoutASizeIsReadToItsEnd(t *testing.T) {
	if _, err := os.Stat("/proc/version"); err != nil {
		t.Skip("no /proc")
	}
	to := t.TempDir() + "/version"
	if r, err := copying.New().Copy(t.Context(), "/proc/version", to, copying.Options{}); err != nil || r.Bytes == 0 {
		t.Fatal(r, err)
	}
	same(t, "/proc/version", to)
}

func TestATakenNameIsNeverReplaced(t *testing.T) {
	for _, taken := range []string{"file", "folder", "link"} {
		for _, what := range []string{"big", "l", "d"} {
			dir := workshop(t, 10)
			must(t, os.Symlink("big", dir+"/l"), os.Mkdir(dir+"/d", 0o755),
				os.WriteFile(dir+"/to/file", []byte("mine"), 0o600), os.Mkdir(dir+"/to/folder", 0o755), os.Symlink("nowhere", dir+"/to/link"))
			_, err := copying.New().Copy(t.Context(), dir+"/"+what, dir+"/to/"+taken, copying.Options{})
			if !errors.Is(err, fs.ErrExist) {
				t.Errorf("%s over the %s: %v", what, taken, err)
			}
			if got, _ := os.ReadFile(dir + "/to/file"); string(got) != "mine" || names(t, dir+"/to") != "file folder link" {
				t.Errorf("%s over the %s: %q, %s", what, taken, got, names(t, dir+"/to"))
			}
		}
	}
}

// Also one that somebody takes while the copy is made.
func TestANameThatIsTakenMeanwhileIsNotReplaced(t *testing.T) {
	dir := workshop(t, 1000)
	opt := copying.Options{Token: "job-1", Progress: func(int64) { must(t, os.WriteFile(dir+"/to/big", []byte("mine"), 0o600)) }}
	if _, err := copying.New().Copy(t.Context(), dir+"/big", dir+"/to/big", opt); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), dir+"/to/big") {
		t.Error(err)
	}
	if got, _ := os.ReadFile(dir + "/to/big"); string(got) != "mine" || names(t, dir+"/to") != "big" {
		t.Errorf("%q, %s", got, names(t, dir+"/to"))
	}
}

func TestALinkIsCopiedAsItIs(t *testing.T) {
	dir := workshop(t, 10)
	must(t, os.Symlink("../else/where", dir+"/l"))
	at := []unix.Timespec{unix.NsecToTimespec(then.UnixNano()), unix.NsecToTimespec(then.UnixNano())}
	must(t, unix.UtimesNanoAt(unix.AT_FDCWD, dir+"/l", at, unix.AT_SYMLINK_NOFOLLOW))
	c := copying.New()
	r, err := c.Copy(t.Context(), dir+"/l", dir+"/to/l", copying.Options{Token: "job-1"})
	must(t, err)
	info, err := os.Lstat(dir + "/to/l")
	must(t, err)
	if to, err := os.Readlink(dir + "/to/l"); err != nil || to != "../else/where" || !info.ModTime().Equal(then) || r.Mode&fs.ModeSymlink == 0 || len(r.Lost) > 0 {
		t.Errorf("%s, %v, %v, %+v", to, err, info.ModTime(), r)
	}
	if got := names(t, dir+"/to"); got != "l" {
		t.Errorf("left: %s", got)
	}
}

func TestAFolderGetsItsAttributesAtTheEnd(t *testing.T) {
	dir := workshop(t, 10)
	must(t, os.Mkdir(dir+"/d", 0o755), os.WriteFile(dir+"/d/in", nil, 0o600), unix.Setxattr(dir+"/d", "user.colour", []byte("red"), 0),
		os.Chmod(dir+"/d", 0o555|fs.ModeSticky), os.Chtimes(dir+"/d", then, then))
	c := copying.New()
	_, err := c.Copy(t.Context(), dir+"/d", dir+"/to/d", copying.Options{})
	must(t, err)
	info, err := os.Lstat(dir + "/to/d")
	must(t, err)
	if info.Mode().Perm() != 0o700 || names(t, dir+"/to/d") != "" {
		t.Errorf("%v, %s", info.Mode(), names(t, dir+"/to/d"))
	}
	must(t, os.WriteFile(dir+"/to/d/in", nil, 0o600))
	lost, err := c.Finish(dir+"/d", dir+"/to/d", copying.Options{})
	must(t, err)
	info, err = os.Lstat(dir + "/to/d")
	must(t, err)
	b := make([]byte, 10)
	n, err := unix.Getxattr(dir+"/to/d", "user.colour", b)
	must(t, err)
	if info.Mode() != fs.ModeDir|fs.ModeSticky|0o555 || !info.ModTime().Equal(then) || string(b[:n]) != "red" || len(lost) > 0 {
		t.Errorf("%v %v %q %v", info.Mode(), info.ModTime(), b[:n], lost)
	}
	if _, err := c.Finish(dir+"/big", dir+"/to/d", copying.Options{}); err == nil {
		t.Error("a folder got the attributes of a file")
	}
}

func TestPipesSocketsAndDevicesAreRefused(t *testing.T) {
	dir := workshop(t, 1)
	l, err := net.Listen("unix", dir+"/socket")
	must(t, err, syscall.Mkfifo(dir+"/pipe", 0o600))
	defer l.Close()
	for _, path := range []string{dir + "/socket", dir + "/pipe", "/dev/null"} {
		_, err := copying.New().Copy(t.Context(), path, dir+"/to/x", copying.Options{})
		var e *client.Error
		if !errors.As(err, &e) || e.Kind != client.KindUnsupported || e.Changed != client.ChangedNothing || !strings.Contains(err.Error(), "is not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got := names(t, dir+"/to"); got != "" {
		t.Errorf("left: %s", got)
	}
}

func TestASourceThatChangesWhileItIsReadIsNotCopied(t *testing.T) {
	for what, change := range map[string]func(path string) error{
		"longer":  func(p string) error { return os.WriteFile(p, noise(21<<20), 0o600) },
		"shorter": func(p string) error { return os.Truncate(p, 9<<20) },
		"other":   func(p string) error { return os.Chtimes(p, then, then) },
	} {
		dir := workshop(t, 20<<20)
		once := true
		opt := copying.Options{Token: "job-1", Progress: func(int64) {
			if once {
				once = false
				must(t, change(dir+"/big"))
			}
		}}
		_, err := copying.New().Copy(t.Context(), dir+"/big", dir+"/to/big", opt)
		if !errors.Is(err, copying.ErrChanged) || !client.Is(err, client.KindConflict) || !strings.Contains(err.Error(), dir+"/big") {
			t.Errorf("%s: %v", what, err)
		}
		if got := names(t, dir+"/to"); got != "" {
			t.Errorf("%s: left %s", what, got)
		}
	}
}

// stopped copies until the first progress is told.
func stopped(t *testing.T, dir, token string) {
	t.Helper()
	must(t, os.WriteFile(dir+"/probe", []byte("x"), 0o600))
	if r, err := copying.New().Copy(t.Context(), dir+"/probe", dir+"/probed", copying.Options{}); err == nil && r.Way == copying.WayReflink {
		t.Skip("a copy is whole at once here")
	}
	must(t, os.Remove(dir+"/probed"))
	ctx, cancel := context.WithCancel(t.Context())
	opt := copying.Options{Token: token, Progress: func(int64) { cancel() }}
	if _, err := copying.New().Copy(ctx, dir+"/big", dir+"/to/big", opt); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func TestACopyGoesOnWhereItWasStopped(t *testing.T) {
	dir := workshop(t, 20<<20)
	stopped(t, dir, "")
	if got := names(t, dir+"/to"); got != "" {
		t.Errorf("without a token something stays: %s", got)
	}
	stopped(t, dir, "job-1")
	if got := names(t, dir+"/to"); !strings.HasSuffix(got, ".aloft-part") || !strings.HasPrefix(got, ".") {
		t.Errorf("%q", got)
	}
	opt := copying.Options{Token: "job-1", Resumed: true}
	r, err := copying.New().Copy(t.Context(), dir+"/big", dir+"/to/big", opt)
	if must(t, err); r.Resumed != 8<<20 || r.Bytes != 20<<20 {
		t.Errorf("%+v", r)
	}
	same(t, dir+"/big", dir+"/to/big")
	if got := names(t, dir+"/to"); got != "big" {
		t.Errorf("left: %s", got)
	}
}

// What a copy cannot go on with is not used: another source, a damaged end, a longer file, and
// what somebody else has put there.
func TestACopyBeginsAnew(t *testing.T) {
	for what, spoil := range map[string]func(dir, part string) error{
		"source":  func(dir, _ string) error { return os.Chtimes(dir+"/big", then, then) },
		"content": func(dir, _ string) error { return os.WriteFile(dir+"/big", noise(19 << 20)[1<<20:], 0o600) },
		"end": func(_, part string) error {
			f, err := os.OpenFile(part, os.O_RDWR, 0)
			_, err2 := f.WriteAt([]byte{0}, 8<<20-10)
			return errors.Join(err, err2, f.Close())
		},
		"longer": func(_, part string) error { return os.Truncate(part, 30<<20) },
		"linked": func(dir, part string) error { return os.Link(part, dir+"/other") },
		"symlink": func(dir, part string) error {
			return errors.Join(os.Rename(part, dir+"/other"), os.Symlink(dir+"/other", part))
		},
		"mode": func(_, part string) error { return os.Chmod(part, 0) },
	} {
		dir := workshop(t, 20<<20)
		stopped(t, dir, "job-1")
		part := dir + "/to/" + names(t, dir+"/to")
		must(t, spoil(dir, part))
		other, _ := os.ReadFile(dir + "/other")
		r, err := copying.New().Copy(t.Context(), dir+"/big", dir+"/to/big", copying.Options{Token: "job-1", Resumed: true})
		if err != nil || r.Resumed != 0 && what != "mode" {
			t.Errorf("%s: %+v, %v", what, r, err)
			continue
		}
		same(t, dir+"/big", dir+"/to/big")
		if got := names(t, dir+"/to"); got != "big" {
			t.Errorf("%s: left %s", what, got)
		}
		if now, _ := os.ReadFile(dir + "/other"); !bytes.Equal(now, other) {
			t.Errorf("%s: another file was written to", what)
		}
	}
}

// A process that was killed when all was written: nothing is copied again.
func TestAWholePartIsOnlyNamed(t *testing.T) {
	dir := workshop(t, 300<<10)
	ctx, cancel := context.WithCancel(t.Context())
	stop := copying.Options{Token: "job-1", Progress: func(n int64) {
		if n < 300<<10 {
			return
		}
		cancel()
		must(t, os.Mkdir(dir+"/to/big", 0o755)) // so that it gets no name
	}}
	if _, err := copying.New().Copy(ctx, dir+"/big", dir+"/to/big", stop); !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
	must(t, os.Remove(dir+"/to/big"))
	r, err := copying.New().Copy(t.Context(), dir+"/big", dir+"/to/big", copying.Options{Token: "job-1", Resumed: true})
	if must(t, err); r.Way != copying.WayReflink && r.Resumed != 300<<10 || r.Bytes != 300<<10 {
		t.Errorf("%+v", r)
	}
	same(t, dir+"/big", dir+"/to/big")
	if got := names(t, dir+"/to"); got != "big" {
		t.Errorf("left: %s", got)
	}
}

func TestAKilledCopyGoesOn(t *testing.T) {
	dir := workshop(t, 20<<20)
	p := procs.Start(t, procs.Self(childEnv+"="+dir))
	p.Line(t)
	must(t, p.Process.Kill())
	_ = p.Wait()
	if got := names(t, dir+"/to"); !strings.HasSuffix(got, ".aloft-part") {
		t.Fatalf("after the kill: %q", got)
	}
	r, err := copying.New().Copy(t.Context(), dir+"/big", dir+"/to/big", copying.Options{Token: "job-1", Resumed: true})
	if must(t, err); r.Way != copying.WayReflink && r.Resumed < 8<<20 {
		t.Errorf("%+v", r)
	}
	same(t, dir+"/big", dir+"/to/big")
}

func TestDiscardRemovesThePartsOfATokenOnly(t *testing.T) {
	dir := workshop(t, 20<<20)
	stopped(t, dir, "job-1")
	must(t, os.Chtimes(dir+"/big", then, then))
	stopped(t, dir, "job-1")
	stopped(t, dir, "job-2")
	must(t, copying.Discard(dir+"/to/other", "job-1"))
	if got := strings.Fields(names(t, dir+"/to")); len(got) != 3 {
		t.Errorf("%q", got)
	}
	must(t, copying.Discard(dir+"/to/big", "job-1"))
	if got := strings.Fields(names(t, dir+"/to")); len(got) != 1 {
		t.Errorf("%q", got)
	}
	must(t, copying.Discard(dir+"/to/big", "job-2"), copying.Flush(dir))
	if got := names(t, dir+"/to"); got != "" {
		t.Errorf("%q", got)
	}
}

func TestCopyingStopsBeforeItBegins(t *testing.T) {
	dir := workshop(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := copying.New().Copy(ctx, dir+"/big", dir+"/to/big", copying.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := copying.New().Copy(t.Context(), dir+"/none", dir+"/to/big", copying.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := copying.New().Copy(t.Context(), dir+"/big", dir+"/none/big", copying.Options{}); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "part") {
		t.Error(err)
	}
	if got := names(t, filepath.Join(dir, "to")); got != "" {
		t.Errorf("%q", got)
	}
}

package copying_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"aloft/client/disk/copying"
)

// held is what a file takes on the disk.
func held(t *testing.T, path string) int64 {
	t.Helper()
	var st unix.Stat_t
	must(t, unix.Stat(path, &st))
	return st.Blocks * 512
}

func TestHolesStayHoles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 10 {
		dir := workshop(t, 0)
		f, err := os.OpenFile(dir+"/big", os.O_WRONLY, 0)
		must(t, err)
		size := int64(1 + r.IntN(8<<20))
		for range round % 5 {
			b := noise(1 + r.IntN(700<<10))
			_, err = f.WriteAt(b, r.Int64N(size))
			must(t, err)
		}
		if info, err := f.Stat(); err == nil {
			size = max(size, info.Size())
		}
		must(t, f.Truncate(size), f.Sync(), f.Close())
		var told int64
		_, err = copying.New().Copy(t.Context(), dir+"/big", dir+"/to/big", copying.Options{Progress: func(n int64) { told = n }})
		must(t, err, copying.Flush(dir))
		same(t, dir+"/big", dir+"/to/big")
		if a, b := held(t, dir+"/big"), held(t, dir+"/to/big"); b > a+1<<20 || told != size {
			t.Errorf("%d: the file takes %d and its copy %d; told %d of %d", round, a, b, told, size)
		}
	}
}

// A copy with holes goes on behind what it has, though a hole may be there.
func TestACopyWithHolesGoesOn(t *testing.T) {
	dir := workshop(t, 10<<20)
	f, err := os.OpenFile(dir+"/big", os.O_WRONLY, 0)
	must(t, err, f.Truncate(100<<20))
	_, err = f.WriteAt([]byte("the end"), 90<<20)
	must(t, err, f.Close())
	stopped(t, dir, "job-1")
	r, err := copying.New().Copy(t.Context(), dir+"/big", dir+"/to/big", copying.Options{Token: "job-1", Resumed: true})
	if must(t, err); r.Resumed != 8<<20 {
		t.Errorf("%+v", r)
	}
	same(t, dir+"/big", dir+"/to/big")
	if b := held(t, dir+"/to/big"); b > 12<<20 {
		t.Errorf("it takes %d", b)
	}
}

const access, initial = "system.posix_acl_access", "system.posix_acl_default"

// list is an access list by which user 1000 may read.
func list(t *testing.T) []byte {
	t.Helper()
	b, err := hex.DecodeString("0200000001000600ffffffff02000400e803000004000400ffffffff10000400ffffffff20000000ffffffff")
	must(t, err)
	return b
}

func TestAccessListsAreThoseOfTheSource(t *testing.T) {
	dir := workshop(t, 10)
	must(t, os.WriteFile(dir+"/plain", nil, 0o600), os.Chmod(dir+"/plain", 0o644))
	if err := unix.Setxattr(dir+"/big", access, list(t), 0); errors.Is(err, unix.ENOTSUP) {
		t.Skip("no access lists here")
	}
	must(t, os.Mkdir(dir+"/d", 0o755), unix.Setxattr(dir+"/d", initial, list(t), 0))
	// The folder of the copies gives a list to each new file.
	must(t, unix.Setxattr(dir+"/to", initial, list(t), 0))
	c := copying.New()
	for _, n := range []string{"big", "plain", "d"} {
		_, err := c.Copy(t.Context(), dir+"/"+n, dir+"/to/"+n, copying.Options{})
		must(t, err)
	}
	lost, err := c.Finish(dir+"/d", dir+"/to/d", copying.Options{})
	if must(t, err); len(lost) > 0 {
		t.Error(lost)
	}
	for _, n := range []string{"big", "plain", "d"} {
		for _, attr := range []string{access, initial} {
			x, y := make([]byte, 100), make([]byte, 100)
			a, err := unix.Getxattr(dir+"/"+n, attr, x)
			b, err2 := unix.Getxattr(dir+"/to/"+n, attr, y)
			if a != b || !bytes.Equal(x, y) || !errors.Is(err2, err) {
				t.Errorf("%s: %s: %x %v, the copy %x %v", n, attr, x[:max(a, 0)], err, y[:max(b, 0)], err2)
			}
		}
		x, err := os.Stat(dir + "/" + n)
		y, err2 := os.Stat(dir + "/to/" + n)
		if must(t, err, err2); x.Mode() != y.Mode() {
			t.Errorf("%s: %v, the copy %v", n, x.Mode(), y.Mode())
		}
	}
}

// asRoot skips the test for other users.
func asRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
}

func TestTheOwnerIsKeptWhenThatIsAsked(t *testing.T) {
	asRoot(t)
	dir := workshop(t, 10)
	must(t, os.Symlink("big", dir+"/l"), os.Chown(dir+"/big", 1234, 2345), os.Lchown(dir+"/l", 1234, 2345), os.Chmod(dir+"/big", 0o755|fs.ModeSetuid|fs.ModeSetgid))
	for _, n := range []string{"big", "l"} {
		for _, owner := range []bool{false, true} {
			to := dir + "/to/" + n
			if owner {
				to += "-owner"
			}
			r, err := copying.New().Copy(t.Context(), dir+"/"+n, to, copying.Options{Owner: owner})
			must(t, err)
			info, err := os.Lstat(to)
			must(t, err)
			st := info.Sys().(*syscall.Stat_t)
			if kept := st.Uid == 1234 && st.Gid == 2345; kept != owner {
				t.Errorf("%s: %d:%d, asked %v", n, st.Uid, st.Gid, owner)
			}
			if n == "big" && (info.Mode()&(fs.ModeSetuid|fs.ModeSetgid) != 0) != owner {
				t.Errorf("asked %v: %v", owner, info.Mode())
			}
			if lost := n == "big" && !owner; lost != (len(r.Lost) == 1) {
				t.Errorf("%s, asked %v: lost %v", n, owner, r.Lost)
			}
		}
	}
}

// mounted is a file system of its own, which ends with the test.
func mounted(t *testing.T, kind, options string) string {
	t.Helper()
	asRoot(t)
	dir := t.TempDir()
	if err := unix.Mount("none", dir, kind, 0, options); err != nil {
		t.Skip(kind, "cannot be mounted:", err)
	}
	t.Cleanup(func() { must(t, unix.Unmount(dir, 0)) })
	return dir
}

// A file system that has no extended attributes gets the rest, and what is lost is said.
func TestWhatAFileSystemCannotKeepIsSaid(t *testing.T) {
	dir := workshop(t, 10<<20)
	must(t, unix.Setxattr(dir+"/big", "user.colour", []byte("red"), 0))
	to := mounted(t, "ramfs", "")
	r, err := copying.New().Copy(t.Context(), dir+"/big", to+"/big", copying.Options{})
	must(t, err)
	same(t, dir+"/big", to+"/big")
	if len(r.Lost) != 1 || r.Lost[0].Name != "user.colour" || !errors.Is(r.Lost[0].Err, unix.ENOTSUP) {
		t.Errorf("lost %v", r.Lost)
	}
}

func TestAFullDiskLeavesNothing(t *testing.T) {
	dir := workshop(t, 3<<20)
	to := mounted(t, "tmpfs", "size=1m")
	_, err := copying.New().Copy(t.Context(), dir+"/big", to+"/big", copying.Options{Token: "job-1"})
	if !errors.Is(err, unix.ENOSPC) || !strings.Contains(err.Error(), to+"/big") {
		t.Error(err)
	}
	if got := names(t, to); got != "" {
		t.Errorf("left: %s", got)
	}
}

package trash

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// volume is a file system of its own, which ends with the test.
func volume(t *testing.T) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	dir := t.TempDir() + "/a volume"
	must(t, os.Mkdir(dir, 0o755))
	if err := unix.Mount("none", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skip("nothing can be mounted:", err)
	}
	t.Cleanup(func() { must(t, unix.Unmount(dir, unix.MNT_DETACH)) })
	return dir
}

// The shared folder of a file system counts if it is sticky and no link; else the user has
// one for itself.
func TestAFileSystemHasItsOwnTrash(t *testing.T) {
	uid := strconv.Itoa(os.Getuid())
	for what, c := range map[string]struct {
		prepare func(top string) error
		want    string
	}{
		"none": {func(string) error { return nil }, ".Trash-" + uid},
		"sticky": {func(top string) error {
			return errors.Join(os.Mkdir(top+"/.Trash", 0o755), os.Chmod(top+"/.Trash", 0o777|fs.ModeSticky))
		}, ".Trash/" + uid},
		"plain": {func(top string) error { return os.Mkdir(top+"/.Trash", 0o777) }, ".Trash-" + uid},
		"link": {func(top string) error {
			return errors.Join(os.Mkdir(top+"/aim", 0o755), os.Chmod(top+"/aim", 0o777|fs.ModeSticky), os.Symlink("aim", top+"/.Trash"))
		}, ".Trash-" + uid},
		"somebody else's": {func(top string) error {
			return errors.Join(os.Mkdir(top+"/.Trash", 0o755), os.Chmod(top+"/.Trash", 0o777|fs.ModeSticky), os.Mkdir(top+"/.Trash/"+uid, 0o777), os.Chown(top+"/.Trash/"+uid, 1234, 1234))
		}, ".Trash-" + uid},
	} {
		tr, dir := bench(t)
		tr.mounts = mounts
		top := volume(t)
		must(t, c.prepare(top), os.MkdirAll(top+"/x/y", 0o755))
		it, err := tr.Put(write(t, top+"/x/y/a b"))
		must(t, err)
		if it.Bin != top+"/"+c.want {
			t.Errorf("%s: it went to %s", what, it.Bin)
		}
		if b, err := os.ReadFile(infoFile(it)); err != nil || !strings.Contains(string(b), "\nPath=x/y/a%20b\n") {
			t.Errorf("%s: %q, %v", what, b, err)
		}
		items := list(t, tr)
		i := slices.IndexFunc(items, func(it Item) bool { return it.Path == top+"/x/y/a b" })
		if i < 0 {
			t.Errorf("%s: listed %q", what, paths(items))
			continue
		}
		if err := tr.Restore(items[i], dir+"/a"); !errors.Is(err, unix.EXDEV) || !there(tr.File(items[i])) {
			t.Errorf("%s: %v", what, err)
		}
		must(t, tr.Restore(items[i], ""))
		if !there(top + "/x/y/a b") {
			t.Errorf("%s: it is not back", what)
		}
	}
}

// Where no trash can be made nothing is moved, and the error says so.
func TestAFileSystemWithoutATrash(t *testing.T) {
	tr, _ := bench(t)
	top := volume(t)
	write(t, top+"/a")
	aim := t.TempDir()
	must(t, os.MkdirAll(aim+"/files", 0o755), os.MkdirAll(aim+"/info", 0o755), os.Symlink(aim, top+"/.Trash-"+strconv.Itoa(os.Getuid())))
	_, err := tr.Put(top + "/a")
	if !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), top+"/a") || !strings.Contains(err.Error(), "permanently") || !there(top+"/a") {
		t.Error(err)
	}
}

// A trash folder of another one's making may lead elsewhere: nothing there is listed or purged.
func TestAPartThatIsALinkIsNotFollowed(t *testing.T) {
	tr, dir := bench(t)
	top := volume(t)
	tr.mounts = func() []string { return []string{top} }
	write(t, dir+"/kept")
	own := top + "/.Trash-" + strconv.Itoa(os.Getuid())
	must(t, os.MkdirAll(own+"/info", 0o700), os.Symlink(dir, own+"/files"))
	if got := list(t, tr); len(got) != 0 {
		t.Errorf("%v", got)
	}
	if err := tr.Purge(Item{Bin: own, Name: "kept"}); err == nil || !there(dir+"/kept") {
		t.Error(err)
	}
}

// A file system that is mounted twice has one trash.
func TestATrashIsListedOnce(t *testing.T) {
	tr, _ := bench(t)
	top := volume(t)
	tr.mounts = func() []string { return []string{top, top} }
	_, err := tr.Put(write(t, top+"/a"))
	must(t, err)
	if got := list(t, tr); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestParseMounts(t *testing.T) {
	got := parseMounts(`22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 22 0:40 / /media/a\040b\134c rw - vfat /dev/sdb1 rw
41 22 0:41 / /net rw master:2 - autofs systemd-1 rw
nonsense
`)
	if want := []string{"/", `/media/a b\c`}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// GNOME's own program lists what we trash, and we what it trashes.
func TestTheDesktopsProgramAgrees(t *testing.T) {
	gio, err := exec.LookPath("gio")
	if err != nil {
		t.Skip("no gio")
	}
	tr, dir := bench(t)
	p := write(t, dir+"/ä b%20.txt")
	if out, err := exec.Command(gio, "trash", p).CombinedOutput(); err != nil {
		t.Skipf("gio: %v, %s", err, out)
	}
	items := list(t, tr)
	if got := paths(items); !slices.Equal(got, []string{p}) {
		t.Fatalf("%q", got)
	}
	must(t, tr.Restore(items[0], ""))
	if !there(p) {
		t.Error("it is not back")
	}
}

// What is said beforehand about an entry is what happens to it.
func TestWhatTheTrashTakes(t *testing.T) {
	for what, prepare := range map[string]func(top string) error{
		"none yet": func(string) error { return nil },
		"a file":   func(top string) error { return os.WriteFile(top+"/.Trash-0", nil, 0o600) },
		"a link":   func(top string) error { return os.Symlink("nowhere", top+"/.Trash-0") },
		"somebody else's": func(top string) error {
			return errors.Join(os.Mkdir(top+"/.Trash-0", 0o777), os.Chown(top+"/.Trash-0", 1234, 1234))
		},
		"half":      func(top string) error { return os.Mkdir(top+"/.Trash-0", 0o700) },
		"read-only": func(top string) error { return unix.Mount("none", top, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, "") },
	} {
		tr, _ := bench(t)
		top := volume(t)
		must(t, os.Mkdir(top+"/x", 0o755))
		file := write(t, top+"/x/a")
		must(t, prepare(top))
		before, err := os.ReadDir(top)
		must(t, err)
		said := tr.Takes(file)
		if after, err := os.ReadDir(top); err != nil || len(after) != len(before) {
			t.Errorf("%s: it has made %v", what, after)
		}
		_, err = tr.Put(file)
		if (said == nil) != (err == nil) || said == nil != (what == "none yet" || what == "half") {
			t.Errorf("%s: %v, then %v", what, said, err)
		}
		if said != nil && !errors.Is(said, ErrNone) {
			t.Errorf("%s: %v", what, said)
		}
	}
}

package trash

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	infoSuffix = ".trashinfo"
	dateLayout = "2006-01-02T15:04:05"
	// mostInfo is how much of a description is read: a path has 4,096 bytes at most, and
	// each may be written as three.
	mostInfo = 64 << 10
)

// described is the name that a description is about.
func described(file string) (name string, ok bool) {
	name, ok = strings.CutSuffix(file, infoSuffix)
	return name, ok && name != ""
}

// File is where an item is.
func (t *Trash) File(it Item) string {
	if t.plain {
		return filepath.Join(it.Bin, it.Name)
	}
	return filepath.Join(it.Bin, "files", it.Name)
}

func infoFile(it Item) string { return filepath.Join(it.Bin, "info", it.Name+infoSuffix) }

// describe writes the description of an item; fs.ErrExist when another one has the name.
func (t *Trash) describe(b bin, it Item) error {
	if t.plain {
		return nil
	}
	path := it.Path
	if b.top != "" {
		rel, err := filepath.Rel(b.top, path)
		if err != nil {
			return err
		}
		path = rel
	}
	f, err := os.OpenFile(infoFile(it), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "[Trash Info]\nPath=%s\nDeletionDate=%s\n", encode(path), it.Deleted.Local().Format(dateLayout))
	if err = errors.Join(err, f.Close()); err != nil {
		_ = t.forget(it)
	}
	return err
}

// forget removes the description of an item that is not in the trash any more.
func (t *Trash) forget(it Item) error {
	if t.plain {
		return nil
	}
	if err := os.Remove(infoFile(it)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// item reads what is known of a name in the trash.
func (t *Trash) item(b bin, name string) (Item, error) {
	it := Item{Bin: b.dir, Name: name}
	info, err := os.Lstat(t.File(it))
	if err != nil {
		return it, err
	}
	it.Info = info
	if t.plain {
		it.Deleted = movedAt(t.File(it))
		return it, nil
	}
	f, err := openInfo(infoFile(it))
	if err != nil { // it is in the trash all the same
		return it, nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostInfo))
	if err == nil {
		var path string
		path, it.Deleted = parse(string(data))
		it.Path = b.resolve(path)
	}
	return it, nil
}

// parse reads a description as leniently as it can. Of several values the first counts.
func parse(s string) (path string, deleted time.Time) {
	dated := false
	for line := range strings.Lines(s) {
		key, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "=")
		switch key = strings.TrimSpace(key); {
		case !ok:
		case key == "Path" && path == "":
			path = unescaped(value, '%', 2, 16)
		case key == "DeletionDate" && !dated:
			dated, deleted = true, date(strings.TrimSpace(value))
		}
	}
	return path, deleted
}

func date(s string) time.Time {
	for _, layout := range []string{dateLayout, time.RFC3339, "2006-01-02 15:04:05", "20060102T15:04:05", "2006-01-02"} {
		if at, err := time.ParseInLocation(layout, s, time.Local); err == nil {
			return at
		}
	}
	return time.Time{}
}

// resolve makes the path of a description absolute; "" for one that leads nowhere.
func (b bin) resolve(path string) string {
	if path == "" || strings.Contains(path, "\x00") {
		return ""
	}
	if !filepath.IsAbs(path) {
		if b.top == "" || !filepath.IsLocal(path) {
			return ""
		}
		path = filepath.Join(b.top, path)
	}
	if path = filepath.Clean(path); path == "/" || path == b.top {
		return ""
	}
	return path
}

// encode writes a path as RFC 2396 says: letters, digits, some marks, and the rest as bytes.
func encode(path string) string {
	var b strings.Builder
	for i := range len(path) {
		switch c := path[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("/-_.!~*'()", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// unescaped replaces numbers of so many digits behind a sign by their bytes; what is no escape stays.
func unescaped(s string, sign byte, digits, base int) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == sign && i+digits < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+1+digits], base, 8); err == nil {
				b.WriteByte(byte(n))
				i += digits
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

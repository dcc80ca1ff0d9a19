package disk

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Errors of files for imports and exports.
var (
	_ client.FileReader = (*Source)(nil)
	_ client.FileWriter = (*Source)(nil)
	_ client.Stamped    = (*partial)(nil)
)

// Open opens a regular file; a link is not followed, a pipe does not block.
func (s *reader) Open(ctx context.Context, p model.Place) (client.Body, model.Entry, error) {
	const op = string(model.OpImport)
	if err := ready(ctx, op, p); err != nil {
		return nil, model.Entry{}, err
	}
	if p.IsRoot() {
		return nil, model.Entry{}, client.Errorf(client.KindInvalid, op, p, text.DiskIsRoot)
	}
	f, err := s.door.open(p, os.O_RDONLY|openFlags)
	if system.Is(err, system.Loop) {
		return nil, model.Entry{}, client.Errorf(client.KindInvalid, op, p, text.DiskNotFile, Path(p))
	}
	if err != nil {
		return nil, model.Entry{}, fault(op, p, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = client.Errorf(client.KindInvalid, op, p, text.DiskNotFile, Path(p))
	} else if err != nil {
		err = fault(op, p, err)
	}
	if err != nil {
		_ = f.Close()
		return nil, model.Entry{}, err
	}
	return f, entry(Path(p), p.Base(), info), nil
}

// SafeName makes a name for any disk from any title: characters that some system
// rejects, or that hide or move a file, become underscores; a name that is too long
// loses its middle, not its extension.
func (s *owned) SafeName(title string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r), r == utf8.RuneError:
			return '_'
		}
		return r
	}, model.CleanFile(strings.ToValidUTF8(title, "_")))
	name = strings.TrimLeftFunc(name, unicode.IsSpace)
	if strings.HasPrefix(name, ".") {
		name = "_" + name[1:]
	}
	name = strings.TrimRightFunc(name, hangs)
	ext := model.Extension(name)
	if len(ext) > 32 {
		ext = ""
	}
	base := cmp.Or(free(name[:len(name)-len(ext)]), "_")
	whole := base + ext
	if name = model.FileName(base, ext); name != whole {
		name = free(strings.TrimRightFunc(name[:len(name)-len(ext)], hangs)) + ext // the cut may be behind one of these
	}
	return name
}

// hangs reports characters that not every system keeps at the end of a name.
func hangs(r rune) bool { return r == '.' || unicode.IsSpace(r) }

// free is the name, with an underscore behind that of a device.
func free(name string) string {
	if d := device(name); d != "" {
		return d + "_" + name[len(d):]
	}
	return name
}

// device returns the start of a name that another system takes for one of its
// devices, whatever dots and spaces follow it, or "".
func device(name string) string {
	d, _, _ := strings.Cut(name, ".")
	d = strings.TrimRight(d, " ")
	switch b := []rune(strings.ToUpper(d)); {
	case slices.Contains([]string{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}, string(b)),
		len(b) == 4 && slices.Contains([]string{"COM", "LPT"}, string(b[:3])) && strings.ContainsRune("0123456789¹²³", b[3]):
		return d
	}
	return ""
}

// partial is a hidden file in its target folder, which is kept open: if the
// folder's path changes, the file stays in the folder.
type partial struct {
	f    *os.File // not embedded: its other methods would bypass Write
	root *os.Root
	dir  model.Place
	name string
	size int64
}

// Receive opens the hidden file with the key in the folder.
func (s *Source) Receive(ctx context.Context, folder model.Place, key string) (client.Partial, error) {
	const op = string(model.OpExport)
	if err := ready(ctx, op, folder); err != nil {
		return nil, err
	}
	root, err := s.door.root(folder)
	if err != nil {
		return nil, fault(op, folder, err)
	}
	name := system.Beside(key)
	f, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|openFlags, 0o600)
	if err != nil {
		_ = root.Close()
		return nil, fault(op, folder, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = client.Errorf(client.KindInvalid, op, folder.Join(name), text.DiskNotFile, name)
	}
	p := &partial{f: f, root: root, dir: folder, name: name}
	if err == nil {
		p.size, err = f.Seek(0, io.SeekEnd)
	}
	if err != nil {
		_ = p.Close()
		if client.KindOf(err) == "" {
			err = fault(op, folder, err)
		}
		return nil, err
	}
	return p, nil
}

// fault is the error of the hidden file, with its folder: nobody knows the file's
// name.
func (p *partial) fault(name string, err error) error {
	if name == p.name {
		return fault(string(model.OpExport), p.dir, err)
	}
	return fault(string(model.OpExport), p.dir.Join(name), err)
}

// Size is its length in bytes.
func (p *partial) Size() int64 { return p.size }

// Write appends bytes, wherever the file was read.
func (p *partial) Write(b []byte) (int, error) {
	n, err := p.f.WriteAt(b, p.size)
	p.size += int64(n)
	if err != nil {
		return n, p.fault(p.name, err)
	}
	return n, nil
}

func (p *partial) Read(b []byte) (int, error)                { return p.f.Read(b) }
func (p *partial) ReadAt(b []byte, off int64) (int, error)   { return p.f.ReadAt(b, off) }
func (p *partial) Seek(off int64, whence int) (int64, error) { return p.f.Seek(off, whence) }

// Restart discards what was written.
func (p *partial) Restart() error {
	if err := p.f.Truncate(0); err != nil {
		return p.fault(p.name, err)
	}
	p.size = 0
	return nil
}

// Stamp sets the time of the file; writing to it afterwards sets another one.
func (p *partial) Stamp(t time.Time) error {
	if err := p.root.Chtimes(p.name, t, t); err != nil {
		return p.fault(p.name, err)
	}
	return nil
}

// Commit makes it durable and renames it; KindConflict if the name exists.
func (p *partial) Commit(name string) (model.Entry, error) {
	if err := p.commit(name); err != nil {
		return model.Entry{}, p.fault(name, err)
	}
	info, err := p.root.Lstat(name)
	if err != nil {
		return model.Entry{}, p.fault(name, err)
	}
	return entry(Path(p.dir.Join(name)), name, info), nil
}

func (p *partial) commit(name string) error {
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") {
		return syscall.EINVAL
	}
	mode, err := p.rights()
	if err == nil {
		err = p.f.Chmod(mode)
	}
	if err == nil {
		err = p.f.Sync()
	}
	if err != nil {
		return err
	}
	return p.rename(name)
}

// probeSuffix is appended to the name of the hidden file for a moment.
const probeSuffix = "-mode"

// rights is the mode that a new file gets by the umask of this process: the umask
// itself can only be read by setting it, which other threads would notice.
func (p *partial) rights() (fs.FileMode, error) {
	probe := p.name + probeSuffix
	_ = p.root.Remove(probe)
	f, err := p.root.OpenFile(probe, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return 0, err
	}
	defer func() { _ = p.root.Remove(probe) }()
	info, err := f.Stat()
	if err := errors.Join(err, f.Close()); err != nil {
		return 0, err
	}
	return info.Mode().Perm(), nil
}

// Drop removes it, with what a crash has left beside it.
func (p *partial) Drop() error {
	_ = p.root.Remove(p.name + probeSuffix)
	if err := p.root.Remove(p.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return p.fault(p.name, err)
	}
	return nil
}

// Close closes the file and its folder.
func (p *partial) Close() error { return errors.Join(p.f.Close(), p.root.Close()) }

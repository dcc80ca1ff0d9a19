// Package disk provides local folders as a Source.
//
// Nothing is ever overwritten, and no link is followed on the way to a deletion.
// There are no epochs here; instead each write checks that its path still names the
// file that was looked up.
package disk

import (
	"context"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Source is the file system of this machine. Its places start at "/".
type Source struct{}

// New returns the source.
func New() *Source { return &Source{} }

// Errors of what a disk cannot do.
var (
	_ client.Source      = (*Source)(nil)
	_ client.FolderMaker = (*Source)(nil)
	_ client.Renamer     = (*Source)(nil)
	_ client.Mover       = (*Source)(nil)
	_ client.Deleter     = (*Source)(nil)
)

// Root of the file system.
func (s *Source) Root() model.Place { return model.Place{Scheme: model.SchemeDisk} }

// Path is the path of a place for the operating system.
func Path(p model.Place) string { return "/" + strings.Join(p.Names(), "/") }

// chunk is how many names are read before the context is checked again.
const chunk = 1024

// List reads a folder. A link to a folder is followed when it is the place itself.
func (s *Source) List(ctx context.Context, p model.Place, opt client.Options) (model.Listing, error) {
	const op = "list"
	if err := check(op, p); err != nil {
		return model.Listing{}, err
	}
	l := model.Listing{Place: p, Total: model.Unknown, ListedAt: time.Now()}
	dir, err := os.Open(Path(p))
	if err != nil {
		return model.Listing{}, fault(op, p, err)
	}
	defer dir.Close()
	info, err := dir.Stat()
	if err != nil {
		return model.Listing{}, fault(op, p, err)
	}
	if !info.IsDir() {
		return model.Listing{}, client.Errorf(client.KindInvalid, op, p, text.DiskNotFolder, Path(p))
	}
	l.Folder = ref(p, info)
	if opt.Expected > 0 {
		l.Entries = make([]model.Entry, 0, opt.Expected+opt.Expected/16)
	}
	for {
		if err := ctx.Err(); err != nil {
			return model.Listing{}, fault(op, p, err)
		}
		// A long folder must not delay the other goroutines.
		runtime.Gosched()
		names, err := dir.ReadDir(chunk)
		for _, d := range names {
			l.Entries = append(l.Entries, entryIn(dir, d))
		}
		if len(names) == 0 || err != nil {
			if err != nil && len(names) == 0 && !isEnd(err) {
				return model.Listing{}, fault(op, p, err)
			}
			break
		}
		if opt.Progress != nil && len(names) == chunk {
			part := l
			n := len(l.Entries)
			part.Entries, part.Cut = l.Entries[:n:n], model.CutPartial
			opt.Progress(part)
		}
	}
	l.Complete, l.Total = true, len(l.Entries)
	return l, nil
}

// Stat finds one entry; a link is not followed.
func (s *Source) Stat(ctx context.Context, p model.Place, _ client.Options) (model.Entry, error) {
	if err := check("info", p); err != nil {
		return model.Entry{}, err
	}
	if err := ctx.Err(); err != nil {
		return model.Entry{}, fault("info", p, err)
	}
	info, err := os.Lstat(Path(p))
	if err != nil {
		return model.Entry{}, fault("info", p, err)
	}
	return entry(p.Base(), info), nil
}

// CheckName says why the file system would refuse the name, or nil.
func (s *Source) CheckName(name string) error {
	what := text.Text("")
	var args []any
	switch {
	case name == "":
		what = "a name cannot be empty."
	case name == "." || name == "..":
		what, args = text.DiskNameDots, []any{name}
	case strings.Contains(name, "/"):
		what = "a name cannot hold a slash (/)."
	case strings.Contains(name, "\x00"):
		what = "a name cannot hold a NUL character."
	case len(name) > model.MaxFileName:
		what, args = "the name has %d {byte|bytes}; %d {is|are} allowed (a Chinese character takes 3).", []any{len(name), model.MaxFileName}
	default:
		return nil
	}
	e := client.Errorf(client.KindInvalid, "name", s.Root(), what, args...)
	e.Hint = "1 to 255 bytes without slashes"
	return e
}

func entry(name string, info fs.FileInfo) model.Entry {
	e := model.Entry{
		ID: idOf(info), Name: name, Kind: kind(info.Mode()), Size: model.Unknown,
		Modified: info.ModTime(), Children: model.Unknown,
	}
	if e.Kind == model.KindFile {
		e.Size = info.Size()
	}
	return e
}

// kind: a link is a link, so that nobody walks in circles.
func kind(m fs.FileMode) model.Kind {
	switch {
	case m.IsDir():
		return model.KindFolder
	case m.IsRegular():
		return model.KindFile
	case m&fs.ModeSymlink != 0:
		return model.KindLink
	}
	return model.KindOther
}

func ref(p model.Place, info fs.FileInfo) model.Ref {
	return model.Ref{Place: p, ID: idOf(info), Kind: kind(info.Mode()), At: time.Now()}
}

// check refuses places of other sources and names that would lead out of their
// folder.
func check(op string, p model.Place) error {
	if p.Scheme != model.SchemeDisk {
		return client.Errorf(client.KindInvalid, op, p, "%q is not on this disk.", p.Base())
	}
	if err := client.CheckPlace(op, p); err != nil {
		return err
	}
	for _, s := range p.Path {
		if s.Name == "." || s.Name == ".." || strings.Contains(s.Name, "/") {
			return client.Errorf(client.KindInvalid, op, p, text.DiskNameDots, s.Name)
		}
	}
	return nil
}

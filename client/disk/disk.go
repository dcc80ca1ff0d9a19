// Package disk provides local folders as a Source.
//
// Nothing is ever overwritten, and no link is followed on the way to a deletion. What a job
// writes stays beneath its target (Within), whatever links come meanwhile.
// There are no epochs here; instead each write checks that its path still names the
// file that was looked up.
//
// SafeName (transfer.go) makes the name of a file here from any title.
package disk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/disk/trash"
	"aloft/model"
	"aloft/model/text"
)

// Source is the file system of this machine. Its places start at "/".
type Source struct{ owned }

// owned is what of it only reads, and what it says of changes beforehand.
type owned struct {
	reader
	trash *trash.Trash
}

// reader is what shows a part of the disk.
type reader struct{ door door }

// New returns the source, with the recycle bin that the environment says.
func New() *Source { return &Source{owned{reader{whole{}}, trash.New()}} }

// Reading is client.Writer.
func (s *Source) Reading() client.Source { return &s.owned }

// Errors of what a disk cannot do.
var (
	_ client.Writer      = (*Source)(nil)
	_ client.FolderMaker = (*Source)(nil)
	_ client.Renamer     = (*Source)(nil)
	_ client.Mover       = (*Source)(nil)
	_ client.Deleter     = (*Source)(nil)
	_ client.Maker       = (*Source)(nil)
)

// Prompt is client.Prompt.
func (s *reader) Prompt() bool { return true }

// Root of the file system.
func (s *reader) Root() model.Place { return model.Place{Scheme: model.SchemeDisk} }

// chunk is how many names are read before the context is checked again.
const chunk = 1024

// List reads a folder. A link to a folder is followed when it is the place itself.
func (s *reader) List(ctx context.Context, p model.Place, opt client.Options) (model.Listing, error) {
	const op = "list"
	if err := check(op, p); err != nil {
		return model.Listing{}, err
	}
	l := model.Listing{Place: p, Total: model.Unknown, ListedAt: time.Now()}
	if all, ok := drives(p); ok {
		l.Entries, l.Complete, l.Total = all, true, len(all)
		return l, nil
	}
	dir, err := s.door.open(p, os.O_RDONLY)
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
	passed := 0
	for names, err := range read(ctx, dir) {
		if err != nil {
			return model.Listing{}, fault(op, p, err)
		}
		from := len(l.Entries)
		l.Entries = appendEntries(l.Entries, dir, names)
		s.follow(p, l.Entries[from:])
		if opt.Progress != nil && len(l.Entries) >= chunk {
			part := l
			part.Cut = model.CutPartial
			opt.Progress(part, passed)
			passed += len(l.Entries)
			l.Entries = l.Entries[:0]
		}
	}
	l.Complete, l.Total = true, passed+len(l.Entries)
	return l, nil
}

// read gives the names in an open folder, chunk by chunk; the next one is read while one is
// worked on.
func read(ctx context.Context, dir *os.File) iter.Seq2[[]fs.DirEntry, error] {
	return func(yield func([]fs.DirEntry, error) bool) {
		type part struct {
			names []fs.DirEntry
			err   error
		}
		parts, done := make(chan part, 1), make(chan struct{})
		defer func() {
			close(done)
			for range parts { // until nobody reads any more: the folder may be closed then
			}
		}()
		go func() {
			defer close(parts)
			for {
				names, err := dir.ReadDir(chunk)
				if err != nil && (len(names) > 0 || errors.Is(err, io.EOF)) {
					err = nil // an error after some names comes again
				}
				if len(names) == 0 && err == nil {
					return
				}
				select {
				case parts <- part{names, err}:
				case <-done:
					return
				}
				if err != nil {
					return
				}
			}
		}()
		for p := range parts {
			if p.err == nil {
				p.err = ctx.Err()
			}
			if !yield(p.names, p.err) || p.err != nil {
				return
			}
		}
	}
}

// lookers is how many goroutines look up the names of a long folder: most of the time goes
// into system calls, or into the network behind them.
const lookers = 4

// appendEntries looks up names of an open folder.
func appendEntries(to []model.Entry, dir *os.File, names []fs.DirEntry) []model.Entry {
	from := len(to)
	to = slices.Grow(to, len(names))[:from+len(names)]
	look := func(first, step int) {
		for i := first; i < len(names); i += step {
			to[from+i] = entryIn(dir, names[i])
		}
	}
	if len(names) < chunk {
		look(0, 1)
		return to
	}
	var wg sync.WaitGroup
	for first := range lookers {
		wg.Go(func() { look(first, lookers) })
	}
	wg.Wait()
	return to
}

// look finds one entry.
func (s *reader) look(ctx context.Context, p model.Place) (model.Entry, error) {
	if err := ready(ctx, "info", p); err != nil {
		return model.Entry{}, err
	}
	info, err := s.door.stat(p, false)
	if err != nil {
		return model.Entry{}, fault("info", p, err)
	}
	return entry(Path(p), p.Base(), info), nil
}

// patience is how long a listing waits for what its links lead to.
const patience = time.Second / 2

// looking is how many links are looked at. One into a file system that does not answer is so for good.
var looking = make(chan struct{}, 32)

// follow finds the links among entries of a folder that lead nowhere, as far as the system says so in time.
func (s *reader) follow(p model.Place, entries []model.Entry) {
	type link struct {
		i      int
		broken bool
	}
	var links []int
	for i := range entries {
		if entries[i].Kind == model.KindLink {
			links = append(links, i)
		}
	}
	told, asked, late := make(chan link, len(links)), 0, time.After(patience)
	for _, i := range links {
		at := p.Join(entries[i].Name)
		select {
		case looking <- struct{}{}:
			asked++
			go func() {
				_, err := s.door.stat(at, true)
				<-looking
				told <- link{i, errors.Is(err, fs.ErrNotExist)}
			}()
		case <-late:
			return
		}
	}
	for range asked {
		select {
		case l := <-told:
			entries[l.i].Broken = l.broken
		case <-late:
			return
		}
	}
}

// CheckName says why the file system would refuse the name, or nil.
func (s *reader) CheckName(name string) error {
	what := text.Text("")
	var args []any
	switch {
	case name == "":
		what = "a name cannot be empty"
	case name == "." || name == "..":
		what, args = text.DiskNameDots, []any{name}
	case strings.Contains(name, "/"):
		what = "a name cannot hold a slash (/)"
	case strings.Contains(name, "\x00"):
		what = "a name cannot hold a NUL character"
	case len(name) > model.MaxFileName:
		what, args = "the name has %d {byte|bytes}; %d {is|are} allowed (a Chinese character takes 3)", []any{len(name), model.MaxFileName}
	default:
		return fitsName("name", s.Root(), name)
	}
	return client.Errorf(client.KindInvalid, "name", s.Root(), what, args...).Hinted("1 to 255 bytes without slashes")
}

// entry is what a path has; name is what it is called.
func entry(path, name string, info fs.FileInfo) model.Entry {
	id, names := identify(path, info)
	e := model.Entry{
		ID: id, Name: name, Kind: kind(info.Mode()), Size: model.Unknown,
		Modified: info.ModTime(), Children: model.Unknown,
	}
	if e.Kind == model.KindFile {
		e.Size, e.Linked, e.Runs = info.Size(), names > 1, info.Mode()&0o111 != 0
	}
	owner, group := belongs(info)
	e.Doc = facts.of(factsKey{info.Mode(), owner, group, names})
	return e
}

// idOf is the id of a file alone.
func idOf(path string, info fs.FileInfo) string {
	id, _ := identify(path, info)
	return id
}

// idFrom is an id that begins with that of the file system.
func idFrom(dev, inode uint64) string {
	var b [33]byte
	return string(strconv.AppendUint(append(strconv.AppendUint(b[:0], dev, 16), '-'), inode, 16))
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
	return model.Ref{Place: p, ID: idOf(Path(p), info), Kind: kind(info.Mode()), At: time.Now()}
}

// ready is check, and refuses what was stopped.
func ready(ctx context.Context, op string, p model.Place) error {
	if err := check(op, p); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fault(op, p, err)
	}
	return nil
}

// check refuses places of other sources and names that would lead out of their
// folder.
func check(op string, p model.Place) error {
	if p.Scheme != model.SchemeDisk {
		return client.Errorf(client.KindInvalid, op, p, "%q is not in this source", p.Base())
	}
	if err := client.CheckPlace(op, p); err != nil {
		return err
	}
	for _, s := range p.Path {
		if s.Name == "." || s.Name == ".." || strings.Contains(s.Name, "/") {
			return client.Errorf(client.KindInvalid, op, p, text.DiskNameDots, s.Name)
		}
	}
	return fits(op, p)
}

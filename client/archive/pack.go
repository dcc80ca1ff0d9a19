package archive

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// Pack writes entries of this machine into a new archive in the private folder: a zip or a tar.gz, by its name. It is
// read again and compared with what was packed. drop removes it.
func Pack(ctx context.Context, dir, name string, paths []string) (at string, drop func(), err error) {
	zipped := strings.HasSuffix(strings.ToLower(name), ".zip")
	if !zipped && !strings.HasSuffix(strings.ToLower(name), ".tar.gz") && !strings.HasSuffix(strings.ToLower(name), ".tgz") {
		return "", nil, client.Errorf(client.KindInvalid, "pack", model.Place{}, "%s: the name of a new archive ends in .zip, .tar.gz or .tgz", name)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, err
	}
	own, err := system.Scratch(dir, "pack-")
	if err != nil {
		return "", nil, err
	}
	drop = func() { _ = own.Drop() }
	at = filepath.Join(own.Path, name)
	f, err := os.OpenFile(at, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		p := &packing{ctx: ctx, sums: map[string]uint32{}}
		if zipped {
			p.zip = zip.NewWriter(f)
		} else {
			p.gzip = gzip.NewWriter(f)
			p.tar = tar.NewWriter(p.gzip)
		}
		err = p.all(paths)
		if e := f.Close(); err == nil {
			err = e
		}
		if err == nil {
			err = p.compare(at, dir)
		}
	}
	if err != nil {
		drop()
		return "", nil, err
	}
	return at, drop, nil
}

// packing is a new archive.
type packing struct {
	ctx  context.Context
	zip  *zip.Writer
	gzip *gzip.Writer
	tar  *tar.Writer
	sums map[string]uint32 // of the files that are in it, by their names
}

func (p *packing) all(paths []string) error {
	for _, from := range paths {
		err := filepath.WalkDir(from, func(at string, d fs.DirEntry, err error) error {
			if err == nil {
				err = p.ctx.Err()
			}
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(filepath.Dir(from), at)
			if err != nil {
				return err
			}
			return p.add(at, filepath.ToSlash(rel))
		})
		if err != nil {
			return err
		}
	}
	if p.zip != nil {
		return p.zip.Close()
	}
	if err := p.tar.Close(); err != nil {
		return err
	}
	return p.gzip.Close()
}

// add adds an entry: a folder, a file, or a link as a link.
func (p *packing) add(at, name string) error {
	info, err := os.Lstat(at)
	if err != nil {
		return err
	}
	link := ""
	switch mode := info.Mode(); {
	case mode.IsDir():
		name += "/"
	case mode&fs.ModeSymlink != 0:
		if link, err = os.Readlink(at); err != nil {
			return err
		}
	case !mode.IsRegular():
		return client.Errorf(client.KindInvalid, "pack", model.Place{}, "%s is not a regular file", at)
	}
	w, err := p.header(info, name, link)
	if err != nil || info.IsDir() {
		return err
	}
	if link != "" {
		if p.zip != nil {
			_, err = io.WriteString(w, link)
		}
		return err
	}
	f, err := os.Open(at)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	sum := crc32.NewIEEE()
	n, err := io.Copy(io.MultiWriter(w, sum), &bounded{ctx: p.ctx, r: f, left: info.Size()})
	if err == nil && n != info.Size() || err == errBomb {
		err = client.Errorf(client.KindConflict, "pack", model.Place{}, "%s was changed while it was packed", at)
	}
	p.sums[path.Clean(name)] = sum.Sum32()
	return err
}

func (p *packing) header(info fs.FileInfo, name, link string) (io.Writer, error) {
	if p.zip != nil {
		h, err := zip.FileInfoHeader(info)
		if err != nil {
			return nil, err
		}
		if h.Name = name; info.Mode().IsRegular() {
			h.Method = zip.Deflate
		}
		return p.zip.CreateHeader(h)
	}
	h, err := tar.FileInfoHeader(info, link)
	if err != nil {
		return nil, err
	}
	h.Name, h.Uname, h.Gname, h.Format = name, "", "", tar.FormatPAX
	return p.tar, p.tar.WriteHeader(h)
}

// compare reads the archive, and compares each file in it.
func (p *packing) compare(at, temp string) error {
	f, err := os.Open(at)
	if err != nil {
		return err
	}
	h := &held{from: f, temp: temp}
	defer h.close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if err := h.read(p.ctx, info.Size()); err != nil {
		return err
	}
	found := 0
	var walk func(n *node, in string) error
	walk = func(n *node, in string) error {
		for _, c := range n.list {
			name := path.Join(in, c.name)
			if c.names != nil {
				if err := walk(c, name); err != nil {
					return err
				}
				continue
			}
			if c.item.link != "" {
				continue
			}
			if _, err := h.copy(p.ctx, c.item, io.Discard); err != nil || c.item.sum != p.sums[name] {
				return client.Errorf(client.KindLocal, "pack", model.Place{}, "%s in the new archive differs from the original; the archive was removed", name)
			}
			found++
		}
		return nil
	}
	if err := walk(h.root, ""); err != nil {
		return err
	}
	if found != len(p.sums) || h.cut {
		return client.Errorf(client.KindLocal, "pack", model.Place{}, "the new archive has only %d of %d {file|files}; it was removed", found, len(p.sums))
	}
	return nil
}

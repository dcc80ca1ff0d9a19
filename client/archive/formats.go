package archive

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"

	"github.com/bodgit/sevenzip"
	"github.com/klauspost/compress/zstd"
	"github.com/nwaples/rardecode/v2"

	"aloft/client"
)

// formats are what archives begin with. Anything else may be a tar.
var formats = []struct {
	mark string
	read func(h *held, ctx context.Context, size int64) error
}{
	{"PK\x03\x04", (*held).zip},
	{"PK\x05\x06", (*held).zip},
	{"PK\x07\x08", (*held).zip},
	{"7z\xbc\xaf\x27\x1c", (*held).sevenZip},
	{"Rar!\x1a\x07", (*held).rar},
}

// read reads what is in the archive, and says how its entries are opened.
func (h *held) read(ctx context.Context, size int64) error {
	if size == 0 {
		return &damaged{errors.New("it is empty")}
	}
	head := make([]byte, 16)
	n, err := h.from.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return err
	}
	tail := make([]byte, 22) // a zip may begin later, as in a program that unpacks itself, and ends with its directory
	if size >= 22 {
		if _, err := h.from.ReadAt(tail, size-22); err != nil && err != io.EOF {
			return err
		}
	}
	read, zipped := (*held).tar, bytes.HasPrefix(tail, []byte("PK\x05\x06"))
	if zipped {
		read = (*held).zip
	}
	for _, f := range formats {
		if bytes.HasPrefix(head[:n], []byte(f.mark)) {
			read = f.read
		}
	}
	err = safely(func() error { return read(h, ctx, size) })
	if err != nil && zipped && tail[4]|tail[5] != 0 { // the last part of a zip that was split has the number of its disk there
		return client.Errorf(client.KindUnsupported, "open", h.at, isPart, h.at.Base())
	}
	return err
}

// made makes the tree.
func (h *held) made(items []*item) error {
	root, ok := tree(items)
	if !ok {
		return client.Errorf(client.KindInvalid, "open", h.at, "%s cannot be read: it has more than %d {entry|entries}", h.at.Base(), maxEntries)
	}
	h.root = root
	for _, it := range items {
		h.all += max(it.size, 0)
	}
	return nil
}

// zip reads the directory at the end.
func (h *held) zip(ctx context.Context, size int64) error {
	z, err := zip.NewReader(h.from, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return wrong(err)
	}
	z.RegisterDecompressor(12, func(r io.Reader) io.ReadCloser { return io.NopCloser(bzip2.NewReader(r)) })
	z.RegisterDecompressor(93, zstd.ZipDecompressor(zstdWithin...))
	known := map[uint16]bool{zip.Store: true, zip.Deflate: true, 12: true, 93: true}
	items, packed := make([]*item, len(z.File)), uint64(0)
	for i, f := range z.File {
		it := &item{name: f.Name, plain: !f.NonUTF8, size: int64(min(f.UncompressedSize64, 1<<62)), modified: f.Modified, folder: f.Mode().IsDir(), sum: f.CRC32, summed: true, n: i}
		if name, ok := unicodePath(f.Extra, f.Name); ok && f.NonUTF8 {
			it.name, it.plain = name, true
		}
		switch {
		case f.Flags&1 != 0:
			it.why = whyEncrypted
		case f.Mode()&^0o7777 != 0 && !f.Mode().IsDir() && !f.Mode().IsRegular():
			it.why, it.link = whyLink, unread
		case !known[f.Method] && !it.folder:
			it.why = whyMethod
		}
		items[i], packed = it, packed+f.CompressedSize64
	}
	if packed > uint64(size) {
		return client.Errorf(client.KindInvalid, "open", h.at, "%s was not read: its entries overlap, as in a zip bomb", h.at.Base())
	}
	h.direct = func(it *item) (io.Reader, error) {
		r, err := z.File[it.n].Open()
		if err != nil {
			return nil, wrong(err)
		}
		return r, nil
	}
	return h.made(items)
}

// unread stands for where a link leads that the directory of an archive does not tell.
const unread = "?"

// What unpacks to more than bombFrom, and to bombTimes as much, is made to fill disks.
const bombFrom, bombTimes = 10 << 30, 1000

// tar reads all headers, and of one that is compressed everything, for the checksums.
func (h *held) tar(ctx context.Context, size int64) error {
	begin := func() (t *tar.Reader, all io.Reader, end func(), err error) {
		file := io.NewSectionReader(h.from, 0, size)
		buf := bufio.NewReaderSize(file, part)
		if all, end, err = unpacker(buf); err == nil && all == nil {
			all = file
			_, err = file.Seek(0, io.SeekStart)
		}
		return tar.NewReader(all), all, end, err
	}
	items, flat, err := h.headers(ctx, size, begin)
	if err != nil {
		return err
	}
	h.begin = func() (*pass, error) {
		t, _, end, err := begin()
		return &pass{end: end, next: func() (io.Reader, error) {
			if _, err := t.Next(); err != nil && !errors.Is(err, tar.ErrInsecurePath) {
				return nil, err
			}
			return t, nil
		}}, err
	}
	if flat {
		h.direct = func(it *item) (io.Reader, error) {
			if it.at > 0 || it.size == 0 {
				return io.NewSectionReader(h.from, it.at, it.size), nil
			}
			p, err := h.begin()
			for err == nil && p.at < it.n {
				_, err = p.next()
				p.at++
			}
			if err != nil {
				return nil, err
			}
			return p.next()
		}
	}
	return h.made(items)
}

// errAfterBzip2 is the error of what follows the end and is no bzip2.
const errAfterBzip2 = bzip2.StructuralError("bad magic value in continuation file")

// headers reads the entries of a tar; flat: it is not compressed.
func (h *held) headers(ctx context.Context, size int64, begin func() (*tar.Reader, io.Reader, func(), error)) (items []*item, flat bool, err error) {
	t, all, end, err := begin()
	if end != nil {
		defer end()
	}
	if err != nil {
		return nil, false, wrong(err)
	}
	file, flat := all.(*io.SectionReader)
	read, buf := int64(0), make([]byte, part)
	for {
		hd, err := t.Next()
		if errors.Is(err, tar.ErrInsecurePath) {
			err = nil
		}
		if more, err := h.more(ctx, err, len(items)); err != nil {
			return nil, false, err
		} else if !more {
			break
		}
		if hd.Typeflag == tar.TypeXGlobalHeader {
			hd = &tar.Header{Typeflag: tar.TypeXGlobalHeader}
		}
		it := tarItem(hd, len(items))
		items = append(items, it)
		if it.n > maxEntries {
			break
		}
		if it.why != "" || it.folder {
			continue
		}
		if flat {
			if it.at, err = file.Seek(0, io.SeekCurrent); err != nil {
				return nil, false, err
			}
			if sparse(hd) {
				it.at = 0
			}
			continue
		}
		sum := crc32.NewIEEE()
		n, err := io.CopyBuffer(sum, &bounded{ctx: ctx, r: t, left: max(bombFrom, size*bombTimes) - read}, buf)
		if read += n; err != nil && (ctx.Err() != nil || errors.Is(err, errBomb)) {
			return nil, false, wrong(err)
		}
		if it.sum, it.summed = sum.Sum32(), true; err != nil {
			h.cut = true
			break
		}
		if f, ok := ctx.Value(counts{}).(func(int)); ok && len(items)%1000 == 0 {
			f(len(items))
		}
	}
	if !flat && !h.cut { // the checksum of all is at the end
		_, err := io.Copy(io.Discard, &bounded{ctx: ctx, r: all, left: bombFrom})
		if err != nil && !errors.Is(err, gzip.ErrHeader) && err != errAfterBzip2 { // what follows belongs to no tar
			if ctx.Err() != nil {
				return nil, false, ctx.Err()
			}
			h.cut = true
		}
	}
	return items, flat, nil
}

// more reports whether a header was read after so many entries. Those of an archive that is damaged after them are shown.
func (h *held) more(ctx context.Context, err error, entries int) (bool, error) {
	switch {
	case err == io.EOF:
		return false, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil && entries == 0:
		return false, h.locked(err)
	}
	h.cut = err != nil
	return err == nil, nil
}

// bounded ends with its context, and at so many bytes.
type bounded struct {
	ctx  context.Context
	r    io.Reader
	left int64
}

var errBomb = errors.New("it unpacks to far more than it has, as an archive that is made to fill disks")

func (b *bounded) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n, errBomb
	}
	return n, err
}

// sparse reports whether the bytes of a file are not one after the other in the archive.
func sparse(hd *tar.Header) bool {
	for k := range hd.PAXRecords {
		if strings.HasPrefix(k, "GNU.sparse.") {
			return true
		}
	}
	return hd.Typeflag == tar.TypeGNUSparse
}

func tarItem(hd *tar.Header, n int) *item {
	it := &item{name: hd.Name, size: hd.Size, modified: hd.ModTime, n: n}
	switch hd.Typeflag {
	case tar.TypeReg, tar.TypeGNUSparse, tar.TypeCont:
	case tar.TypeDir:
		it.folder = true
	case tar.TypeSymlink, tar.TypeLink:
		it.why, it.link = whyLink, hd.Linkname
	default:
		it.why = whySpecial
	}
	return it
}

// sevenZip reads the directory at the end.
func (h *held) sevenZip(_ context.Context, size int64) error {
	within()
	z, err := sevenzip.NewReader(h.from, size)
	if err != nil {
		return h.locked(err)
	}
	items := make([]*item, len(z.File))
	for i, f := range z.File {
		mode := f.Mode()
		it := &item{name: f.Name, plain: true, size: int64(min(f.UncompressedSize, 1<<62)), modified: f.Modified, folder: mode.IsDir(), sum: f.CRC32, summed: f.CRC32 != 0, n: i}
		if !mode.IsDir() && !mode.IsRegular() {
			it.why, it.link = whyLink, unread
		}
		items[i] = it
	}
	h.begin = func() (*pass, error) {
		i := -1
		return &pass{next: func() (io.Reader, error) {
			if i++; i >= len(z.File) {
				return nil, io.EOF
			}
			return &late{open: z.File[i].Open, h: h}, nil
		}}, nil
	}
	return h.made(items)
}

// locked is the error of an archive that may be encrypted.
func (h *held) locked(err error) error {
	var seven *sevenzip.ReadError
	if errors.As(err, &seven) && seven.Encrypted || errors.Is(err, rardecode.ErrArchiveEncrypted) || errors.Is(err, rardecode.ErrArchivedFileEncrypted) {
		return client.Errorf(client.KindUnsupported, "open", h.at, whys[whyEncrypted], h.at.Base())
	}
	if errors.Is(err, rardecode.ErrMultiVolume) {
		return client.Errorf(client.KindUnsupported, "open", h.at, isPart, h.at.Base())
	}
	return wrong(err)
}

// late is a file that is opened when it is read.
type late struct {
	open func() (io.ReadCloser, error)
	h    *held
	r    io.ReadCloser
}

func (l *late) Read(p []byte) (n int, err error) {
	if l.r == nil {
		if l.r, err = l.open(); err != nil {
			return 0, l.h.locked(err)
		}
	}
	if n, err = l.r.Read(p); err == io.EOF {
		_ = l.r.Close() // its decoder is there for the next one
	} else if err != nil {
		err = l.h.locked(err)
	}
	return n, err
}

// rar reads one header after the other.
func (h *held) rar(ctx context.Context, size int64) error {
	begin := func() (*rardecode.Reader, error) {
		return rardecode.NewReader(bufio.NewReaderSize(io.NewSectionReader(h.from, 0, size), part), rardecode.MaxDictionarySize(maxWindow))
	}
	r, err := begin()
	if err != nil {
		return h.locked(err)
	}
	var items []*item
	for {
		hd, err := r.Next()
		if more, err := h.more(ctx, err, len(items)); err != nil {
			return err
		} else if !more {
			break
		}
		it := &item{name: hd.Name, plain: true, size: hd.UnPackedSize, modified: hd.ModificationTime, folder: hd.IsDir, n: len(items)}
		switch {
		case hd.Encrypted:
			it.why = whyEncrypted
		case hd.LinkType != 0, hd.Mode()&fs.ModeSymlink != 0: // up to version 4 the content says where it leads
			it.why, it.link = whyLink, cmp.Or(hd.LinkTarget, unread)
		case hd.UnKnownSize:
			it.why = whyMethod
		}
		if items = append(items, it); it.n > maxEntries {
			break
		}
	}
	h.begin = func() (*pass, error) {
		r, err := begin()
		return &pass{next: func() (io.Reader, error) {
			_, err := r.Next()
			return r, err
		}}, err
	}
	return h.made(items)
}

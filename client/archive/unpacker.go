package archive

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/bits"
	"sync"

	"github.com/bodgit/sevenzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stangelandcl/ppmd"
	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

const maxWindow = 1 << 30 // memory that a decoder may take

var errWindow = errors.New("it needs more than 1 GB of memory to be unpacked")

// zstdWithin are the options of a decoder that keeps to maxWindow.
var zstdWithin = []zstd.DOption{zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true)}

// unpacker undoes the compression around a tar, nil = there is none.
func unpacker(r *bufio.Reader) (io.Reader, func(), error) {
	head, _ := r.Peek(8)
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		return z, nil, err
	case bytes.HasPrefix(head, []byte("BZh")):
		return bzip2.NewReader(r), nil, nil
	case bytes.HasPrefix(head, []byte("\xfd7zXZ\x00")):
		z, err := xz.NewReader(&blocks{r: r})
		return z, nil, err
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(r, zstdWithin...)
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}
	return nil, nil, nil
}

// blocks passes on an xz whose blocks keep to maxWindow: its library takes what they ask for. A block begins at a fourth
// byte, and its header has a checksum.
type blocks struct {
	r  *bufio.Reader
	at int64
}

func (b *blocks) Read(p []byte) (int, error) {
	in := int(b.at % 4)
	if head, _ := b.r.Peek(1024); in == 0 && dictionary(head) > maxWindow {
		return 0, errWindow
	}
	n, err := b.r.Read(p[:min(len(p), 4-in)])
	b.at += int64(n)
	return n, err
}

// dictionary is the memory that the header of a block asks for, 0 = it is no header.
func dictionary(head []byte) int64 {
	if len(head) < 2 || head[1]&0x3f != 0 || len(head) < 4*int(head[0])+4 {
		return 0
	}
	n := 4 * int(head[0])
	rest := head[min(2, n):n]
	for range bits.OnesCount8(head[1]) { // sizes
		_, k := binary.Uvarint(rest)
		rest = rest[max(k, 0):]
	}
	if len(rest) < 3 || rest[0] != 0x21 || rest[1] != 1 || crc32.ChecksumIEEE(head[:n]) != binary.LittleEndian.Uint32(head[n:]) {
		return 0
	}
	size, _ := lzma.DecodeDictCap(rest[2])
	return size
}

// method is how 7z opens what it has packed by one.
type method struct {
	id    string
	props int // how many bytes of properties it has
	open  func(props []byte, memory int64, size uint64, r io.Reader) (io.Reader, error)
}

// within makes the decoders of 7z keep to maxWindow: those of its library take what an archive asks for.
var within = sync.OnceFunc(func() {
	for _, m := range []method{
		{"\x03\x01\x01", 5, func(props []byte, _ int64, size uint64, r io.Reader) (io.Reader, error) {
			head := binary.LittleEndian.AppendUint64(props[:5:5], size)
			return lzma.NewReader(bufio.NewReader(io.MultiReader(bytes.NewReader(head), r)))
		}},
		{"\x03\x04\x01", 5, func(props []byte, memory int64, size uint64, r io.Reader) (io.Reader, error) {
			p, err := ppmd.NewH7zReader(r, int(props[0]), int(memory), int(size))
			return &p, err
		}},
		{"\x21", 1, func(_ []byte, memory int64, _ uint64, r io.Reader) (io.Reader, error) {
			return lzma.Reader2Config{DictCap: int(memory)}.NewReader2(r)
		}},
	} {
		sevenzip.RegisterDecompressor([]byte(m.id), func(props []byte, size uint64, from []io.ReadCloser) (io.ReadCloser, error) {
			if len(props) != m.props || len(from) != 1 {
				return nil, errors.New("its methods are not described as they should be")
			}
			memory, err := lzma.DecodeDictCap(props[0])
			if m.props == 5 {
				memory, err = int64(binary.LittleEndian.Uint32(props[1:])), nil
			}
			if err == nil && memory > maxWindow {
				err = errWindow
			}
			if err != nil {
				return nil, err
			}
			r, err := m.open(props, memory, size, from[0])
			return struct {
				io.Reader
				io.Closer
			}{r, from[0]}, err
		})
	}
})

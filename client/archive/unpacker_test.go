package archive

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"aloft/client"
)

// sevened is a 7z with one file of one method.
func sevened(id, props, stream string, size int) []byte {
	name := "a\x00.\x00t\x00x\x00t\x00\x00\x00"
	header := "\x01\x04\x06\x00\x01\x09" + string(rune(len(stream))) + "\x00\x07\x0b\x01\x00\x01" + string(rune(len(id)|0x20)) + id + string(rune(len(props))) + props +
		"\x0c" + string(rune(size)) + "\x00\x08\x00\x00\x05\x01\x11" + string(rune(len(name)+1)) + "\x00" + name + "\x00\x00"
	next := binary.LittleEndian.AppendUint64(nil, uint64(len(stream)))
	next = binary.LittleEndian.AppendUint64(next, uint64(len(header)))
	next = binary.LittleEndian.AppendUint32(next, crc32.ChecksumIEEE([]byte(header)))
	all := binary.LittleEndian.AppendUint32([]byte("7z\xbc\xaf\x27\x1c\x00\x04"), crc32.ChecksumIEEE(next))
	return slices.Concat(all, next, []byte(stream+header))
}

// An archive that asks for more memory than a decoder may take is refused before it is given.
func TestWindows(t *testing.T) {
	const text = "what is in it"
	xzWith := func(dict byte) []byte {
		b := packed(t, tarred(t, member{name: "a.txt", content: text}), func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) })
		n := 12 + 4*int(b[12])
		i := bytes.Index(b[12:n], []byte{0x21, 1})
		b[12+i+2] = dict
		binary.LittleEndian.PutUint32(b[n:], crc32.ChecksumIEEE(b[12:n]))
		return b
	}
	lzma2 := string(packed(t, []byte(text), func(w io.Writer) (io.WriteCloser, error) { return lzma.Writer2Config{}.NewWriter2(w) }))
	lzma1 := string(packed(t, []byte(text), func(w io.Writer) (io.WriteCloser, error) {
		return lzma.WriterConfig{SizeInHeader: true, Size: int64(len(text))}.NewWriter(w)
	}))
	const small, large = 16, 37 // 1 MiB, 1.5 GiB
	for name, c := range map[string]struct {
		name string
		b    []byte
		ok   bool
	}{
		"xz":                {"a.tar.xz", xzWith(small), true},
		"xz, large":         {"a.tar.xz", xzWith(large), false},
		"xz, second stream": {"a.tar.xz", append(xzWith(small), xzWith(large)...), false},
		"7z, LZMA2":         {"a.7z", sevened("\x21", string(rune(small)), lzma2, len(text)), true},
		"7z, LZMA2, large":  {"a.7z", sevened("\x21", string(rune(large)), lzma2, len(text)), false},
		"7z, LZMA":          {"a.7z", sevened("\x03\x01\x01", lzma1[:5], lzma1[13:], len(text)), true},
		"7z, LZMA, large":   {"a.7z", sevened("\x03\x01\x01", lzma1[:1]+"\x00\x00\x00\x60", lzma1[13:], len(text)), false},
		"7z, PPMd, large":   {"a.7z", sevened("\x03\x04\x01", "\x06\x00\x00\x00\x60", text, len(text)), false},
	} {
		t.Run(name, func(t *testing.T) {
			s, p := opened(t, c.name, c.b)
			l, err := s.List(t.Context(), p, client.Options{})
			got := ""
			if err == nil {
				got, err = fetch(t.Context(), s, p.Join("a.txt"))
			}
			if c.ok && (err != nil || got != text) || !c.ok && l.Complete && !strings.Contains(fmt.Sprint(err), "memory") {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

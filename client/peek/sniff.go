package peek

import (
	"bytes"
	"slices"
	"strings"

	"aloft/model/text"
)

// sniffed is how many bytes say what a file is.
const sniffed = 4 << 10

// Types that are read further.
const isZip, isTar = "zip", "tar"

// mark is what the files of a type hold near their beginning.
type mark struct {
	at   int
	sign string
	is   string // a format's name, the same in each language, or a text below
}

// marks are the types that their bytes name, the more particular first.
var marks = []mark{
	{0, "PK\x03\x04", isZip},
	{0, "PK\x05\x06", isZip},
	{257, "ustar", isTar},
	{0, "%PDF-", "PDF"},
	{0, "\x1f\x8b", "gzip"},
	{0, "BZh", "bzip2"},
	{0, "\xfd7zXZ\x00", "xz"},
	{0, "\x28\xb5\x2f\xfd", "zstd"},
	{0, "7z\xbc\xaf\x27\x1c", "7z"},
	{0, "Rar!\x1a\x07", "rar"},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", string(text.OfficeIsOLE)},
	{0, "\x7fELF", "ELF"},
	{0, "MZ\x90\x00", "EXE"},
	{0, "\xcf\xfa\xed\xfe", "Mach-O"},
	{0, "\xca\xfe\xba\xbe", "program or Java class"},
	{0, "SQLite format 3\x00", "SQLite"},
	{0, "ID3", "MP3"},
	{0, "\xff\xfb", "MP3"},
	{0, "OggS", "Ogg"},
	{0, "fLaC", "FLAC"},
	{8, "WAVE", "WAV"},
	{8, "AVI ", "AVI"},
	{4, "ftypheic", "HEIC"},
	{4, "ftypavif", "AVIF"},
	{4, "ftyp", "MP4/QuickTime"},
	{0, "\x1aE\xdf\xa3", "Matroska/WebM"},
	{0, "II*\x00", "TIFF"},
	{0, "MM\x00*", "TIFF"},
	{0, "wOFF", "WOFF"},
	{0, "wOF2", "WOFF"},
	{0, "\x00\x01\x00\x00\x00", "TrueType"},
	{0, "OTTO", "OpenType"},
	{0, "\x00asm", "WebAssembly"},
}

// typeOf is what the first bytes name, "" when they name nothing.
func typeOf(head []byte) text.Text {
	for _, m := range marks {
		if len(head) >= m.at && bytes.HasPrefix(head[m.at:], []byte(m.sign)) {
			return text.Typed(m.is)
		}
	}
	return ""
}

// suffixed is what the end of a name says about a text.
func suffixed(name string, ends ...string) bool {
	low := strings.ToLower(name)
	return slices.ContainsFunc(ends, func(e string) bool { return strings.HasSuffix(low, e) })
}

package peek

import (
	"bytes"
	"strings"

	"aloft/model/text"
)

// sniffed is how many bytes say what a file is.
const sniffed = 4 << 10

// Types that are read further.
const (
	isZip text.Text = "zip archive"
	isTar text.Text = "tar archive"
)

// mark is what the files of a type hold near their beginning.
type mark struct {
	at   int
	sign string
	is   text.Text
}

// marks are the types that their bytes name, the more particular first.
var marks = []mark{
	{0, "PK\x03\x04", isZip},
	{0, "PK\x05\x06", isZip},
	{257, "ustar", isTar},
	{0, "%PDF-", "PDF document"},
	{0, "\x1f\x8b", "gzip data"},
	{0, "BZh", "bzip2 data"},
	{0, "\xfd7zXZ\x00", "xz data"},
	{0, "\x28\xb5\x2f\xfd", "zstd data"},
	{0, "7z\xbc\xaf\x27\x1c", "7z archive"},
	{0, "Rar!\x1a\x07", "rar archive"},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "office file of the older format"},
	{0, "\x7fELF", "program or library (ELF)"},
	{0, "MZ\x90\x00", "program (Windows)"},
	{0, "\xcf\xfa\xed\xfe", "program (macOS)"},
	{0, "\xca\xfe\xba\xbe", "program or Java class"},
	{0, "SQLite format 3\x00", "SQLite database"},
	{0, "ID3", "MP3 audio"},
	{0, "\xff\xfb", "MP3 audio"},
	{0, "OggS", "Ogg audio or video"},
	{0, "fLaC", "FLAC audio"},
	{8, "WAVE", "WAV audio"},
	{8, "AVI ", "AVI video"},
	{4, "ftypheic", "HEIC image"},
	{4, "ftypavif", "AVIF image"},
	{4, "ftyp", "MP4 or QuickTime video"},
	{0, "\x1aE\xdf\xa3", "Matroska or WebM video"},
	{0, "II*\x00", "TIFF image"},
	{0, "MM\x00*", "TIFF image"},
	{0, "wOFF", "web font"},
	{0, "wOF2", "web font"},
	{0, "\x00\x01\x00\x00\x00", "TrueType font"},
	{0, "OTTO", "OpenType font"},
	{0, "\x00asm", "WebAssembly module"},
}

// typeOf is what the first bytes name, "" when they name nothing.
func typeOf(head []byte) text.Text {
	for _, m := range marks {
		if len(head) >= m.at && bytes.HasPrefix(head[m.at:], []byte(m.sign)) {
			return m.is
		}
	}
	return ""
}

// suffixed is what the end of a name says about a text.
func suffixed(name string, ends ...string) bool {
	low := strings.ToLower(name)
	for _, e := range ends {
		if strings.HasSuffix(low, e) {
			return true
		}
	}
	return false
}

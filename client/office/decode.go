package office

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// sample is how many bytes are used to detect the encoding of a text.
const sample = 64 << 10

// coding is an encoding of text.
type coding int

const (
	codingASCII coding = iota // not decided: every one but UTF-16 contains ASCII
	codingUTF8
	codingUTF16LE
	codingUTF16BE
	codingGB18030
	codingCyrillic
	codingLatin // the last resort: it decodes any bytes
	codingDOS   // that of names in older archives
	codingBinary
)

// textReader reads a text of unknown encoding as UTF-8, without its byte order
// mark. For a text that begins with ASCII alone the encoding is detected at the
// first other byte.
type textReader struct {
	src  *bufio.Reader
	dec  io.Reader // set once the encoding is known
	on   bool      // something has been read
	cr   bool      // a CR alone ends a line
	seen coding
}

func newTextReader(r io.Reader) *textReader {
	return &textReader{src: bufio.NewReaderSize(r, sample)}
}

// Read reads lines that end in LF or CRLF.
func (t *textReader) Read(p []byte) (int, error) {
	n, err := t.read(p)
	if t.cr {
		copy(p, bytes.ReplaceAll(p[:n], []byte{'\r'}, []byte{'\n'}))
	}
	return n, err
}

// endsInCR reports whether a CR alone ends the lines of a text, by its beginning.
func endsInCR(head []byte) bool {
	return bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0
}

func (t *textReader) read(p []byte) (int, error) {
	if t.dec == nil {
		head, err := t.src.Peek(sample)
		if !t.on {
			t.cr = endsInCR(head)
		}
		if len(head) == 0 {
			return 0, err
		}
		if n := ascii(head); n > 0 && t.seen == codingASCII && (t.on || !wide(head)) {
			// Up to there every encoding is the same; the rest is detected alone.
			t.on = true
			return t.src.Read(p[:min(n, len(p))])
		}
		t.begin(head, err != nil)
	}
	return t.dec.Read(p)
}

// binary reports whether the rest is certainly not text.
func (t *textReader) binary() bool {
	head, err := t.src.Peek(sample)
	c, _ := guess(head, err != nil)
	return c == codingBinary || bytes.HasPrefix(head, markZip) || bytes.HasPrefix(head, markOLE)
}

func (t *textReader) begin(head []byte, whole bool) {
	if t.on {
		t.seen = guessBytes(head, whole)
	} else {
		var mark int
		t.seen, mark = guess(head, whole)
		_, _ = t.src.Discard(mark)
	}
	t.dec = transform.NewReader(t.src, t.seen.encoding().NewDecoder())
}

func (c coding) encoding() encoding.Encoding {
	switch c {
	case codingUTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case codingUTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case codingGB18030:
		return simplifiedchinese.GB18030
	case codingCyrillic:
		return charmap.Windows1251
	case codingLatin:
		return charmap.Windows1252
	case codingDOS:
		return charmap.CodePage437
	}
	return unicode.UTF8 // invalid bytes become a visible sign
}

// doubtful reports whether the coding decodes nearly any bytes, right or wrong.
func (c coding) doubtful() bool { return c == codingLatin || c == codingCyrillic }

// guessed returns the name of an encoding that the text does not confirm.
func (c coding) guessed() string {
	switch c {
	case codingGB18030:
		return "GB18030"
	case codingCyrillic:
		return "Windows-1251"
	case codingLatin:
		return "Windows-1252"
	}
	return ""
}

// guess detects the encoding from the first bytes, and the length of its byte order
// mark. Without a mark, UTF-16 is recognized by the zero bytes beside ASCII; of the
// rest only UTF-8 is unlikely by chance; GB18030 covers the encodings of Chinese
// files, and is told from others by its characters.
func guess(head []byte, whole bool) (coding, int) {
	switch {
	case bytes.HasPrefix(head, []byte{0xef, 0xbb, 0xbf}):
		return codingUTF8, 3
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return codingUTF16LE, 2
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return codingUTF16BE, 2
	}
	if wide(head) {
		if head[0] == 0 {
			return codingUTF16BE, 0
		}
		return codingUTF16LE, 0
	}
	return guessBytes(head, whole), 0
}

// guessBytes detects the encoding of a text that is not UTF-16.
func guessBytes(head []byte, whole bool) coding {
	if bytes.IndexByte(head, 0) >= 0 {
		return codingBinary
	}
	if ascii(head) == len(head) {
		return codingASCII
	}
	body := head
	if !whole {
		body = cutRune(head)
	}
	if utf8.Valid(body) {
		return codingUTF8
	}
	if chinese(head) && decodes(simplifiedchinese.GB18030, head, whole) {
		return codingGB18030
	}
	// One invalid byte in a long UTF-8 text does not make it another encoding.
	if multi, bad := count8(body); multi > 20*bad {
		return codingUTF8
	}
	if cyrillic(head) {
		return codingCyrillic
	}
	return codingLatin
}

// chinese reports whether pairs of bytes are rather characters of GB18030 than letters of
// other alphabets. Nine in ten characters of a Chinese text are among the frequent ones or
// are punctuation; a letter with an accent stands before an ASCII letter, and two of them
// are a rare character.
func chinese(p []byte) bool {
	frequent, rare := 0, 0
	for i := 0; i+1 < len(p); i++ {
		lead, trail := p[i], p[i+1]
		if lead < utf8.RuneSelf {
			continue
		}
		i++
		switch letter := trail | 0x20; {
		case trail >= 0xa1 && (lead >= 0xb0 && lead <= 0xd7 || lead >= 0xa1 && lead <= 0xa3):
			frequent++
		case trail >= 0xa1 && lead > 0xd7, letter >= 'a' && letter <= 'z':
			rare++
		}
	}
	return frequent > rare
}

// cyrillic reports whether most non-ASCII letters are next to another one, as in no Western language.
func cyrillic(p []byte) bool {
	const first = 0xc0 // of the letters of Windows-1251, and of those with accents of Windows-1252
	together, alone := 0, 0
	for i, c := range p {
		switch {
		case c < first:
		case i > 0 && p[i-1] >= first || i+1 < len(p) && p[i+1] >= first:
			together++
		default:
			alone++
		}
	}
	return together > 2*alone && together > 2
}

// Names decodes the names in an archive that states no encoding.
func Names(raw []string, zip bool) []string {
	c := guessBytes([]byte(strings.Join(raw, "\n")), true)
	if zip && c == codingLatin {
		c = codingDOS
	}
	out := slices.Clone(raw)
	for i, name := range raw {
		if s, err := c.encoding().NewDecoder().String(name); err == nil && !utf8.ValidString(name) {
			out[i] = s
		}
	}
	return out
}

// wide reports whether every second byte of the beginning is zero, as in UTF-16
// without a mark that begins with ASCII.
func wide(head []byte) bool {
	n := min(len(head), 64) &^ 1
	if n < 4 {
		return false
	}
	var odd, even int
	for i := 0; i < n; i += 2 {
		if head[i] == 0 {
			even++
		}
		if head[i+1] == 0 {
			odd++
		}
	}
	return (even == 0 && odd > n/4) || (odd == 0 && even > n/4)
}

// ascii is how many bytes at the beginning are ASCII.
func ascii(p []byte) int {
	for i, c := range p {
		if c >= utf8.RuneSelf || c == 0 {
			return i
		}
	}
	return len(p)
}

// cutRune removes an incomplete character at the end.
func cutRune(p []byte) []byte {
	for i := len(p) - 1; i >= 0 && i >= len(p)-utf8.UTFMax; i-- {
		if utf8.RuneStart(p[i]) {
			if !utf8.FullRune(p[i:]) {
				return p[:i]
			}
			break
		}
	}
	return p
}

// decodes reports whether all bytes are valid in the encoding; the end of a sample
// may cut a character.
func decodes(e encoding.Encoding, p []byte, whole bool) bool {
	out := make([]byte, 4*len(p)+16)
	n, _, err := e.NewDecoder().Transform(out, p, whole)
	return (err == nil || !whole && err == transform.ErrShortSrc) && !bytes.ContainsRune(out[:n], utf8.RuneError)
}

// count8 counts multi-byte characters and invalid bytes.
func count8(p []byte) (multi, bad int) {
	for len(p) > 0 {
		r, n := utf8.DecodeRune(p)
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			multi++
		}
		p = p[n:]
	}
	return multi, bad
}

var (
	markZip = []byte("PK\x03\x04")
	markOLE = []byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}
)

package lenient

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Stream reads JSON that is too long to be held in memory, forwards. After an error
// each call returns it again.
type Stream struct {
	r   *bufio.Reader
	at  int64 // bytes read
	err error
}

var errStream = errors.New("no valid JSON")

func NewStream(r io.Reader) *Stream { return &Stream{r: bufio.NewReaderSize(r, 64<<10)} }

// At is how many bytes have been read.
func (s *Stream) At() int64 { return s.at }

func (s *Stream) fail(err error) error {
	if s.err == nil {
		if s.err = err; err == io.EOF {
			s.err = io.ErrUnexpectedEOF
		}
	}
	return s.err
}

func (s *Stream) skip(n int) {
	_, _ = s.r.Discard(n)
	s.at += int64(n)
}

// Next is the first byte of the next value or sign, 0 at the end or after an error.
func (s *Stream) Next() byte {
	for s.err == nil {
		b, err := s.r.Peek(1)
		if err != nil {
			_ = s.fail(err)
			break
		}
		switch b[0] {
		case ' ', '\t', '\r', '\n':
			s.skip(1)
		default:
			return b[0]
		}
	}
	return 0
}

// End reports whether nothing follows.
func (s *Stream) End() bool { return s.Next() == 0 && errors.Is(s.err, io.ErrUnexpectedEOF) }

// take skips a sign if it is there.
func (s *Stream) take(c byte) bool {
	if s.Next() != c {
		return false
	}
	s.skip(1)
	return true
}

func (s *Stream) want(c byte) error {
	if !s.take(c) {
		return s.fail(errStream)
	}
	return nil
}

// Object calls f for each member of an object, which must read its value.
func (s *Stream) Object(f func(key string) error) error {
	if s.want('{') != nil || s.take('}') {
		return s.err
	}
	for {
		key, err := s.short()
		if err != nil {
			return err
		}
		if err := s.want(':'); err != nil {
			return err
		}
		if err := f(key); err != nil {
			return s.fail(err)
		}
		if !s.take(',') {
			return s.want('}')
		}
	}
}

// Array calls f for each element of a list, which must read it.
func (s *Stream) Array(f func() error) error {
	if s.want('[') != nil || s.take(']') {
		return s.err
	}
	for {
		if err := f(); err != nil {
			return s.fail(err)
		}
		if !s.take(',') {
			return s.want(']')
		}
	}
}

// short is a string as a key is one.
func (s *Stream) short() (string, error) {
	var raw limited
	raw.left = 64 << 10
	err := s.Text(&raw)
	return raw.String(), err
}

// limited fails when more is written than it takes.
type limited struct {
	bytes.Buffer
	left int
}

// ErrLong is the error of a value that is longer than allowed.
var ErrLong = errors.New("the value is too long")

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, ErrLong
	}
	return l.Buffer.Write(p)
}

// Raw is the next value as it is written, at most limit bytes of it.
func (s *Stream) Raw(limit int) (json.RawMessage, error) {
	out := limited{left: limit}
	err := s.Copy(&out)
	return out.Bytes(), err
}

// Skip passes over the next value.
func (s *Stream) Skip() error { return s.Copy(io.Discard) }

// Copy copies the next value as it is written. Of an object or a list it finds the
// end only: what is in it is checked by whoever decodes it.
func (s *Stream) Copy(w io.Writer) error {
	switch s.Next() {
	case '{', '[', '"':
		return s.span(w)
	case 0:
		return s.fail(io.ErrUnexpectedEOF)
	}
	return s.word(w)
}

// span copies an object, a list or a string.
func (s *Stream) span(w io.Writer) error {
	depth, quoted, escaped := 0, false, false
	for s.err == nil {
		if _, err := s.r.Peek(1); err != nil {
			return s.fail(err)
		}
		b, _ := s.r.Peek(s.r.Buffered())
		end := false
		for i, c := range b {
			switch {
			case escaped:
				escaped = false
			case quoted && c == '\\':
				escaped = true
			case c == '"':
				quoted = !quoted
				end = !quoted && depth == 0
			case quoted:
			case c == '{', c == '[':
				depth++
			case c == '}', c == ']':
				depth--
				end = depth == 0
			}
			if end {
				b = b[:i+1]
				break
			}
		}
		if _, err := w.Write(b); err != nil {
			return s.fail(err)
		}
		s.skip(len(b))
		if end {
			break
		}
	}
	return s.err
}

// word copies a number, true, false or null.
func (s *Stream) word(w io.Writer) error {
	var word []byte
	for {
		b, err := s.r.Peek(1)
		if err == io.EOF {
			break
		}
		if err != nil {
			return s.fail(err)
		}
		if c := b[0]; c != '+' && c != '-' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && c != 'E' || len(word) > 400 {
			break
		}
		word = append(word, b[0])
		s.skip(1)
	}
	if !json.Valid(word) {
		return s.fail(errStream)
	}
	if _, err := w.Write(word); err != nil {
		return s.fail(err)
	}
	return nil
}

// Text writes the next value, a string, as what it means.
func (s *Stream) Text(w io.Writer) error {
	t, err := s.Open()
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, t); err != nil {
		return s.fail(err)
	}
	return nil
}

// Open reads the next value, a string, piece by piece. It must be read to its end
// before anything else is read.
func (s *Stream) Open() (io.Reader, error) {
	if s.Next() != '"' {
		return nil, s.fail(errStream)
	}
	s.skip(1)
	return &textReader{s: s}, nil
}

// textReader reads what a string means.
type textReader struct {
	s    *Stream
	buf  [utf8.UTFMax]byte
	rest []byte // of an escape, in buf
	done bool
}

func (t *textReader) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if len(t.rest) > 0 {
			c := copy(p[n:], t.rest)
			t.rest, n = t.rest[c:], n+c
			continue
		}
		switch {
		case t.s.err != nil:
			return n, t.s.err
		case t.done:
			if n > 0 {
				return n, nil
			}
			return 0, io.EOF
		}
		if err := t.more(p[n:], &n); err != nil {
			return n, err
		}
	}
	return n, nil
}

// more reads what is buffered, up to the string's end or an escape of more than a
// letter.
func (t *textReader) more(p []byte, n *int) (err error) {
	if _, err := t.s.r.Peek(1); err != nil {
		return t.s.fail(err)
	}
	b, _ := t.s.r.Peek(t.s.r.Buffered())
	i, o := 0, 0
	for i < len(b) && o < len(p) && b[i] != '"' {
		c := b[i]
		if c == '\\' {
			if i+1 == len(b) || escapes[b[i+1]] == 0 {
				break
			}
			i++
			c = escapes[b[i]]
		}
		p[o] = c
		i, o = i+1, o+1
	}
	t.s.skip(i)
	*n += o
	switch {
	case i < len(b) && b[i] == '"':
		t.s.skip(1)
		t.done = true
	case o == 0:
		t.rest, err = t.s.escape(t.buf[:0])
	}
	return err
}

// escapes are what the letters behind a backslash mean.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape appends what an escape sequence means.
func (s *Stream) escape(to []byte) ([]byte, error) {
	b, err := s.r.Peek(2)
	if err != nil {
		return nil, s.fail(err)
	}
	if c := escapes[b[1]]; c != 0 {
		s.skip(2)
		return append(to, c), nil
	}
	if b[1] != 'u' {
		return nil, s.fail(errStream)
	}
	r, err := s.unit()
	if err != nil {
		return nil, err
	}
	if utf16.IsSurrogate(r) {
		second := rune(utf8.RuneError)
		if b, _ := s.r.Peek(2); string(b) == `\u` {
			if low, ok := s.peekUnit(); ok {
				second = low
			}
		}
		if pair := utf16.DecodeRune(r, second); pair != utf8.RuneError {
			s.skip(6)
			r = pair
		} else {
			r = utf8.RuneError
		}
	}
	return utf8.AppendRune(to, r), nil
}

func (s *Stream) peekUnit() (rune, bool) {
	b, err := s.r.Peek(6)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:]), 16, 16)
	return rune(n), err == nil
}

// unit reads \u and four digits.
func (s *Stream) unit() (rune, error) {
	r, ok := s.peekUnit()
	if !ok {
		return 0, s.fail(fmt.Errorf("%w: an escape at byte %d", errStream, s.at))
	}
	s.skip(6)
	return r, nil
}

package conn

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"aloft/client/gate"
	"aloft/client/lenient"
)

// Long is what the answer to a read is decoded into when it may be too long for
// memory: its short members as always, the others by Big.
type Long interface {
	// Big reads the value of a member, which is size bytes long as it is written.
	Big(key string, size int, s *lenient.Stream) error
}

// maxSmall is the size in bytes up to which a member of a long answer is short.
const maxSmall = 64 << 10

// long is the payload of a successful answer in a file.
type long struct {
	file  *gate.Spool
	from  int64 // where it begins
	text  bool  // it is the text of a string there
	small json.RawMessage
	big   map[string]int // how many bytes each long member has
}

func (l *long) close() { _ = l.file.Close() }

// readLong reports whether the file has the call's answer, and finds its payload; nil
// when it is not a success.
func readLong(f *gate.Spool, id json.RawMessage) (payload *long, answered bool) {
	l := &long{file: f}
	s := l.at(0)
	var m rpcMessage
	var result wireLong
	err := s.Object(func(key string) (err error) {
		switch key {
		case "id":
			m.ID, err = s.Raw(maxSmall)
		case "method":
			m.Method = "a call"
			err = s.Skip()
		case "error":
			var v beginning
			if err = s.Copy(&v); v.size > maxSmall || !lenient.IsNull(v.Bytes()) {
				m.Error = json.RawMessage("{}")
			}
		case "result":
			m.Result = json.RawMessage("{}")
			err = result.read(s)
		default:
			err = s.Skip()
		}
		return err
	})
	switch {
	case err != nil || !s.End() || !m.answers(id):
		return nil, false
	case m.Error != nil || result.isError:
		return nil, true
	}
	for _, l.from = range result.texts {
		if l.text = true; l.members() {
			return l, true
		}
	}
	l.from, l.text = result.structured, false
	if l.from > 0 && l.members() {
		return l, true
	}
	return nil, true
}

// wireLong is where the parts of a result begin.
type wireLong struct {
	texts      []int64
	structured int64
	isError    bool
}

func (w *wireLong) read(s *lenient.Stream) error {
	return s.Object(func(key string) error {
		switch key {
		case "content":
			if s.Next() != '[' {
				break
			}
			return s.Array(func() error { return w.content(s) })
		case "structuredContent":
			s.Next()
			w.structured = s.At()
		case "isError":
			raw, err := s.Raw(maxSmall)
			var b lenient.Bool
			_ = b.UnmarshalJSON(raw)
			w.isError = b.V
			return err
		}
		return s.Skip()
	})
}

func (w *wireLong) content(s *lenient.Stream) error {
	if s.Next() != '{' {
		return s.Skip()
	}
	var kind json.RawMessage
	at := int64(0)
	err := s.Object(func(key string) (err error) {
		switch {
		case key == "type":
			kind, err = s.Raw(maxSmall)
			return err
		case key == "text" && s.Next() == '"':
			at = s.At()
		}
		return s.Skip()
	})
	if at > 0 && strings.Trim(string(kind), `"`) == "text" {
		w.texts = append(w.texts, at)
	}
	return err
}

// at reads the file from an offset.
func (l *long) at(from int64) *lenient.Stream {
	var mark [3]byte
	if n, _ := l.file.ReadAt(mark[:], from); string(mark[:n]) == "\ufeff" {
		from += int64(n)
	}
	return lenient.NewStream(io.NewSectionReader(l.file, from, maxLong))
}

// open reads the payload.
func (l *long) open() *lenient.Stream {
	s := l.at(l.from)
	if !l.text {
		return s
	}
	in, err := s.Open()
	if err != nil {
		return s // which returns the error again
	}
	return lenient.NewStream(in)
}

// members finds out which members of the payload are short; false when it is no
// valid object.
func (l *long) members() bool {
	s := l.open()
	small := map[string]json.RawMessage{}
	l.big = map[string]int{}
	if s.Next() != '{' || s.Object(func(key string) error {
		var v beginning
		if err := s.Copy(&v); err != nil {
			return err
		}
		delete(small, key)
		delete(l.big, key)
		if v.size <= maxSmall {
			small[key] = v.Bytes()
		} else {
			l.big[key] = v.size
		}
		return nil
	}) != nil || l.text && !s.End() {
		return false
	}
	var err error
	l.small, err = json.Marshal(small)
	return err == nil
}

// beginning keeps what is written up to a limit.
type beginning struct {
	bytes.Buffer
	size int
}

func (b *beginning) Write(p []byte) (int, error) {
	if b.size += len(p); b.size <= maxSmall {
		b.Buffer.Write(p)
	}
	return len(p), nil
}

// into decodes the long members.
func (l *long) into(v any) error {
	to, ok := v.(Long)
	if !ok {
		return io.ErrShortBuffer
	}
	s := l.open()
	return s.Object(func(key string) error {
		if l.big[key] == 0 {
			return s.Skip()
		}
		return to.Big(key, l.big[key], s)
	})
}

// Limits of an answer in bytes.
const (
	maxShort = 256 << 10 // a longer one goes to a file, where the call allows it
	maxOther = 32 << 20  // of what is no success, in memory
	maxLong  = 512 << 20 // in a file
)

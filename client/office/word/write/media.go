package write

import (
	"cmp"
	"io"
	"strconv"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// media is the bytes of one or several pictures.
type media struct {
	data          word.Bytes
	name, format  string
	width, height int
	id            int // its relationship, 0 = none yet
}

// pictures are the bytes that a document has, each once.
type pictures struct {
	byKey map[any]*media
	all   []*media
	stem  string // of their names in the file
}

// key identifies the bytes of a picture without reading them.
func key(p *word.Picture) any {
	return cmp.Or[any](parts.Entry(p.Data), p)
}

func (s *pictures) of(p *word.Picture) *media {
	if p.Data == nil {
		return nil
	}
	return s.byKey[key(p)]
}

// add reads the first bytes of a picture. One that cannot be opened is written as
// its alternative text.
func (s *pictures) add(p *word.Picture) {
	if p.Data == nil || s.of(p) != nil {
		return
	}
	m := &media{data: p.Data}
	rc, err := p.Data.Open()
	if err != nil {
		return
	}
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(rc, head)
	rc.Close()
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return
	}
	m.format, m.width, m.height = parts.Recognize(head[:n])
	e := parts.Ext(p.Name)
	if parts.FormatOf(e) != m.format || m.format == "" {
		if e = m.format; e == "" {
			e = "bin"
		}
		if f := parts.FormatOf(parts.Ext(p.Name)); m.format == "" && f != "" {
			e = parts.Ext(p.Name)
		}
	}
	s.all = append(s.all, m)
	m.name = s.stem + strconv.Itoa(len(s.all)) + "." + e
	s.byKey[key(p)] = m
}

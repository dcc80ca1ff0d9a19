package word

import (
	"archive/zip"
	"bytes"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"path"
	"strconv"
	"strings"
)

// media is the bytes of one or several pictures.
type media struct {
	data          Bytes
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
func key(p *Picture) any {
	if b, ok := p.Data.(*partBytes); ok {
		return b.f
	}
	return p
}

func (s *pictures) of(p *Picture) *media {
	if p.Data == nil {
		return nil
	}
	return s.byKey[key(p)]
}

// add reads the first bytes of a picture. One that cannot be opened is written as
// its alternative text.
func (s *pictures) add(p *Picture) {
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
	m.format, m.width, m.height = sniff(head[:n])
	e := ext(p.Name)
	if formatOf(e) != m.format || m.format == "" {
		if e = m.format; e == "" {
			e = "bin"
		}
		if f := formatOf(ext(p.Name)); m.format == "" && f != "" {
			e = ext(p.Name)
		}
	}
	s.all = append(s.all, m)
	m.name = s.stem + strconv.Itoa(len(s.all)) + "." + e
	s.byKey[key(p)] = m
}

// formatOf returns one name for all extensions of a format, "" for an unknown one.
func formatOf(e string) string {
	switch e {
	case "png", "gif", "bmp", "webp", "svg", "emf", "wmf":
		return e
	case "jpg", "jpeg", "jpe", "jfif":
		return "jpeg"
	case "tif", "tiff":
		return "tiff"
	}
	return ""
}

func mimeOf(e string) string {
	switch f := formatOf(e); f {
	case "":
		return "application/octet-stream"
	case "svg":
		return "image/svg+xml"
	case "emf", "wmf":
		return "image/x-" + f
	default:
		return "image/" + f
	}
}

// sniff detects the format by the first bytes, and the size if it is there.
func sniff(head []byte) (format string, w, h int) {
	begins := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }
	switch {
	case begins("\x89PNG"):
		if c, err := png.DecodeConfig(bytes.NewReader(head)); err == nil {
			w, h = c.Width, c.Height
		}
		return "png", w, h
	case begins("\xff\xd8\xff"):
		if c, err := jpeg.DecodeConfig(bytes.NewReader(head)); err == nil {
			w, h = c.Width, c.Height
		}
		return "jpeg", w, h
	case begins("GIF8"):
		if c, err := gif.DecodeConfig(bytes.NewReader(head)); err == nil {
			w, h = c.Width, c.Height
		}
		return "gif", w, h
	case begins("BM"):
		return "bmp", 0, 0
	case begins("II*\x00"), begins("MM\x00*"):
		return "tiff", 0, 0
	case begins("RIFF") && len(head) > 12 && string(head[8:12]) == "WEBP":
		return "webp", 0, 0
	case begins("\x01\x00\x00\x00") && len(head) > 44 && string(head[40:44]) == " EMF":
		return "emf", 0, 0
	case begins("\xd7\xcd\xc6\x9a"):
		return "wmf", 0, 0
	case begins("<") && strings.Contains(string(head[:min(len(head), 4096)]), "<svg"):
		return "svg", 0, 0
	}
	return "", 0, 0
}

// media copies the bytes of the pictures, one after the other.
func (x *writer) media() error {
	for _, m := range x.pics.all {
		if m.id == 0 {
			continue // nothing refers to it
		}
		method := zip.Store
		if f := m.format; f == "bmp" || f == "svg" || f == "emf" || f == "wmf" {
			method = zip.Deflate
		}
		w, err := x.create(path.Join(x.dir, "media", m.name), method)
		if err != nil {
			return err
		}
		rc, err := m.data.Open()
		if err != nil {
			return err
		}
		_, err = io.Copy(w, rc)
		if e := rc.Close(); err == nil {
			err = e
		}
		if err != nil {
			return err
		}
	}
	return nil
}

package parts

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"path"
	"strconv"
	"strings"
)

// Sniff detects the format of a picture by its first bytes (64 KB are enough), ""
// for an unknown one, and its size in pixels, 0 if it is not there.
func Sniff(head []byte) (format string, w, h int) {
	format, w, h = Recognize(head)
	switch {
	case format == "bmp" && len(head) >= 26:
		w, h = int(int32(binary.LittleEndian.Uint32(head[18:]))), int(int32(binary.LittleEndian.Uint32(head[22:])))
		h = max(h, -h) // rows from the top down
	case format == "webp":
		w, h = webpSize(head)
	case format == "svg", format == "" && bytes.Contains(head[:min(len(head), 4096)], []byte("<svg")):
		format = "svg"
		w, h = svgSize(head)
	}
	if w < 0 || h < 0 || w > 1<<20 || h > 1<<20 {
		w, h = 0, 0
	}
	return format, w, h
}

// webpSize reads the three kinds of first chunks (WebP container specification).
func webpSize(b []byte) (w, h int) {
	if len(b) < 30 {
		return 0, 0
	}
	switch string(b[12:16]) {
	case "VP8X":
		return 1 + (int(b[24]) | int(b[25])<<8 | int(b[26])<<16), 1 + (int(b[27]) | int(b[28])<<8 | int(b[29])<<16)
	case "VP8L":
		n := binary.LittleEndian.Uint32(b[21:])
		return int(n&0x3fff) + 1, int(n>>14&0x3fff) + 1
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(b[26:])) & 0x3fff, int(binary.LittleEndian.Uint16(b[28:])) & 0x3fff
	}
	return 0, 0
}

// svgSize reads width and height of the root, or those of its view box.
func svgSize(head []byte) (w, h int) {
	dec := xml.NewDecoder(bytes.NewReader(head))
	dec.Strict = false
	for {
		t, err := dec.Token()
		if err != nil {
			return 0, 0
		}
		root, is := t.(xml.StartElement)
		if !is {
			continue
		}
		var box []string
		for _, a := range root.Attr {
			switch a.Name.Local {
			case "width":
				w = pixels(a.Value)
			case "height":
				h = pixels(a.Value)
			case "viewBox":
				box = strings.FieldsFunc(a.Value, func(r rune) bool { return r == ' ' || r == ',' })
			}
		}
		if (w == 0 || h == 0) && len(box) == 4 {
			w, h = pixels(box[2]), pixels(box[3])
		}
		return w, h
	}
}

// pixels reads a length without a unit or in px.
func pixels(s string) int {
	f, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "px"), 64)
	if err != nil || f < 0 || f > 1<<20 {
		return 0
	}
	return int(f + 0.5)
}

// Recognize detects the format by the first bytes, and the size if it is there.
func Recognize(head []byte) (format string, w, h int) {
	begins := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }
	c, _, _ := image.DecodeConfig(bytes.NewReader(head)) // of PNG, JPEG and GIF
	switch {
	case begins("\x89PNG"):
		return "png", c.Width, c.Height
	case begins("\xff\xd8\xff"):
		return "jpeg", c.Width, c.Height
	case begins("GIF8"):
		return "gif", c.Width, c.Height
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

// FormatOf returns one name for all extensions of a format, "" for an unknown one.
func FormatOf(e string) string {
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

// MIME is the content type of an extension.
func MIME(e string) string {
	switch f := FormatOf(e); f {
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

// Ext is a file's extension in lower case, without the dot.
func Ext(name string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) }

// Fit scales a picture to at most the width of a page.
func Fit(w, h int) (int, int) {
	const page = 600
	if w > page {
		h = max(h*page/w, 1)
		w = page
	}
	return w, h
}

package word

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"strconv"
	"strings"
)

// Sniff detects the format of a picture by its first bytes (64 KB are enough), ""
// for an unknown one, and its size in pixels, 0 if it is not there.
func Sniff(head []byte) (format string, w, h int) {
	format, w, h = sniff(head)
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

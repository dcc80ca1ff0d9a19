package peek

import (
	"bytes"
	"encoding/binary"

	"aloft/model/text"
)

// picture is what the header of an image says.
type picture struct {
	kind text.Text
	w, h int // pixels; 0 = the part of the header that was read does not say
}

// imageSize reads the header of an image. The pixels are never decoded.
func imageSize(head []byte) (picture, bool) {
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		p := picture{kind: text.Typed("PNG")}
		if len(head) >= 24 && string(head[12:16]) == "IHDR" {
			p.w, p.h = pixels(binary.BigEndian.Uint32(head[16:]), binary.BigEndian.Uint32(head[20:]))
		}
		return p, true
	case bytes.HasPrefix(head, []byte("GIF87a")), bytes.HasPrefix(head, []byte("GIF89a")):
		p := picture{kind: text.Typed("GIF")}
		if len(head) >= 10 {
			p.w, p.h = pixels(uint32(binary.LittleEndian.Uint16(head[6:])), uint32(binary.LittleEndian.Uint16(head[8:])))
		}
		return p, true
	case bytes.HasPrefix(head, []byte{0xff, 0xd8, 0xff}):
		p := picture{kind: text.Typed("JPEG")}
		p.w, p.h = jpegSize(head)
		return p, true
	case len(head) >= 16 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		p := picture{kind: text.Typed("WebP")}
		p.w, p.h = webpSize(head)
		return p, true
	case len(head) >= 26 && string(head[:2]) == "BM" && binary.LittleEndian.Uint32(head[14:]) == 40:
		p := picture{kind: text.Typed("BMP")}
		h := int32(binary.LittleEndian.Uint32(head[22:])) // negative: the rows come from the top
		p.w, p.h = pixels(binary.LittleEndian.Uint32(head[18:]), uint32(max(h, -h)))
		return p, true
	}
	return picture{}, false
}

// pixels are a size, 0 where no image has it.
func pixels(w, h uint32) (int, int) {
	const most = 1 << 30
	if w == 0 || h == 0 || w > most || h > most {
		return 0, 0
	}
	return int(w), int(h)
}

// jpegSize finds the frame among the segments.
func jpegSize(b []byte) (w, h int) {
	for at := 2; at+4 <= len(b); {
		if b[at] != 0xff {
			return 0, 0
		}
		m := b[at+1]
		switch {
		case m == 0xff: // filling
			at++
			continue
		case m == 0x01 || m >= 0xd0 && m <= 0xd8: // no content
			at += 2
			continue
		case m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc:
			if at+9 > len(b) {
				return 0, 0
			}
			return pixels(uint32(binary.BigEndian.Uint16(b[at+7:])), uint32(binary.BigEndian.Uint16(b[at+5:])))
		case m == 0xd9, m == 0xda:
			return 0, 0
		}
		n := int(binary.BigEndian.Uint16(b[at+2:]))
		if n < 2 {
			return 0, 0
		}
		at += 2 + n
	}
	return 0, 0
}

// webpSize reads the first chunk, of which there are three kinds.
func webpSize(b []byte) (w, h int) {
	switch string(b[12:16]) {
	case "VP8X":
		if len(b) >= 30 {
			three := func(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }
			return pixels(three(b[24:])+1, three(b[27:])+1)
		}
	case "VP8L":
		if len(b) >= 25 && b[20] == 0x2f {
			bits := binary.LittleEndian.Uint32(b[21:])
			return pixels(bits&0x3fff+1, bits>>14&0x3fff+1)
		}
	case "VP8 ":
		if len(b) >= 30 && b[23] == 0x9d && b[24] == 0x01 && b[25] == 0x2a {
			return pixels(uint32(binary.LittleEndian.Uint16(b[26:])&0x3fff), uint32(binary.LittleEndian.Uint16(b[28:])&0x3fff))
		}
	}
	return 0, 0
}

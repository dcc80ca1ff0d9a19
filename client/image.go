package client

import "bytes"

// MaxImage is the size limit of an image of a document in bytes. ImageTypes are the types that
// services accept.
const (
	MaxImage   = 10 << 20
	ImageTypes = "png, jpg, gif, bmp, webp, svg"
)

// ImageHead is how many first bytes show the type: an SVG may begin with a comment.
const ImageHead = 4096

// ImageType is the type of an image by its first bytes, "" = none of ImageTypes.
func ImageType(b []byte) string {
	for _, t := range []struct{ magic, name string }{
		{"\x89PNG\r\n\x1a\n", "png"}, {"\xff\xd8\xff", "jpg"}, {"GIF87a", "gif"}, {"GIF89a", "gif"}, {"BM", "bmp"},
	} {
		if bytes.HasPrefix(b, []byte(t.magic)) {
			return t.name
		}
	}
	if len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP" {
		return "webp"
	}
	head := bytes.TrimSpace(bytes.TrimPrefix(b[:min(len(b), ImageHead)], []byte("\ufeff")))
	if bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<svg")) {
		return "svg"
	}
	return ""
}

package parts

import (
	"bytes"
	"testing"
)

// Whatever a picture's first bytes are: its format is known or "", and its size can
// be shown.
func FuzzSniff(f *testing.F) {
	for _, s := range []string{"", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\x00\x00\x00\x01\x08\x02\x00\x00\x00", "GIF89a\xff\xff\xff\xff\x00\x00\x00", "BM" + string(make([]byte, 30)), "BM" + string(bytes.Repeat([]byte{0x80}, 30)), "\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03", "RIFF    WEBPVP8X" + string(bytes.Repeat([]byte{255}, 20)), `<svg width="1e99" height="-1" viewBox="0 0 NaN Inf"/>`, "II*\x00", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		format, w, h := Sniff(head)
		if w < 0 || h < 0 || w > 1<<20 || h > 1<<20 || format == "" && w+h > 0 {
			t.Errorf("%q %dx%d", format, w, h)
		}
		if w > 0 && h > 0 {
			if fw, fh := Fit(w, h); fw <= 0 || fh <= 0 || fw > 1<<20 || fh > 1<<20 {
				t.Errorf("%dx%d becomes %dx%d", w, h, fw, fh)
			}
		}
		if format != "" && FormatOf(format) == "" {
			t.Errorf("%q is no format", format)
		}
	})
}

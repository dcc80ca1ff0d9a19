package peek

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/office"
	"aloft/model"
)

// What a terminal gets of a command's output is clean text and SGR sequences, and
// every line that has one ends without colours.
func FuzzColours(f *testing.F) {
	for _, s := range []string{
		"plain", "\x1b[31mred\nred\x1b[0m not", "\x1b[38;5;1m\x1b[1ma\x1b[m", "\x1b]0;title\x07x", "\x1b[2Jx", "\x1b[>4;1mx", "\x1b[?25lx", "\x1bPq\x1b\\x",
		"\x1b[4:3mcurl\x1b[24m", "\x1b", "\x1b[", "a\tb\r\nc\rd", "\x9b31m", "\u202ex", "\x1b[31\x1b[32mx",
	} {
		f.Add(s)
	}
	sgr := regexp.MustCompile("\x1b\\[[0-9;:]*m")
	f.Fuzz(func(t *testing.T, s string) {
		for _, line := range coloured(s) {
			plain := sgr.ReplaceAllString(line, "")
			if plain != model.Clean(plain) {
				t.Errorf("%q becomes %q", s, line)
			}
			if plain != line && !strings.HasSuffix(line, "\x1b[m") {
				t.Errorf("%q leaves colours on: %q", s, line)
			}
			if len(line) > 8*len(s)+512 {
				t.Errorf("%d bytes become a line of %d", len(s), len(line))
			}
		}
	})
}

func FuzzImages(f *testing.F) {
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01"))
	f.Add([]byte("GIF89a\x01\x00\x01\x00"))
	f.Add([]byte("\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x01\x00\x01"))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x7f\x02\x00\x2f\x00\x00"))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f\x7f\xc2\x0b\x00"))
	f.Add([]byte("BM\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x28\x00\x00\x00\x01\x00\x00\x00\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, ok := imageSize(b)
		if p.w < 0 || p.h < 0 || (p.w == 0) != (p.h == 0) || !ok && p != (picture{}) {
			t.Errorf("%q: %+v", b, p)
		}
	})
}

// FuzzFiles reads whole files; none may end the program, be read beyond the limit or
// give text that is not UTF-8.
func FuzzFiles(f *testing.F) {
	f.Add("a.txt", []byte("text"))
	f.Add("a.csv", []byte("a,b\n\"c"))
	f.Add("a.tsv", []byte("a\tb"))
	f.Add("a", []byte("PK\x05\x06"+strings.Repeat("\x00", 18)))
	f.Add("a.tar", append(make([]byte, 257), "ustar"...))
	f.Add("a", []byte("\xff\xfea"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		p := model.Place{Scheme: model.SchemeDisk}.Join(name)
		if !p.Valid() || len(data) > client.PreviewBytes {
			return
		}
		b := &bounded{ctx: t.Context(), from: bytes.NewReader(data), left: client.PreviewBytes}
		head, err := b.head(sniffed)
		if err != nil {
			t.Fatal(err)
		}
		got, err := (&file{ctx: t.Context(), at: p, body: b, head: head, entry: model.Entry{Size: int64(len(data))}}).preview()
		if err != nil {
			t.Fatal(err)
		}
		if b.left < 0 || strings.ToValidUTF8(got.Text, "") != got.Text || got.Type == "" {
			t.Errorf("%+v", got)
		}
		_, _, _ = office.HeadText(data, false)
	})
}

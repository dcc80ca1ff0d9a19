package md

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
)

const dot = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82"

// folder has files by their name.
type folder map[string]string

func (f folder) open(name string) (io.ReadCloser, error) {
	s, ok := f[name]
	if !ok {
		return nil, errors.New("not there")
	}
	return io.NopCloser(strings.NewReader(s)), nil
}

// Which pictures become the document's, and what is told of the others.
func TestPicturesOfAText(t *testing.T) {
	coded := base64.StdEncoding.EncodeToString([]byte(dot))
	files := folder{"a.png": dot, "deep/b c.png": dot, "text.png": "no picture", "large.png": dot + strings.Repeat("x", maxPicture)}
	for _, c := range []struct {
		dest string
		name string // of the picture that was embedded
		told loss.Kind
	}{
		{"a.png", "a.png", ""},
		{"./a.png", "a.png", ""},
		{"deep/../a.png", "a.png", ""},
		{"deep/b%20c.png", "b c.png", ""},
		{"<deep/b c.png>", "b c.png", ""},
		{"text.png", "", loss.Picture},
		{"large.png", "", loss.Picture},
		{"none.png", "", loss.Picture},
		{"../a.png", "", loss.Picture},
		{"deep/../../a.png", "", loss.Picture},
		{"%2e%2e/a.png", "", loss.Picture},
		{"/a.png", "", loss.Picture},
		{`deep\a.png`, "", loss.Picture},
		{"https://example.org/a.png", "", loss.Linked},
		{"data:image/png;base64," + coded, "image.png", ""},
		{"DATA:image/png;base64," + strings.TrimRight(coded, "="), "image.png", ""},
		{"data:image/png;charset=x;base64," + coded, "image.png", ""},
		{"data:image/svg+xml,%3Csvg%20width='3'%20height='4'/%3E", "image.svg", ""},
		{"data:image/png;base64,????", "", loss.Linked},
		{"data:image/png;base64,", "", loss.Linked},
		{"data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte("text")), "", loss.Linked},
		{"data:text/html;base64," + coded, "", loss.Linked},
		{"data:image/png", "", loss.Linked},
	} {
		d, lost, err := Read([]byte("![x]("+c.dest+")"), Options{Open: files.open})
		if err != nil {
			t.Fatal(err)
		}
		p := d.Blocks()[0].(*word.Paragraph).Inlines()[0].Picture
		name := ""
		if p != nil && p.Data != nil {
			name = p.Name
			rc, err := p.Data.Open()
			if err != nil {
				t.Fatal(err)
			}
			b, _ := io.ReadAll(rc)
			if !bytes.Equal(b, []byte(dot)) && !strings.HasSuffix(name, "svg") {
				t.Errorf("%.40s: other bytes", c.dest)
			}
		}
		told := loss.Kind("")
		if len(lost) > 0 {
			told = lost[0].Kind
		}
		if name != c.name || told != c.told || len(lost) > 1 {
			t.Errorf("%.40s: picture %q, told %v", c.dest, name, lost)
		}
	}
	if _, lost, _ := Read([]byte("![x](a.png) ![y](a.png)"), Options{Open: files.open, Pictures: int64(len(dot)) + 1}); lost.Count(loss.Picture) != 1 {
		t.Errorf("two pictures where there is room for one: %v", lost)
	}
}

// Only the addresses of pictures beside the text are changed.
func TestEmbed(t *testing.T) {
	files := folder{"a.png": dot, "b (1).png": dot}
	for in, want := range map[string]string{
		"<b>x</b> ![a](a.png \"t\") `![a](a.png)`": "<b>x</b> ![a](DATA \"t\") `![a](a.png)`",
		"![x](<b (1).png>) [a](a.png)":             "![x](<DATA>) [a](a.png)",
		"![p] and ![P][p]\n\n[p]: a.png 'q'\n":     "![p] and ![P][p]\n\n[p]: DATA 'q'\n",
		"![](a.png)![a [b](c)](\n  a.png)":         "![](DATA)![a [b](c)](\n  DATA)",
		"![x](none.png)\r\n":                       "![x](none.png)\r\n",
	} {
		got, err := Embed(in, Options{Open: files.open}, func(*word.Picture) (string, error) { return "DATA", nil })
		if err != nil || got != want {
			t.Errorf("%q\ngot  %q %v\nwant %q", in, got, err, want)
		}
	}
}

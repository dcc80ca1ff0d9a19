package office_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aloft/client/office"
	"aloft/model"
)

const sampleMarkdown = `# Plan

Some **bold** text with a [link](https://example.org/).

- one
- two

| a | b |
| --- | --- |
| 1 | 2 |

![shot](shot.png)
`

// pixel is a PNG of one pixel.
func pixel() []byte {
	return []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa7\x35\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82")
}

func TestMarkdownToWordAndBack(t *testing.T) {
	var asked []string
	images := func(name string) (io.ReadCloser, error) {
		asked = append(asked, name)
		return io.NopCloser(bytes.NewReader(pixel())), nil
	}
	data := made(t, func(w io.Writer) error {
		res, err := office.ToDocx(t.Context(), strings.NewReader(sampleMarkdown), "", images, w)
		if len(res.Notes) > 0 {
			t.Errorf("notes %q", res.Notes)
		}
		return err
	})
	if !slices.Equal(slices.Compact(asked), []string{"shot.png"}) {
		t.Errorf("asked for %q", asked)
	}
	r, n := reader(data)
	if res, err := office.Inspect(t.Context(), "plan.docx", r, n); err != nil || len(res.Notes) > 0 {
		t.Fatalf("%v, %q", err, res.Notes)
	}
	var md, txt bytes.Buffer
	if _, err := office.ToMarkdown(t.Context(), "plan.docx", r, n, &md); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Plan", "**bold**", "[link](https://example.org/)", "- one", "| 1 | 2 |"} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("%q is missing in\n%s", want, md.String())
		}
	}
	if _, err := office.ToText(t.Context(), "plan.docx", r, n, &txt); err != nil || !strings.Contains(txt.String(), "Some bold text with a link") {
		t.Errorf("%v\n%s", err, txt.String())
	}
}

func TestAnImageThatIsNotThereIsNoted(t *testing.T) {
	gone := func(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }
	for _, images := range []office.Images{nil, gone} {
		res, err := office.ToDocx(t.Context(), strings.NewReader(sampleMarkdown), "Title", images, io.Discard)
		if err != nil || len(res.Notes) != 1 {
			t.Errorf("%v, %q", err, res.Notes)
		}
	}
}

// The images of a Markdown file are beside it; nothing outside its folder is read,
// also not by a link.
func TestImagesBesideAFile(t *testing.T) {
	dir := t.TempDir()
	md := filepath.Join(dir, "docs", "a.md")
	for name, data := range map[string][]byte{
		"out.png": pixel(), "docs/img/in.png": pixel(),
		"docs/a.md": []byte("![1](img/in.png) ![2](../out.png) ![3](link.png) ![4](gone.png) ![5](img)"),
	} {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o700), os.WriteFile(p, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../out.png", filepath.Join(dir, "docs", "link.png")); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(md)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out bytes.Buffer
	info, _ := f.Stat()
	notes, err := office.Convert(t.Context(), "a.md", "docx", f, info.Size(), &out)
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0].String(), "4") {
		t.Errorf("%v, %q", err, notes)
	}
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	media := 0
	for _, p := range z.File {
		if strings.HasPrefix(p.Name, "word/media/") {
			media++
		}
	}
	if media != 1 {
		t.Errorf("%d pictures in the document", media)
	}
}

func TestAPlainTextBecomesParagraphs(t *testing.T) {
	for name, in := range map[string][]byte{"UTF-8": []byte("# 一\r\n\r\n*二*"), "GB18030": gb(t, "# 一\n\n*二*\n"), "UTF-16": utf16le("# 一\n\n*二*", true)} {
		data := made(t, func(w io.Writer) error {
			_, err := office.Convert(t.Context(), "a.txt", "docx", bytes.NewReader(in), int64(len(in)), w)
			return err
		})
		r, n := reader(data)
		var txt bytes.Buffer
		if _, err := office.ToText(t.Context(), "a.docx", r, n, &txt); err != nil {
			t.Fatal(err)
		}
		if got := txt.String(); !strings.Contains(got, "# 一\n") || !strings.Contains(got, "*二*") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestABlankWordFile(t *testing.T) {
	data := made(t, func(w io.Writer) error { return office.Blank(model.KindDoc, `Plan <"x"> & 中文`, w) })
	r, n := reader(data)
	var txt bytes.Buffer
	if _, err := office.Inspect(t.Context(), "a.docx", r, n); err != nil {
		t.Error(err)
	}
	if _, err := office.ToText(t.Context(), "a.docx", r, n, &txt); err != nil || strings.TrimSpace(txt.String()) != `Plan <"x"> & 中文` {
		t.Errorf("%v %q", err, txt.String())
	}
}

func TestABrokenWordFileIsNamed(t *testing.T) {
	data := made(t, func(w io.Writer) error { return office.Blank(model.KindDoc, "t", w) })
	data = rezip(t, data, func(name string, b []byte) []byte {
		if name == "word/document.xml" {
			return b[:len(b)/2]
		}
		return b
	})
	r, n := reader(data)
	_, err := office.Inspect(t.Context(), "plan.docx", r, n)
	var e *office.Error
	if !errors.As(err, &e) || e.Why != office.Broken || !strings.Contains(err.Error(), `"plan.docx"`) {
		t.Errorf("%v", err)
	}
}

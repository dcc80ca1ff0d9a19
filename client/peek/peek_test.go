//go:build unix

package peek_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/peek"
	"aloft/model"
)

// one has one source.
type one struct{ client.Source }

func (o one) For(model.Place) (client.Source, error) { return o.Source, nil }
func (o one) Accounts() []string                     { return nil }

func plain() peek.Command { return nil }

// onDisk writes a file and reads its preview.
func onDisk(t *testing.T, name string, data []byte) client.FilePreview {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := peek.New(one{disk.New()}, plain).Preview(t.Context(), at(path), model.Entry{}, false)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func at(path string) model.Place {
	p := disk.New().Root()
	p.Path = model.Steps(strings.Split(strings.TrimPrefix(path, "/"), "/")...)
	return p
}

func TestTexts(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		form client.FileForm
		want string
	}{
		"a.txt":   {"one\ntwo\n", client.FormText, "one\ntwo\n"},
		"a.md":    {"# one\n", client.FormMarkdown, "# one\n"},
		"utf8":    {"水槽很旧", client.FormText, "水槽很旧"},
		"gb":      {"\xcb\xae\xb2\xdb\xba\xdc\xbe\xc9", client.FormText, "水槽很旧"},
		"utf16":   {"\xff\xfeh\x00i\x00", client.FormText, "hi"},
		"binary":  {"\x00\x01\x02\x03 text", client.FormFacts, ""},
		"pdf":     {"%PDF-1.7\n...", client.FormFacts, ""},
		"control": {strings.Repeat("\x01\x02", 50), client.FormFacts, ""},
		"empty":   {"", client.FormFacts, ""},
	} {
		if p := onDisk(t, name, []byte(c.data)); p.Form != c.form || p.Text != c.want || p.Cut || (p.Note != "") != (name == "gb") {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// Texts of older encodings are read, and it is said that the encoding was guessed.
func TestTextsOfOlderEncodings(t *testing.T) {
	encode := func(e encoding.Encoding, s string) []byte {
		t.Helper()
		b, err := e.NewEncoder().Bytes([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	const csv = "姓名,年龄\n张三,12\n李四,14\n"
	for _, c := range []struct {
		e    encoding.Encoding
		name string
		says string
	}{
		{charmap.Windows1252, "Müller;Köln\nGröße;5\n", "Windows-1252"},
		{charmap.Windows1252, "Größe", "Windows-1252"},
		{charmap.Windows1252, "naïve café déjà vu", "Windows-1252"},
		{charmap.Windows1252, "Señor Peña;1;2,50 €\n", "Windows-1252"},
		{charmap.Windows1252, "Åse Øvergård;Tromsø", "Windows-1252"},
		{charmap.Windows1251, "Имя;Возраст\nИван;5", "Windows-1251"},
		{charmap.Windows1251, "Привет, мир. Это текст.", "Windows-1251"},
		{simplifiedchinese.GBK, csv, "GB18030"},
		{simplifiedchinese.GBK, "鑫达集团有限公司", "GB18030"},
		{simplifiedchinese.GBK, "繁體中文也在其中，這是一個測試", "GB18030"},
	} {
		if p := onDisk(t, "a.txt", encode(c.e, c.name)); p.Text != c.name || !strings.Contains(string(p.Note), c.says) {
			t.Errorf("%q: %q, %q", c.name, p.Text, p.Note)
		}
	}
	p := onDisk(t, "a.csv", encode(charmap.Windows1252, "Müller;Köln\nGröße;5\n"))
	if want := [][]string{{"Müller", "Köln"}, {"Größe", "5"}}; !reflect.DeepEqual(p.Rows, want) || p.Note == "" {
		t.Errorf("%q, %q", p.Rows, p.Note)
	}
	for _, c := range []struct {
		e     encoding.Encoding
		names []string
	}{
		{simplifiedchinese.GBK, []string{"你好.txt", "文档/报告.doc"}},
		{charmap.CodePage437, []string{"Grüße.txt", "Köln/für.doc"}},
		{encoding.Nop, []string{"你好.txt", "für.doc"}},
	} {
		var b, tarred bytes.Buffer
		z, w := zip.NewWriter(&b), tar.NewWriter(&tarred)
		for _, name := range c.names {
			raw := string(encode(c.e, name))
			if _, err := z.CreateHeader(&zip.FileHeader{Name: raw, NonUTF8: c.e != encoding.Nop}); err != nil {
				t.Fatal(err)
			}
			if err := w.WriteHeader(&tar.Header{Name: raw, Mode: 0o600}); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(z.Close(), w.Close()); err != nil {
			t.Fatal(err)
		}
		archives := map[string][]byte{"a.zip": b.Bytes(), "a.tar": tarred.Bytes()}
		if c.e == charmap.CodePage437 { // only zip takes those names for DOS's
			delete(archives, "a.tar")
		}
		for name, data := range archives {
			for i, item := range onDisk(t, name, data).Items {
				if item.Name != c.names[i] {
					t.Errorf("%s: %q, not %q", name, item.Name, c.names[i])
				}
			}
		}
	}
}

// The colours of a log stay in a text, which shows them; elsewhere they are not literal text.
func TestATextWithColours(t *testing.T) {
	in := []byte("\x1b[1;31mred\x1b[0m;\x1b[Kplain\n\x1b]0;title\x07a;\x1b(B\x1b[mb\n")
	for name, want := range map[string]string{"a.log": string(in), "a.md": "red;plain\na;b\n"} {
		if p := onDisk(t, name, in); p.Text != want {
			t.Errorf("%s: %q", name, p.Text)
		}
	}
	if p := onDisk(t, "a.csv", in); fmt.Sprintf("%q", p.Rows) != `[["red" "plain"] ["a" "b"]]` {
		t.Errorf("%q", p.Rows)
	}
}

func TestLinesThatEndInCR(t *testing.T) {
	if p := onDisk(t, "cr.txt", []byte("one\rtwo\rthree\r")); p.Text != "one\ntwo\nthree\n" {
		t.Errorf("%q", p.Text)
	}
	if p := onDisk(t, "crlf.txt", []byte("1%\r2%\r\n3%")); p.Text != "1%\r2%\r\n3%" {
		t.Errorf("%q", p.Text)
	}
	p := onDisk(t, "cr.csv", []byte("a;b\r\"é\";d\r"))
	if want := [][]string{{"a", "b"}, {"é", "d"}}; !reflect.DeepEqual(p.Rows, want) {
		t.Errorf("%q", p.Rows)
	}
}

func TestAPreviewReadsTheBeginningOnly(t *testing.T) {
	whole := strings.Repeat("0123456789abcde\n", client.PreviewBytes/16)
	if p := onDisk(t, "whole.log", []byte(whole)); p.Cut || p.Text != whole {
		t.Errorf("cut %v, %d bytes", p.Cut, len(p.Text))
	}
	if p := onDisk(t, "more.log", []byte(whole+"x")); !p.Cut || p.Text != whole {
		t.Errorf("cut %v, %d bytes", p.Cut, len(p.Text))
	}
}

// The end of a long text begins with a whole line, and ends with the last one.
func TestTheEndOfAText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.log")
	line := strings.Repeat("x", 98) + "\n"
	if err := os.WriteFile(path, []byte("first\n"+strings.Repeat(line, 4000)+"last\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := peek.New(one{disk.New()}, plain).End(t.Context(), at(path), model.Entry{}, false)
	if err != nil || !p.Tail || !p.Cut || len(p.Text) > client.PreviewBytes || len(p.Text) < client.PreviewBytes-len(line) {
		t.Fatal(err, p.Tail, p.Cut, len(p.Text))
	}
	if !strings.HasPrefix(p.Text, line) || !strings.HasSuffix(p.Text, "x\nlast\n") {
		t.Errorf("%.120q … %q", p.Text, p.Text[len(p.Text)-20:])
	}
	if err := os.WriteFile(path, bytes.Repeat([]byte{0, 1, 2, 255, '\n'}, 60000), 0o600); err != nil {
		t.Fatal(err)
	}
	if p, err := peek.New(one{disk.New()}, plain).End(t.Context(), at(path), model.Entry{}, false); client.KindOf(err) != client.KindUnsupported {
		t.Error(err, len(p.Text))
	}
}

func TestImages(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 640, 48))
	for name, write := range map[string]func(io.Writer) error{
		"PNG":  func(w io.Writer) error { return png.Encode(w, img) },
		"GIF":  func(w io.Writer) error { return gif.Encode(w, img, nil) },
		"JPEG": func(w io.Writer) error { return jpeg.Encode(w, img, nil) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if p := onDisk(t, "x", b.Bytes()); string(p.Type) != name || p.Width != 640 || p.Height != 48 {
			t.Errorf("%s: %+v", name, p)
		}
	}
	riff := func(chunk string) []byte { return []byte("RIFF\x00\x00\x00\x00WEBP" + chunk) }
	for chunk, b := range map[string][]byte{
		"extended": riff("VP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x7f\x02\x00\x2f\x00\x00"),
		"lossless": riff("VP8L\x00\x00\x00\x00\x2f\x7f\xc2\x0b\x00"),
		"lossy":    riff("VP8 \x00\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x80\x02\x30\x00"),
	} {
		if p := onDisk(t, "x", b); p.Type != "WebP" || p.Width != 640 || p.Height != 48 {
			t.Errorf("%s: %+v", chunk, p)
		}
	}
}

func TestArchives(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range 6000 {
		w, err := z.Create(fmt.Sprintf("dir/%d", i))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(w, "12345")
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	p := onDisk(t, "a.zip", b.Bytes())
	if p.Form != client.FormFacts || p.Note == "" {
		t.Errorf("a directory of %d KiB: %+v", b.Len()>>10, p.Note)
	}
	b.Reset()
	z = zip.NewWriter(&b)
	if _, err := z.Create("dir/"); err != nil {
		t.Fatal(err)
	}
	big, err := z.CreateHeader(&zip.FileHeader{Name: "dir/big", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	big.Write(make([]byte, 2*client.PreviewBytes)) //nolint:errcheck // into memory
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	p = onDisk(t, "a.zip", b.Bytes())
	if len(p.Items) != 2 || p.Count != 2 || !p.Items[0].Folder || p.Items[1].Size != 2*client.PreviewBytes || p.Cut {
		t.Errorf("%+v", p)
	}

	b.Reset()
	w := tar.NewWriter(&b)
	for _, h := range []tar.Header{{Name: "d/", Typeflag: tar.TypeDir}, {Name: "d/x", Size: 3, Mode: 0o600}} {
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
	}
	w.Write([]byte("abc")) //nolint:errcheck // into memory
	w.Close()              //nolint:errcheck // into memory
	if p = onDisk(t, "a.tar", b.Bytes()); len(p.Items) != 2 || p.Count != 2 || p.Items[1].Size != 3 || p.Cut {
		t.Errorf("%+v", p)
	}
	if p = onDisk(t, "cut.tar", b.Bytes()[:700]); !p.Cut || len(p.Items) != 1 || p.Note == "" {
		t.Errorf("%+v", p)
	}
	if p = onDisk(t, "broken.zip", []byte("PK\x03\x04 and nothing more")); p.Form != client.FormFacts || p.Note == "" {
		t.Errorf("%+v", p)
	}
}

func TestTables(t *testing.T) {
	if p := onDisk(t, "a.csv", []byte("name;size\n\"a;b\";3\n")); p.Form != client.FormTable || len(p.Rows) != 2 || p.Rows[1][0] != "a;b" || p.Rows[1][1] != "3" {
		t.Errorf("%+v", p)
	}
	f := excelize.NewFile()
	f.SetCellValue("Sheet1", "A1", "name") //nolint:errcheck // the cell is valid
	f.SetCellValue("Sheet1", "B1", "size") //nolint:errcheck // the cell is valid
	f.SetCellValue("Sheet1", "B2", 42)     //nolint:errcheck // the cell is valid
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	if p := onDisk(t, "a.xlsx", b.Bytes()); p.Type != "Excel (xlsx)" || p.Form != client.FormTable || len(p.Rows) != 2 || p.Rows[1][1] != "42" {
		t.Errorf("%+v", p)
	}
}

// A small workbook that unpacks to much is listed, and not unpacked.
func TestABombIsNotUnpacked(t *testing.T) {
	f := excelize.NewFile()
	for row := range 700 {
		f.SetCellValue("Sheet1", fmt.Sprintf("A%d", row+1), fmt.Sprint(row)+strings.Repeat("x", 30_000)) //nolint:errcheck // the cell is valid
	}
	b, err := f.WriteToBuffer()
	if err != nil || b.Len() > client.PreviewBytes {
		t.Fatal(b.Len(), err)
	}
	if p := onDisk(t, "a.xlsx", b.Bytes()); p.Form != client.FormList || p.Note == "" || p.Type != "Excel (xlsx)" {
		t.Errorf("%+v", p)
	}
}

// file is a file in memory that counts what is read of it.
type file struct {
	client.Source
	data     []byte
	size     int64
	read     atomic.Int64
	hang     bool
	released chan struct{}
}

func (f *file) Peek(context.Context, model.Place, model.Entry) (client.PeekBody, model.Entry, error) {
	return f, model.Entry{Kind: model.KindFile, Size: f.size}, nil
}
func (f *file) Close() error { return nil }
func (f *file) ReadAt(p []byte, off int64) (int, error) {
	if f.hang {
		<-f.released
	}
	n, err := bytes.NewReader(f.data).ReadAt(p, off)
	f.read.Add(int64(n))
	return n, err
}

func TestAFileThatChangesSaysSo(t *testing.T) {
	for size, want := range map[int64]string{3: "it changed while aloft read it", 9: "it changed while aloft read it", 5: "", 0: ""} {
		f := &file{data: []byte("hello"), size: size}
		p, err := peek.New(one{f}, plain).Preview(t.Context(), at("/a.txt"), model.Entry{}, false)
		if err != nil || string(p.Note) != want {
			t.Errorf("%d: %q, %v", size, p.Note, err)
		}
	}
}

func TestNoMoreIsReadThanTheLimit(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "word/document.xml", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	w.Write(bytes.Repeat([]byte("<w>text</w>"), 1<<16)) //nolint:errcheck // into memory
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{b.Bytes(), bytes.Repeat([]byte("text "), 1<<18), append([]byte("PK\x03\x04"), make([]byte, 1<<20)...)} {
		f := &file{data: data, size: int64(len(data))}
		if _, err := peek.New(one{f}, plain).Preview(t.Context(), at("/a"), model.Entry{}, false); err != nil {
			t.Error(err)
		}
		if f.read.Load() > client.PreviewBytes+1 { // one byte tells whether there is more
			t.Errorf("%d bytes were read", f.read.Load())
		}
	}
}

func TestADiskThatDoesNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &file{data: []byte("hello"), size: 5, hang: true, released: make(chan struct{})}
		r := peek.New(one{f}, plain)
		for range 6 { // more than may wait
			ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
			began := time.Now()
			_, err := r.Preview(ctx, at("/a"), model.Entry{}, false)
			if stop(); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 100*time.Millisecond {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		}
		close(f.released)
		synctest.Wait()
		if _, err := r.Preview(t.Context(), at("/a"), model.Entry{}, false); err != nil {
			t.Error(err)
		}
	})
}

func TestTheCommandColours(t *testing.T) {
	run := func(words ...string) ([]string, error) {
		p := client.FilePreview{Form: client.FormText, Text: "one\ntwo\n"}
		return peek.New(one{disk.New()}, func() peek.Command { return words }).Coloured(t.Context(), at("/d/a b"), &p)
	}
	lines, err := run("sh", "-c", `printf '\033[31m'; cat; printf '\033]0;title\007%s' "$1"`, "sh", "{}")
	if err != nil || len(lines) != 3 || lines[0] != "\x1b[31mone\x1b[m" || lines[1] != "\x1b[31mtwo\x1b[m" || lines[2] != "\x1b[31m/d/a b\x1b[m" {
		t.Errorf("%q, %v", lines, err)
	}
	if lines, err := run(); lines != nil || err != nil {
		t.Errorf("no command: %q, %v", lines, err)
	}
	if _, err := run("sh", "-c", "exit 3"); err == nil {
		t.Error("a command that failed")
	}
	if lines, err := run("sh", "-c", "yes | tr -d '\\n'"); err != nil || len(lines) != 1 || len(lines[0]) != client.PreviewBytes {
		t.Errorf("endless output: %v", err)
	}
}

// Whoever leaves the file ends its command, with what that has started.
func TestTheCommandEndsWithItsGroup(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	dir := t.TempDir()
	began, ended := filepath.Join(dir, "began"), filepath.Join(dir, "ended")
	script := fmt.Sprintf("(echo > %s; read x < %s; echo > %s) & wait", began, filepath.Join(dir, "never"), ended)
	if err := exec.Command("mkfifo", filepath.Join(dir, "never"), began).Run(); err != nil {
		t.Fatal(err)
	}
	go func() {
		os.ReadFile(began) //nolint:errcheck // it waits until the child has begun
		stop()
	}()
	p := client.FilePreview{Form: client.FormText}
	if _, err := peek.New(one{disk.New()}, func() peek.Command { return peek.Command{"sh", "-c", script} }).Coloured(ctx, at("/a"), &p); err == nil {
		t.Error("it has not been ended")
	}
	// Were the child alive, it would wait at the other end.
	if f, err := os.OpenFile(filepath.Join(dir, "never"), os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
		f.Close()
		t.Error("its child lives on")
	}
}

func TestBatIsUsedWhereItIs(t *testing.T) {
	has := func(name string) func(string) (string, error) {
		return func(s string) (string, error) {
			if s == name {
				return "/bin/" + s, nil
			}
			return "", exec.ErrNotFound
		}
	}
	if c := peek.Usual(has("batcat")); len(c) == 0 || c[0] != "/bin/batcat" {
		t.Error(c)
	}
	if c := peek.Usual(has("none")); c != nil {
		t.Error(c)
	}
}

// An OpenDocument file is known by its first bytes, and shown as a text.
func TestOpenDocument(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	kind, err := z.CreateHeader(&zip.FileHeader{Name: "mimetype", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(kind, "application/vnd.oasis.opendocument.text")
	content, err := z.Create("content.xml")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(content, `<o:document-content xmlns:o="o"><o:body><o:text><o:p>Hello <o:span>there</o:span></o:p></o:text></o:body></o:document-content>`)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if p := onDisk(t, "a.odt", b.Bytes()); p.Type != "OpenDocument (odt)" || p.Form != client.FormMarkdown || strings.TrimSpace(p.Text) != "Hello there" {
		t.Errorf("%+v", p)
	}
}

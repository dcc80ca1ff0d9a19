// Package libreoffice makes PDF with the LibreOffice that is installed on this machine.
package libreoffice

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Program is LibreOffice. Its zero value is the one in PATH.
type Program struct {
	// Patience is how long a file may take, 0 = five minutes: a book takes one.
	Patience time.Duration
}

const (
	patience = 5 * time.Minute
	// grace is how long what it leaves behind may keep its output open.
	grace = 2 * time.Second
	// mostSaid is how much is kept of what it says, in bytes.
	mostSaid = 4 << 10
)

// elsewhere is where it is on a Mac, whose installer puts nothing into PATH.
const elsewhere = "/Applications/LibreOffice.app/Contents/MacOS/soffice"

func find() (string, error) {
	for _, name := range []string{"soffice", "libreoffice", elsewhere} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	e := failed(client.KindUnsupported, "making a PDF needs LibreOffice, which was not found on this machine")
	e.Hint = "install it so that soffice is in PATH, or export docx, xlsx or pptx"
	return "", e
}

func failed(k client.Kind, t text.Text, args ...any) *client.Error {
	return client.Errorf(k, string(model.OpExport), model.Place{}, t, args...)
}

// Cannot says why a format cannot be made here; nil for all that it does not make.
func (p Program) Cannot(format string) error {
	if format != model.FormatPDF {
		return nil
	}
	_, err := find()
	return err
}

// suffixes are what it is given.
var suffixes = []string{".docx", ".xlsx", ".pptx"}

// PDF converts a file of that name.
func (p Program) PDF(ctx context.Context, name string, r io.ReaderAt, size int64, w io.Writer) error {
	ext := strings.ToLower(model.Extension(name))
	if !slices.Contains(suffixes, ext) {
		return failed(client.KindUnsupported, text.DocsNoExportAs, name, "PDF")
	}
	program, err := find()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "aloft-pdf-") // for this user only
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d := desk(dir)
	if err := d.lay(ext, io.NewSectionReader(r, 0, size)); err != nil {
		return err
	}
	made, err := p.run(ctx, program, d, ext)
	if err != nil {
		return err
	}
	defer made.Close()
	_, err = io.Copy(w, made)
	return err
}

// desk is the private folder of one conversion: the file, its PDF, and the settings of a
// LibreOffice that knows nothing of the person's own.
type desk string

func (d desk) in(names ...string) string {
	return filepath.Join(append([]string{string(d)}, names...)...)
}

// settings forbid what a document of a stranger may ask for: macros, and files and
// addresses that it refers to.
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
</oor:items>
`

// lay puts the file there.
func (d desk) lay(ext string, r io.Reader) error {
	for _, name := range []string{"home", "out", "profile/user"} {
		if err := os.MkdirAll(d.in(name), 0o700); err != nil {
			return err
		}
	}
	if err := os.WriteFile(d.in("profile", "user", "registrymodifications.xcu"), []byte(settings), 0o600); err != nil {
		return err
	}
	f, err := os.OpenFile(d.in("document"+ext), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}

// run makes the PDF. The program gets nothing of this process's environment but where
// programs are and the language, and no way to the network: its proxy does not exist.
func (p Program) run(ctx context.Context, program string, d desk, ext string) (*os.File, error) {
	limit := cmp.Or(p.Patience, patience)
	within, stop := context.WithTimeout(ctx, limit)
	defer stop()
	profile := url.URL{Scheme: "file", Path: filepath.ToSlash(d.in("profile"))}
	cmd := exec.CommandContext(within, program, "-env:UserInstallation="+profile.String(), "--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck",
		"--convert-to", "pdf", "--outdir", d.in("out"), d.in("document"+ext))
	cmd.Dir = string(d)
	const nowhere = "http://127.0.0.1:9"
	cmd.Env = []string{"HOME=" + d.in("home"), "TMPDIR=" + string(d), "SAL_USE_VCLPLUGIN=svp", "http_proxy=" + nowhere, "https_proxy=" + nowhere, "ftp_proxy=" + nowhere}
	for _, name := range []string{"PATH", "LANG", "LC_ALL", "SYSTEMROOT"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	system.Lead(cmd)
	cmd.WaitDelay = grace
	var said words
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case within.Err() != nil:
		return nil, failed(client.KindLocal, "LibreOffice did not finish within %s and was stopped; no PDF was made", limit.String())
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return nil, failed(client.KindLocal, text.PDFFailed, cmp.Or(said.last(), err.Error()))
	}
	return wrote(d, &said)
}

// wrote opens what it has written: it may end well and have written nothing.
func wrote(d desk, said *words) (*os.File, error) {
	f, err := os.Open(d.in("out", "document.pdf"))
	if errors.Is(err, fs.ErrNotExist) {
		if said.last() == "" {
			return nil, failed(client.KindLocal, text.PDFNothing)
		}
		return nil, failed(client.KindLocal, "LibreOffice made no PDF: %s", said.last())
	}
	if err != nil {
		return nil, err
	}
	if fi, err := f.Stat(); err != nil || !fi.Mode().IsRegular() || !client.IsPDF(f) {
		_ = f.Close()
		return nil, failed(client.KindLocal, text.PDFNothing)
	}
	return f, nil
}

// words keep the end of what the program says.
type words struct{ b bytes.Buffer }

func (s *words) Write(p []byte) (int, error) {
	s.b.Write(p)
	if over := s.b.Len() - mostSaid; over > 0 {
		s.b.Next(over)
	}
	return len(p), nil
}

// last is the last line that says something.
func (s *words) last() string {
	for _, l := range slices.Backward(strings.Split(s.b.String(), "\n")) {
		if l := strings.TrimSpace(model.Clean(l)); l != "" && !strings.HasPrefix(l, "Warning:") {
			return l
		}
	}
	return ""
}

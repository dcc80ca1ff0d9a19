//go:build unix

package libreoffice_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/procs"
	"aloft/client/libreoffice"
)

// office puts a script in place of LibreOffice. In it $out is the folder for the PDF and
// $file the file to convert, as LibreOffice is told.
func office(t *testing.T, script string) (tmp string) {
	t.Helper()
	bin := t.TempDir()
	tmp = t.TempDir()
	script = "#!/bin/sh\nwhile [ $# -gt 1 ]; do case $1 in --outdir) out=$2;; -env:*) profile=${1#*file://};; esac; shift; done\nfile=$1\n" + script
	procs.Program(t, filepath.Join(bin, "soffice"), script)
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	t.Setenv("TMPDIR", tmp)
	return tmp
}

// export converts a file of that text, and checks that nothing of it stays behind.
func export(t *testing.T, ctx context.Context, p libreoffice.Program, tmp string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	const body = "the text"
	err := p.PDF(ctx, "A report.DOCX", strings.NewReader(body), int64(len(body)), &out)
	if left, _ := os.ReadDir(tmp); len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
	return out.String(), err
}

func TestPDF(t *testing.T) {
	t.Setenv("ALOFT_DOCS_TOKEN", "secret")
	t.Setenv("LANG", "de_DE.UTF-8")
	tmp := office(t, `{ echo %PDF-1.7; cat "$file"; echo; echo "$file"; pwd; env; cat "$profile/user/registrymodifications.xcu"; stat -c %a .; } >"$out/document.pdf"`)
	got, err := export(t, t.Context(), libreoffice.Program{}, tmp)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"%PDF-1.7\nthe text\n", "/document.docx\n", "\nLANG=de_DE.UTF-8\n", "\nhttps_proxy=http://127.0.0.1:9\n", "\nHOME=" + tmp, "DisableMacrosExecution", "\n700\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("without %q:\n%s", want, got)
		}
	}
	for _, no := range []string{"secret", "HOME=" + os.Getenv("HOME") + "\n"} {
		if strings.Contains(got, no) {
			t.Errorf("%q is in what it sees:\n%s", no, got)
		}
	}
}

func TestNoPDF(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"fails with words": {`echo "Warning: no JVM" >&2; printf 'source file\033[2J could not be loaded\n\n' >&2; exit 77`, "LibreOffice made no PDF: source file\ufffd[2J could not be loaded"},
		"fails silently":   {`exit 3`, "LibreOffice made no PDF: exit status 3"},
		"writes nothing":   {`exit 0`, "LibreOffice ended and has written no PDF"},
		"only says so":     {`echo "Error: no export filter"`, "LibreOffice made no PDF: Error: no export filter"},
		"writes no PDF":    {`echo hello >"$out/document.pdf"`, "LibreOffice ended and has written no PDF"},
		"writes a folder":  {`mkdir "$out/document.pdf"`, "LibreOffice ended and has written no PDF"},
		"speaks very much": {`yes "many words" | head -n 100000; echo "the last one"; exit 1`, "LibreOffice made no PDF: the last one"},
		"another name":     {`echo %PDF-1.7 >"$out/other.pdf"`, "LibreOffice ended and has written no PDF"},
	} {
		t.Run(name, func(t *testing.T) {
			tmp := office(t, c.script)
			got, err := export(t, t.Context(), libreoffice.Program{}, tmp)
			if err == nil || err.Error() != c.want || got != "" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// One that hangs ends with all that it has started, and so does one that nobody wants any
// more.
func TestHangs(t *testing.T) {
	for name, ends := range map[string]func(*libreoffice.Program, func()){
		"too long":  func(p *libreoffice.Program, _ func()) { p.Patience = time.Second },
		"cancelled": func(_ *libreoffice.Program, cancel func()) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			pid := filepath.Join(t.TempDir(), "pid")
			if err := syscall.Mkfifo(pid, 0o600); err != nil {
				t.Fatal(err)
			}
			tmp := office(t, `sleep 1000 & echo $! >`+pid+`; trap '' TERM; wait; sleep 1000`)
			ctx, cancel := context.WithCancel(t.Context())
			var p libreoffice.Program
			child := make(chan int, 1)
			if name == "too long" {
				ends(&p, cancel)
			}
			go func() {
				b, _ := os.ReadFile(pid) // it is there when the script hangs
				n, _ := strconv.Atoi(strings.TrimSpace(string(b)))
				child <- n
				if name == "cancelled" {
					ends(&p, cancel)
				}
			}()
			_, err := export(t, ctx, p, tmp)
			if name == "cancelled" && !errors.Is(err, context.Canceled) || name == "too long" && (err == nil || err.Error() != "LibreOffice did not finish within 1s and was stopped; no PDF was made") {
				t.Error(err)
			}
			n := <-child
			if n <= 0 {
				t.Fatal("the script did not start")
			}
			for limit := time.Now().Add(10 * time.Second); alive(n); {
				if time.Now().After(limit) {
					t.Fatalf("process %d, which it has started, is there still", n)
				}
			}
		})
	}
}

// alive: a process that has ended and that nobody has waited for is not.
func alive(pid int) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return errors.Is(syscall.Kill(pid, 0), nil) && !errors.Is(err, os.ErrNotExist)
	}
	_, state, _ := bytes.Cut(b, []byte(") "))
	return len(state) > 0 && state[0] != 'Z'
}

func TestNoOffice(t *testing.T) {
	if _, err := os.Stat("/Applications/LibreOffice.app"); err == nil {
		t.Skip("there is one outside of PATH")
	}
	t.Setenv("PATH", t.TempDir())
	for _, format := range []string{"", "md", "docx"} {
		if err := (libreoffice.Program{}).Cannot(format); err != nil {
			t.Error(format, err)
		}
	}
	err := (libreoffice.Program{}).Cannot("pdf")
	var e *client.Error
	if !errors.As(err, &e) || e.Kind != client.KindUnsupported || !strings.Contains(string(e.Hint), "install it") {
		t.Errorf("%v", err)
	}
	if err := (libreoffice.Program{}).PDF(t.Context(), "a.docx", strings.NewReader("x"), 1, new(bytes.Buffer)); !client.Is(err, client.KindUnsupported) {
		t.Error(err)
	}
	if err := (libreoffice.Program{}).PDF(t.Context(), "a.xmind", strings.NewReader("x"), 1, new(bytes.Buffer)); !client.Is(err, client.KindUnsupported) {
		t.Error(err)
	}
}

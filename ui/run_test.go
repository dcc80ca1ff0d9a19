package ui_test

import (
	"bytes"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/creack/pty"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"

	"aloft/ui/term"
)

// spoiled sources break where they are asked.
type spoiled struct {
	uitest.Sources
	inView, inCommand bool
	armed             *atomic.Bool // the screen is up: break with the next key
}

func (s spoiled) Accounts() []string {
	if s.inView && s.armed.Load() {
		panic("secret words")
	}
	return nil
}

func (s spoiled) For(p model.Place) (client.Source, error) {
	if s.inCommand && s.armed.Load() {
		var none []int
		_ = none[len(p.Path)+3]
	}
	return s.Sources.For(p)
}

// A crash restores the terminal and is reported in one line, without values.
func TestACrashRestoresTheTerminal(t *testing.T) {
	for name, s := range map[string]spoiled{"while drawing": {inView: true}, "in a command": {inCommand: true}} {
		t.Run(name, func(t *testing.T) {
			s.armed = new(atomic.Bool)
			master, tty, err := pty.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer master.Close()
			if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
				t.Fatal(err)
			}
			var mu sync.Mutex
			var out bytes.Buffer
			read := make(chan struct{})
			go func() {
				defer close(read)
				buf := make([]byte, 4096)
				for {
					n, err := master.Read(buf)
					mu.Lock()
					out.Write(buf[:n])
					up := bytes.Contains(out.Bytes(), []byte("Backup/"))
					mu.Unlock()
					if up && s.armed.CompareAndSwap(false, true) {
						_, _ = master.WriteString("\x12") // Ctrl-R, and no other key
					}
					if err != nil {
						return
					}
				}
			}()
			tree := sample()
			deps, _ := uitest.Deps(t, tree)
			s.Sources = uitest.Sources{tree}
			deps.Client.Sources = s
			ended := make(chan error, 1)
			go func() { ended <- ui.Run(t.Context(), deps, term.Own(tty, tty)) }()
			select {
			case err = <-ended:
			case <-time.After(10 * time.Second):
				t.Fatal("it goes on with a blank screen")
			}
			if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
				t.Errorf("it says %v", err)
			}
			if err != nil && !strings.Contains(err.Error(), "aloft crashed") {
				t.Errorf("it says %v", err)
			}
			_ = tty.Close()
			<-read
			mu.Lock()
			defer mu.Unlock()
			for _, want := range []string{"\x1b[?1049l", "\x1b[?25h"} {
				if at := strings.LastIndex(out.String(), want); at < 0 {
					t.Errorf("%q was not sent", want)
				}
			}
		})
	}
}

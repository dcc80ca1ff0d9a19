package picture

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"aloft/ui/term"
)

// The terminal says what it is, once it is asked; where nobody should ask, or it says nothing of use, there are no
// pictures.
func TestHowATerminalShowsPictures(t *testing.T) {
	plain := []string{"TERM=xterm-256color"}
	for _, c := range []struct {
		setting string
		environ []string
		name    string
		ready   bool
	}{
		{"auto", plain, "kitty(0.42.1)", true},
		{"", plain, "ghostty 1.2.0", true},
		{"auto", plain, "WezTerm 20240203", false}, // it knows the graphics, not the placeholders
		{"auto", plain, "XTerm(390)", false},
		{"auto", plain, "", false},
		{"off", plain, "kitty(0.42.1)", false},
		{"auto", append(plain, "SSH_TTY=/dev/pts/1"), "kitty(0.42.1)", false},
		{"kitty", append(plain, "SSH_TTY=/dev/pts/1"), "", true},
		{"auto", append(plain, "TMUX=/tmp/x"), "kitty(0.42.1)", false},
		{"auto", []string{"TERM=tmux-256color"}, "kitty(0.42.1)", false},
		{"kitty", plain, "", true},
	} {
		p := New(c.setting, term.Getenv(c.environ))
		if p.Possible() {
			if ask := p.Ask(); !strings.HasSuffix(ask, ansi.RequestPrimaryDeviceAttributes) || p.Ask() != "" {
				t.Errorf("%+v: it asks %q, then again", c, ask)
			}
			for _, m := range []tea.Msg{tea.TerminalVersionMsg{Name: c.name}, uv.CellSizeEvent{Width: 9, Height: 20}, uv.PrimaryDeviceAttributesEvent{62, 22}} {
				if !p.Update(m) {
					t.Errorf("%T is not taken", m)
				}
			}
			if p.Cell() != image.Pt(9, 20) {
				t.Errorf("a cell has %v", p.Cell())
			}
		}
		if p.Ready() != c.ready || p.Possible() != c.ready {
			t.Errorf("%+v: ready %t, possible %t", c, p.Ready(), p.Possible())
		}
		if p.SetColours(false); p.Ready() {
			t.Errorf("%+v: no placeholder can name its picture", c)
		}
	}
	if p := New("auto", term.Getenv(plain)); p.Ready() || !p.Possible() {
		t.Error("it does not wait for the answer")
	}
	var none *Terminal
	if none.Ready() || none.Possible() {
		t.Error("nil shows pictures")
	}
}

// What is sent is one picture in well-formed parts, quietly, and its cells are as wide as they say.
func TestWhatATerminalOfKittyGets(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 90, 70))
	noise := rand.New(rand.NewPCG(1, 2)) // compresses badly
	for y := range 70 {
		for x := range 90 {
			img.Set(x, y, color.RGBA{R: byte(noise.Int()), G: byte(noise.Int()), B: byte(noise.Int()), A: 255})
		}
	}
	cells := Cells(img.Rect.Size(), image.Pt(8, 16))
	if cells != image.Pt(12, 5) {
		t.Errorf("%v cells", cells)
	}
	for name, wrap := range map[string]func(string) string{"alone": New("kitty", term.Getenv(nil)).Wrap(), "tmux": New("kitty", term.Getenv([]string{"TMUX=x"})).Wrap()} {
		seq, err := Send(img, 40, cells, wrap)
		if err != nil {
			t.Fatal(err)
		}
		if name == "tmux" {
			if !strings.HasPrefix(seq, "\x1bPtmux;\x1b\x1b_G") || !strings.HasPrefix(Drop(40, wrap), "\x1bPtmux;") {
				t.Errorf("%.40q", seq)
			}
			continue
		}
		var data strings.Builder
		parts := strings.SplitAfter(seq, "\x1b\\")
		for i, part := range parts[:len(parts)-1] {
			body, ok := strings.CutPrefix(strings.TrimSuffix(part, "\x1b\\"), "\x1b_G")
			options, payload, ok2 := strings.Cut(body, ";")
			if !ok || !ok2 || len(payload) > 4096 || strings.Trim(options, "abcdefghijklmnopqrstuvwxyzTU0123456789=,") != "" || !strings.Contains(options, "q=2") {
				t.Fatalf("part %d: %.60q", i, part)
			}
			if i == 0 {
				for _, want := range []string{"a=T", "f=100", "i=40", "U=1", "c=12", "r=5"} {
					if !strings.Contains(","+options+",", ","+want+",") {
						t.Errorf("no %s in %s", want, options)
					}
				}
			}
			data.WriteString(payload)
		}
		if len(parts) < 3 || parts[len(parts)-1] != "" {
			t.Errorf("%d parts, the rest is %q", len(parts), parts[len(parts)-1])
		}
		raw, err := base64.StdEncoding.DecodeString(data.String())
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(raw))
		if err != nil || got.Bounds() != img.Rect {
			t.Fatalf("%v %v", got, err)
		}
	}
	rows := Rows(40, cells)
	for _, row := range rows {
		if ansi.StringWidth(row) != 12 || ansi.StringWidthWc(row) != 12 || !strings.HasPrefix(row, "\x1b[38;5;40m\U0010eeee") {
			t.Errorf("%q", row)
		}
	}
	if len(rows) != 5 {
		t.Errorf("%d rows", len(rows))
	}
}

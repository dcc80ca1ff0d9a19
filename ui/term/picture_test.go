package term

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// The terminal says what it is, once it is asked; where nobody should ask, or it says nothing of use, there are no
// pictures.
func TestHowATerminalShowsPictures(t *testing.T) {
	plain := []string{"TERM=xterm-256color"}
	for _, c := range []struct {
		setting string
		environ []string
		name    string
		kind    []int // what the terminal says of its kind
		how     PictureHow
	}{
		{"auto", plain, "kitty(0.42.1)", nil, Kitty},
		{"auto", plain, "kitty(1.0.1)", nil, Kitty},
		{"auto", plain, "kitty(0.26.5)", nil, NoPictures}, // before the placeholders
		{"", plain, "ghostty 1.2.0", nil, Kitty},
		{"auto", plain, "WezTerm 20240203", []int{65, 4, 6}, ITerm2}, // it knows kitty's graphics, not the placeholders
		{"auto", plain, "iTerm2 3.5.1", nil, ITerm2},
		{"auto", plain, "XTerm(390)", []int{63, 1, 4}, Sixel},
		{"auto", plain, "XTerm(390)", []int{4, 1, 2}, NoPictures}, // a VT132
		{"auto", plain, "", nil, NoPictures},
		{"off", plain, "kitty(0.42.1)", nil, NoPictures},
		{"auto", append(plain, "SSH_TTY=/dev/pts/1"), "kitty(0.42.1)", nil, NoPictures},
		{"kitty", append(plain, "SSH_TTY=/dev/pts/1"), "", nil, Kitty},
		{"auto", append(plain, "TMUX=/tmp/x"), "kitty(0.42.1)", nil, NoPictures},
		{"auto", []string{"TERM=tmux-256color"}, "kitty(0.42.1)", nil, NoPictures},
		{"kitty", plain, "", nil, Kitty},
		{"sixel", plain, "kitty(0.42.1)", nil, Sixel},
		{"iterm2", plain, "", nil, ITerm2},
	} {
		p := NewPictures(c.setting, Getenv(c.environ), func() (int, int) { return 7, 13 })
		if p.Possible() {
			asks, ok := p.Ask()().(tea.BatchMsg)
			if !ok || len(asks) != 2 || asks[0]() != tea.Msg(uv.CellSizeEvent{Width: 7, Height: 13}) || p.Ask() != nil {
				t.Errorf("%+v: it asks %v, then again", c, asks)
			}
			if ask, ok := asks[1]().(tea.RawMsg); !ok || !strings.HasSuffix(fmt.Sprint(ask.Msg), ansi.RequestPrimaryDeviceAttributes) {
				t.Errorf("%+v: it asks %v", c, ask)
			}
			for _, m := range []tea.Msg{tea.TerminalVersionMsg{Name: c.name}, uv.CellSizeEvent{Width: 9, Height: 20}, uv.PrimaryDeviceAttributesEvent(c.kind)} {
				if !p.Update(m) {
					t.Errorf("%T is not taken", m)
				}
			}
			if p.Cell() != image.Pt(9, 20) {
				t.Errorf("a cell has %v", p.Cell())
			}
		}
		if p.How() != c.how || p.Possible() != (c.how != NoPictures) {
			t.Errorf("%+v: %d, possible %t", c, p.How(), p.Possible())
		}
		if p.SetColours(true, false); p.How() == Kitty || p.How() == NoPictures && c.how > Kitty {
			t.Errorf("%+v in 16 colours: %d", c, p.How())
		}
		if p.SetColours(false, false); p.How() != NoPictures {
			t.Errorf("%+v without colours: %d", c, p.How())
		}
	}
	if p := NewPictures("auto", Getenv(plain), nil); p.How() != NoPictures || !p.Possible() {
		t.Error("it does not wait for the answer")
	}
	var none *Pictures
	if none.How() != NoPictures || none.Possible() {
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
	cells := PictureCells(img.Rect.Size(), image.Pt(8, 16))
	if cells != image.Pt(12, 5) {
		t.Errorf("%v cells", cells)
	}
	for name, wrap := range map[string]func(string) string{"alone": NewPictures("kitty", Getenv(nil), nil).Wrap(), "tmux": NewPictures("kitty", Getenv([]string{"TMUX=x"}), nil).Wrap()} {
		seq, err := Kitty.Send(img, 40, cells, wrap)
		if err != nil {
			t.Fatal(err)
		}
		if name == "tmux" {
			if !strings.HasPrefix(seq, "\x1bPtmux;\x1b\x1b_G") || !strings.HasPrefix(Kitty.Drop(40, wrap), "\x1bPtmux;") {
				t.Errorf("%.40q", seq)
			}
			continue
		}
		var data strings.Builder
		parts := strings.SplitAfter(seq, "\x1b\\")
		for i, part := range parts[:len(parts)-1] {
			body, ok := strings.CutPrefix(strings.TrimSuffix(part, "\x1b\\"), "\x1b_G")
			options, payload, ok2 := strings.Cut(body, ";")
			if !ok || !ok2 || len(payload) > 4096 || strings.Trim(options, "abcdefghijklmnopqrstuvwxyzCTU0123456789=,") != "" || !strings.Contains(options, "q=2") {
				t.Fatalf("part %d: %.60q", i, part)
			}
			if i == 0 {
				for _, want := range []string{"a=T", "f=100", "i=40", "U=1", "C=1", "c=12", "r=5"} {
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
	rows := Kitty.Rows(40, cells)
	for _, row := range rows {
		if ansi.StringWidth(row) != 12 || ansi.StringWidthWc(row) != 12 || !strings.HasPrefix(row, "\x1b[38;5;40m\U0010eeee") {
			t.Errorf("%q", row)
		}
	}
	if len(rows) != 5 {
		t.Errorf("%d rows", len(rows))
	}
}

// Sixels are read back as the picture that they were made of.
func TestSixels(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 20, 15))
	for y := range 15 {
		for x := range 20 {
			switch {
			case x < 5:
				img.Set(x, y, color.NRGBA{R: 255, A: 255})
			case x < 10:
				img.Set(x, y, color.NRGBA{B: 255, A: 255})
			}
		}
	}
	seq, err := Sixel.Send(img, 1, image.Pt(3, 1), func(s string) string { return s })
	if err != nil {
		t.Fatal(err)
	}
	body, ok := strings.CutPrefix(strings.TrimSuffix(seq, "\x1b\\"), "\x1bP0;1q\"1;1;20;15")
	if !ok || strings.ContainsAny(body, "\x1b\x07") {
		t.Fatalf("%q", seq)
	}
	got, colours := image.NewNRGBA(img.Rect), map[int]color.NRGBA{}
	x, top, now, n := 0, 0, 0, 1
	for i := 0; i < len(body); i++ {
		number := func() (v int) {
			for ; i+1 < len(body) && body[i+1] >= '0' && body[i+1] <= '9'; i++ {
				v = 10*v + int(body[i+1]-'0')
			}
			return v
		}
		switch c := body[i]; c {
		case '#':
			now = number()
			if body[i+1] == ';' {
				var parts [4]int
				for k := range parts {
					i++
					parts[k] = number()
				}
				colours[now] = color.NRGBA{byte(parts[1] * 255 / 100), byte(parts[2] * 255 / 100), byte(parts[3] * 255 / 100), 255}
			}
		case '!':
			n = number()
		case '$':
			x = 0
		case '-':
			x, top = 0, top+6
		default:
			for range n {
				for bit := range 6 {
					if (c-'?')>>bit&1 == 1 {
						got.Set(x, top+bit, colours[now])
					}
				}
				x++
			}
			n = 1
		}
	}
	if !bytes.Equal(got.Pix, img.Pix) {
		t.Errorf("%v\n%v", got.Pix, img.Pix)
	}
}

// What is painted goes over cells that are not empty, so that what follows erases it.
func TestPaintedPictures(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 30, 20))
	same := func(s string) string { return s }
	seq, err := ITerm2.Send(img, 1, image.Pt(4, 2), same)
	if err != nil || !strings.HasPrefix(seq, "\x1b]1337;File=size=") || !strings.Contains(seq, ";width=4;height=2;inline=1;doNotMoveCursor=1:") {
		t.Errorf("%v %.90q", err, seq)
	}
	if got := PaintPicture("X", image.Pt(4, 2)); got != "\x1b7\x1b[3;5HX\x1b8" {
		t.Errorf("%q", got)
	}
	for _, how := range []PictureHow{ITerm2, Sixel} {
		rows := how.Rows(1, image.Pt(4, 2))
		if len(rows) != 2 || strings.Contains(rows[0], " ") || ansi.StringWidth(rows[0]) != 4 || how.Drop(1, same) != "" {
			t.Errorf("%q", rows)
		}
	}
}

package kit_test

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"unicode/utf8"

	go_qr "github.com/piglig/go-qr"

	"aloft/ui/kit"
)

// What the lines show is read back, as a camera sees them: either colour drawn on the other.
func TestLinesAreReadBack(t *testing.T) {
	for _, text := range []string{"x", "https://login.example/scan?token=st1234567890abcdef", strings.Repeat("https://a.example/?token=", 12)} {
		c, err := kit.QROf(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, border := range []int{kit.LeastQR, kit.QuietQR - 1, kit.QuietQR} {
			for _, onDark := range []bool{false, true} {
				lines := c.Lines(border, onDark)
				if w, h := c.Size(border); len(lines) != h || utf8.RuneCountInString(lines[0]) != w {
					t.Fatalf("%d lines of %d, not %d of %d", len(lines), utf8.RuneCountInString(lines[0]), h, w)
				}
				got, err := go_qr.Decode(picture(lines, onDark))
				if err != nil || got != text {
					t.Errorf("border %d, on dark %v: %v", border, onDark, err)
				}
			}
		}
	}
	if _, err := kit.QROf(strings.Repeat("x", 3000)); err == nil {
		t.Error("a text that no code can have")
	}
}

// picture is what the lines look like, each cell 8 by 16 dots.
func picture(lines []string, onDark bool) image.Image {
	ink, ground := color.Gray{}, color.Gray{Y: 255}
	if onDark {
		ink, ground = ground, ink
	}
	m := image.NewGray(image.Rect(0, 0, 8*utf8.RuneCountInString(lines[0]), 16*len(lines)))
	for y, line := range lines {
		x := 0
		for _, r := range line {
			for dy := range 16 {
				c := ground
				if r == '█' || r == '▀' && dy < 8 || r == '▄' && dy >= 8 {
					c = ink
				}
				for dx := range 8 {
					m.SetGray(8*x+dx, 16*y+dy, c)
				}
			}
			x++
		}
	}
	return m
}

func TestFit(t *testing.T) {
	c, err := kit.QROf(strings.Repeat("x", 100)) // 37 squares a side
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct {
		w, h, border int
		fits         bool
	}{{80, 23, 4, true}, {44, 23, 3, true}, {45, 22, 3, true}, {80, 21, 2, true}, {41, 21, 2, true}, {40, 40, 0, false}, {80, 20, 0, false}} {
		if border, fits := c.Fit(of.w, of.h); border != of.border || fits != of.fits {
			t.Errorf("%d×%d: %d, %v", of.w, of.h, border, fits)
		}
	}
}

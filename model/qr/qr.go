// Package qr draws QR codes with the block characters of terminals, two rows of the code in a line.
package qr

import (
	"strings"

	go_qr "github.com/piglig/go-qr"
)

// Quiet is the light border that a code should have around it, in its smallest squares; Least is one that cameras
// still take where there is little room.
const (
	Quiet = 4
	Least = 2
)

// Code is a QR code.
type Code struct{ of *go_qr.QrCode }

// Of is the code of a text. An error means that it is too long for one.
func Of(text string) (Code, error) {
	c, err := go_qr.EncodeText(text, go_qr.Low)
	return Code{c}, err
}

// Size is the code's size in cells with a border.
func (c Code) Size(border int) (width, height int) {
	side := c.of.Size() + 2*border
	return side, (side + 1) / 2
}

// Fit is the border with which the code fits into cells, false if it does not fit at all.
func (c Code) Fit(width, height int) (border int, fits bool) {
	for _, border = range []int{Quiet, Quiet - 1, Least} {
		if w, h := c.Size(border); w <= width && h <= height {
			return border, true
		}
	}
	return 0, false
}

// Lines are the code with a border, all of one width. Its dark squares are drawn; where light is drawn on a dark
// ground, the light ones are.
func (c Code) Lines(border int, onDark bool) []string {
	width, height := c.Size(border)
	drawn := func(x, y int) bool { return c.of.Module(x-border, y-border) != onDark }
	out := make([]string, height)
	for i := range out {
		var line strings.Builder
		for x := range width {
			upper, lower := drawn(x, 2*i), drawn(x, 2*i+1)
			switch {
			case upper && lower:
				line.WriteRune('█')
			case upper:
				line.WriteRune('▀')
			case lower:
				line.WriteRune('▄')
			default:
				line.WriteByte(' ')
			}
		}
		out[i] = line.String()
	}
	return out
}

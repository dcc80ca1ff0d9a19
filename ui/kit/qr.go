package kit

import (
	"strings"

	go_qr "github.com/piglig/go-qr"
)

// QuietQR is the light border that a code should have around it, in its smallest squares; Least is one that cameras
// still take where there is little room.
const (
	QuietQR = 4
	LeastQR = 2
)

// QRCode is a QR code.
type QRCode struct{ of *go_qr.QrCode }

// QROf is the code of a text. An error means that it is too long for one.
func QROf(text string) (QRCode, error) {
	c, err := go_qr.EncodeText(text, go_qr.Low)
	return QRCode{c}, err
}

// Size is the code's size in cells with a border.
func (c QRCode) Size(border int) (width, height int) {
	side := c.of.Size() + 2*border
	return side, (side + 1) / 2
}

// Fit is the border with which the code fits into cells, false if it does not fit at all.
func (c QRCode) Fit(width, height int) (border int, fits bool) {
	for _, border = range []int{QuietQR, QuietQR - 1, LeastQR} {
		if w, h := c.Size(border); w <= width && h <= height {
			return border, true
		}
	}
	return 0, false
}

// Lines are the code with a border, all of one width. Its dark squares are drawn; where light is drawn on a dark
// ground, the light ones are.
func (c QRCode) Lines(border int, onDark bool) []string {
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

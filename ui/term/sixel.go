package term

import (
	"image"
	"image/draw"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// bandRows is how many rows of pixels one row of sixels has.
const bandRows = 6

// sixels returns a picture as sixels. Pixels that are more transparent than not are left out.
func sixels(img image.Image) string {
	box := image.Rectangle{Max: img.Bounds().Size()}
	full := image.NewNRGBA(box)
	draw.Draw(full, box, img, img.Bounds().Min, draw.Src)
	in := image.NewPaletted(box, colours(full))
	var b strings.Builder
	b.WriteString(`"1;1;` + strconv.Itoa(box.Dx()) + ";" + strconv.Itoa(box.Dy()))
	if len(in.Palette) > 0 { // otherwise nothing of it can be seen
		draw.FloydSteinberg.Draw(in, box, full, image.Point{})
	}
	for i, c := range in.Palette {
		r, g, bl, _ := c.RGBA()
		b.WriteString("#" + strconv.Itoa(i) + ";2")
		for _, part := range []uint32{r, g, bl} {
			b.WriteString(";" + strconv.Itoa(int(part*100/0xffff)))
		}
	}
	for top := 0; top < box.Dy(); top += bandRows {
		band := map[uint8][]byte{}
		for y := top; y < min(top+bandRows, box.Dy()); y++ {
			for x := range box.Dx() {
				if full.Pix[full.PixOffset(x, y)+3] < 0x80 {
					continue
				}
				c := in.Pix[y*in.Stride+x]
				if band[c] == nil {
					band[c] = make([]byte, box.Dx())
				}
				band[c][x] |= 1 << (y - top)
			}
		}
		for c := range in.Palette {
			if row := band[uint8(c)]; row != nil {
				b.WriteString("#" + strconv.Itoa(c))
				repeated(&b, row)
				b.WriteByte('$')
			}
		}
		b.WriteByte('-')
	}
	return ansi.SixelGraphics(0, 1, 0, []byte(b.String()))
}

// repeated writes a row of sixels, equal ones as their number.
func repeated(b *strings.Builder, row []byte) {
	for i := 0; i < len(row); {
		n := 1
		for i+n < len(row) && row[i+n] == row[i] {
			n++
		}
		six := string(rune('?' + row[i]))
		if n > 3 {
			b.WriteString("!" + strconv.Itoa(n) + six)
		} else {
			b.WriteString(strings.Repeat(six, n))
		}
		i += n
	}
}

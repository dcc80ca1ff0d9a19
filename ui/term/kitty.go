package term

import (
	"image"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi/kitty"
)

// sendKitty gives the terminal a picture for so many cells.
func sendKitty(img image.Image, id int, cells image.Point, wrap func(string) string) (string, error) {
	var b strings.Builder
	err := kitty.EncodeGraphics(&b, img, &kitty.Options{
		Action: kitty.TransmitAndPut, Transmission: kitty.Direct, Format: kitty.PNG, ID: id, Quiet: 2,
		VirtualPlacement: true, DoNotMoveCursor: true, Columns: cells.X, Rows: cells.Y, Chunk: true, ChunkFormatter: wrap,
	})
	return b.String(), err
}

// rowsKitty returns the placeholders of a picture.
func rowsKitty(id int, cells image.Point) []string {
	rows := make([]string, cells.Y)
	for y := range rows {
		var b strings.Builder
		b.WriteString("\x1b[38;5;" + strconv.Itoa(id) + "m")
		for x := range cells.X {
			b.WriteRune(kitty.Placeholder)
			b.WriteRune(kitty.Diacritic(y))
			b.WriteRune(kitty.Diacritic(x))
		}
		b.WriteString("\x1b[39m")
		rows[y] = b.String()
	}
	return rows
}

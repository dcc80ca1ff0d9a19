package term

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/iterm2"
)

// Send returns the sequences that show a picture in so many cells: with kitty wherever its placeholders are, otherwise
// at the cursor.
func (h PictureHow) Send(img image.Image, id int, cells image.Point, wrap func(string) string) (string, error) {
	switch h {
	case Kitty:
		return sendKitty(img, id, cells, wrap)
	case ITerm2:
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			return "", err
		}
		return wrap(ansi.ITerm2(iterm2.File{
			Inline: true, Width: iterm2.Cells(cells.X), Height: iterm2.Cells(cells.Y), Size: int64(b.Len()), DoNotMoveCursor: true,
			Content: []byte(base64.StdEncoding.EncodeToString(b.Bytes())),
		})), nil
	}
	return wrap(sixels(img)), nil
}

// Drop returns the sequence that makes the terminal forget a picture, "" if it remembers none.
func (h PictureHow) Drop(id int, wrap func(string) string) string {
	if h != Kitty {
		return ""
	}
	return wrap(ansi.KittyGraphics(nil, "a=d", "d=I", "i="+strconv.Itoa(id), "q=2"))
}

// Rows returns the cells of a picture, a string for each row. Those that it is painted over are not empty: whatever
// follows them is written, which erases it.
func (h PictureHow) Rows(id int, cells image.Point) []string {
	if h == Kitty {
		return rowsKitty(id, cells)
	}
	rows := make([]string, cells.Y)
	for y := range rows {
		rows[y] = strings.Repeat("\u00a0", cells.X)
	}
	return rows
}

// PaintPicture returns the sequence that paints a picture over its cells, from a position on.
func PaintPicture(data string, at image.Point) string {
	return ansi.SaveCursor + ansi.CursorPosition(at.X+1, at.Y+1) + data + ansi.RestoreCursor
}

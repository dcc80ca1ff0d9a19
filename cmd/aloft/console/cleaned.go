package console

import (
	"bytes"
	"io"
	"strings"

	"aloft/model"
)

// Cleaned writes text without what would act on a terminal.
type Cleaned struct {
	w    io.Writer
	rest []byte
}

// NewCleaned writes to w.
func NewCleaned(w io.Writer) *Cleaned { return &Cleaned{w: w} }

// longestLine is how much of a line is held back, in bytes.
const longestLine = 64 << 10

func (c *Cleaned) Write(p []byte) (int, error) {
	c.rest = append(c.rest, p...)
	return len(p), c.flush(false)
}

// Close writes what was held back.
func (c *Cleaned) Close() error { return c.flush(true) }

func (c *Cleaned) flush(all bool) error {
	n := bytes.LastIndexByte(c.rest, '\n') + 1
	if all || len(c.rest)-n > longestLine {
		n = len(c.rest)
	}
	for line := range strings.SplitAfterSeq(string(c.rest[:n]), "\n") {
		text, end := strings.CutSuffix(line, "\n")
		cells := strings.Split(strings.TrimSuffix(text, "\r"), "\t")
		for i := range cells {
			cells[i] = model.Clean(cells[i])
		}
		text = strings.Join(cells, "\t")
		if end {
			text += "\n"
		}
		if _, err := io.WriteString(c.w, text); err != nil {
			return err
		}
	}
	c.rest = append(c.rest[:0], c.rest[n:]...)
	return nil
}

package jobs

import (
	"strings"
	"testing"

	"aloft/model"
	"aloft/model/text"
)

// Bytes that are known only after a conversion do not make a job look nearly done.
func TestPortionOfATransfer(t *testing.T) {
	for _, c := range []struct {
		done, items int
		bytes, all  int64
		least, most int
		says        string
	}{
		{38, 300, 178e3, 183e3, 126, 134, "174 K"},
		{0, 1, 25e6, 50e6, 450, 450, " of "},
		{3, 4, 1e6, 50e6, 750, 750, " of "},
		{0, 4, 25e6, 50e6, 450, 450, " of "},
		{4, 4, 50e6, 50e6, 1000, 1000, " of "},
	} {
		j := snap("a", model.JobRunning, c.done, c.items)
		j.Op, j.Bytes, j.BytesAll = model.OpImport, c.bytes, c.all
		if got := Portion(&j); got < c.least || got > c.most {
			t.Errorf("%d/%d, %d of %d bytes: %d", c.done, c.items, c.bytes, c.all, got)
		}
		if got := Bytes(&text.Catalogue{}, &j); !strings.Contains(got, c.says) || strings.Contains(got, " of ") != (c.says == " of ") {
			t.Errorf("%d/%d: %q", c.done, c.items, got)
		}
	}
}

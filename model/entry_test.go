package model

import (
	"testing"
	"time"
)

func TestDiffers(t *testing.T) {
	at := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	file := func(size int64, modified, original time.Time) Entry {
		return Entry{Name: "f", Kind: KindFile, Size: size, Modified: modified, Original: original}
	}
	folder := Entry{Name: "f", Kind: KindFolder, Size: Unknown, Modified: at}
	sent := at.Add(-time.Hour)
	for name, c := range map[string]struct {
		a, b Entry
		want Difference
	}{
		"equal":                               {file(1, at, time.Time{}), file(1, at, time.Time{}), ""},
		"a clock of two seconds":              {file(1, at, time.Time{}), file(1, at.Add(clockStep), time.Time{}), ""},
		"later":                               {file(1, at, time.Time{}), file(1, at.Add(clockStep+1), time.Time{}), DiffTime},
		"sizes":                               {file(1, at, time.Time{}), file(2, at, time.Time{}), DiffSize},
		"an unknown size":                     {file(1, at, time.Time{}), file(Unknown, at, time.Time{}), ""},
		"an unknown time":                     {file(1, at, time.Time{}), file(1, time.Time{}, time.Time{}), ""},
		"an uploaded file":                    {file(1, sent, time.Time{}), file(1, at, sent), ""},
		"a downloaded file with a later time": {file(1, at, time.Time{}), file(1, at, sent), ""},
		"changed after the upload":            {file(1, sent.Add(time.Minute), time.Time{}), file(1, at, sent), DiffTime},
		"kinds":                               {file(1, at, time.Time{}), folder, DiffKind},
		"folders":                             {folder, Entry{Name: "f", Kind: KindFolder, Size: 9}, ""},
	} {
		if got := c.a.Differs(&c.b, false); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if got := c.b.Differs(&c.a, false); got != c.want {
			t.Errorf("%s, the other way: %q, want %q", name, got, c.want)
		}
	}
}

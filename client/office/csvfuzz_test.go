package office

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever the bytes are: the rows are valid XML, and contain what encoding/csv
// reads of well-formed values. The archive around them is not made: it would take
// most of the time.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{"", "a,b\n1,2\n", "\"a\"\"b\",\"c\nd\"\n", "sep=;\na;b\n", "\xff\xfea\x00,\x00", "\xd5\xc5\xc8\xfd,1\n", "a\r\rb", "\"", ",,\n,", "_x0041_,\x01", "\"\"\n", "\"\"\na", "\"\",\n\nb"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 512 {
			return
		}
		var out bytes.Buffer
		s := &sheetWriter{out: bufio.NewWriter(&out), sheets: 1, limit: maxRows}
		in := newCSVReader(newTextReader(bytes.NewReader(data)))
		for {
			row, err := in.next()
			if err == io.EOF {
				break
			}
			if err == nil {
				err = s.row(row)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := s.out.Flush(); err != nil {
			t.Fatal(err)
		}
		got := filled(sheetRows(t, out.Bytes()))
		if !plain(data) {
			return
		}
		r := csv.NewReader(bytes.NewReader(data))
		r.FieldsPerRecord = -1
		want, err := r.ReadAll()
		if err != nil {
			return
		}
		if want = filled(want); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// sheetRows reads the rows of a sheet.
func sheetRows(t *testing.T, b []byte) [][]string {
	var sheet struct {
		Rows []struct {
			Cells []struct {
				At   string `xml:"r,attr"`
				V    string `xml:"v"`
				Text string `xml:"is>t"`
			} `xml:"c"`
		} `xml:"row"`
	}
	if err := xml.Unmarshal(slices.Concat([]byte("<s>"), b, []byte("</s>")), &sheet); err != nil {
		t.Fatalf("%v: %q", err, b)
	}
	var out [][]string
	for _, r := range sheet.Rows {
		var row []string
		for _, c := range r.Cells {
			n := 0
			for _, l := range strings.TrimRight(c.At, "0123456789") {
				n = 26*n + int(l-'A') + 1
			}
			for len(row) < n {
				row = append(row, "")
			}
			row[n-1] = c.V + c.Text
		}
		out = append(out, row)
	}
	return out
}

// filled are the rows that are not empty, without the empty cells at their ends: a
// workbook does not have the others.
func filled(in [][]string) [][]string {
	var out [][]string
	for _, row := range in {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if len(row) > 0 {
			out = append(out, row)
		}
	}
	return out
}

// plain reports whether only commas can separate the values, and every character is
// allowed in a workbook.
func plain(b []byte) bool {
	if bytes.ContainsAny(b, ";\t|\r_\ufeff\uFFFE\uFFFF") || !utf8.Valid(b) || len(b) >= 4 && strings.EqualFold(string(b[:4]), "sep=") {
		return false
	}
	for _, c := range b {
		if c < 0x20 && c != '\n' {
			return false
		}
	}
	return true
}

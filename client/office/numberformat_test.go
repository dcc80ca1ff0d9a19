package office

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// What a cell shows is what a spreadsheet shows.
func TestNumbersAsTheyAreShown(t *testing.T) {
	for _, c := range []struct{ code, stored, want string }{
		{"0", "2.5", "3"}, {"0.00", "1.005", "1.01"}, {"#,##0", "1234567", "1,234,567"}, {"#,##0.00", "-1234.5", "-1,234.50"},
		{"0%", "0.256", "26%"}, {"0.0%", "0.2564", "25.6%"}, {"0.00E+00", "12345", "1.23E+04"}, {"##0.0E+0", "12345", "12.3E+3"},
		{"#,##0 ;(#,##0)", "-5", "(5)"}, {`0;-0;"none"`, "0", "none"}, {`"$"#,##0.00`, "3", "$3.00"}, {"[$€-407]#,##0.0", "1500", "€1,500.0"},
		{"0.0,,\"M\"", "12345678", "12.3M"}, {"000-0000", "5551234", "555-1234"}, {"#.##", "0.5", ".5"}, {"#.##", "2", "2."},
		{"[Red]0;[Blue]-0", "-4", "-4"}, {"0 \"pcs\"", "12", "12 pcs"}, {"00000", "42", "00042"}, {"General", "0.1", "0.1"},
		{`General" kg"`, "7", "7 kg"}, {"?/?", "0.5", "0.5"}, {"@", "5", "5"},
		{"yyyy-mm-dd", "45292", "2024-01-01"}, {"d/m/yy h:mm", "45292.5", "1/1/24 12:00"}, {"mm-dd-yy", "1", "01-01-00"},
		{"dddd, d mmmm yyyy", "45292", "Monday, 1 January 2024"}, {"mmm-yy", "45292", "Jan-24"}, {"h:mm AM/PM", "0.75", "6:00 PM"},
		{"h:mm:ss", "0.999999", "0:00:00"}, {"[h]:mm:ss", "1.5", "36:00:00"}, {"[mm]:ss", "0.05", "72:00"}, {"mm:ss.0", "0.00001736", "00:01.5"},
		{`yyyy"年"m"月"d"日"`, "45292", "2024年1月1日"}, {"上午/下午h:mm", "0.25", "上午6:00"}, {"yyyy-mm-dd", "-1", "-1"},
		{"yyyy-mm-dd", "text", "text"}, {"", "5", ""}, {"[", "5", ""}, {`"`, "5", ""}, {`\`, "5", ""},
	} {
		if got := parseFormat(c.code).display(c.stored, false); got != c.want {
			t.Errorf("%s of %q is %q, not %q", c.stored, c.code, got, c.want)
		}
	}
	if got := parseFormat("yyyy-mm-dd").display("0", true); got != "1904-01-01" {
		t.Errorf("from 1904: %s", got)
	}
}

// A second reader of workbooks reads the same cells.
func TestWorkbooksAsAnotherReaderReadsThem(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.xlsx")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	books := map[string][]byte{}
	for _, f := range files {
		if books[f], err = os.ReadFile(f); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	made := excelize.NewFile()
	for i, code := range []string{"0", "0.00", "#,##0", "#,##0.00", "0%", "0.00%", "yyyy-mm-dd", "yyyy-mm-dd hh:mm", "h:mm:ss", "#,##0.00;(#,##0.00)", `0.0" kg"`, "00000"} {
		style, err := made.NewStyle(&excelize.Style{CustomNumFmt: &code})
		if err != nil {
			t.Fatal(err)
		}
		for row := range 60 {
			cell, _ := excelize.CoordinatesToCellName(i+1, row+1)
			_ = made.SetCellValue("Sheet1", cell, float64(r.IntN(2e8))/float64([]int{1, 100, 86400}[r.IntN(3)])/100)
			_ = made.SetCellStyle("Sheet1", cell, cell, style)
		}
	}
	var b bytes.Buffer
	if err := made.Write(&b); err != nil {
		t.Fatal(err)
	}
	books["made"] = b.Bytes()
	for name, data := range books {
		other, err := excelize.OpenReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(name, err)
		}
		a, err := open(t.Context(), "a.xlsx", "xlsx", bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(name, err)
		}
		k, err := a.book()
		if err != nil {
			t.Fatal(name, err)
		}
		differ := 0
		for _, s := range k.sheets {
			want, err := other.GetRows(s.name)
			if err != nil {
				t.Fatal(name, err)
			}
			err = k.eachRow(t.Context(), s, func(n int, cells []string) error {
				var theirs []string
				if n <= len(want) {
					theirs = want[n-1]
				}
				for i := range max(len(cells), len(theirs)) {
					var mine, other string
					if i < len(cells) {
						mine = cells[i]
					}
					if i < len(theirs) {
						other = strings.TrimSpace(theirs[i])
					}
					if strings.TrimSpace(mine) != other {
						if differ++; differ < 10 {
							t.Errorf("%s, %s, row %d, column %d: %q, and another reader %q", name, s.name, n, i+1, mine, other)
						}
					}
				}
				return nil
			})
			if err != nil && err != io.EOF {
				t.Error(name, s.name, err)
			}
		}
		if differ > 0 {
			t.Error(fmt.Sprint(name, ": ", differ, " cells differ"))
		}
	}
}

// FuzzNumberFormat: any code with any number ends, and a code of digits alone shows digits.
func FuzzNumberFormat(f *testing.F) {
	for _, s := range []string{"#,##0.00;(#,##0.00)", "[h]:mm:ss.000", `"a"0\b_c*d`, "0.0E+0", "yyyy-mm-dd", "[$€-407]", "General"} {
		f.Add(s, 1234.5)
	}
	f.Fuzz(func(t *testing.T, code string, v float64) {
		if len(code) > 300 {
			return
		}
		_ = parseFormat(code).display(fmt.Sprint(v), v > 0)
	})
}

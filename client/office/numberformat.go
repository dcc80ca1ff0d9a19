package office

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// numberFormat is a number format of a workbook: "numFmts" and "Number Format Codes" of ECMA-376, part 1, 18.8.30.
type numberFormat struct {
	sections [][]fmtToken // positive, negative, zero, text
}

// fmtToken is a piece of a section: a literal, or a code with its letters.
type fmtToken struct {
	code byte // 'l' a literal; 0 # ? . , % E digits; y m d h s a date; H M S an elapsed time; a AM/PM; g General
	text string
}

// builtin are the codes that a file need not spell out.
func builtin(id int) string {
	switch {
	case id >= 27 && id <= 31, id == 36, id >= 50 && id <= 54, id == 57, id == 58: // of East Asian calendars
		return "yyyy-mm-dd"
	case id >= 32 && id <= 35, id == 55, id == 56:
		return "hh:mm:ss"
	}
	return map[int]string{1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 14: "mm-dd-yy", 15: "d-mmm-yy",
		16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "hh:mm", 21: "hh:mm:ss", 22: "m/d/yy hh:mm",
		37: "#,##0 ;(#,##0)", 38: "#,##0 ;(#,##0)", 39: "#,##0.00 ;(#,##0.00)", 40: "#,##0.00 ;(#,##0.00)",
		41: `#,##0;\(#,##0\);"-"`, 42: `"$"#,##0;"$"\(#,##0\);"$-"`, 43: `#,##0.00;\(#,##0.00\);"-"`, 44: `"$"#,##0.00;"$"\(#,##0.00\);"$-"`,
		45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0"}[id]
}

// parseFormat reads a code. What it does not know it leaves out.
func parseFormat(code string) *numberFormat {
	f := &numberFormat{sections: [][]fmtToken{nil}}
	add := func(c byte, s string) {
		last := &f.sections[len(f.sections)-1]
		*last = append(*last, fmtToken{c, s})
	}
	for i := 0; i < len(code); {
		rest := code[i:]
		i++
		switch c := rest[0]; {
		case c == '"':
			s, _, _ := strings.Cut(rest[1:], `"`)
			add('l', s)
			i += min(len(s)+1, len(rest)-1)
		case c == '\\' || c == '_' || c == '*': // the next character itself, its width, or it fills the cell
			_, n := utf8.DecodeRuneInString(rest[1:])
			if c == '\\' {
				add('l', rest[1:1+n])
			}
			i += n
		case c == '[':
			s, _, _ := strings.Cut(rest[1:], "]")
			i += min(len(s)+1, len(rest)-1)
			switch low := strings.ToLower(s); {
			case strings.HasPrefix(s, "$"):
				sign, _, _ := strings.Cut(s[1:], "-")
				add('l', sign)
			case low != "" && strings.Trim(low, low[:1]) == "" && strings.Contains("hms", low[:1]):
				add(low[0]-'a'+'A', s)
			}
		case c == ';':
			f.sections = append(f.sections, nil)
		case hasFold(rest, "general"):
			add('g', "")
			i += len("general") - 1
		case hasFold(rest, "am/pm"):
			add('a', "AM/PM")
			i += len("am/pm") - 1
		case hasFold(rest, "a/p"):
			add('a', "A/P")
			i += len("a/p") - 1
		case strings.HasPrefix(rest, "上午/下午"):
			add('a', "上午/下午")
			i += len("上午/下午") - 1
		case (c == 'E' || c == 'e') && len(rest) > 1 && (rest[1] == '+' || rest[1] == '-'):
			add('E', rest[1:2])
			i++
		case strings.IndexByte("ymdhsYMDHSeE", c) >= 0:
			low := c | 0x20
			n := len(rest) - len(strings.TrimLeft(rest, string([]byte{low, low &^ 0x20})))
			if low == 'e' {
				low, n = 'y', 1
				add('y', "yyyy")
			} else {
				add(low, rest[:n])
			}
			i += n - 1
		case strings.IndexByte("0#?.,%@/", c) >= 0:
			add(c, rest[:1])
		default:
			_, n := utf8.DecodeRuneInString(rest)
			add('l', rest[:n])
			i += n - 1
		}
	}
	for _, s := range f.sections {
		minutes(s)
	}
	return f
}

func hasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// minutes are what an m behind hours or before seconds means; its code is n.
func minutes(s []fmtToken) {
	timed := func(c byte) bool { return strings.IndexByte("hsHMS", c) >= 0 }
	part := func(t fmtToken) bool { return strings.IndexByte("ymdhsHMSn", t.code) >= 0 }
	for i := range s {
		if s[i].code != 'm' || len(s[i].text) > 2 {
			continue
		}
		before, after := slices.Clone(s[:i]), s[i+1:]
		slices.Reverse(before)
		b, a := slices.IndexFunc(before, part), slices.IndexFunc(after, part)
		if b >= 0 && timed(before[b].code) && before[b].code|0x20 == 'h' || a >= 0 && after[a].code|0x20 == 's' {
			s[i].code = 'n'
		}
	}
}

// display is a stored number as the format shows it, without padding.
func (f *numberFormat) display(stored string, from1904 bool) string {
	v, err := strconv.ParseFloat(stored, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return stored
	}
	section, sign := f.sections[0], ""
	switch {
	case v < 0 && len(f.sections) > 1:
		section, v = f.sections[1], -v
	case v == 0 && len(f.sections) > 2:
		section = f.sections[2]
	case v < 0:
		sign, v = "-", -v
	}
	has := func(codes string) bool {
		return slices.ContainsFunc(section, func(t fmtToken) bool { return strings.IndexByte(codes, t.code) >= 0 })
	}
	switch {
	case has("ymdhsnHMSa"):
		if sign == "" {
			return dated(section, v, from1904)
		}
		return general(stored)
	case has("g/@"): // a fraction is shown as the number it is
		var b strings.Builder
		for _, t := range section {
			switch {
			case t.code == 'l':
				b.WriteString(t.text)
			case t.code == 'g' || t.code == '@' || t.code == '/':
				b.WriteString(sign + general(strconv.FormatFloat(v, 'g', -1, 64)))
			}
		}
		return strings.TrimSpace(b.String())
	}
	return strings.TrimSpace(numbered(section, v, sign))
}

// general is a number in at most 15 digits.
func general(stored string) string {
	v, err := strconv.ParseFloat(stored, 64)
	if err != nil {
		return stored
	}
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64)
	if a := math.Abs(v); a != 0 && (a >= 1e15 || a < 1e-9) {
		return strconv.FormatFloat(v, 'E', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// numbered fills the digits of a section from the right.
func numbered(section []fmtToken, v float64, sign string) string {
	isDigit := func(t fmtToken) bool { return strings.IndexByte("0#?", t.code) >= 0 }
	point := slices.IndexFunc(section, func(t fmtToken) bool { return t.code == '.' })
	exp := slices.IndexFunc(section, func(t fmtToken) bool { return t.code == 'E' })
	end := len(section)
	if exp >= 0 {
		end = exp
	}
	whole := end
	if point >= 0 && point < end {
		whole = point
	}
	decimals, least, digits := 0, 0, 0
	for i, t := range section[:end] {
		switch {
		case isDigit(t) && i > whole:
			if decimals++; t.code == '0' {
				least = decimals
			}
		case isDigit(t):
			digits++
		}
	}
	grouped := false
	for i, t := range section {
		switch {
		case t.code == '%':
			v *= 100
		case t.code == ',' && i < whole && slices.ContainsFunc(section[i:whole], isDigit):
			grouped = true
		case t.code == ',' && i < end && slices.ContainsFunc(section[:i], isDigit): // behind the last digit
			v /= 1000
		}
	}
	power := 0
	if exp >= 0 && v != 0 {
		per := max(digits, 1)
		power = int(math.Floor(math.Log10(v)/float64(per))) * per
		v /= math.Pow10(power)
	}
	number, fraction, _ := strings.Cut(strconv.FormatFloat(rounded(v, decimals), 'f', decimals, 64), ".")
	for len(fraction) > least && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	if number = strings.TrimLeft(number, "0"); strings.Trim(number+fraction, "0") == "" {
		sign = ""
	}
	var out []string // from the right
	if exp >= 0 {
		out = append(out, exponent(section[exp:], power))
	} else {
		for _, t := range slices.Backward(section[end:]) {
			if t.code == 'l' || t.code == '%' {
				out = append(out, t.text)
			}
		}
	}
	placed, left := 0, digits
	for i, t := range slices.Backward(section[:end]) {
		switch {
		case i > whole && isDigit(t):
			if decimals--; decimals < len(fraction) {
				out = append(out, fraction[decimals:decimals+1])
			}
		case i == whole:
			out = append(out, ".")
		case isDigit(t):
			left--
			for first := true; first || left == 0 && number != ""; first = false {
				digit := ""
				if number != "" {
					digit, number = number[len(number)-1:], number[:len(number)-1]
				} else if t.code == '0' {
					digit = "0"
				}
				if digit != "" && grouped && placed > 0 && placed%3 == 0 {
					digit += ","
				}
				if digit != "" {
					placed++
				}
				out = append(out, digit)
			}
			if left == 0 {
				out = append(out, sign)
				sign = ""
			}
		case t.code == 'l' || t.code == '%':
			out = append(out, t.text)
		}
	}
	slices.Reverse(out)
	return sign + strings.Join(out, "")
}

// exponent is a power of ten as a section shows it from its E on.
func exponent(section []fmtToken, power int) string {
	width := 0
	for _, t := range section {
		if strings.IndexByte("0#?", t.code) >= 0 {
			width++
		}
	}
	e := strconv.Itoa(max(power, -power))
	e = strings.Repeat("0", max(0, width-len(e))) + e
	switch {
	case power < 0:
		return "E-" + e
	case section[0].text == "+":
		return "E+" + e
	}
	return "E" + e
}

// rounded rounds half away from zero, as a person reads the decimal number.
func rounded(v float64, decimals int) float64 {
	if decimals > 15 {
		return v
	}
	p := math.Pow10(decimals)
	if r := math.Round(v*p+math.Copysign(1e-9, v)) / p; !math.IsInf(r, 0) && math.Abs(v*p) < 1e15 {
		return r
	}
	return v
}

// dated shows a number of days. The calendar of 1900 has a 29 February that there never was.
func dated(section []fmtToken, v float64, from1904 bool) string {
	if v > 2958466 { // behind the year 9999
		return general(strconv.FormatFloat(v, 'g', -1, 64))
	}
	decimals := 0
	half, clock := false, ""
	for i, t := range section {
		switch {
		case t.code == 'a':
			half, clock = true, t.text
		case t.code == '0' && i > 0 && (section[i-1].code == '.' || section[i-1].code == '0'):
			decimals++
		}
	}
	ms := int64(math.Round(v * 86400e3))
	if decimals == 0 {
		ms = int64(math.Round(float64(ms)/1000)) * 1000
	}
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case v < 1:
		first = first.AddDate(0, 0, 2)
	case v < 60:
		first = first.AddDate(0, 0, 1)
	}
	at := first.AddDate(0, 0, int(ms/86400e3)).Add(time.Duration(ms%86400e3) * time.Millisecond)
	elapsed := func(per int64, t fmtToken) string {
		s := strconv.FormatInt(ms/per, 10)
		return strings.Repeat("0", max(0, len(t.text)-len(s))) + s
	}
	var b strings.Builder
	for i, t := range section {
		word := strings.Repeat(string(rune(t.code)), min(len(t.text), 5))
		layout := map[string]string{"y": "06", "yy": "06", "yyy": "2006", "yyyy": "2006", "m": "1", "mm": "01", "mmm": "Jan", "mmmm": "January",
			"d": "2", "dd": "02", "ddd": "Mon", "dddd": "Monday", "n": "4", "nn": "04", "s": "5", "ss": "05", "hh": "15"}[word]
		switch {
		case t.code == 'l' || t.code == '/' || t.code == ',':
			b.WriteString(t.text)
		case t.code == 'd' && len(t.text) < 3 && v < 1 && !from1904: // day 0 of January 1900
			b.WriteString(strings.Repeat("0", len(t.text)))
		case t.code == 'h' && half:
			b.WriteString(at.Format(map[bool]string{false: "3", true: "03"}[len(t.text) > 1]))
		case word == "h":
			b.WriteString(strconv.Itoa(at.Hour()))
		case word == "mmmmm":
			b.WriteString(at.Format("Jan")[:1])
		case layout != "":
			b.WriteString(at.Format(layout))
		case t.code == 'H':
			b.WriteString(elapsed(3600e3, t))
		case t.code == 'M':
			b.WriteString(elapsed(60e3, t))
		case t.code == 'S':
			b.WriteString(elapsed(1e3, t))
		case t.code == 'a':
			am, pm, _ := strings.Cut(clock, "/")
			if at.Hour() >= 12 {
				am = pm
			}
			b.WriteString(am)
		case t.code == '.':
			if i+1 < len(section) && section[i+1].code == '0' {
				b.WriteString("." + (strconv.Itoa(int(1000+ms%1000)) + strings.Repeat("0", 12))[1:1+min(decimals, 9)])
			} else {
				b.WriteByte('.')
			}
		}
	}
	return strings.TrimSpace(b.String())
}

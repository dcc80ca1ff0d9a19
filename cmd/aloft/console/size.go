package console

import (
	"strconv"
	"time"
)

// Size formats a number of bytes in five columns.
func Size(n int64) string {
	if n < 0 {
		return "-"
	}
	if n < 1000 {
		return Itoa(n) + "B"
	}
	f, unit := float64(n), ""
	for _, u := range []string{"K", "M", "G", "T", "P", "E"} {
		f /= 1024
		unit = u
		if f < 999.5 {
			break
		}
	}
	if f < 9.95 {
		return Fixed(f, 1) + unit
	}
	return Fixed(f, 0) + unit
}

// When is a time in a list, "-" for none.
func When(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Local().Format("2006-01-02 15:04")
}

// Itoa is a number in decimal digits.
func Itoa(n int64) string { return strconv.FormatInt(n, 10) }

// Fixed is a number with so many digits after the decimal point.
func Fixed(f float64, digits int) string { return strconv.FormatFloat(f, 'f', digits, 64) }

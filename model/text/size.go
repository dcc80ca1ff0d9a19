package text

import "strconv"

// Size writes a number of bytes for a sentence: "812 B", "4.0 KB", "33.5 MB"; a KB has 1024.
func Size(n int64) string {
	const units = "KMGTPE"
	v, unit := float64(n), ""
	for i := 0; i < len(units) && v >= 999.95; i++ {
		v /= 1024
		unit = units[i : i+1]
	}
	if unit == "" {
		return strconv.FormatInt(n, 10) + " B"
	}
	return strconv.FormatFloat(v, 'f', 1, 64) + " " + unit + "B"
}

// Sizes are two different sizes, which never read alike: else they are whole bytes.
func Sizes(a, b int64) (string, string) {
	if x, y := Size(a), Size(b); x != y {
		return x, y
	}
	return strconv.FormatInt(a, 10) + " B", strconv.FormatInt(b, 10) + " B"
}

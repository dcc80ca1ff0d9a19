package kit

import "strconv"

// Size formats a number of bytes in at most six cells: "812 B", "3.4 M".
func Size(n int64) string {
	if n < 0 {
		return ""
	}
	if n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	const units = "KMGTPE"
	v := float64(n)
	for i := range len(units) {
		v /= 1024
		if v < 999.5 || i == len(units)-1 {
			digits := 0
			if v < 9.95 {
				digits = 1
			}
			return strconv.FormatFloat(v, 'f', digits, 64) + " " + units[i:i+1]
		}
	}
	return ""
}

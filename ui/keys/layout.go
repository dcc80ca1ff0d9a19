package keys

import (
	"strings"
	"unicode"
)

// Placed returns the US key at the place of a letter of a layout without Latin letters. ok is false for other
// letters. If layouts of a script differ, the most common one counts.
func Placed(letter string) (place string, ok bool) {
	r := []rune(letter)
	if len(r) != 1 || r[0] <= unicode.MaxASCII {
		return "", false
	}
	const (
		us    = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./"
		above = "~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?"
	)
	small := unicode.ToLower(r[0])
	for _, layout := range [...]string{
		"ёйцукенгшщзхъфывапролджэячсмитьбю.", // Cyrillic
		"ґ........ў..ї.і........є",           // of Ukraine and Belarus
		".;ςερτυθιοπ[]ασδφγηξκλ;'ζχψωβνμ,./", // Greek
		"ذضصثقفغعهخحجدشسيبلاتنمكطئءؤر.ىةوزظ", // Arabic
		"............چ..ی......کگ",           // of Iran
		";/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.", // Hebrew
	} {
		at := 0
		for _, l := range layout {
			switch {
			case l != small:
				at++
				continue
			case small != r[0]:
				return above[at : at+1], true
			}
			return us[at : at+1], true
		}
	}
	return "", false
}

// Shifted returns the function key pressed with Shift if a terminal without modifiers sends a higher one for it. ok
// is false for other keys.
func Shifted(terminal string, n int) (plain int, ok bool) {
	switch {
	case strings.HasPrefix(terminal, "linux"):
		n -= 12
	case strings.HasPrefix(terminal, "rxvt"):
		n -= 10
	default:
		return 0, false
	}
	return n, n > 0 && n <= 12
}

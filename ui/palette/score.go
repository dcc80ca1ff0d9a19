package palette

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/model/text"
)

// Word is the least score of a title that contains the typed words.
const Word = 1900

// maxLoose is the highest score of scattered letters.
const maxLoose = 15

// Score rates how well a title matches the typed text: 0 = not at all. Every typed word must be found. The start of a
// word scores most, then its middle, then its letters in order.
func Score(query, title string) int {
	query, title = strings.ToLower(query), strings.ToLower(title)
	words := strings.Fields(query)
	if len(words) == 0 {
		return 1
	}
	sum, loose := 0, false
	for _, w := range words {
		s := scoreWord(w, title)
		if s == 0 {
			return 0
		}
		loose = loose || s <= maxLoose
		sum += s
	}
	if loose { // a single scattered word makes the whole uncertain
		sum = min(sum, maxLoose)
	}
	if strings.HasPrefix(title, strings.Join(words, " ")) {
		sum += 100
	}
	return sum*100 - min(len(title), 99)
}

func scoreWord(w, title string) int {
	best := 0
	for from := 0; ; {
		i := strings.Index(title[from:], w)
		if i < 0 {
			break
		}
		at := from + i
		s := 20
		before, _ := utf8.DecodeLastRuneInString(title[:at])
		if at == 0 || !letter(before) {
			s = 60
			after, _ := utf8.DecodeRuneInString(title[at+len(w):])
			if end := at + len(w); end == len(title) || !letter(after) {
				s = 80 // the whole word
			}
		}
		best = max(best, s)
		from = at + max(len(w), 1)
	}
	if best > 0 {
		return best
	}
	return scattered(w, title)
}

// scattered finds the letters in order, with an extra point for each that starts a word.
func scattered(w, title string) int {
	if len([]rune(w)) < 2 {
		return 0
	}
	want := []rune(w)
	i, s := 0, 1
	before := ' '
	for _, r := range title {
		if i < len(want) && r == want[i] {
			if !letter(before) {
				s += 3
			}
			i++
		}
		before = r
	}
	if i < len(want) {
		return 0
	}
	return min(s, maxLoose)
}

// letter reports whether a sign is in the middle of a word. Words of Han signs have no blanks between them.
func letter(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r)
}

// Rate is Score by the title in the language of the screen, or in English, which needs no input method.
func Rate(query string, c *text.Catalogue, title text.Text) int {
	return max(Score(query, c.Say(title)), Score(query, string(title)))
}

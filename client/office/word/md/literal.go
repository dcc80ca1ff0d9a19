package md

import (
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/model/budget"
)

// asIs are what is written as it is in the text of inlines, which begin at starts there: formulas,
// addresses that are links by themselves, and the sign of an alert; light is false where none is.
func asIs(b *budget.Budget, in []word.Inline, light bool, at spot) (starts []int, out [][2]int) {
	var text strings.Builder
	props := word.Props{}
	for k, i := range in {
		run := i.Kind == word.Run && !i.Props.Code && i.Props.Note == 0
		if run && k > 0 && i.Props != props {
			text.WriteByte(0)
		}
		starts = append(starts, text.Len())
		switch {
		case run:
			props = i.Props
			text.WriteString(i.Text)
		case i.Kind == word.LineBreak:
			text.WriteByte('\n')
		default:
			text.WriteByte(0)
		}
	}
	s, data := text.String(), []byte(text.String())
	for i := 0; light && i < len(s); {
		before := rune(0)
		if i > 0 {
			before = rune(s[i-1])
		}
		n, looked := 0, 1
		switch {
		case s[i] == '[' && i == 0 && at == inBlock:
			n = alertLen(s)
		case s[i] == '$' && opensFormula(before):
			n, looked = formulaLen(data[i:])
			one := strings.ReplaceAll(s[i:i+n], `\|`, "")
			if at >= inHeading && strings.Contains(one, "\n") || at == inCell && strings.Contains(one, "|") {
				n = 0
			}
		case !wordy(before):
			n = addressLen(s[i:])
		}
		if b.Work(looked) != nil {
			break
		}
		if n > 0 {
			out = append(out, [2]int{i, i + n})
		}
		i += max(n, 1)
	}
	return starts, out
}

// addressLen is the length of the address that a text begins with, 0 = with none.
func addressLen(s string) int {
	for _, scheme := range []string{"http://", "https://", "ftp://", "www."} {
		if strings.HasPrefix(s, scheme) {
			end := strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r == '<' || r == '|' || r >= 0x80 })
			if end < 0 {
				end = len(s)
			}
			return len(strings.TrimRight(s[:end], `?!.,:*_~'")]`))
		}
	}
	part := func(s string) int { // 64 and 255 are the most that there may be
		s = s[:min(len(s), 256)]
		return len(s) - len(strings.TrimLeftFunc(s, func(r rune) bool { return wordy(r) || strings.ContainsRune("._+-", r) }))
	}
	if at := part(s); at > 0 && strings.HasPrefix(s[at:], "@") {
		return at + 1 + part(s[at+1:])
	}
	return 0
}

// noteAfterAddress reports whether the mark of a note stands right behind an address, which would
// take it in.
func noteAfterAddress(in []word.Inline) bool {
	for k, i := range in[:max(len(in)-1, 0)] {
		if in[k+1].Props.Note == 0 || i.Kind != word.Run || i.Props.Code {
			continue
		}
		last := i.Text[strings.LastIndexFunc(i.Text, func(r rune) bool { return r <= ' ' || r >= 0x80 })+1:]
		if strings.Contains(last, "://") || strings.Contains(last, "www.") {
			return true
		}
	}
	return false
}

// bare reports whether a run is a link by its text alone.
func bare(i word.Inline) bool {
	s, to := i.Text, i.Props.Link
	switch {
	case i.Kind != word.Run || to == "" || i.Props.Title != "" || i.Props.Code:
		return false
	case strings.HasPrefix(s, "www."):
		return to == "http://"+s
	case strings.Contains(s, "://"):
		return to == s && addressLen(s) > 0
	}
	return to == "mailto:"+s
}

// unlinked are inlines of which some are no links; from is where one begins.
func unlinked(in []word.Inline, some func(i word.Inline, from int) bool) []word.Inline {
	out, from := slices.Clone(in), 0
	for k, i := range in {
		if i.Props.Link != "" && some(i, from) {
			out[k].Props.Link = ""
		}
		from += i.Len()
	}
	return out
}

// linkedAt reports whether there is a link at a position.
func linkedAt(in []word.Inline, at int) bool {
	for _, i := range in {
		if at < i.Len() {
			return i.Props.Link != ""
		}
		at -= i.Len()
	}
	return false
}

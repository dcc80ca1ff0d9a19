package ui_test

import (
	"regexp"
	"strings"
	"testing"

	"aloft/ui/uitest"
)

// cutMark is where a text ends in a sign, or has one within a word; waiting texts have a blank, or the end, behind it.
var cutMark = regexp.MustCompile(`…[^ ]|[^ ]… │|[^ ]…$`)

// waiting are texts that end in the sign by themselves.
var waiting = regexp.MustCompile(`(Loading|Reading|reading|looking|stopping|Asking)[^…]*…|another name…|( to| as)… `)

// cutWords are the texts of the screen that are cut where no other place has them whole: the current row of a dialog,
// its buttons, what it says below, the keys, and messages without the key that shows them. A linear screen has no frames.
func cutWords(d *uitest.Driver, plain bool) (all []string) {
	if plain {
		return nil
	}
	lines := strings.Split(d.Screen(), "\n")
	for i, s := range lines {
		s = waiting.ReplaceAllString(strings.TrimRight(s, " "), "")
		in := inBox(s)
		switch {
		case strings.Count(in, "│") > 2: // one dialog over another
			continue
		case strings.HasPrefix(in, "│ >"), strings.HasPrefix(in, "│ ["), strings.HasPrefix(in, "└"):
			s = in
		case in != "" && i+1 < len(lines) && strings.HasPrefix(inBox(lines[i+1]), "└"): // keys or a note
			s = in
		case i == len(lines)-1 && in == "":
			if strings.Contains(s, "full text)") {
				continue
			}
		default:
			continue
		}
		if cutMark.MatchString(s) || strings.Contains(s, "[ ") && strings.Count(s, "[ ") > strings.Count(s, " ]") {
			all = append(all, s)
		}
	}
	return all
}

// inBox is the part of a row that a dialog has, or "".
func inBox(s string) string {
	from, to := strings.IndexAny(s, "│┌└"), max(strings.LastIndex(s, "│"), strings.LastIndex(s, "┐"), strings.LastIndex(s, "┘"))
	if from < 0 || to <= from {
		return ""
	}
	return s[from:to] + "│"
}

func TestWhatCountsAsCut(t *testing.T) {
	for s, cut := range map[string]bool{
		"│ > with another document  (Esc, then put … │": false, "│ > another name…        │": false,
		"│ > save the delivery as a…ine of JSON  Ctrl-X e │": true, "│ > what is done stay… │": true,
	} {
		if got := cutMark.MatchString(waiting.ReplaceAllString(s, "")); got != cut {
			t.Errorf("%q: %v", s, got)
		}
	}
}

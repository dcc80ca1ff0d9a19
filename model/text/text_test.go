package text

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestSayCounts(t *testing.T) {
	for _, c := range []struct {
		format Text
		args   []any
		want   string
	}{
		{"%d {entry|entries}", []any{1}, "1 entry"},
		{"%d {entry|entries}", []any{0}, "0 entries"},
		{"%d {entry|entries}", []any{int64(1)}, "1 entry"},
		{"%d {entry|entries}", []any{21}, "21 entries"},
		{"%d of %d {item is|items are} done: %s", []any{2, 1, "1"}, "2 of 1 item is done: 1"},
		{"version %[3]d of %[2]s: %[1]d {edit|edits}, %d {call|calls}", []any{1, "x", 2}, "version 2 of x: 1 edit, x calls"},
		{"the {number|numbers} of %d {heading is|headings are} gone from %d", []any{1, 5}, "the number of 1 heading is gone from 5"},
		{"{%d cell over %d was|%d cells over %d were} cut", []any{1, 9}, "1 cell over 9 was cut"},
		{"100%% of %s, %3d {page|pages}{|!}", []any{"a", 1}, "100% of a,   1 page"},
		{"{ fg = %q } and {x|y", []any{"a"}, `{ fg = "a" } and {x|y`},
		{"{a|b} %s", []any{"1"}, "b 1"},
		{"{a|b}", nil, "{a|b}"},
	} {
		got := (*Catalogue)(nil).Say(c.format, c.args...)
		if strings.Contains(c.want, " x calls") {
			got = strings.Replace(got, "%!d(string=x)", "x", 1)
		}
		if got != c.want {
			t.Errorf("%q %v: %q, want %q", c.format, c.args, got, c.want)
		}
	}
}

// every is all that the program says.
func every(t *testing.T) (out []Text) {
	data, err := os.ReadFile("messages.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct{ Message Text }
	if err := json.Unmarshal(data, &all); err != nil || len(all) < 1000 {
		t.Fatalf("%d messages were found: %v", len(all), err)
	}
	for _, m := range all {
		out = append(out, m.Message)
	}
	return out
}

var (
	verb    = regexp.MustCompile(`%(\[\d\])?[-+# 0-9.]*[a-zA-Z]`)
	several = regexp.MustCompile(`¹ ([\pL-]+ )?([\pL-]+s|were|are|have)\b`)
)

// Every text with a number reads right when the number is 1.
func TestNoTextSays1Things(t *testing.T) {
	// Words in -s that are no plurals. The others are said of several only.
	fine := []string{"is", "was", "has", "as", "belongs", "changes", "does", "gets", "this", "yours", "process", "ms", "asks", "ends", "exists", "goes", "keeps", "knows", "leads", "listens", "needs", "points", "stands", "stays", "waits"}
	only := []string{"Only these %d pages are deleted", "%d million steps", "%[1]d cells were longer than"}
	for _, format := range every(t) {
		if !strings.Contains(string(format), "%") {
			continue
		}
		// The text with 1 for each of its numbers.
		said := number(string(format), ones(string(format)), english)
		said = verb.ReplaceAllStringFunc(said, func(v string) string {
			if v[len(v)-1] == 'd' {
				return "¹"
			}
			return "X"
		})
		for _, m := range several.FindAllStringSubmatch(said, -1) {
			if !slices.Contains(fine, m[2]) && !slices.ContainsFunc(only, func(o string) bool { return strings.Contains(string(format), o) }) {
				t.Errorf("%q says %q", said, strings.TrimSpace(m[0]))
			}
		}
	}
}

// ones are arguments for a format, all of them 1.
func ones(format string) []any {
	return slices.Repeat([]any{1}, strings.Count(format, "%"))
}

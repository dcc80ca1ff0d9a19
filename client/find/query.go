package find

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Query says which entries are wanted. The zero Query wants all.
type Query struct {
	Name   model.Filter
	Kind   string // one of Kinds, "" = every kind
	Least  int64  // bytes
	Most   int64  // bytes, 0 = no limit
	Newer  time.Time
	Older  time.Time
	sized  bool
	Fuzzy  bool // Name is content with its letters in their order
	Beyond bool // everywhere, not only below a folder
	Fresh  bool // nothing is taken from listings that are kept
}

// Kinds are the words for kinds. "folder" and "file" cover everything, as on a disk.
func Kinds() []string {
	out := []string{string(model.KindFolder), string(model.KindFile)}
	for _, k := range append(model.DocumentKinds(), model.KindSpace, model.KindOther) {
		if k != model.KindFolder {
			out = append(out, string(k))
		}
	}
	return out
}

// Parse reads a line as the command reads its arguments: the name, and the options with
// two hyphens, whose values follow.
func Parse(line string, now time.Time) (Query, error) {
	var q Query
	var name []string
	words := strings.Fields(line)
	for len(words) > 0 {
		w := words[0]
		words = words[1:]
		if !strings.HasPrefix(w, "--") {
			name = append(name, w)
			continue
		}
		option, value, has := strings.Cut(w, "=")
		switch option {
		case "--everywhere":
			q.Beyond = true
			continue
		case "--fresh":
			q.Fresh = true
			continue
		}
		if !has {
			if len(words) == 0 {
				return q, wrong(text.CliNeedsValue, option)
			}
			value, words = words[0], words[1:]
		}
		if err := q.Set(option, value, now); err != nil {
			return q, err
		}
	}
	q.Name = model.NewFilter(strings.Join(name, " "))
	return q, nil
}

func wrong(t text.Text, args ...any) error {
	return client.Errorf(client.KindInvalid, "find", model.Place{}, t, args...)
}

// Set sets an option: --kind, --size, --newer or --older.
func (q *Query) Set(option, value string, now time.Time) error {
	switch option {
	case "--kind":
		if !slices.Contains(Kinds(), value) {
			return wrong(text.CliOneOf, "--kind", strings.Join(Kinds(), ", "), value)
		}
		q.Kind = value
	case "--size":
		return q.size(value)
	case "--newer", "--older":
		at, ok := when(value, now)
		if !ok {
			return wrong("%s needs a date such as 2025-01-31 or an age such as 12h, 7d or 3w, not %q", option, value)
		}
		if option == "--newer" {
			q.Newer = at
		} else {
			q.Older = at
		}
	default:
		return wrong("there is no option %s; the options are --kind, --size, --newer, --older, --everywhere and --fresh", option)
	}
	return nil
}

// size reads "+10M", at least, or "-1k", at most.
func (q *Query) size(s string) error {
	bad := wrong("--size needs a minimum such as +10M or a maximum such as -500k, not %q", s)
	if len(s) < 2 || s[0] != '+' && s[0] != '-' {
		return bad
	}
	number := strings.TrimRightFunc(s[1:], unicode.IsLetter)
	unit, ok := map[string]int64{"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}[strings.ToLower(s[1+len(number):])]
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || !ok || n < 0 || n > 1<<62/unit {
		return bad
	}
	q.sized = true
	if s[0] == '+' {
		q.Least = n * unit
	} else {
		q.Most = max(1, n*unit)
	}
	return nil
}

// when reads a date, or a time ago.
func when(s string, now time.Time) (time.Time, bool) {
	if at, err := time.ParseInLocation("2006-01-02", s, now.Location()); err == nil {
		return at, true
	}
	if len(s) < 2 {
		return time.Time{}, false
	}
	unit, ok := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}[s[len(s)-1]]
	n, err := strconv.Atoi(s[:len(s)-1])
	if err != nil || !ok || n < 0 || n > 100_000 {
		return time.Time{}, false
	}
	return now.Add(-time.Duration(n) * unit), true
}

// Match reports whether an entry is wanted. One whose size or time the listing does not
// tell is not, where those matter.
func (q *Query) Match(e *model.Entry) bool { return q.Name.Match(e.Name) && q.Fits(e) }

// Near reports whether an entry has the letters of the name in their order, where that
// is enough.
func (q *Query) Near(e *model.Entry) bool {
	return q.Fuzzy && q.Name.Fuzzy().Scattered(e.Name) && q.Fits(e)
}

// Fits is Match without the name.
func (q *Query) Fits(e *model.Entry) bool {
	switch {
	case q.sized && (e.Size < q.Least || q.Most > 0 && e.Size > q.Most || e.Kind.Container()),
		!q.Newer.IsZero() && (e.Modified.IsZero() || e.Modified.Before(q.Newer)):
		return false
	case !q.Older.IsZero() && (e.Modified.IsZero() || !e.Modified.Before(q.Older)):
		return false
	}
	switch q.Kind {
	case "":
		return true
	case string(model.KindFolder):
		return e.Kind.Container()
	case string(model.KindFile):
		return !e.Kind.Container()
	}
	return string(e.Kind) == q.Kind
}

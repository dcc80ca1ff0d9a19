package client

import (
	"regexp"
	"slices"
	"strings"

	"aloft/model"
)

// Excluding makes compare.Side.Excluded of patterns as rsync and rclone have them, nil of none: "*" and "?"
// stay within one name, "**" does not, [set], {this,that}; one that begins with "/" is about the
// whole path, another one about its end; one that ends in "/" is about folders.
func Excluding(patterns []string) (func(path string, folder bool) bool, error) {
	var any, folders []*regexp.Regexp
	for _, p := range patterns {
		body, top := strings.CutPrefix(p, "/")
		body, below := strings.CutSuffix(body, "/")
		re, err := regexp.Compile(expression(body, top))
		switch {
		case err != nil || body == "":
			return nil, Errorf(KindInvalid, "exclude", model.Place{}, "%q is not a pattern; write it as in rsync: *.tmp, /build/, **/cache", p)
		case below:
			folders = append(folders, re)
		default:
			any = append(any, re)
		}
	}
	if len(patterns) == 0 {
		return nil, nil
	}
	return func(path string, folder bool) bool { return match(any, path) || folder && match(folders, path) }, nil
}

func match(all []*regexp.Regexp, path string) bool {
	return slices.ContainsFunc(all, func(re *regexp.Regexp) bool { return re.MatchString(path) })
}

// expression is a pattern as a regular expression.
func expression(glob string, top bool) string {
	var b strings.Builder
	if b.WriteString("(?s)^"); !top {
		b.WriteString("(?:.*/)?")
	}
	open := 0 // braces
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case strings.HasPrefix(glob[i:], "**/"):
			b.WriteString("(?:.*/)?")
			i += 2
		case strings.HasPrefix(glob[i:], "**"):
			b.WriteString(".*")
			i++
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		case c == '[':
			b.WriteByte('[')
			if strings.HasPrefix(glob[i+1:], "!") {
				b.WriteByte('^')
				i++
			}
			for i++; i < len(glob) && glob[i] != ']'; i++ {
				if glob[i] == '[' || glob[i] == '\\' {
					b.WriteByte('\\')
				}
				b.WriteByte(glob[i])
			}
			if i < len(glob) {
				b.WriteByte(']')
			}
		case c == '{':
			b.WriteString("(?:")
			open++
		case c == ',' && open > 0:
			b.WriteByte('|')
		case c == '}' && open > 0:
			b.WriteByte(')')
			open--
		case c == '\\' && i+1 < len(glob):
			i++
			b.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		}
	}
	return b.String() + "$"
}

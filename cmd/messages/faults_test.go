package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// speech finds two words in a row, the second not in capitals like a placeholder:
// text that only a person reads.
var speech = regexp.MustCompile(`(^|[^-_/.\w])[A-Za-z]{2,} [a-z]{2,}`)

// unsaid are sentences that no translator would see, since they are not a
// text.Text. Exceptions: panics for programmers, struct tags, usage lines, keys,
// and code of another language: shell, man, terminal.
func (h *house) unsaid() (out []string) {
	for _, f := range h.files {
		if room, _, _ := strings.Cut(f.path, "/"); room != "ui" && room != "cmd" && room != "themes" || forTests(f.path) || slices.Contains([]string{"cmd/messages", "cmd/release"}, path.Dir(f.path)) {
			continue
		}
		skip := map[ast.Node]bool{}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				if n.Tag != nil {
					skip[n.Tag] = true
				}
			case *ast.CallExpr:
				switch f := n.Fun.(type) {
				case *ast.Ident:
					if f.Name == "panic" {
						return false
					}
				case *ast.SelectorExpr:
					if f.Sel.Name == "Fields" || f.Sel.Name == "Typed" { // a list of words; what a person types
						return false
					}
				}
			case *ast.KeyValueExpr:
				if k, ok := n.Key.(*ast.Ident); ok && k.Name == "Use" { // how a command is called
					return false
				}
			case *ast.CompositeLit:
				if k, ok := n.Type.(*ast.Ident); ok && k.Name == "Keys" { // of an action
					return false
				}
			case *ast.BasicLit:
				if n.Kind != token.STRING || skip[n] || types.Identical(h.info.Types[n].Type, h.text) {
					return true
				}
				v, err := strconv.Unquote(n.Value)
				if err == nil && speech.MatchString(v) && !otherLanguage(v) {
					out = append(out, h.set.Position(n.Pos()).String()+": "+strconv.Quote(v))
				}
			}
			return true
		})
	}
	return out
}

// otherLanguage reports whether a text is code of another language.
func otherLanguage(s string) bool {
	return strings.HasPrefix(s, "#!") || strings.HasPrefix(strings.TrimSpace(s), ".") || strings.Contains(s, "\x1b")
}

// mostLater is how many messages may wait for a translator. A release has none.
const mostLater = 60

// faults are messages that a language lacks, has too many, or has in a form in which
// they cannot be said.
func (l *language) faults(all []message) (out []string) {
	known := map[string]bool{}
	for _, m := range all {
		known[m.Message] = true
		switch other, ok := l.Messages[m.Message]; {
		case ok && slices.Contains(l.Later, m.Message):
			out = append(out, "translated, and yet in \"later\": "+m.Message)
		case ok:
			if why := l.unlike(m.Message, other); why != "" {
				out = append(out, why+": "+m.Message+" → "+other)
			}
		case !slices.Contains(l.Later, m.Message):
			out = append(out, "missing: "+m.Message)
		}
	}
	for _, m := range slices.Concat(slices.Sorted(maps.Keys(l.Messages)), l.Later) {
		if !known[m] {
			out = append(out, "nothing says: "+m)
		}
	}
	if n := len(l.Later); n > mostLater {
		out = append(out, fmt.Sprintf("%d messages are in \"later\", and at most %d may be", n, mostLater))
	}
	return out
}

// unlike is in what a translation differs from its message, where it must not.
func (l *language) unlike(message, other string) string {
	switch {
	case !slices.Equal(verbs(message), verbs(other)):
		return "other verbs"
	case ends(message) != ends(other):
		return "other blanks at the ends"
	case strings.Count(message, "\n") != strings.Count(other, "\n"):
		return "another number of lines"
	case !slices.Equal(typed(message), typed(other)):
		return "other flags or variables"
	case !utf8.ValidString(other):
		return "not UTF-8"
	}
	for _, m := range plural.FindAllString(other, -1) {
		if n := strings.Count(m, "|") + 1; n > len(l.Plural) || len(l.Plural) == 1 {
			return fmt.Sprintf("%d forms of %d", n, len(l.Plural))
		}
	}
	return ""
}

// ends are the blanks that a message begins and ends with.
func ends(s string) [2]string {
	blank := " \t\n"
	return [2]string{s[:len(s)-len(strings.TrimLeft(s, blank))], s[len(strings.TrimRight(s, blank)):]}
}

// typed is what a message says that a person types: flags and variables.
func typed(s string) []string {
	found := toType.FindAllString(s, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// verbs of a format with the numbers of their arguments, sorted: their order may
// differ in another language, and a plural form may have its own.
func verbs(s string) []string {
	var out []string
	next := 1
	for _, v := range verb.FindAllString(s, -1) {
		if strings.HasSuffix(v, "%") {
			continue
		}
		if i := strings.IndexByte(v, '['); i >= 0 {
			next = int(v[i+1] - '0')
			v = v[:i] + v[i+3:]
		}
		out = append(out, string(rune('0'+next))+v)
		next++
	}
	slices.Sort(out)
	return slices.Compact(out)
}

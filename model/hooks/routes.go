package hooks

import (
	"slices"
	"strconv"
	"strings"

	"aloft/model/text"
)

// Path names a value of a request: body, body.a.b, body.list.0, body."a.b".c, header.NAME, query.NAME.
type Path struct {
	text  string
	Parts []string // body, header or query first
}

func (p Path) String() string { return p.text }

// ParsePath reads a path.
func ParsePath(s string) (Path, error) {
	p := Path{text: s}
	for rest, more := s, true; more; {
		var part string
		if quoted, ok := strings.CutPrefix(rest, `"`); ok {
			if part, rest, ok = strings.Cut(quoted, `"`); !ok || rest != "" && rest[0] != '.' {
				return p, errorOf("%s is not a path: a quoted name ends with a quotation mark, and a dot follows", strconv.Quote(s))
			}
			more = rest != ""
			rest = strings.TrimPrefix(rest, ".")
		} else {
			part, rest, more = strings.Cut(rest, ".")
		}
		if part == "" {
			return p, errorOf("%s is not a path: it has an empty name", strconv.Quote(s))
		}
		p.Parts = append(p.Parts, part)
	}
	switch p.Parts[0] {
	case "body":
		return p, nil
	case "header", "query":
		if len(p.Parts) > 1 {
			p.Parts = []string{p.Parts[0], strings.Join(p.Parts[1:], ".")}
			return p, nil
		}
	}
	return p, errorOf("%s is not a path: it begins with body, header.NAME or query.NAME", strconv.Quote(s))
}

// Template is text with paths in braces; "{{" is a brace.
type Template struct {
	words []string // one more than Paths
	Paths []Path
}

// ParseTemplate reads a template.
func ParseTemplate(s string) (Template, error) {
	t, word := Template{}, ""
	for {
		before, rest, more := strings.Cut(s, "{")
		word += before
		if !more {
			t.words = append(t.words, word)
			return t, nil
		}
		if after, ok := strings.CutPrefix(rest, "{"); ok {
			word, s = word+"{", after
			continue
		}
		path, after, closed := strings.Cut(rest, "}")
		if !closed {
			return t, errorOf(`a brace is not closed: {%s; write "{{" for a brace`, path)
		}
		p, err := ParsePath(path)
		if err != nil {
			return t, err
		}
		t.words, t.Paths = append(t.words, word), append(t.Paths, p)
		word, s = "", after
	}
}

// Empty reports whether the template has no text at all.
func (t Template) Empty() bool { return len(t.Paths) == 0 && t.words[0] == "" }

// Fill puts values in the place of the paths.
func (t Template) Fill(value func(Path) string) string {
	var b strings.Builder
	for i, p := range t.Paths {
		b.WriteString(t.words[i])
		b.WriteString(value(p))
	}
	b.WriteString(t.words[len(t.Paths)])
	return b.String()
}

// Glob matches a pattern in which "*" stands for any text.
func Glob(pattern, s string) bool {
	begin, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, begin)
	for ok {
		part, more, again := strings.Cut(rest, "*")
		if !again {
			return strings.HasSuffix(s, part)
		}
		var at int
		if at = strings.Index(s, part); at < 0 {
			return false
		}
		s, rest = s[at+len(part):], more
	}
	return false
}

// Variable reports whether a command can have a variable of that name from a sender: not one that changes how a shell
// or a program starts.
func Variable(name string) bool {
	for i, r := range name {
		if r != '_' && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	begins := func(p string) bool { return strings.HasPrefix(name, p) }
	return name != "" && !slices.Contains(notForSenders, name) && !slices.ContainsFunc([]string{"LD_", "DYLD_", "ALOFT_", "GIT_", "SSH_", "XDG_", "LC_", "BASH_"}, begins)
}

var notForSenders = []string{
	"PATH", "HOME", "SHELL", "ENV", "IFS", "PS4", "SHELLOPTS", "BASHOPTS", "CDPATH", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PERL5LIB", "PERL5OPT",
	"RUBYLIB", "RUBYOPT", "NODE_OPTIONS", "NODE_PATH", "EDITOR", "VISUAL", "PAGER", "TMPDIR", "USER", "LOGNAME", "LANG", "MAKEFLAGS", "PROMPT_COMMAND",
}

// fault is an error for a sender or a configuration, in English.
type fault string

func (f fault) Error() string { return string(f) }

func errorOf(format string, args ...any) error { return fault(text.Wire(format, args...)) }

package renaming

import (
	"fmt"
	"strconv"
	"strings"
)

// kind of a part of a pattern.
type kind int

const (
	literal kind = iota
	stem
	extension
	counter
	date
	parent
)

// part of a pattern.
type part struct {
	kind        kind
	text        string // literal: itself; date: a word of a layout of Go
	width       int    // counter: at least so many digits
	start, step int    // counter
}

// Limits of a counter, so that it stays a number and a name.
const (
	mostDigits = 18
	mostStart  = 999_999_999
)

// dayLayout is how a date is written where the pattern does not say.
const dayLayout = "YYYY-MM-DD"

// parse reads a pattern: text with {placeholders}, where "{{" is a brace.
func parse(s string) ([]part, *Fault) {
	var out []part
	add := func(lit string) {
		switch n := len(out); {
		case lit == "":
		case n > 0 && out[n-1].kind == literal:
			out[n-1].text += lit // the dot before an extension is at its end
		default:
			out = append(out, part{kind: literal, text: lit})
		}
	}
	for {
		from := strings.IndexByte(s, '{')
		if from < 0 {
			add(s)
			return out, nil
		}
		add(s[:from])
		s = s[from+1:]
		if rest, ok := strings.CutPrefix(s, "{"); ok {
			add("{")
			s = rest
			continue
		}
		inside, rest, ok := strings.Cut(s, "}")
		if !ok {
			return nil, fault("{%s has no closing }; write {{ for a brace", inside)
		}
		ps, f := placeholder(inside)
		if f != nil {
			return nil, f
		}
		// The extension has its dot, so that a name without one gets none: a dot
		// typed before it is that dot.
		if n := len(out); inside == "ext" && n > 0 && out[n-1].kind == literal {
			out[n-1].text = strings.TrimSuffix(out[n-1].text, ".")
		}
		out = append(out, ps...)
		s = rest
	}
}

// placeholder reads what is between braces.
func placeholder(s string) ([]part, *Fault) {
	name, how, more := strings.Cut(s, ":")
	plain := map[string]kind{"name": stem, "ext": extension, "parent": parent}
	switch k, ok := plain[name]; {
	case ok && more:
		return nil, fault("{%s} accepts nothing after a colon", name)
	case ok:
		return []part{{kind: k}}, nil
	case name == "n":
		return numbering(s, how, more)
	case name == "date":
		if !more {
			how = dayLayout
		}
		return dating(how)
	}
	return nil, fault("{%s} is unknown; there are {name}, {ext}, {n}, {date} and {parent}", s)
}

// numbering reads {n:WIDTH,START,STEP}; the width may have a zero before it.
func numbering(s, how string, more bool) ([]part, *Fault) {
	p := part{kind: counter, width: 1, start: 1, step: 1}
	if !more {
		return []part{p}, nil
	}
	fields := strings.Split(how, ",")
	into := []*int{&p.width, &p.start, &p.step}
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		if i >= len(into) || err != nil || f[0] == '+' || n < 0 || n > mostStart || i == 0 && n > mostDigits {
			return nil, fault("{%s}: write a number as {n}, {n:03} (at least 3 digits) or {n:03,10,5} (from 10 in steps of 5)", s)
		}
		*into[i] = n
	}
	return []part{p}, nil
}

// dateWords are the words of a layout, each with what it is in a layout of Go; a
// longer one comes before one that it begins with.
func dateWords() [][2]string {
	return [][2]string{{"YYYY", "2006"}, {"YY", "06"}, {"MM", "01"}, {"DD", "02"}, {"hh", "15"}, {"mm", "04"}, {"ss", "05"}}
}

// dating reads the layout of a date: its words, and what is between them.
func dating(layout string) ([]part, *Fault) {
	var out []part
next:
	for rest := layout; rest != ""; {
		for _, w := range dateWords() {
			if after, ok := strings.CutPrefix(rest, w[0]); ok {
				out = append(out, part{kind: date, text: w[1]})
				rest = after
				continue next
			}
		}
		if c := rest[0]; c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return nil, fault("a date is written with YYYY, YY, MM, DD, hh, mm and ss, not %q", layout)
		}
		out = append(out, part{kind: literal, text: rest[:1]})
		rest = rest[1:]
	}
	return out, nil
}

// of is what the part stands for in the new name of an entry.
func (p part) of(e Entry, n int) (string, *Fault) {
	name, ext := split(e.Name, e.Folder)
	switch p.kind {
	case stem:
		return name, nil
	case extension:
		return ext, nil
	case counter:
		return fmt.Sprintf("%0*d", p.width, p.start+n*p.step), nil
	case date:
		if e.Modified.IsZero() {
			return "", fault("the date of %q is not known", e.Name)
		}
		return e.Modified.Format(p.text), nil
	case parent:
		if e.Parent == "" {
			return "", fault("the folder of %q has no name", e.Name)
		}
		return e.Parent, nil
	}
	return p.text, nil
}

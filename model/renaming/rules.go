// Package renaming gives many entries new names: by a pattern, or by a list that a
// person has edited. Nothing is looked up here: whether a name is free is known for
// certain only to the plan.
package renaming

import (
	"cmp"
	"regexp"
	"strings"
	"time"
	"unicode"

	"aloft/model"
	"aloft/model/text"
)

// Entry is what a new name can be made of.
type Entry struct {
	Name     string    // raw
	Parent   string    // the name of its folder, "" at a root
	Folder   bool      // no part of its name is an extension
	Modified time.Time // in the zone that is shown; zero when unknown
}

// Fault says why there is no new name.
type Fault struct {
	What text.Text
	Args []any
}

// Say is the fault as a sentence, raw.
func (f *Fault) Say(cat *text.Catalogue) string { return cat.Say(f.What, f.Args...) }

func fault(what text.Text, args ...any) *Fault { return &Fault{what, args} }

// Case is how letters are changed.
type Case string

const (
	CaseKept  Case = ""
	CaseLower Case = "lower"
	CaseUpper Case = "upper"
	CaseTitle Case = "title" // each word; the extension stays
)

// Unchanged is the pattern of the name as it is.
const Unchanged = "{name}{ext}"

// Rules make new names. They apply in the order of the fields.
type Rules struct {
	Pattern         string // "" = Unchanged
	Search, Replace string // Search "" = nothing is replaced
	Regexp          bool   // Search is a regular expression of Go, Replace has $1 or ${1}
	Case            Case
	Trim            bool // no white space at the ends, nor before the extension
}

// Renamer is Rules, ready to be applied.
type Renamer struct {
	rules  Rules
	parts  []part
	search *regexp.Regexp // nil = Search is taken as it is
}

// Compile checks the rules.
func (r Rules) Compile() (*Renamer, *Fault) {
	r.Pattern = cmp.Or(r.Pattern, Unchanged)
	out := &Renamer{rules: r}
	var f *Fault
	if out.parts, f = parse(r.Pattern); f != nil {
		return nil, f
	}
	if r.Regexp && r.Search != "" {
		x, err := regexp.Compile(r.Search)
		if err != nil {
			return nil, fault("the regular expression is not valid: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		}
		out.search = x
	}
	return out, nil
}

// Name is the new name of the entry that comes as number n, counted from 0.
func (r *Renamer) Name(e Entry, n int) (string, *Fault) {
	var b strings.Builder
	for _, p := range r.parts {
		s, f := p.of(e, n)
		if f != nil {
			return "", f
		}
		b.WriteString(s)
	}
	name := b.String()
	switch {
	case r.search != nil:
		name = r.search.ReplaceAllString(name, r.rules.Replace)
	case r.rules.Search != "":
		name = strings.ReplaceAll(name, r.rules.Search, r.rules.Replace)
	}
	switch r.rules.Case {
	case CaseLower:
		name = strings.ToLower(name)
	case CaseUpper:
		name = strings.ToUpper(name)
	case CaseTitle:
		stem, ext := split(name, e.Folder)
		name = titled(stem) + ext
	}
	if r.rules.Trim {
		stem, ext := split(name, e.Folder)
		name = strings.TrimSpace(strings.TrimSpace(stem) + ext)
	}
	return name, nil
}

// split parts a name from its extension, which has the dot.
func split(name string, folder bool) (stem, ext string) {
	if !folder {
		ext = model.Extension(name)
	}
	return name[:len(name)-len(ext)], ext
}

// titled gives each word a capital.
func titled(s string) string {
	last := rune(' ')
	return strings.Map(func(r rune) rune {
		inside := unicode.In(last, unicode.L, unicode.N, unicode.M) || last == '\'' || last == '’'
		last = r
		if inside {
			return unicode.ToLower(r)
		}
		return unicode.ToTitle(r)
	}, s)
}

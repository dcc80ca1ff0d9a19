// Package text is the language of the program: what a person reads is of type Text,
// and is said by a Catalogue.
//
// A message stands in English, as a fmt format, where it is said; this package has
// only those that are said in several places. The generator (cmd/messages) collects
// all of them into messages.json; another language is a file in languages.
//
// Of the texts of others it compares lines, escapes and indents JSON, and lets colours
// and styles (SGR sequences, ECMA-48) through to a terminal, and nothing else of its
// control sequences.
package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is a message: its English format is its identity.
type Text string

// Catalogue says messages in one language. The zero value speaks English.
type Catalogue struct {
	table map[Text]Text
	form  func(n int) int // which form in {a|b} belongs to a number
	tag   string          // of the language; "" = English
	list  string          // what stands between the words of a list; "" = ", "
}

// Say formats the message with its arguments. In a format {entry|entries} is the
// first when the %d before it, or else the first one after it, is 1, and the second
// otherwise. Another language may have more forms. A Text among the arguments, and what has
// a method In as a sentence has, is said in the same language.
func (c *Catalogue) Say(t Text, args ...any) string {
	format, form := string(t), english
	if c != nil && c.table != nil {
		if other, ok := c.table[t]; ok {
			format, form = string(other), c.form
		}
	}
	if len(args) == 0 {
		return format
	}
	cloned := false
	for i, a := range args {
		var said string
		switch a := a.(type) {
		case Text:
			said = c.Say(a)
		case interface{ In(c *Catalogue) string }:
			said = a.In(c)
		default:
			continue
		}
		if !cloned {
			args, cloned = slices.Clone(args), true
		}
		args[i] = said
	}
	return fmt.Sprintf(number(format, args, form), args...)
}

// Wire formats what a service answers to its clients, which is English in each language and no message.
func Wire(format string, args ...any) string { return (*Catalogue)(nil).Say(Text(format), args...) }

// Typed is what a person types or copies: a command, a flag, a name. It is the same in each language, and no message.
func Typed(s string) Text { return Text(s) }

// Capital is a text with its first letter in upper case, for headings and buttons.
func Capital(s string) string {
	if r, n := utf8.DecodeRuneInString(s); unicode.IsLower(r) {
		return string(unicode.ToUpper(r)) + s[n:]
	}
	return s
}

// Language is the tag of the language.
func (c *Catalogue) Language() string {
	if c == nil || c.tag == "" {
		return English
	}
	return c.tag
}

// List joins words that are of one kind.
func (c *Catalogue) List(words []string) string {
	between := ", "
	if c != nil && c.list != "" {
		between = c.list
	}
	return strings.Join(words, between)
}

// english has two forms: of 1, and of everything else.
func english(n int) int {
	if n == 1 {
		return 0
	}
	return 1
}

// number chooses the form for the number wherever a format has several.
func number(format string, args []any, form func(n int) int) string {
	if strings.IndexByte(format, '{') < 0 {
		return format
	}
	var b strings.Builder
	for at := 0; ; {
		from := strings.IndexByte(format[at:], '{')
		if from < 0 {
			b.WriteString(format[at:])
			return b.String()
		}
		from += at
		n := strings.IndexByte(format[from:], '}')
		forms := strings.Split(format[from+1:from+max(n, 1)], "|")
		if len(forms) == 1 {
			b.WriteString(format[at : from+1])
			at = from + 1
			continue
		}
		b.WriteString(format[at:from])
		which := len(forms) - 1
		if i := counted(format, from); i < len(args) {
			if n, err := strconv.Atoi(fmt.Sprint(args[i])); err == nil {
				which = min(which, form(n))
			}
		}
		b.WriteString(forms[which])
		at = from + n + 1
	}
}

// counted is the index of the argument whose %d is the last one before a position,
// or else the first one after it.
func counted(format string, before int) int {
	next, found := 0, len(format)
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		at := i
		for i++; i < len(format) && strings.IndexByte("[]+-# .0123456789", format[i]) >= 0; i++ {
			if format[i-1] == '[' {
				next = int(format[i] - '1')
			}
		}
		if i == len(format) || format[i] == '%' {
			continue
		}
		if format[i] == 'd' {
			if at > before && found < len(format) {
				break
			}
			found = next
		}
		next++
	}
	return found
}

// Package text is the one catalogue of every string that a person reads.
//
// A message is a constant of type Text whose value is its English form (a
// fmt format); there is one file of constants per area of the program. Another
// language is a table from these constants to its own formats.
package text

import (
	"fmt"
	"strings"
)

// Text is a message: its English format is its identity.
type Text string

// Catalogue says messages in one language. The zero value speaks English.
type Catalogue struct {
	Table map[Text]string
}

// Say formats the message with its arguments. In a format {entry|entries} is the
// first when the %d before it, or else the first one after it, is 1, and the
// second otherwise.
func (c *Catalogue) Say(t Text, args ...any) string {
	format := string(t)
	if c != nil {
		if other, ok := c.Table[t]; ok {
			format = other
		}
	}
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(number(format, args), args...)
}

// number takes the singular or the plural wherever a format has both.
func number(format string, args []any) string {
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
		one, many, both := strings.Cut(format[from+1:from+max(n, 1)], "|")
		if !both {
			b.WriteString(format[at : from+1])
			at = from + 1
			continue
		}
		b.WriteString(format[at:from])
		if i := counted(format, from); i < len(args) && fmt.Sprint(args[i]) == "1" {
			many = one
		}
		b.WriteString(many)
		at = from + n + 1
	}
}

// counted is the argument whose %d is the last one before a position, or else the
// first one after it.
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

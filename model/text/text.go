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

// Say formats the message with its arguments.
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
	return fmt.Sprintf(format, args...)
}

// Count says one for n == 1 and many otherwise; both formats get n first.
func (c *Catalogue) Count(n int, one, many Text, args ...any) string {
	t := many
	if n == 1 {
		t = one
	}
	return c.Say(t, append([]any{n}, args...)...)
}

// OfReading is the sentence of an error without the assurance at its end that nothing
// was changed, which has no place after a read.
func OfReading(t Text) Text {
	for _, tail := range [...]string{" Nothing was changed.", ", so nothing was changed.", "; nothing was changed.", "; nothing was changed"} {
		if s, ok := strings.CutSuffix(string(t), tail); ok {
			return Text(s)
		}
	}
	return t
}

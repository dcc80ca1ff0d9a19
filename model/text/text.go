// Package text is the one catalogue of every string that a person reads.
//
// A message is a constant of type Text whose value is its English form (a
// fmt format); there is one file of constants per area of the program. Another
// language is a table from these constants to its own formats.
package text

import "fmt"

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

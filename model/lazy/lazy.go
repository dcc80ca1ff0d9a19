// Package lazy makes what most starts do not use when it is first asked for.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp compiles the expression.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

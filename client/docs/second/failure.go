package second

import "fmt"

// failure is a business error.
type failure struct {
	code int
	msg  string
	edit object // of an edit: what its answer has beside err_msg
}

func fail(code int, msg string, args ...any) *failure {
	if len(args) > 0 {
		msg = fmt.Sprintf(msg, args...)
	}
	return &failure{code: code, msg: msg}
}

package pages

import (
	"fmt"
	"net/http"

	"aloft/model/text"
)

// Business codes, as public clients show them.
const (
	Bad       = 400001
	NoRight   = 400005
	NoToken   = 400006
	Internal  = 400010
	Expired   = 400012
	WrongKind = 400016
	Transient = 10012
	Quota     = 400030 // no public source shows one
	NoTool    = 60007
)

// Error is a business error: nothing was changed.
type Error struct {
	Code    int
	Message string
}

// Error returns the message.
func (e Error) Error() string { return e.Message }

// Refuse returns a business error.
func Refuse(code int, t string, args ...any) error {
	return Error{code, text.Wire(t, args...)}
}

// Business is the message of the JSON-RPC error with a business error inside.
func (e Error) Business(trace string) string {
	return fmt.Sprintf("call tool failed, type:business, code:%d, msg:%s, trace_id:%s", e.Code, e.Message, trace)
}

// Status is the HTTP status that goes with a code.
func (e Error) Status() int {
	switch e.Code {
	case NoToken, Expired:
		return http.StatusUnauthorized
	case NoRight, NoTool:
		return http.StatusForbidden
	case Internal:
		return http.StatusInternalServerError
	case Transient:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

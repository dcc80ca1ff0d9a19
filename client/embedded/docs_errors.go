package embedded

import (
	"fmt"
	"net/http"

	"aloft/model/text"
)

// Codes of facts/documents.md "Errors".
const (
	docsBad       = 400001
	docsNoRight   = 400005
	docsToken     = 400006
	docsInternal  = 400010
	docsExpired   = 400012
	docsKind      = 400016
	docsTransient = 10012
	docsQuota     = 400030 // no public source shows one
	docsNoTool    = 60007
)

// docsError is a business error: nothing was changed.
type docsError struct {
	code    int
	message string
}

func (e docsError) Error() string { return e.message }

// refuse makes a business error from a sentence of model/text/embeddeddocs.go.
func refuse(code int, t text.Text, args ...any) error {
	var c *text.Catalogue
	return docsError{code, c.Say(t, args...)}
}

// business is the message of the JSON-RPC error with a business error inside.
func (e docsError) business(trace string) string {
	return fmt.Sprintf("call tool failed, type:business, code:%d, msg:%s, trace_id:%s", e.code, e.message, trace)
}

// status is the HTTP status that goes with a code.
func (e docsError) status() int {
	switch e.code {
	case docsToken, docsExpired:
		return http.StatusUnauthorized
	case docsNoRight, docsNoTool:
		return http.StatusForbidden
	case docsInternal:
		return http.StatusInternalServerError
	case docsTransient:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

package embedded

import "aloft/model/text"

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

package console

import "aloft/model/text"

// Results of a check of doctor.
const (
	CheckOK      = "ok"
	CheckWarning = "warning"
	CheckFailed  = "failed"
)

// AddCheck adds a line to doctor's output.
type AddCheck func(name text.Text, result, detail string)

package console

import "aloft/model/text"

const (
	CheckOK      = "ok"
	CheckWarning = "warning"
	CheckFailed  = "failed"
)

type AddCheck func(name text.Text, result, detail string)

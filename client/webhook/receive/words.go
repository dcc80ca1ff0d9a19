package receive

import (
	"errors"

	"aloft/model/text"
)

func say(format string, args ...any) error { return errors.New(text.Wire(format, args...)) }

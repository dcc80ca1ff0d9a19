package receive

import (
	"errors"

	"aloft/model/text"
)

func reason(t text.Text, args ...any) string { return (*text.Catalogue)(nil).Say(t, args...) }

func say(t text.Text, args ...any) error { return errors.New(reason(t, args...)) }

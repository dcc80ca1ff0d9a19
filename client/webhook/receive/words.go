package receive

import (
	"errors"

	"aloft/model/text"
)

// english is a sentence of an answer: senders are programs.
func english(t text.Text, args ...any) string { return (*text.Catalogue)(nil).Say(t, args...) }

func say(t text.Text, args ...any) error { return errors.New(english(t, args...)) }

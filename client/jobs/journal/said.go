package journal

import (
	"errors"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// What the service said about a call that got no clear answer. It is journaled,
// so that the last word about an item can carry it when nothing came of the call.

// SaidOf are the service's words of an error and its trace id, clean, or "".
func SaidOf(err error) string {
	var e *client.Error
	if !errors.As(err, &e) {
		return ""
	}
	c := (*text.Catalogue)(nil)
	words := e.Server
	if strings.EqualFold(words, "ok") { // the envelope's, of the question
		words = ""
	}
	if words == "" && e.Status >= 400 {
		words = c.Say("HTTP %d", e.Status)
	}
	if e.Trace != "" && words != "" {
		words = c.Say("%s [trace %s]", words, e.Trace)
	}
	return model.Clean(words)
}

// TaskOf says what is known of an unclear call's own end.
func TaskOf(err error) string {
	var e *client.Error
	switch {
	case errors.Is(err, client.ErrTaskFailed):
		return TaskFailed
	case errors.Is(err, client.ErrTaskUnseen):
		return TaskUnseen
	case errors.As(err, &e) && e.Status >= 500 && e.Code != 0 && e.Code != e.Status:
		return TaskTold
	case errors.As(err, &e) && e.Status != 0:
		return TaskError
	}
	return ""
}

package journal

import (
	"errors"
	"fmt"
	"strings"

	"aloft/client"
	"aloft/model"
)

// What the service said about a call without a clear answer is journaled, so that
// the final result of an item can quote it when the call had no effect.

// SaidOf returns the service's message and trace id of an error, cleaned, or "".
func SaidOf(err error) string {
	var e *client.Error
	if !errors.As(err, &e) {
		return ""
	}
	words := e.Server
	if strings.EqualFold(words, "ok") { // the message of the envelope, about the question
		words = ""
	}
	if words == "" && e.Status >= 400 {
		words = fmt.Sprintf("HTTP %d", e.Status)
	}
	if e.Trace != "" && words != "" {
		words = fmt.Sprintf("%s [trace %s]", words, e.Trace)
	}
	return model.Clean(words)
}

// TaskOf returns how an unclear call failed, one of Task…, or "".
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

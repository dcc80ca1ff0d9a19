package clienttest

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"aloft/client"
)

// Sound fails the test when an error cannot be shown as it is.
func Sound(t testing.TB, err error) {
	t.Helper()
	var e *client.Error
	if !errors.As(err, &e) || e.Kind == "" {
		t.Fatalf("%v", err)
	}
	if msg := e.Error(); strings.ContainsAny(msg, "\n\x1b\x00") || !utf8.ValidString(msg) || strings.Contains(msg, "%!") && !strings.Contains(e.Server, "%!") {
		t.Errorf("%q", msg)
	}
}

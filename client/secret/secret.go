// Package secret keeps credentials: where they come from, where they may be stored,
// and that they never reach a log, a screen or another process.
// Login signs in: it understands what a person has pasted, checks it with the service, and stores it.
package secret

import (
	"fmt"
	"io"
	"log/slog"
)

// Redacted replaces a secret in printed text.
const Redacted = "[redacted]"

// Secret is a value that never prints itself. The zero value is no secret.
type Secret struct{ value string }

// New wraps a value.
func New(value string) Secret { return Secret{value} }

// Reveal returns the value. It is only for writing a request header.
func (s Secret) Reveal() string { return s.value }

// Empty reports whether there is no secret.
func (s Secret) Empty() bool { return s.value == "" }

// String, GoString, Format and the marshallers all hide the value.
func (s Secret) String() string { return Redacted }

// GoString hides the value from %#v.
func (s Secret) GoString() string { return Redacted }

// Format hides the value from every verb of package fmt.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, Redacted) }

// MarshalJSON hides the value.
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + Redacted + `"`), nil }

// MarshalText hides the value.
func (s Secret) MarshalText() ([]byte, error) { return []byte(Redacted), nil }

// LogValue hides the value from package slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(Redacted) }

// Package secret keeps credentials: where they come from, where they may be stored,
// and that they never reach a log, a screen or another process.
// Login signs in: it understands what a person has pasted, checks it with the service, and stores it.
package secret

import "aloft/client"

// Redacted replaces a secret in printed text.
const Redacted = client.Redacted

// Secret is a value that never prints itself. The zero value is no secret.
type Secret struct{ client.Hidden }

// New wraps a value.
func New(value string) Secret { return Secret{client.Hide(value)} }

package store

import (
	"os"

	"aloft/client/system"
)

// ownedByUs refuses a data folder of another user: a folder that root or a stranger
// can change is no place for a session secret.
func ownedByUs(dir string) error {
	fi, err := os.Stat(dir)
	if err != nil {
		return Say(err, dir)
	}
	if system.Ours(fi) {
		return nil
	}
	return &Error{What: "The data folder %s belongs to another user.", Args: []any{dir},
		Hint: "set ALOFT_DATA_HOME to a folder of yours", Err: errStranger}
}

//go:build !unix

package screen

import "os"

// reloadSignals: there is none that a person could send.
func reloadSignals() []os.Signal { return nil }

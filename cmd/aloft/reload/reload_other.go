//go:build !unix

package reload

import "os"

// reloadSignals: there is none that a person could send.
func reloadSignals() []os.Signal { return nil }

//go:build unix

package screen

import (
	"os"
	"syscall"
)

// reloadSignals ask for the configuration to be read again.
func reloadSignals() []os.Signal { return []os.Signal{syscall.SIGUSR1} }

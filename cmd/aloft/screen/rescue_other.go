//go:build !unix

package screen

import "os"

// rescue has nothing to do where there is no shell to be counted on.
type rescue struct{}

func (sc *Screen) startRescue() *rescue { return nil }

func (*rescue) end() {}

// stackSignals end the screen with a report of what every goroutine does.
func stackSignals() []os.Signal { return nil }

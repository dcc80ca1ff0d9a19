//go:build !unix

package screen

import (
	"os"
	"os/exec"
)

// rescue does nothing where there is no shell to rely on.
type rescue struct{}

func (sc *Screen) startRescue() *rescue { return nil }

func (*rescue) end() {}

// apart changes nothing where there are no sessions.
func apart(*exec.Cmd) {}

// stackSignals end the screen with a report of all goroutines' stacks.
func stackSignals() []os.Signal { return nil }

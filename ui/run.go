package ui

import (
	"context"
	"os"
)

// Run shows the screen on the terminal until the person quits.
func Run(ctx context.Context, d Deps, in, out *os.File) error {
	return nil
}

//go:build unix

package console

import (
	"context"
	"os/exec"
)

// Shell is a command of the person's, run by the shell; what follows are its arguments.
func Shell(ctx context.Context, line string, args ...string) *exec.Cmd {
	argv := []string{"-c", line}
	if len(args) > 0 {
		argv = append([]string{"-c", line + ` "$@"`, line}, args...)
	}
	return exec.CommandContext(ctx, "sh", argv...)
}

// DefaultEditor is the editor of a person who names none.
const DefaultEditor = "vi"

package console

import (
	"context"
	"os/exec"
	"strings"
	"syscall"
)

// Shell is a command of the person's, run by sh where it is installed, as on other
// systems, else by cmd; what follows are its arguments.
func Shell(ctx context.Context, line string, args ...string) *exec.Cmd {
	if sh, err := exec.LookPath("sh"); err == nil {
		argv := []string{"-c", line}
		if len(args) > 0 {
			argv = append([]string{"-c", line + ` "$@"`, line}, args...)
		}
		return exec.CommandContext(ctx, sh, argv...)
	}
	// cmd takes the rest of the line as it is, between the outer quotes.
	for _, a := range args {
		line += ` "` + strings.ReplaceAll(a, `"`, "") + `"`
	}
	c := exec.CommandContext(ctx, "cmd.exe")
	c.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd.exe /d /s /c "` + line + `"`}
	return c
}

// DefaultEditor is the editor of a person who names none.
const DefaultEditor = "notepad"

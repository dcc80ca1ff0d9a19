package run

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// fail returns the error of a command that does not run.
func fail(kind client.Kind, err error, what, hint text.Text, args ...any) error {
	return &client.Error{Kind: kind, Op: "run", What: what, Args: args, Hint: hint, Err: err}
}

// prepare checks in advance what can be checked, for errors in our own words.
func prepare(c Command) (*exec.Cmd, error) {
	if len(c.Argv) == 0 || c.Argv[0] == "" {
		return nil, fail(client.KindInvalid, nil, "there is no command; nothing was run", "set a program as the agent of the project")
	}
	hasNUL := func(s string) bool { return strings.ContainsRune(s, 0) }
	if slices.ContainsFunc(c.Argv, hasNUL) {
		return nil, fail(client.KindInvalid, nil, "the command contains a NUL character, which is not allowed; nothing was run", "remove it, or run a script file")
	}
	if err := checkDir(c.Dir); err != nil {
		return nil, err
	}
	cmd := exec.Command(c.Argv[0], c.Argv[1:]...)
	if cmd.Err != nil {
		return nil, startError(c.Argv[0], cmd.Err)
	}
	cmd.Dir, cmd.Env = c.Dir, environment(c)
	return cmd, nil
}

// checkDir checks the folder, since nothing may run in another one.
func checkDir(dir string) error {
	if dir == "" {
		return nil
	}
	refuse := func(err error, what text.Text, args ...any) error {
		return fail(client.KindNotFound, err, what, text.HookRunDir, append([]any{dir}, args...)...)
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse(err, "%s is not a folder; nothing was run")
	case err != nil:
		return refuse(err, text.HookRunFolder, reason(err))
	case !info.IsDir():
		return refuse(nil, "%s is not a folder; nothing was run")
	}
	if err := mayEnter(dir); err != nil {
		return refuse(err, text.HookRunFolder, err)
	}
	return nil
}

// maxVariable keeps an environment far below the system's limit (128 KiB for one
// variable on Linux).
const maxVariable = 4 << 10

// Variable is a line of an environment with a value from outside. Bytes that a line
// cannot have are removed.
func Variable(name, value string) string {
	return name + "=" + model.FirstBytes(strings.ReplaceAll(value, "\x00", ""), maxVariable)
}

// environment is the command's own, with PWD set to its folder. It is never nil:
// that would be the environment of this process, secrets included.
func environment(c Command) []string {
	env := make([]string, 0, len(c.Env)+1)
	for _, e := range c.Env {
		if !strings.ContainsRune(e, 0) {
			env = append(env, e)
		}
	}
	if filepath.IsAbs(c.Dir) { // the last of two counts
		env = append(env, "PWD="+c.Dir)
	}
	return env
}

// startError says why a program could not be started.
func startError(program string, err error) error {
	switch {
	case isTooLong(err):
		return fail(client.KindInvalid, err, "the command is longer than this system allows; nothing was run", "put the command into a script file, and run that")
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return fail(client.KindNotFound, err, "the program %s was not found; nothing was run", "install it, or correct the name in the configuration", program)
	}
	return fail(client.KindLocal, err, "%s could not be started (%s); nothing was run", "check its permissions, and the limits of this user", program, reason(err))
}

// reason is the system's message, without the operation and the path.
func reason(err error) string {
	if e, ok := errors.AsType[*exec.Error](err); ok {
		err = e.Err
	}
	return model.Clean(system.Reason(err))
}

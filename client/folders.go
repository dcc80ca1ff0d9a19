package client

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// The variables that set the program's folders.
const (
	ConfigHome = "ALOFT_CONFIG_HOME"
	DataHome   = "ALOFT_DATA_HOME"
	StateHome  = "ALOFT_STATE_HOME"
	CacheHome  = "ALOFT_CACHE_HOME"
)

// Home is the person's home folder on this computer. It fails when the variable does not say.
func Home(env func(string) string) (string, error) {
	name := homeVariable
	home := env(name)
	switch {
	case home == "":
		return "", Errorf(KindLocal, "config", model.Place{}, "home folder not found: %s is not set", name).
			Hinted("set %s, or ALOFT_CONFIG_HOME, ALOFT_DATA_HOME, ALOFT_STATE_HOME and ALOFT_CACHE_HOME", name)
	case !filepath.IsAbs(home):
		return "", NotAbsolute(name, home)
	}
	return home, nil
}

// InHome replaces "~/" by the home folder, as a shell would.
func InHome(path, home string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && home != "" && (rest == "" || rest[0] == '/' || rest[0] == filepath.Separator) {
		return filepath.Join(home, rest)
	}
	return path
}

// NotAbsolute is the error of a variable that names a folder relative to another one.
func NotAbsolute(variable, path string) error {
	return Errorf(KindLocal, "config", model.Place{}, "%s must be an absolute path, not %s", variable, path).
		Hinted("set %s to an absolute path, or unset it", variable)
}

// Full: the disk, or the person's quota, has no space left.
func Full(err error) bool {
	return system.Is(err, system.NoRoom)
}

// Unwritable: a folder or a file in it cannot be written by anybody here: for lack
// of permission, on a read-only file system, or because it is full.
func Unwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || system.Is(err, system.ReadOnly) || Full(err)
}

// Newer is the error of a store that a newer program has written. variable sets the folder it is in.
func Newer(op, path, variable string) *Error {
	return &Error{Kind: KindLocal, Op: op, What: text.NewerStore, Args: []any{path}, Hint: text.NewerStoreHint, HintArgs: []any{variable}}
}

// InFolder adds to an error about one of the program's folders the hint that helps:
// its variable, and for a full disk nothing about permissions.
func (e *Error) InFolder(variable string) *Error {
	e.Hint, e.HintArgs = "check the owner and permissions of the folder, or set %s to a folder that you can write to", []any{variable}
	if Full(e.Err) {
		e.Hint = "free some space, or set %s to a folder on another disk"
	}
	return e
}

package receive

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// tokenName is a file of its own: "Token" of "Where the specification is silent".
const tokenName = "webhook.token"

// maxToken is the longest token in bytes.
const maxToken = 1024

// TokenFile is where the token is kept.
func TokenFile(dataDir string) string { return filepath.Join(dataDir, tokenName) }

// Token reads the receiver's token from its file in the data folder, creating both if needed. It fails if the file is
// empty, not a regular file, or readable for others.
func Token(dataDir string) (string, error) {
	if dataDir == "" {
		return "", tokenFail("", text.HookTokenNoDir)
	}
	file := TokenFile(dataDir)
	token, err := readToken(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	// If two programs start at once, one creates the file and both read it.
	if err := makeToken(file, false); err != nil {
		return "", err
	}
	return readToken(file)
}

// NewToken replaces the token by a new one.
func NewToken(dataDir string) (string, error) {
	if dataDir == "" {
		return "", tokenFail("", text.HookTokenNoDir)
	}
	file := TokenFile(dataDir)
	if err := makeToken(file, true); err != nil {
		return "", err
	}
	return readToken(file)
}

func readToken(file string) (string, error) {
	st, err := os.Lstat(file)
	if err != nil {
		return "", tokenRead(file, err)
	}
	switch {
	case st.Mode()&fs.ModeSymlink != 0:
		return "", tokenFail(text.HookTokenHint, text.HookTokenLink, file)
	case !st.Mode().IsRegular():
		return "", tokenFail(text.HookTokenHint, "%s is not a regular file, so it is not used", file)
	case !system.Ours(st):
		return "", tokenFail(text.HookTokenHint, "%s belongs to another user, so it is not used", file)
	case !system.Private(st):
		e := tokenFail("run chmod 600 %s; if others may have read it, also run aloft hook token --new", "%s can be read by others (mode %s), so it is not used", file, st.Mode().Perm().String())
		e.HintArgs = []any{file}
		return "", e
	}
	// The opened file must be the one that was checked.
	f, err := system.Open(file, os.O_RDONLY, 0)
	if err != nil {
		return "", tokenRead(file, err)
	}
	defer f.Close()
	now, err := f.Stat()
	if err != nil || !os.SameFile(st, now) {
		return "", tokenFail(text.HookTokenHint, text.HookTokenLink, file)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxToken+2))
	if err != nil {
		return "", tokenRead(file, err)
	}
	token := strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r")
	switch {
	case strings.TrimSpace(token) == "":
		return "", tokenFail(text.HookTokenHint, "the token file %s is empty", file)
	case len(token) > maxToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "", tokenFail(text.HookTokenHint, "the token file %s must hold one line of at most %d visible ASCII {character|characters}", file, maxToken)
	}
	return token, nil
}

// makeToken writes a new token. Without replace an existing one stays.
func makeToken(file string, replace bool) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return tokenWrite(file, err)
	}
	token, err := []byte(rand.Text()+"\n"), error(nil)
	if replace {
		err = system.Replace(file, token, true)
	} else if err = system.WriteNew(file, token, true); errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return tokenWrite(file, err)
	}
	return nil
}

func tokenFail(hint, t text.Text, args ...any) *client.Error {
	return client.Errorf(client.KindLocal, "token", model.Place{}, t, args...).Hinted(hint)
}

func tokenRead(file string, err error) error {
	return tokenCause("%s cannot be read: %s", file, err)
}

func tokenWrite(file string, err error) error {
	return tokenCause("%s cannot be written: %s", file, err)
}

func tokenCause(t text.Text, file string, err error) error {
	e := tokenFail("make sure that %s is a folder that you can write to", t, file, cause(err))
	e.HintArgs, e.Err = []any{filepath.Dir(file)}, err
	return e
}

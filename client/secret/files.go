package secret

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"
	"filippo.io/age/agessh"

	"aloft/client"
	"aloft/client/system"
	"aloft/model/text"
)

// fileName is the account's name in file names and in the keyring: of all account names that the
// configuration allows, no two give the same.
func (s *Store) fileName() string { return s.o.Account + "-" + s.o.Service }

func (s *Store) plainFile() string {
	if s.o.Service != Drive {
		return filepath.Join(s.o.Dir, s.fileName()+".token")
	}
	return filepath.Join(s.o.Dir, s.fileName()+".cookie")
}

func (s *Store) ageFile() string { return filepath.Join(s.o.Dir, s.fileName()+".age") }
func (s *Store) keyFile() string { return filepath.Join(s.o.Dir, s.fileName()+".identity") }

// fromFile reads the plain file of --store=file, if nobody else can have read or
// written it.
func (s *Store) fromFile() (v Secret, file string, ok bool, err error) {
	if s.o.Dir == "" {
		return v, "", false, nil
	}
	file = s.plainFile()
	st, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) || system.Is(err, system.NotFolder) {
		return v, file, false, nil
	}
	if err != nil {
		return v, file, false, s.fail(text.SecretFileRead, file, reason(err))
	}
	switch {
	case st.Mode()&fs.ModeSymlink != 0:
		return v, file, false, s.refuse(text.SecretFileLink, file)
	case !st.Mode().IsRegular():
		return v, file, false, s.refuse("%s is not a regular file, so it is not used", file)
	case !system.Ours(st):
		return v, file, false, s.refuse("%s belongs to another user, so it is not used", file)
	case !system.Private(st):
		return v, file, false, s.refuse(text.SecretFileOpen, file, st.Mode().Perm().String())
	}
	// The opened file must be the one that was checked.
	f, err := system.Open(file, os.O_RDONLY, 0)
	if err != nil {
		return v, file, false, s.fail(text.SecretFileRead, file, reason(err))
	}
	defer f.Close()
	now, err := f.Stat()
	if err != nil || !os.SameFile(st, now) {
		return v, file, false, s.refuse(text.SecretFileLink, file)
	}
	if v, err = readFrom(f); err != nil {
		return v, file, false, s.fail(text.SecretFileRead, file, reason(err))
	}
	return v, file, true, nil
}

func (s *Store) refuse(t text.Text, args ...any) *client.Error {
	e := s.fail(t, args...)
	switch t {
	case text.SecretFileOpen:
		e.Hint, e.HintArgs = text.Typed("chmod 600 %s"), args[:1]
	default:
		e.Hint, e.HintArgs = "use your own file with mode 600, or run aloft account login %s", []any{s.o.Account}
		switch s.o.Service {
		case Drive:
		case HookPlatform, HookRoute:
			e.Hint = "use your own file with mode 600, or run aloft hook login %s"
		default:
			of := s.o.Service
			if of == OpenPlatform { // it is part of the documents
				of = Docs
			}
			e.Hint, e.HintArgs = "use your own file with mode 600, or run aloft account login %s --%s", []any{s.o.Account, of}
		}
	}
	return e
}

// fromAge decrypts our own encrypted file with the identity it was made for.
func (s *Store) fromAge() (v Secret, file string, ok bool, err error) {
	if s.o.Dir == "" {
		return v, "", false, nil
	}
	file = s.ageFile()
	data, err := system.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) || system.Is(err, system.NotFolder) {
		return v, file, false, nil
	}
	if err != nil {
		return v, file, false, s.fail(text.SecretAge, file, reason(err))
	}
	path, err := system.ReadFile(s.keyFile())
	if err != nil {
		return v, file, false, s.fail(text.SecretAge, file, reason(err))
	}
	ids, _, err := identities(strings.TrimSpace(string(path)))
	if err != nil {
		return v, file, false, s.badIdentity(strings.TrimSpace(string(path)), err)
	}
	r, err := age.Decrypt(bytes.NewReader(data), ids...)
	if err != nil {
		return v, file, false, s.fail(text.SecretAge, file, err.Error())
	}
	if v, err = readFrom(r); err != nil {
		return v, file, false, s.fail(text.SecretAge, file, err.Error())
	}
	return v, file, true, nil
}

func (s *Store) badIdentity(file string, err error) error {
	e := s.fail("%s cannot be used: %s", file, reason(err))
	e.Hint, e.HintArgs = text.HintSecretAge, nil
	return e
}

var errNoPublic = errors.New("it holds no key that can be encrypted to")

// identities reads a file of native age identities or one SSH key.
func identities(file string) ([]age.Identity, []age.Recipient, error) {
	data, err := system.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	if bytes.Contains(data, []byte("PRIVATE KEY-----")) {
		id, err := agessh.ParseIdentity(data)
		if err != nil {
			return nil, nil, err
		}
		switch k := id.(type) {
		case *agessh.Ed25519Identity:
			return []age.Identity{id}, []age.Recipient{k.Recipient()}, nil
		case *agessh.RSAIdentity:
			return []age.Identity{id}, []age.Recipient{k.Recipient()}, nil
		}
		return nil, nil, errNoPublic
	}
	ids, err := age.ParseIdentities(bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	var to []age.Recipient
	for _, id := range ids {
		switch k := id.(type) {
		case *age.X25519Identity:
			to = append(to, k.Recipient())
		case *age.HybridIdentity:
			to = append(to, k.Recipient())
		}
	}
	if len(to) == 0 {
		return nil, nil, errNoPublic
	}
	return ids, to, nil
}

func encrypt(v Secret, to []age.Recipient) ([]byte, error) {
	var b bytes.Buffer
	w, err := age.Encrypt(&b, to...)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, v.Reveal()); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// replace writes a file of mode 0600, and the folder around it.
func replace(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return system.Replace(file, data, true)
}

// Sweep removes leftovers of killed processes from the folder of credentials, and
// returns their names.
func Sweep(dir string) []string { return system.Sweep(dir, ".new-*") }

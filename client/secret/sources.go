package secret

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// find goes through the sources in their order: given for this run, systemd, command, environment,
// keyring, age file, plain file. The first hit wins. A source that exists but is broken is an
// error: falling through to another one would hide it.
func (s *Store) find(ctx context.Context) (Secret, model.Sentence, error) {
	if v, from, ok, err := s.explicit(ctx); ok || err != nil {
		return v, from, err
	}
	if dir := s.o.Getenv("CREDENTIALS_DIRECTORY"); dir != "" {
		name := s.fileName()
		v, err := readAll(filepath.Join(dir, name))
		if err == nil {
			return v, model.Say(text.Typed(text.FromSystemd), name), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return Secret{}, model.Sentence{}, s.fail(text.SecretFileRead, filepath.Join(dir, name), reason(err))
		}
	}
	if len(s.o.Command) > 0 {
		v, err := s.run(ctx, s.o.Command)
		return v, model.Say(text.Typed(text.FromCommand), s.o.Command[0]), err
	}
	if !s.kept.Empty() {
		if !s.warned {
			s.warned = true
			s.warn(client.Errorf(client.KindLocal, "login", model.Place{}, text.SecretFromEnv, s.o.Account, s.o.EnvName))
		}
		return s.kept, model.Say(text.FromEnvironment, s.o.EnvName), nil
	}
	if v, ok, err := s.fromKeyring(ctx); ok || err != nil {
		return v, model.Say(text.FromKeyring), err
	}
	if v, file, ok, err := s.fromAge(); ok || err != nil {
		return v, model.Say(text.FromAge, file), err
	}
	if v, file, ok, err := s.fromFile(); ok || err != nil {
		return v, model.Say(text.FromFile, file), err
	}
	return Secret{}, model.Sentence{}, s.none()
}

func (s *Store) explicit(ctx context.Context) (Secret, model.Sentence, bool, error) {
	e := s.o.Explicit
	switch {
	case e == nil:
	case len(e.Command) > 0:
		v, err := s.run(ctx, e.Command)
		return v, model.Say(text.Typed(text.FromFlagCommand), e.Command[0]), true, err
	case e.File != "":
		v, err := s.givenFile(e)
		return v, model.Say(text.Typed(text.FromFlagFile), e.File), true, err
	case e.HasFD:
		from := model.Say(text.Typed(text.FromFlagFD), e.FD)
		if v := e.Kept(); !v.Empty() {
			return v, from, true, nil
		}
		v, err := readFD(e.FD)
		if err != nil {
			return v, from, true, s.fail("file descriptor %d cannot be read: %s", e.FD, reason(err))
		}
		e.Keep(v)
		return v, from, true, nil
	}
	return Secret{}, model.Sentence{}, false, nil
}

// givenFile reads a file the user names for this run. A pipe is as private as its
// maker made it, and read once; a regular file must be ours and readable only by us.
func (s *Store) givenFile(e *Explicit) (Secret, error) {
	file, kept := e.File, e.Kept()
	st, err := os.Stat(file)
	switch {
	case !kept.Empty() && (err != nil || !st.Mode().IsRegular()):
		return kept, nil
	case err != nil:
		return Secret{}, s.fail(text.SecretFileRead, file, reason(err))
	}
	if st.Mode().IsRegular() && !system.Private(st) {
		return Secret{}, s.refuse(text.SecretFileOpen, file, st.Mode().Perm().String())
	}
	v, err := readAll(file)
	if err != nil {
		return Secret{}, s.fail(text.SecretFileRead, file, reason(err))
	}
	e.Keep(v)
	return v, nil
}

func readFD(fd int) (Secret, error) {
	f := os.NewFile(uintptr(fd), "credential")
	if f == nil {
		return Secret{}, fs.ErrInvalid
	}
	defer f.Close()
	return readFrom(f)
}

func readAll(file string) (Secret, error) {
	f, err := os.Open(file)
	if err != nil {
		return Secret{}, err
	}
	defer f.Close()
	return readFrom(f)
}

// run runs a credential command: an argument list without a shell, a time limit,
// one line of output. Its standard error goes to the user's, so that a password
// manager can ask.
func (s *Store) run(ctx context.Context, argv []string) (Secret, error) {
	ctx, cancel := context.WithTimeout(ctx, s.o.Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = time.Second
	var out limited
	var said limited
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return Secret{}, s.commandFailed("the credential command %s did not finish within %s", argv[0], s.o.Limit.String())
	case err != nil:
		why := reason(err)
		if line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n"); line != "" {
			why += " (" + line[:min(len(line), 200)] + ")"
		}
		return Secret{}, s.commandFailed("the credential command %s failed: %s", argv[0], why)
	}
	return New(out.String()), nil
}

func (s *Store) commandFailed(t text.Text, args ...any) error {
	e := s.fail(t, args...)
	e.Hint, e.HintArgs = "run the command by itself to see what it says", nil
	return e
}

// limited stores the first bytes and discards the rest.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if room := maxSecret - l.Len(); room > 0 {
		l.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}

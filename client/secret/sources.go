package secret

import (
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

// find goes through the sources in their order: those of given, keyring, age file, plain file. The
// first hit wins. A source that exists but is broken is an error: falling through to another one
// would hide it.
func (s *Store) find(ctx context.Context) (Secret, model.Sentence, error) {
	if from, read := s.given(); read != nil {
		v, err := read(ctx)
		return v, from, err
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

// given is the source that is used in place of what is stored here, in the order given for this run,
// systemd, command, environment; read is nil when there is none. Nothing is read before read is called.
func (s *Store) given() (from model.Sentence, read func(context.Context) (Secret, error)) {
	if e := s.o.Explicit; e != nil {
		switch {
		case len(e.Command) > 0:
			return model.Say(text.Typed("--credential-command %s"), e.Command[0]), func(ctx context.Context) (Secret, error) { return s.run(ctx, e.Command) }
		case e.File != "":
			return model.Say(text.Typed("--credential-file %s"), e.File), func(context.Context) (Secret, error) { return s.givenFile(e) }
		case e.HasFD:
			return model.Say(text.Typed("--credential-fd %d"), e.FD), func(context.Context) (Secret, error) { return s.givenFD(e) }
		}
	}
	if dir := s.o.Getenv("CREDENTIALS_DIRECTORY"); dir != "" {
		file := filepath.Join(dir, s.fileName())
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			return model.Say(text.Typed("$CREDENTIALS_DIRECTORY/%s"), s.fileName()), func(context.Context) (Secret, error) { return s.readFile(file) }
		}
	}
	switch {
	case len(s.o.Command) > 0:
		return model.Say(text.Typed(text.FromCommand), s.o.Command[0]), func(ctx context.Context) (Secret, error) { return s.run(ctx, s.o.Command) }
	case !s.kept.IsZero():
		return model.Say(text.FromEnvironment, s.o.EnvName), func(context.Context) (Secret, error) {
			if !s.warned {
				s.warned = true
				s.warn(client.Errorf(client.KindLocal, "login", model.Place{}, text.SecretFromEnv, s.o.Account, s.o.EnvName))
			}
			return s.kept, nil
		}
	}
	return model.Sentence{}, nil
}

// givenFile reads a file the user names for this run. A pipe is as private as its
// maker made it, and read once; a regular file must be ours and readable only by us.
func (s *Store) givenFile(e *Explicit) (Secret, error) {
	file, kept := e.File, e.Kept()
	st, err := os.Stat(file)
	switch {
	case !kept.IsZero() && (err != nil || !st.Mode().IsRegular()):
		return kept, nil
	case err != nil:
		return Secret{}, s.fail(text.SecretFileRead, file, reason(err))
	}
	if st.Mode().IsRegular() && !system.Private(st) {
		return Secret{}, s.refuse(text.SecretFileOpen, file, st.Mode().Perm().String())
	}
	v, err := s.readFile(file)
	if err == nil {
		e.Keep(v)
	}
	return v, err
}

// givenFD reads an open file that the user names for this run.
func (s *Store) givenFD(e *Explicit) (Secret, error) {
	if v := e.Kept(); !v.IsZero() {
		return v, nil
	}
	v, err := Secret{}, fs.ErrInvalid
	if f := os.NewFile(uintptr(e.FD), "credential"); f != nil {
		defer f.Close()
		v, err = readFrom(f)
	}
	if err != nil {
		return Secret{}, s.fail("file descriptor %d cannot be read: %s", e.FD, reason(err))
	}
	e.Keep(v)
	return v, nil
}

func (s *Store) readFile(file string) (v Secret, err error) {
	f, err := os.Open(file)
	if err == nil {
		defer f.Close()
		v, err = readFrom(f)
	}
	if err != nil {
		return Secret{}, s.fail(text.SecretFileRead, file, reason(err))
	}
	return v, nil
}

// run runs a credential command: an argument list without a shell, a time limit,
// one line of output. Its standard error goes to the user's, so that a password
// manager can ask.
func (s *Store) run(ctx context.Context, argv []string) (Secret, error) {
	ctx, cancel := context.WithTimeout(ctx, s.o.Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = time.Second
	var out, said limited
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return Secret{}, s.commandFailed("the credential command %s did not finish within %s", argv[0], s.o.Limit.String())
	case err != nil:
		why := reason(err)
		if line, _, _ := strings.Cut(strings.TrimSpace(string(said.kept)), "\n"); line != "" {
			why += " (" + line[:min(len(line), 200)] + ")"
		}
		return Secret{}, s.commandFailed("the credential command %s failed: %s", argv[0], why)
	case len(out.kept) > maxSecret:
		return Secret{}, s.commandFailed("the credential command %s failed: %s", argv[0], errTooLong.Error())
	}
	return New(string(out.kept)), nil
}

func (s *Store) commandFailed(t text.Text, args ...any) error {
	e := s.fail(t, args...)
	e.Hint, e.HintArgs = "run the command by itself to see what it says", nil
	return e
}

// limited stores the first bytes and discards the rest. A bytes.Buffer in it would be filled past Write by its ReadFrom.
type limited struct{ kept []byte }

func (l *limited) Write(p []byte) (int, error) {
	l.kept = append(l.kept, p[:min(len(p), maxSecret+1-len(l.kept))]...)
	return len(p), nil
}

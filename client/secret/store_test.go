package secret_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"aloft/client"
	"aloft/client/secret"
	"aloft/client/system"
)

// ring is a keyring in memory; a nil map is a machine without one.
type ring map[string]string

func (r ring) Probe(context.Context) bool { return r != nil }
func (r ring) Get(u string) (string, error) {
	if v, ok := r[u]; ok {
		return v, nil
	}
	return "", secret.ErrNoEntry
}
func (r ring) Set(u, v string) error { r[u] = v; return nil }
func (r ring) Delete(u string) error { delete(r, u); return nil }

func options(t *testing.T, env map[string]string) secret.Options {
	if env == nil {
		env = map[string]string{}
	}
	return secret.Options{
		Account: "work", Service: "drive", Dir: filepath.Join(t.TempDir(), "secrets"), EnvName: "ALOFT_WORK_DRIVE_COOKIE",
		Getenv:   func(n string) string { return env[n] },
		Unsetenv: func(n string) error { delete(env, n); return nil },
		Keyring:  ring(nil),
	}
}

func write(t *testing.T, file, content string, mode os.FileMode) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, mode); err != nil {
		t.Fatal(err)
	}
	return file
}

// Every source is removed in turn, the first one first.
func TestOrderOfSources(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	env := map[string]string{"CREDENTIALS_DIRECTORY": dir, "ALOFT_WORK_DRIVE_COOKIE": "k=from-env"}
	o := options(t, env)
	o.Explicit = &secret.Explicit{Command: []string{"echo", "k=from-flag"}}
	write(t, filepath.Join(dir, "work-drive"), "k=from-systemd\n", 0o400)
	o.Command = []string{"printf", "Cookie: k=from-command\n"}
	o.Keyring = ring{"work-drive": "k=from-ring"}
	write(t, filepath.Join(o.Dir, "work-drive.cookie"), "k=from-file\n", 0o600)
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	idFile := write(t, filepath.Join(dir, "id"), id.String()+"\n", 0o600)
	saver := o
	saver.Keyring, saver.EnvName, saver.Account = ring(nil), "", "x"
	if _, err := secret.Open(saver).Save(ctx, secret.InAge, secret.New("k=from-age"), idFile); err != nil {
		t.Fatal(err)
	}
	for _, ext := range []string{".age", ".identity"} {
		if err := os.Rename(filepath.Join(o.Dir, "x-drive"+ext), filepath.Join(o.Dir, "work-drive"+ext)); err != nil {
			t.Fatal(err)
		}
	}
	warned := 0
	o.Warn = func(error) { warned++ }
	for _, step := range []struct {
		want, where string
		away        func()
	}{
		{"k=from-flag", "--credential-command echo", func() { o.Explicit = nil }},
		{"k=from-systemd", "$CREDENTIALS_DIRECTORY/work-drive", func() { delete(env, "CREDENTIALS_DIRECTORY") }},
		{"k=from-command", "credential_command printf", func() { o.Command = nil }},
		{"k=from-env", "environment ALOFT_WORK_DRIVE_COOKIE", func() { delete(env, "ALOFT_WORK_DRIVE_COOKIE") }},
		{"k=from-ring", "keyring", func() { o.Keyring = ring{} }},
		{"k=from-age", "encrypted file " + o.Dir + "/work-drive.age", func() { os.Remove(filepath.Join(o.Dir, "work-drive.age")) }},
		{"k=from-file", "plain file " + o.Dir + "/work-drive.cookie", func() { os.Remove(filepath.Join(o.Dir, "work-drive.cookie")) }},
	} {
		env["ALOFT_WORK_DRIVE_COOKIE"] = map[bool]string{true: "k=from-env"}[strings.Contains("flagsystemdcommandenv", strings.TrimPrefix(step.want, "k=from-"))]
		s := secret.Open(o)
		if env["ALOFT_WORK_DRIVE_COOKIE"] != "" {
			t.Error("the variable is still in the environment")
		}
		got, err := s.Cookie(ctx)
		if err != nil || got != step.want {
			t.Fatalf("got %q, %v, want %q", got, err, step.want)
		}
		if from, _ := s.Where(ctx); from.String() != step.where {
			t.Errorf("where %q, want %q", from.String(), step.where)
		}
		if again, err := s.Reload(ctx); err != nil || again != step.want {
			t.Errorf("reload %q %v", again, err)
		}
		step.away()
	}
	if warned != 1 {
		t.Errorf("%d warnings about the environment, want 1", warned)
	}
	if _, err := secret.Open(o).Cookie(ctx); !client.Is(err, client.KindAuth) || !strings.Contains(err.Error(), "aloft account login work") {
		t.Errorf("with no source: %v", err)
	}
}

func TestRefusedFiles(t *testing.T) {
	for _, tc := range []struct {
		name string
		make func(t *testing.T, file string)
		want string
	}{
		{"group may read", func(t *testing.T, f string) { write(t, f, "k=CANARY", 0o640) }, "can be read by others (mode -rw-r-----)"},
		{"link", func(t *testing.T, f string) {
			write(t, f+".real", "k=CANARY", 0o600)
			if err := os.Symlink(f+".real", f); err != nil {
				t.Fatal(err)
			}
		}, "is not a regular file"},
		{"folder", func(t *testing.T, f string) {
			if err := os.MkdirAll(f, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "is not a regular file"},
		{"two lines", func(t *testing.T, f string) { write(t, f, "k=CANARY\nx: y", 0o600) }, "must be one line"},
		{"empty", func(t *testing.T, f string) { write(t, f, " \n", 0o600) }, "gave an empty credential"},
		{"control", func(t *testing.T, f string) { write(t, f, "k=CANARY\x1b[8m", 0o600) }, "must be one line"},
		{"huge", func(t *testing.T, f string) { write(t, f, strings.Repeat("x", 70000), 0o600) }, "longer than any credential"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := options(t, nil)
			tc.make(t, filepath.Join(o.Dir, "work-drive.cookie"))
			_, err := secret.Open(o).Cookie(t.Context())
			if !client.Is(err, client.KindAuth) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("err %v, want %q", err, tc.want)
			}
			if err != nil && strings.Contains(err.Error(), "CANARY") {
				t.Error("the error holds the secret")
			}
		})
	}
	o := options(t, nil)
	o.Explicit = &secret.Explicit{File: write(t, filepath.Join(t.TempDir(), "c"), "k=v", 0o644)}
	if _, err := secret.Open(o).Cookie(t.Context()); err == nil || !strings.Contains(err.Error(), "→ chmod 600 ") {
		t.Errorf("an open --credential-file: %v", err)
	}
}

func TestCommand(t *testing.T) {
	for _, tc := range []struct {
		argv []string
		want string
	}{
		{[]string{"sh", "-c", "echo CANARY; echo no key >&2; exit 3"}, "failed: exit status 3 (no key)"},
		{[]string{"/does/not/exist"}, "failed: no such file"},
		{[]string{"sleep", "30"}, "did not finish within 50ms"},
		{[]string{"sh", "-c", "sleep 30 & echo k=v"}, ""},
		{[]string{"true"}, "gave an empty credential"},
		{[]string{"head", "-c", "200000", "/dev/zero"}, "longer than any credential"},
		{[]string{"echo", "$(echo no shell)"}, ""},
	} {
		o := options(t, nil)
		o.Command, o.Limit = tc.argv, 10*time.Second
		if tc.argv[0] == "sleep" {
			o.Limit = 50 * time.Millisecond
		}
		got, err := secret.Open(o).Cookie(t.Context())
		if tc.argv[0] == "echo" && got != "$(echo no shell)" {
			t.Errorf("a shell has run: %q", got)
		}
		if tc.want == "" {
			continue
		}
		if !client.Is(err, client.KindAuth) || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "CANARY") {
			t.Errorf("%v: err %v, want %q", tc.argv, err, tc.want)
		}
	}
}

func TestSave(t *testing.T) {
	ctx := t.Context()
	o := options(t, map[string]string{"HOME": t.TempDir()})
	s := secret.Open(o)
	if _, err := s.Save(ctx, "", secret.New("k=v"), ""); err == nil || !strings.Contains(err.Error(), "--store=file") {
		t.Errorf("without any store: %v", err)
	}
	if _, err := s.Save(ctx, secret.InAge, secret.New("k=v"), ""); err == nil || !strings.Contains(err.Error(), "--identity") {
		t.Errorf("without an identity: %v", err)
	}
	homeless := options(t, map[string]string{"HOME": "home"})
	if _, err := secret.Open(homeless).Save(ctx, secret.InAge, secret.New("k=v"), ""); err == nil || !strings.Contains(err.Error(), "HOME must be an absolute path") {
		t.Errorf("with a relative home: %v", err)
	}
	if _, err := s.Save(ctx, secret.InFile, secret.New("\n"), ""); !client.Is(err, client.KindInvalid) {
		t.Errorf("an empty input: %v", err)
	}
	if _, err := s.Save(ctx, secret.InFile, secret.New("Cookie: k=v \n"), ""); err != nil {
		t.Fatal(err)
	}
	st, err := os.Stat(filepath.Join(o.Dir, "work-drive.cookie"))
	if err != nil || !system.Private(st) {
		t.Errorf("%v %v", st, err)
	}
	if got, err := secret.Open(o).Cookie(ctx); got != "k=v" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	// The keyring is used, and the plain file is removed.
	o.Keyring = ring{}
	if _, err := secret.Open(o).Save(ctx, "", secret.New("k=w"), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(o.Dir, "work-drive.cookie")); !errors.Is(err, os.ErrNotExist) {
		t.Error("the plain file is still there")
	}
	s = secret.Open(o)
	if got, _ := s.Cookie(ctx); got != "k=w" {
		t.Errorf("%q", got)
	}
	if gone := s.Forget(ctx); len(gone) != 1 || gone[0] != "keyring" {
		t.Errorf("forgot %v", gone)
	}
	if _, err := s.Cookie(ctx); !client.Is(err, client.KindAuth) {
		t.Errorf("after Forget: %v", err)
	}
}

func TestRotation(t *testing.T) {
	ctx := t.Context()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	o := options(t, nil)
	o.Now = func() time.Time { return now }
	save := func(v string) {
		t.Helper()
		if _, err := secret.Open(o).Save(ctx, secret.InFile, secret.New(v), ""); err != nil {
			t.Fatal(err)
		}
	}
	save("__pus=login; a=1;__puus=old; a=2")
	one, two := secret.Open(o), secret.Open(o)
	is := func(s *secret.Store, want string) {
		t.Helper()
		if got, err := s.Cookie(ctx); got != want || err != nil {
			t.Errorf("cookie %q, %v, want %q", got, err, want)
		}
	}
	is(one, "__pus=login; a=1; __puus=old")
	is(two, "__pus=login; a=1; __puus=old")
	rotate := func(s *secret.Store, set ...*http.Cookie) {
		t.Helper()
		if err := s.Rotate(ctx, set); err != nil {
			t.Fatal(err)
		}
	}
	rotate(one, &http.Cookie{Name: "__puus", Value: "new", MaxAge: 3600}, &http.Cookie{Name: "b", Value: "3"})
	is(one, "__pus=login; a=1; __puus=new; b=3")
	// The other process has not read it yet, and adds its own without losing the
	// first one's.
	rotate(two, &http.Cookie{Name: "c", Value: "4"})
	is(two, "__pus=login; a=1; __puus=new; b=3; c=4")
	if got, _ := one.Reload(ctx); got != "__pus=login; a=1; __puus=new; b=3; c=4" {
		t.Errorf("reload %q", got)
	}
	st, err := os.Stat(filepath.Join(o.Dir, "work-drive.session"))
	if err != nil || !system.Private(st) {
		t.Errorf("%v %v", st, err)
	}
	// The login cannot be removed by an answer, what answers have set can.
	rotate(one, &http.Cookie{Name: "__pus", MaxAge: -1}, &http.Cookie{Name: "b", MaxAge: -1}, &http.Cookie{Name: "x;y", Value: "1"}, &http.Cookie{Name: "d", Value: "a\r\nb"})
	is(one, "__pus=login; a=1; __puus=new; c=4")
	// An expired part is not sent, so that the service issues it again.
	now = now.Add(2 * time.Hour)
	is(one, "__pus=login; a=1; c=4")
	// A new login alone counts.
	save("__pus=again")
	is(secret.Open(o), "__pus=again")
	if got, _ := two.Reload(ctx); got != "__pus=again" {
		t.Errorf("after a new login elsewhere %q", got)
	}
}

func TestRotationWithoutAPlace(t *testing.T) {
	ctx := t.Context()
	o := options(t, map[string]string{"ALOFT_WORK_DRIVE_COOKIE": "k=v"})
	o.Dir = filepath.Join(write(t, filepath.Join(t.TempDir(), "file"), "", 0o600), "below")
	s := secret.Open(o)
	if got, err := s.Cookie(ctx); got != "k=v" || err != nil {
		t.Fatal(got, err)
	}
	err := s.Rotate(ctx, []*http.Cookie{{Name: "r", Value: "1"}})
	if !client.Is(err, client.KindLocal) || !strings.Contains(err.Error(), "kept in memory only") {
		t.Errorf("err %v", err)
	}
	if got, _ := s.Cookie(ctx); got != "k=v; r=1" {
		t.Errorf("cookie %q", got)
	}
	if got, _ := s.Reload(ctx); got != "k=v; r=1" {
		t.Errorf("after a reload %q", got)
	}
}

// Every service of an account has its own words, also one that nobody has named here.
func TestMissingCredential(t *testing.T) {
	for service, want := range map[string]string{
		secret.Drive:        "no session is stored for the account work → aloft account login work",
		secret.Docs:         "no token of the document service is stored for the account work → aloft account login work --docs",
		secret.OpenPlatform: "no token of the document service is stored for the account work → set accounts.work.docs.open_credential_command in config.toml",
		secret.HookPlatform: "no address is stored for the platform work → aloft hook login work",
		"files":             "no credential is stored for files of the account work → aloft account login work --files",
	} {
		o := options(t, nil)
		o.Service, o.EnvName = service, ""
		if _, err := secret.Open(o).Token(t.Context()); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", service, err, want)
		}
	}
}

// A document service's token is sent unchanged: no part of it is a cookie.
func TestToken(t *testing.T) {
	o := options(t, nil)
	o.Service, o.EnvName = secret.Docs, ""
	s := secret.Open(o)
	_, err := s.Token(t.Context())
	if !client.Is(err, client.KindAuth) || !strings.Contains(err.Error(), "aloft account login work --docs") {
		t.Errorf("%v", err)
	}
	const token = "abc; a=1; a=2"
	if _, err := s.Save(t.Context(), secret.InFile, secret.New("Authorization: "+token+"\n"), ""); err != nil {
		t.Fatal(err)
	}
	if got, err := secret.Open(o).Token(t.Context()); err != nil || got != token {
		t.Errorf("%q %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(o.Dir, "work-docs.token")); err != nil {
		t.Error(err)
	}
	write(t, filepath.Join(o.Dir, "work-docs.token"), token, 0o644)
	if _, err := secret.Open(o).Token(t.Context()); !client.Is(err, client.KindAuth) || strings.Contains(err.Error(), "abc") {
		t.Errorf("%v", err)
	}
	if left := secret.Open(o).Forget(t.Context()); len(left) != 1 {
		t.Errorf("%v", left)
	}
}

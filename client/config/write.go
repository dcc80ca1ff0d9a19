package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Init writes the commented file. It never replaces one.
func Init(file string) error {
	if err := Make(filepath.Dir(file), client.ConfigHome); err != nil {
		return err
	}
	err := system.WriteNew(file, []byte(Sample), false)
	if errors.Is(err, fs.ErrExist) {
		return client.Errorf(client.KindConflict, "config", model.Place{}, "%s exists already", file).Hinted(text.HintEditIt)
	}
	if err != nil {
		return notWritten(file, err)
	}
	return nil
}

// NewAccount makes an account of what was typed for the names of AddFlags. It has the services
// whose first setting is not empty.
func NewAccount(name string, typed map[string]string) (*Account, error) {
	a := &Account{Name: name}
	for _, s := range services {
		if typed[s.flags[0].Name] == "" {
			continue
		}
		for _, f := range s.flags {
			switch at := s.setting(f.Key).of(a).(type) {
			case *string:
				*at = typed[f.Name]
			case *[]string:
				*at = CommandWords(typed[f.Name])
			}
		}
	}
	return a, CheckAccount(a)
}

// CommandWords splits a command: a JSON list is taken as it is, anything else is
// split at spaces. No shell is involved.
func CommandWords(s string) []string {
	var list []string
	if strings.HasPrefix(s, "[") && json.Unmarshal([]byte(s), &list) == nil {
		return list
	}
	return strings.Fields(s)
}

// AddAccount appends an account to the file, or creates the file, with the settings
// that have an AddFlag. The rest of the file, comments included, is unchanged.
func AddAccount(file string, a *Account) error {
	if err := Make(filepath.Dir(file), client.ConfigHome); err != nil {
		return err
	}
	old, err := system.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return notWritten(file, err)
	}
	var b bytes.Buffer
	b.Write(old)
	if len(old) > 0 && !bytes.HasSuffix(old, []byte("\n")) {
		b.WriteByte('\n')
	}
	for _, s := range services {
		if !s.there(a) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("[" + printPath([]string{"accounts", a.Name, s.table}) + "]\n")
		for _, f := range s.flags {
			if v := Literal(s.setting(f.Key).get(&Config{Accounts: map[string]*Account{a.Name: a}}, a.Name)); v != `""` && v != "[]" {
				b.WriteString(f.Key + " = " + v + "\n")
			}
		}
	}
	// What could not be read again is not written.
	if err := toml.Unmarshal(b.Bytes(), &map[string]any{}); err != nil {
		return notWritten(file, err)
	}
	return replace(file, b.Bytes())
}

// replace writes a new file and renames it. A link is followed, since people link
// their configuration into a repository.
func replace(file string, data []byte) error {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	mode := fs.FileMode(0o600)
	if st, err := os.Stat(file); err == nil {
		mode = st.Mode().Perm()
	}
	if err := system.ReplaceMode(file, data, mode, true); err != nil {
		return notWritten(file, err)
	}
	return nil
}

func notWritten(file string, err error) error {
	return client.Errorf(client.KindLocal, "config", model.Place{}, "%s cannot be written: %s", file, system.Reason(err)).Caused(err)
}

// CheckAccount says why an account of that name and with these settings would be
// refused, or nil.
func CheckAccount(a *Account) error {
	if a.Name == "" || a.Name == Local || !plainWord(a.Name, "-_.") {
		return client.Errorf(client.KindInvalid, "config", model.Place{}, `an account name may contain only letters, digits, "-", "_" and ".", and cannot be "local": %s`, a.Name)
	}
	for _, s := range services {
		if !s.there(a) {
			continue
		}
		for _, f := range s.flags {
			is := s.setting(f.Key)
			v, ok := is.of(a).(*string)
			if !ok || *v == "" && f.Key != s.need {
				continue
			}
			if _, ok := is.take(*v); !ok {
				return client.Errorf(client.KindInvalid, "config", model.Place{}, text.ConfigFlagWrong, f.Key, model.Say(is.want, is.args...), quote(*v))
			}
		}
	}
	return nil
}

// RemoveAccount removes the tables of an account from the file. It refuses, and
// changes nothing, when the account is written in another way than as tables of its
// own.
func RemoveAccount(file, account string) error {
	data, err := system.ReadFile(file)
	if err != nil {
		return notWritten(file, err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	gone := make([]bool, len(lines))
	cutting := 0 // line of the header being removed, from 1
	end := func(next int) {
		// Comments and blank lines right above the next header belong to that.
		last := next - 1
		for last > cutting && next <= len(lines) && blank(lines[last-1]) {
			last--
		}
		for i := cutting; cutting > 0 && i <= last; i++ {
			gone[i-1] = true
		}
		cutting = 0
	}
	for _, h := range heads(data) {
		end(h.line)
		if len(h.path) >= 2 && h.path[0] == "accounts" && h.path[1] == account {
			cutting = h.line
		}
	}
	end(len(lines) + 1)
	var out strings.Builder
	for i, l := range lines {
		if !gone[i] {
			out.WriteString(l)
		}
	}
	tree := map[string]any{}
	if err := toml.Unmarshal([]byte(out.String()), &tree); err != nil {
		return notWritten(file, err)
	}
	if all, _ := tree["accounts"].(map[string]any); all != nil && all[account] != nil || tree["account"] == account {
		return client.Errorf(client.KindConflict, "account", model.Place{}, "the account %s cannot be removed automatically from %s; nothing was changed", account, file).
			Hinted(text.HintEditIt)
	}
	return replace(file, []byte(out.String()))
}

func blank(line string) bool {
	t := strings.TrimSpace(line)
	return t == "" || t[0] == '#'
}

package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// File is config.toml as settings that are changed one by one: client.Settings.
type File struct {
	// Options are where the configuration comes from, as they are now.
	Options func() Options
}

// Page is everything that can be set, as it is now.
func (f File) Page() (client.SettingsPage, error) {
	o := f.Options()
	data, err := read(o.path())
	if err != nil {
		return client.SettingsPage{}, err
	}
	c, _, err := load(o, data)
	if err != nil {
		return client.SettingsPage{}, err
	}
	return page(o, c, data), nil
}

// Set writes a value as a person types it; key is as in Setting.Key.
func (f File) Set(version, key, typed string) (client.SettingsPage, error) {
	return f.change(version, key, func(l *loader, s *setting) (string, error) {
		v, ok := typedValue(s, typed)
		if ok {
			var taken any
			taken, ok = s.take(v)
			ok = ok && l.allowed(s, taken)
			if s.table {
				v = taken
			}
		}
		if !ok {
			return "", client.Errorf(client.KindInvalid, "config", model.Place{}, text.ConfigFlagWrong, key, l.want(s), quote(withoutUser(typed).(string)))
		}
		return Literal(v), nil
	})
}

// Unset takes a value out of the file.
func (f File) Unset(version, key string) (client.SettingsPage, error) {
	return f.change(version, key, func(*loader, *setting) (string, error) { return "", nil })
}

// change replaces the file by one with another value, "" = without it.
func (f File) change(version, key string, literal func(*loader, *setting) (string, error)) (p client.SettingsPage, err error) {
	o := f.Options()
	l := &loader{c: Default(), o: o}
	path := keyPath(key)
	s, _, _ := match(path)
	if s == nil {
		e := client.Errorf(client.KindInvalid, "config", model.Place{}, "there is no setting %s", key)
		if near := nearest(append(path, "")[:max(len(path), 1)]); near != "" {
			e.Hint, e.HintArgs = "did you mean %s?", []any{near}
		}
		return p, e
	}
	value, err := literal(l, s)
	if err != nil {
		return p, err
	}
	file := o.path()
	if err := Make(filepath.Dir(file), client.ConfigHome); err != nil {
		return p, err
	}
	unlock := lock(file)
	defer unlock()
	old, err := read(file)
	if err != nil {
		return p, err
	}
	if version != "" && version != versionOf(old) {
		return p, client.Errorf(client.KindConflict, "config", model.Place{}, "%s was changed meanwhile; nothing was written", file)
	}
	if old == nil && value != "" { // with what each setting means, as config edit begins
		old = []byte(Sample)
	}
	out, ok := change(old, path, value)
	if !ok {
		return p, client.Errorf(client.KindConflict, "config", model.Place{}, "%[2]s cannot be changed automatically in %[1]s; nothing was written", file, key).
			Hinted(text.HintEditIt)
	}
	c, _, err := load(o, out)
	if err != nil {
		return p, err
	}
	if old != nil {
		if err := replace(file, out); err != nil {
			return p, err
		}
	}
	return page(o, c, out), nil
}

// lock keeps other processes of the program from changing the file between reading and
// replacing it. It locks the folder, since the file is another one afterwards. Where
// there are no locks, or one is held for long, the version alone tells changes.
func lock(file string) (unlock func()) {
	f, err := system.LockNow(func() (*os.File, error) { return system.OpenFolder(filepath.Dir(file)) })
	if err != nil {
		return func() {}
	}
	return func() { _ = f.Close() }
}

// read returns the content of the file, nil when there is none.
func read(file string) ([]byte, error) {
	data, err := system.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir) {
		return nil, nil
	}
	if err != nil {
		return nil, client.Errorf(client.KindLocal, "config", model.Place{}, text.ConfigUnread, file, system.Reason(err)).Caused(err)
	}
	if data == nil {
		data = []byte{}
	}
	return data, nil
}

func versionOf(data []byte) string {
	if data == nil {
		return "none"
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// keyPath parses a key as the file writes it; nil when it is none.
func keyPath(key string) []string {
	var p unstable.Parser
	p.Reset([]byte(key + " = 0"))
	if strings.ContainsAny(key, "\r\n=#") || !p.NextExpression() || p.Expression().Kind != unstable.KeyValue {
		return nil
	}
	path, _ := keyOf(&p, p.Expression().Key(), nil)
	return path
}

// typedValue is what a person types, as the file's decoder would return it.
func typedValue(s *setting, typed string) (any, bool) {
	if s.table {
		tree, ok := decoded([]byte("x = " + typed))
		return tree["x"], ok && len(tree) == 1
	}
	switch formOf(s, nil) {
	case client.SettingSwitch:
		return typed == "true", typed == "true" || typed == "false"
	case client.SettingNumber:
		n, err := strconv.ParseInt(strings.TrimSpace(typed), 10, 64)
		return n, err == nil
	case client.SettingSize:
		if n, err := strconv.ParseInt(strings.TrimSpace(typed), 10, 64); err == nil {
			return n, true
		}
	case client.SettingList:
		if strings.HasPrefix(strings.TrimSpace(typed), "[") {
			tree, ok := decoded([]byte("x = " + typed))
			return tree["x"], ok && len(tree) == 1
		}
		list := []any{}
		for _, w := range strings.Fields(typed) {
			list = append(list, w)
		}
		return list, true
	}
	return typed, true
}

// formOf is how a setting is changed, by the type of its field.
func formOf(s *setting, words []string) client.SettingForm {
	if words != nil {
		return client.SettingChoice
	}
	switch s.get(Default(), "x").(type) {
	case bool:
		return client.SettingSwitch
	case int:
		return client.SettingNumber
	case Bytes:
		return client.SettingSize
	case time.Duration:
		return client.SettingDuration
	case []string:
		return client.SettingList
	}
	return client.SettingText
}

// page is a configuration as a person reads it.
func page(o Options, c *Config, data []byte) client.SettingsPage {
	out := client.SettingsPage{File: o.path(), Version: versionOf(data)}
	mean, set := meanings(), lineMap(entries(data))
	var group text.Text
	for _, r := range c.Rows() {
		path := keyPath(r.Key)
		section := printPath(path[:len(path)-1])
		s, name, _ := match(path)
		words := o.Allowed[s.path]
		if words == nil {
			words = s.words
		}
		_, inFile := set[strings.Join(path, "\x00")]
		if n := len(out.Settings); n == 0 || section != out.Settings[n-1].Section {
			group = s.begins
		}
		row := client.Setting{
			Key: r.Key, Label: s.label, Section: section, Group: group, Name: path[len(path)-1], Form: formOf(s, words), Words: words,
			Value: Literal(r.Value), Default: Literal(s.get(o.initial(), name)), Typed: typedAs(r.Value),
			Set: inFile, By: r.Origin.Flag + r.Origin.Env, AtOnce: s.from == now, Meaning: mean[s.path],
			Want: s.want, WantArgs: s.args,
		}
		if list, isList := r.Value.([]string); isList && strings.HasSuffix(row.Name, "credential_command") && len(list) > 1 {
			row.Value, row.Typed = "["+quote(list[0])+", …]", ""
		}
		out.Settings = append(out.Settings, row)
	}
	return out
}

// typedAs is a value as a person types it.
func typedAs(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if _, isList := v.([]string); isList {
		return Literal(v)
	}
	return strings.Trim(Literal(v), `"`)
}

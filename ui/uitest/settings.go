package uitest

import (
	"strconv"
	"sync"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Settings is a configuration in memory, with a setting of each form: client.Settings.
type Settings struct {
	mu    sync.Mutex
	page  client.SettingsPage
	saved int
	fail  error
}

// NewSettings has every setting at its default but the keys.
func NewSettings() *Settings {
	account := client.Setting{
		Key: "account", Name: "account", Value: `"local"`, Default: `"local"`, Typed: "local", By: "ALOFT_ACCOUNT",
		Meaning: `The default account. "local" is the embedded one.`, Want: "a text",
	}
	about := map[string]text.Text{
		"ui": "Screen: how it looks, and what it asks", "reader": "Documents: how they are read", "jobs": "Jobs: what continues, and what asks first",
	}
	under := func(section, name string, form client.SettingForm, typed, literal, meaning string, words ...string) client.Setting {
		want, args := text.Text("a whole number from %d to %d"), []any{0, 1000}
		if form == client.SettingSwitch {
			want, args = "true or false", nil
		}
		return client.Setting{
			Key: section + "." + name, Section: section, Group: about[section], Name: name, Form: form, Words: words, Value: literal, Default: literal, Typed: typed,
			AtOnce: section != "jobs", Meaning: text.Text(meaning), Want: want, WantArgs: args,
		}
	}
	s := &Settings{page: client.SettingsPage{File: "/home/ann/.config/aloft/config.toml", Version: "0", Settings: []client.Setting{
		account,
		under("ui", "keys", client.SettingChoice, "mc", `"mc"`, "default, mc or arrows; single keys: keys.toml", "default", "mc", "arrows"),
		under("ui", "mouse", client.SettingSwitch, "true", "true", "false: the terminal selects text itself"),
		under("reader", "width", client.SettingNumber, "0", "0", "width of a document's text in columns, at least 20; 0: full width"),
		under("jobs", "auto_resume", client.SettingSwitch, "false", "false", "At the next start, jobs that a crash or a restart interrupted resume automatically."),
		under("jobs", "\x1b[8mfoe", client.SettingText, "x\x1b[8m", "\"x\x1b[8m\"", ""),
	}}}
	s.page.Settings[1].Default, s.page.Settings[1].Set = `"default"`, true
	return s
}

// Page is everything that can be set.
func (s *Settings) Page() (client.SettingsPage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.copy(), s.fail
}

// Set writes a value.
func (s *Settings) Set(version, key, typed string) (client.SettingsPage, error) {
	return s.change(version, key, func(set *client.Setting) error {
		n, err := strconv.Atoi(typed)
		if set.Form == client.SettingNumber && (err != nil || n > 1000) {
			return client.Errorf(client.KindInvalid, "config", model.Place{}, text.ConfigFlagWrong, key, "a whole number from 0 to 1000", typed)
		}
		set.Typed, set.Value, set.Set = typed, typed, true
		return nil
	})
}

// Unset takes a value out.
func (s *Settings) Unset(version, key string) (client.SettingsPage, error) {
	return s.change(version, key, func(set *client.Setting) error {
		set.Value, set.Set = set.Default, false
		return nil
	})
}

// Elsewhere changes a value as another process does.
func (s *Settings) Elsewhere(key, typed string) {
	s.mu.Lock()
	version := s.page.Version
	s.mu.Unlock()
	_, _ = s.Set(version, key, typed)
}

// Break makes every call fail, nil none.
func (s *Settings) Break(err error) {
	s.mu.Lock()
	s.fail = err
	s.mu.Unlock()
}

func (s *Settings) change(version, key string, do func(*client.Setting) error) (client.SettingsPage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return client.SettingsPage{}, s.fail
	}
	if version != s.page.Version {
		return client.SettingsPage{}, client.Errorf(client.KindConflict, "config", model.Place{}, "%s was changed meanwhile; nothing was written", s.page.File)
	}
	for i := range s.page.Settings {
		if s.page.Settings[i].Key != key {
			continue
		}
		if err := do(&s.page.Settings[i]); err != nil {
			return client.SettingsPage{}, err
		}
	}
	s.saved++
	s.page.Version = strconv.Itoa(s.saved)
	return s.copy(), nil
}

func (s *Settings) copy() client.SettingsPage {
	p := s.page
	p.Settings = append([]client.Setting(nil), p.Settings...)
	return p
}

// Package settings lists everything that the configuration can say, and changes it in
// place.
package settings

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// Words are an error as a person reads it.
type Words func(error) string

// aboutRows are kept for what is said about a setting.
const aboutRows = 3

type settings struct {
	*dialog.Picker
	env   *dialog.Env
	store client.Settings
	words Words
	page  client.SettingsPage
	shown []int // rows of the list: of the page's settings, -1 for a heading

	seq     int    // of what is being written
	writing bool   // nothing else is changed until it is
	asked   string // the key of the setting that is typed
}

// writtenMsg: a change was written, or why not.
type writtenMsg struct {
	of      *settings
	seq     int
	key     string
	page    client.SettingsPage // as the file is now, zero when it cannot be read
	err     error
	changed bool // the file was another by then
}

// New lists the settings of a page; changes go to the store.
func New(env *dialog.Env, store client.Settings, page client.SettingsPage, words Words) dialog.Dialog {
	s := &settings{env: env, store: store, page: page, words: words}
	s.Picker = dialog.NewPicker(env, env.Text.Say("Settings: %s", model.Clean(page.File)), env.Text.Say("%s filter:", env.Keys.Key(keys.SettingsFilter))+" ",
		env.Text.Say("No such setting."), "").Browse(keys.InSettings, keys.SettingsFilter).Tell(aboutRows, s.about)
	s.fill()
	return s
}

// fill makes the rows of what the filter leaves, with the cursor on the same setting.
func (s *settings) fill() {
	at := s.at()
	on := ""
	if at != nil {
		on = at.Key
	}
	s.shown = nil
	var rows []dialog.PickerRow
	cursor, section := -1, ""
	for i := range s.page.Settings {
		set := &s.page.Settings[i]
		if !matches(set, s.Query()) {
			continue
		}
		if set.Section != section {
			section = set.Section
			s.shown, rows = append(s.shown, -1), append(rows, dialog.PickerRow{Left: "[" + model.Clean(section) + "]", Heading: true})
		}
		if set.Key == on {
			cursor = len(rows)
		}
		s.shown, rows = append(s.shown, i), append(rows, s.row(set))
	}
	s.SetRows(rows)
	if cursor >= 0 {
		s.GoTo(cursor)
	}
}

// matches: each word of the filter is in the key, the value or the meaning.
func matches(set *client.Setting, query string) bool {
	all := strings.ToLower(set.Key + " " + set.Value + " " + set.Meaning)
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(query)), func(w string) bool { return !strings.Contains(all, w) })
}

// row is a setting with its value; one that the file does not have is dim.
func (s *settings) row(set *client.Setting) dialog.PickerRow {
	name := "  " + set.Name
	if set.Section == "" {
		name = set.Name
	}
	return dialog.PickerRow{Left: model.Clean(name), Right: model.Clean(set.Value), Dim: !set.Set && set.By == ""}
}

// at is the setting under the cursor, nil on a heading.
func (s *settings) at() *client.Setting {
	if i := s.Cursor(); i < len(s.shown) && s.shown[i] >= 0 {
		return &s.page.Settings[s.shown[i]]
	}
	return nil
}

// about says what a setting means, what it can be, its default and when it counts.
func (s *settings) about(i int) string {
	if s.shown[i] < 0 {
		return ""
	}
	set, say := &s.page.Settings[s.shown[i]], s.env.Text.Say
	want := say(set.Want, set.WantArgs...)
	if set.Form == client.SettingChoice {
		want = strings.Join(quoted(set.Words), ", ")
	}
	parts := []string{set.Meaning, say("Allowed: %s.", want), say("Default: %s.", set.Default)}
	switch {
	case set.By != "":
		parts = append(parts, say("%s overrides the file.", set.By))
	case set.AtOnce:
		parts = append(parts, say("Changes apply at once."))
	default:
		parts = append(parts, say("Changes apply from the next start."))
	}
	if set.Meaning != "" && !strings.HasSuffix(set.Meaning, ".") {
		parts[0] += "."
	}
	return model.Clean(strings.Join(parts, " "))
}

func quoted(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = w; w == "" {
			out[i] = `""`
		}
	}
	return out
}

// Update answers a key, or takes what was written.
func (s *settings) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(writtenMsg); ok {
		if m.of == s && m.seq == s.seq {
			s.written(m)
		}
		return nil, true
	}
	if s.Asking() != nil {
		return s.typing(msg), true
	}
	switch a := s.Pressed(msg); a {
	case keys.DlgHelp:
		return func() tea.Msg { return dialog.HelpAsked{Context: keys.InSettings} }, true
	case keys.SettingsNext, keys.SettingsPrev, keys.SettingsReset:
		return s.change(a), true
	}
	switch s.Picker.Update(msg) {
	case input.Edited:
		s.fill()
	case input.Canceled:
		return nil, false
	case input.Accepted:
		return s.change(keys.DlgAccept), true
	}
	return nil, true
}

// change changes the setting under the cursor: a switch and a choice at once, all others
// are typed.
func (s *settings) change(a keys.Action) tea.Cmd {
	set := s.at()
	if set == nil || s.writing {
		return nil
	}
	words := set.Words
	if set.Form == client.SettingSwitch {
		words = []string{"false", "true"}
	}
	if a == keys.SettingsReset {
		if !set.Set {
			s.Note(s.env.Text.Say("%s is not in the file: the default applies", model.Clean(set.Key)))
			return nil
		}
		return s.write(set.Key, func(version string) (client.SettingsPage, error) { return s.store.Unset(version, set.Key) })
	}
	if len(words) > 0 {
		i := slices.Index(words, set.Typed) + 1
		if a == keys.SettingsPrev {
			i += len(words) - 2
		}
		return s.set(set.Key, words[i%len(words)])
	}
	if a == keys.SettingsPrev {
		return nil // only words have one before them
	}
	s.asked = set.Key
	s.Ask(input.New(s.env, 0, input.Options{Prompt: set.Name + " = ", Value: set.Typed, Cursor: -1}))
	return nil
}

// typing handles a key while a value is typed.
func (s *settings) typing(msg tea.Msg) tea.Cmd {
	if s.writing {
		return nil
	}
	did, cmd := s.Type(msg)
	switch did {
	case input.Canceled:
		s.Asked()
	case input.Accepted:
		return s.set(s.asked, s.Asking().Value())
	case input.Edited:
		s.Warn("")
	}
	return cmd
}

func (s *settings) set(key, typed string) tea.Cmd {
	return s.write(key, func(version string) (client.SettingsPage, error) { return s.store.Set(version, key, typed) })
}

// write changes the file beside the screen. Where it was another one by then, it is read
// again.
func (s *settings) write(key string, do func(version string) (client.SettingsPage, error)) tea.Cmd {
	s.seq++
	s.writing = true
	said, store, version := writtenMsg{of: s, seq: s.seq, key: key}, s.store, s.page.Version
	return func() tea.Msg {
		said.page, said.err = do(version)
		if said.err != nil {
			if page, err := store.Page(); err == nil && page.Version != version {
				said.page, said.changed = page, true
			}
		}
		return said
	}
}

// written shows what the file says now.
func (s *settings) written(m writtenMsg) {
	s.writing = false
	if m.err == nil || m.changed {
		s.page = m.page
		s.Asked()
		s.fill()
	}
	switch {
	case m.changed:
		s.Note(s.env.Text.Say("the file had changed: read again, not saved"))
	case m.err != nil && s.Asking() != nil:
		s.Warn(s.words(m.err))
	case m.err != nil:
		s.Note(s.words(m.err))
	default:
		s.Note(s.saved(m.key))
	}
}

// saved says that a setting is in the file, and when it counts.
func (s *settings) saved(key string) string {
	i := slices.IndexFunc(s.page.Settings, func(set client.Setting) bool { return set.Key == key })
	if i < 0 {
		return ""
	}
	set, say, name := &s.page.Settings[i], s.env.Text.Say, model.Clean(key)
	switch {
	case set.By != "":
		return say("saved, but %s is in force: %s", set.By, name)
	case set.AtOnce:
		return say("saved: %s", name)
	}
	return say("saved, for the next start: %s", name)
}

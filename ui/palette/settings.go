package palette

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

// SettingWords formats an error for people.
type SettingWords func(error) string

// aboutRows is the height reserved for the description of a setting.
const aboutRows = 3

// changedMark is before the name of a setting that the file or the environment has.
const changedMark = "* "

type settings struct {
	*dialog.Picker
	env   *dialog.Env
	store client.Settings
	words SettingWords
	page  client.SettingsPage
	shown []int // rows of the list: indexes of the page's settings, -1 for a heading

	seq     int    // of the current write
	writing bool   // no other change until it is done
	asked   string // the key of the setting being typed
}

// writtenMsg says that a change was written or why not.
type writtenMsg struct {
	of      *settings
	seq     int
	key     string
	page    client.SettingsPage // from the current file, zero if it cannot be read
	err     error
	changed bool // the file had changed before
}

// Settings lists the settings of a page. Changes go to the store.
func Settings(env *dialog.Env, store client.Settings, page client.SettingsPage, words SettingWords) dialog.Dialog {
	s := &settings{env: env, store: store, page: page, words: words}
	s.Picker = dialog.NewPicker(env, env.Text.Say("Settings: %s", model.Clean(page.File)), env.Text.Say("%s filter:", env.Keys.Key(keys.SettingsFilter))+" ",
		env.Text.Say("No such setting."), "").Browse(keys.InSettings, keys.SettingsFilter).Tell(aboutRows, s.about).Explain(changedMark + env.Text.Say("not the default"))
	s.fill()
	return s
}

// fill makes the filtered rows and keeps the cursor on its setting.
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
		if !s.matches(set, s.Query()) {
			continue
		}
		if set.Section != section {
			section = set.Section
			s.shown, rows = append(s.shown, -1), append(rows, dialog.PickerRow{Text: s.group(set), Heading: true})
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

// group names a table: a person's own by its name in the file.
func (s *settings) group(set *client.Setting) string {
	if set.Group != "" {
		return s.env.Text.Say(set.Group)
	}
	return "[" + model.Clean(set.Section) + "]"
}

func (s *settings) label(set *client.Setting) string {
	if set.Label != "" {
		return s.env.Text.Say(set.Label)
	}
	return model.Clean(strings.ReplaceAll(set.Name, "_", " "))
}

// bare drops what only the file needs around words.
var bare = strings.NewReplacer(`["`, "", `"]`, "", `", "`, " ", `""`, "-", `"`, "", "[]", "-")

// said is a value in words.
func (s *settings) said(set *client.Setting, literal string) string {
	switch {
	case set.Form != client.SettingSwitch:
		return model.Clean(model.Word(s.env.Text, bare.Replace(literal)))
	case literal == "true":
		return s.env.Text.Say("on")
	}
	return s.env.Text.Say("off")
}

// matches reports whether each word of the filter is in the key, the label, the value or the description.
func (s *settings) matches(set *client.Setting, query string) bool {
	all := strings.ToLower(set.Key + " " + s.label(set) + " " + set.Value + " " + s.said(set, set.Value) + " " + s.env.Text.Say(set.Meaning))
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(query)), func(w string) bool { return !strings.Contains(all, w) })
}

// row draws a setting with its value, marked if it is not the default's, and else dimmed.
func (s *settings) row(set *client.Setting) dialog.PickerRow {
	mark, changed := "  ", set.Set || set.By != ""
	if changed {
		mark = changedMark
	}
	return dialog.PickerRow{Text: mark + s.label(set), Last: s.said(set, set.Value), Dim: !changed}
}

// at returns the current setting, or nil on a heading.
func (s *settings) at() *client.Setting {
	if i := s.Cursor(); i < len(s.shown) && s.shown[i] >= 0 {
		return &s.page.Settings[s.shown[i]]
	}
	return nil
}

// about describes a setting: its meaning, its default, when changes apply, its key, and its values.
func (s *settings) about(i int) string {
	if s.shown[i] < 0 {
		return ""
	}
	set, say := &s.page.Settings[s.shown[i]], s.env.Text.Say
	parts := []string{say(set.Meaning), say("Default: %s.", s.said(set, set.Default))}
	switch {
	case set.By != "":
		parts = append(parts, say("%s overrides the file.", set.By))
	case set.AtOnce:
		parts = append(parts, say("Changes apply at once."))
	default:
		parts = append(parts, say("Changes apply from the next start."))
	}
	parts = append(parts, say("Name in file: %s", set.Key))
	switch set.Form { // last, since it may be too long for a small screen
	case client.SettingSwitch:
	case client.SettingChoice:
		parts = append(parts, say("Allowed: %s.", s.env.Text.List(s.quoted(set.Words))))
	default:
		parts = append(parts, say("Allowed: %s.", say(set.Want, set.WantArgs...)))
	}
	return model.Clean(model.Sentences(parts...))
}

func (s *settings) quoted(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = model.Word(s.env.Text, w); w == "" {
			out[i] = `""`
		}
	}
	return out
}

// Update handles a key or a written change.
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
	did, cmd := s.Picker.Update(msg)
	switch did {
	case input.Edited:
		s.fill()
	case input.Canceled:
		return nil, false
	case input.Accepted:
		return s.change(keys.DlgAccept), true
	}
	return cmd, true
}

// change changes the current setting: switches and choices at once, others by typing.
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
		return nil // only choices have a previous value
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

// write changes the file in a command. If the file had changed, it is read again instead.
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

// written shows the current file.
func (s *settings) written(m writtenMsg) {
	s.writing = false
	if m.err == nil || m.changed {
		s.page = m.page
		s.Asked()
		s.fill()
	}
	switch {
	case m.changed:
		s.Note(s.env.Text.Say("not saved: the file had changed and was reloaded"))
	case m.err != nil && s.Asking() != nil:
		s.Warn(s.words(m.err))
	case m.err != nil:
		s.Note(s.words(m.err))
	default:
		s.Note(s.saved(m.key))
	}
}

// saved says that a setting was saved and when it applies.
func (s *settings) saved(key string) string {
	i := slices.IndexFunc(s.page.Settings, func(set client.Setting) bool { return set.Key == key })
	if i < 0 {
		return ""
	}
	set, say, name := &s.page.Settings[i], s.env.Text.Say, model.Clean(key)
	switch {
	case set.By != "":
		return say("saved, but %s overrides it: %s", set.By, name)
	case set.AtOnce:
		return say("saved: %s", name)
	}
	return say("saved, for the next start: %s", name)
}

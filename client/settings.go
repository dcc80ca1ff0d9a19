package client

import "aloft/model/text"

// Settings shows and changes the configuration file. Each call reads the file.
type Settings interface {
	// Page is everything that can be set, as it is now.
	Page() (SettingsPage, error)
	// Set writes a value as a person types it, of an unquoted text its words, into the file of the
	// page with that version, and returns the new page. When the file is another by now, nothing
	// is written and the error is of KindConflict; version "" takes it as it is.
	Set(version, key, typed string) (SettingsPage, error)
	// Unset takes the value out of the file: the default is in force again.
	Unset(version, key string) (SettingsPage, error)
}

// SettingsPage is the configuration at one moment.
type SettingsPage struct {
	File     string // where it is, raw
	Version  string // of the file's content
	Settings []Setting
}

// SettingForm is how a setting is changed.
type SettingForm int

const (
	SettingText     SettingForm = iota
	SettingSwitch               // true or false
	SettingChoice               // one of Words
	SettingNumber               // a whole number
	SettingSize                 // bytes, such as "10MiB"
	SettingDuration             // such as "500ms"
	SettingList                 // texts: words, or as TOML writes a list
)

// Setting is one line of the configuration. All texts are raw.
type Setting struct {
	Key     string    // as in the file: accounts.work.drive.gap
	Label   text.Text // what a person calls it, "" = the words of its name
	Section string    // the table that it is in, "" above all tables
	Group   text.Text // what that table is about, "" = a person's own
	Name    string    // within the table
	Form    SettingForm
	Words   []string // of SettingChoice
	// Value and Default as the file writes them; of a command that prints a secret only
	// the program.
	Value, Default string
	Typed          string    // the value as a person types it; "" where Value is not all of it
	Set            bool      // the file has it
	By             string    // the flag or the variable that overrides the file, "" = none
	AtOnce         bool      // a change counts while the screen runs, else from the next start on
	Meaning        text.Text // what the sample file says about it
	Want           text.Text
	WantArgs       []any // of Want, what is allowed
}

package console

import (
	"cmp"

	"aloft/model/text"
)

// Speak sets the language by a setting (ui.language); "auto" is that of the
// system's locale. An unknown one is refused where settings are read.
func (con *Console) Speak(setting string) {
	if setting == "" || setting == "auto" {
		setting = text.Locale(cmp.Or(con.Env("LC_ALL"), con.Env("LC_MESSAGES"), con.Env("LANG")))
	}
	if c, err := text.Speaking(setting); err == nil {
		*con.Catalogue, con.Language = *c, setting
	}
}

package console

import (
	"cmp"

	"aloft/model/text"
)

// Speak takes the language of a setting (ui.language); "auto" is that of the
// system's locale. One that there is not is refused where settings are read.
func (con *Console) Speak(setting string) {
	if setting == "" || setting == "auto" {
		setting = text.Locale(cmp.Or(con.Env("LC_ALL"), con.Env("LC_MESSAGES"), con.Env("LANG")))
	}
	if c, err := text.Speaking(setting); err == nil {
		*con.Catalogue, con.Language = *c, setting
	}
}

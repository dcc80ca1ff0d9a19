package console

import "aloft/model/text"

// Speak sets the language by a setting (ui.language); "auto" is that of the
// system's locale. An unknown one is refused where settings are read.
func (con *Console) Speak(setting string) {
	if setting == "" || setting == "auto" {
		setting = text.Environment(con.Env, preferred)
	}
	if c, err := text.Speaking(setting); err == nil {
		*con.Catalogue, con.Language = *c, setting
	}
}

package main

import (
	"cmp"

	"aloft/model/text"
)

// speak takes the language of a setting (ui.language); "auto" is that of the
// system's locale. One that there is not is refused where settings are read.
func (a *app) speak(setting string) {
	if setting == "" || setting == "auto" {
		setting = text.Locale(cmp.Or(a.env("LC_ALL"), a.env("LC_MESSAGES"), a.env("LANG")))
	}
	if c, err := text.Speaking(setting); err == nil {
		*a.cat = *c
	}
}

package text

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Environment is the language that the variables of the system ask for, in the order of
// POSIX and gettext: LC_ALL, LC_MESSAGES or LANG says which locale is in force, and unless
// that is C, LANGUAGE lists what is taken instead of it. The system's own setting, where it
// has one, counts if there is no variable.
func Environment(env func(string) string, own func() []string) string {
	locale := cmp.Or(env("LC_ALL"), env("LC_MESSAGES"), env("LANG"))
	wanted := []string{locale}
	switch list := env("LANGUAGE"); {
	case locale == "":
		wanted = own()
	case list != "" && !plain(locale):
		wanted = strings.Split(list, ":")
	}
	for _, want := range wanted {
		if name, ok := spoken(want); ok {
			return name
		}
		if plain(want) {
			break
		}
	}
	return English
}

// plain reports whether a locale is that of programs rather than people.
func plain(locale string) bool {
	name, _, _ := strings.Cut(locale, ".")
	return name == "C" || name == "POSIX"
}

// spoken is the language of a locale: the one of that name, or else one of the same
// language in the same script. So zh_SG is zh-Hans; zh_TW and zh_HK, which are written in
// traditional characters, are not. What the terminal shows must be UTF-8.
func spoken(s string) (string, bool) {
	s, _, _ = strings.Cut(s, "@")
	s, charset, given := strings.Cut(s, ".")
	if given && !strings.EqualFold(strings.ReplaceAll(charset, "-", ""), "utf8") {
		return "", false
	}
	want, err := language.Parse(strings.ReplaceAll(s, "_", "-"))
	if err != nil || want == language.Und {
		return "", false
	}
	all := Languages()
	if i := slices.Index(all, want.String()); i >= 0 {
		return all[i], true
	}
	base, _ := want.Base()
	script, _ := want.Script()
	for _, name := range all {
		have := language.Make(name)
		b, _ := have.Base()
		sc, _ := have.Script()
		if b == base && sc == script {
			return name, true // English comes before the pseudo-locale
		}
	}
	return "", false
}

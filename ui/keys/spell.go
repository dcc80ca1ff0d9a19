package keys

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
)

// named returns the name of a key in Bubble Tea v2's spelling, or "" for an unknown key.
func named(key string) string {
	switch {
	case key == "pgup":
		return "PgUp"
	case key == "pgdown":
		return "PgDn"
	case slices.Contains(allNamed(), key):
		return strings.ToUpper(key[:1]) + key[1:]
	}
	return ""
}

// allNamed are the named keys.
var allNamed = sync.OnceValue(func() []string {
	all := strings.Fields("enter tab backspace esc space up down left right insert delete home end begin menu pgup pgdown")
	for n := 1; n <= 24; n++ {
		all = append(all, "f"+strconv.Itoa(n))
	}
	return all
})

// spellings maps spellings that people try to ours.
var spellings = map[string]string{
	" ":        "space",
	"escape":   "esc",
	"return":   "enter",
	"pageup":   "pgup",
	"pagedown": "pgdown",
	"del":      "delete",
	"ins":      "insert",
}

// modifiers in written order.
func modifiers() []string { return []string{"ctrl", "alt", "shift", "meta", "hyper", "super"} }

// split splits a press into its modifiers and its key.
func split(press string) (mods []string, key string) {
	for {
		i := strings.IndexByte(press, '+')
		if i <= 0 || i == len(press)-1 {
			return mods, press
		}
		mods, press = append(mods, press[:i]), press[i+1:]
	}
}

// checkPress returns the problem with a spelling, or "", and the right spelling if known.
func checkPress(press string) (wrong text.Text, better string) {
	mods, key := split(press)
	all := modifiers()
	at, shift := 0, false
	for _, m := range mods {
		i := slices.Index(all, m)
		if i < 0 {
			if better = model.Nearest(m, all); better != "" {
				better = strings.Replace(press, m+"+", better+"+", 1)
			}
			return "%q begins with an unknown modifier", better
		}
		if i < at {
			return "the modifiers of %q must come in the order ctrl, alt, shift", strings.Join(inOrder(mods), "+") + "+" + key
		}
		at = i + 1
		shift = shift || m == "shift"
	}
	if press == "ctrl+c" {
		return "%q always means stop and cannot be bound", ""
	}
	if named(key) != "" {
		return "", ""
	}
	prefix := strings.TrimSuffix(press, key)
	if r := spellings[key]; r != "" {
		return text.KeysName, prefix + r
	}
	if cluster, _ := ansi.FirstGraphemeCluster(key, ansi.GraphemeWidth); cluster != key {
		better := model.Nearest(key, allNamed())
		if better != "" {
			better = prefix + better
		}
		return text.KeysName, better
	}
	r, _ := utf8.DecodeRuneInString(key)
	switch {
	case unicode.IsControl(r) || unicode.IsSpace(r) || r == utf8.RuneError:
		return text.KeysName, ""
	case shift && len(mods) == 1 && unicode.IsLower(r):
		return "%q must be written as a capital letter", strings.ToUpper(key)
	case len(mods) > 0 && unicode.IsUpper(r):
		return "terminals send lower-case letters with a modifier, not %q", prefix + strings.ToLower(key)
	}
	return "", ""
}

func inOrder(mods []string) []string {
	return model.Only(modifiers(), func(m string) bool { return slices.Contains(mods, m) })
}

// sent returns the press that most terminals do not distinguish from this one because both send the same byte.
func sent(press string) string {
	mods, key := split(press)
	if !slices.Contains(mods, "ctrl") {
		return press
	}
	if r := []rune(key); len(r) == 1 && unicode.IsLetter(r[0]) {
		mods = without(mods, "shift") // ctrl+shift+a sends the same as ctrl+a
	}
	plain, bare := "", key
	switch key {
	case "i":
		plain = "tab"
	case "m":
		plain = "enter"
	case "[", "3":
		plain = "esc"
	case "?", "8", "h":
		plain = "backspace"
	case "@", "2":
		bare = "space"
	case "/", "7":
		bare = "_"
	case "6":
		bare = "^"
	case "5":
		bare = "]"
	case "4":
		bare = "\\"
	}
	if plain != "" {
		mods, bare = without(mods, "ctrl"), plain
	}
	return strings.Join(append(mods, bare), "+")
}

func without(list []string, s string) []string {
	return model.Only(list, func(x string) bool { return x != s })
}

// Show formats a key for people: "Ctrl-A" for "ctrl+a", "gg" for "g g", "Ctrl-X 1" for "ctrl+x 1".
func Show(seq string) string {
	var out []string
	short := true
	for press := range strings.FieldsSeq(seq) {
		mods, key := split(press)
		s := ""
		for _, m := range mods {
			s += strings.ToUpper(m[:1]) + m[1:] + "-"
		}
		switch n := named(key); {
		case n != "":
			s += n
		case len(mods) > 0:
			s += strings.ToUpper(key)
		default:
			s += key
		}
		short = short && len(mods) == 0 && named(key) == ""
		out = append(out, s)
	}
	if short {
		return strings.Join(out, "")
	}
	return strings.Join(out, " ")
}

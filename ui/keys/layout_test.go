package keys

import "testing"

func TestPlaced(t *testing.T) {
	for letter, want := range map[string]string{
		"й": "q", "о": "j", "П": "G", "Ж": ":", "Ю": ">", "ё": "`", "Ё": "~", "і": "s", "ї": "]", "є": "'", "ў": "o",
		"ξ": "j", "Ξ": "J", "ς": "w", "Ω": "V", "ت": "j", "ظ": "/", "ی": "d", "گ": "'", "چ": "]", "ח": "j", "ץ": ".", "ף": ";",
		"j": "", ";": "", "é": "", "本": "", "ｊ": "", "": "", "до": "",
	} {
		if got, ok := Placed(letter); got != want || ok != (want != "") {
			t.Errorf("%q is in the place of %q, not %q", letter, got, want)
		}
	}
}

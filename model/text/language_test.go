package text

import "testing"

func TestForms(t *testing.T) {
	polish := `{"plural": ["one", "few", "many", "other"], "messages": {"%d {file|files}": "%d {plik|pliki|plików|pliku}", "ready": "gotowe"}}`
	c, err := read("pl", []byte(polish))
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{1: "1 plik", 2: "2 pliki", 5: "5 plików", 22: "22 pliki", 112: "112 plików", 0: "0 plików"} {
		if got := c.Say("%d {file|files}", n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := c.Say("ready") + c.Say("not translated, %d {time|times}", 1); got != "gotowenot translated, 1 time" {
		t.Error(got)
	}
	for _, bad := range []string{`{`, `{"plural": ["one"]}`, `{"plural": ["some", "other"]}`, `{"messages": {"a": 1}}`} {
		if _, err := read("pl", []byte(bad)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
	if _, err := read("no language", []byte(polish)); err == nil {
		t.Error("a tag that is none was read")
	}
}

func TestLocale(t *testing.T) {
	for locale, want := range map[string]string{"": "en", "C": "en", "C.UTF-8": "en", "en_US.UTF-8": "en", "en_XA.UTF-8": "en-XA", "EN-xa": "en-XA", "xx_YY@euro": "en"} {
		if got := Locale(locale); got != want {
			t.Errorf("%q: %s, want %s", locale, got, want)
		}
	}
	for _, name := range Languages() {
		if _, err := Speaking(name); err != nil {
			t.Error(err)
		}
	}
	if _, err := Speaking("xx"); err == nil {
		t.Error("xx is spoken")
	}
}

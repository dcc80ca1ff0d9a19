package model

import "testing"

func TestWithDrive(t *testing.T) {
	for in, want := range map[string]string{
		`C:\Users\x`: "disk:/C:/Users/x", `c:/a b`: "disk:/c:/a b", "C:": "disk:/C:", `disk:C:\Users`: "disk:/C:/Users", "disk:/C:/Users": "disk:/C:/Users",
		`disk:/C:/a\#b`: `disk:/C:/a\#b`, `a\b`: "a/b", `drive:/a\:b`: `drive:/a\:b`, "docs:/x": "docs:/x", "C:x": "C:x", `..\x`: "../x", `\\srv\share\x`: "//srv/share/x",
	} {
		if got := withDrive(in, true); got != want {
			t.Errorf("%s is %s, not %s", in, got, want)
		}
	}
	at := LocalPlace(Steps("C:", "a:b"))
	if got, err := ParsePlace(at.String(), Place{}); at.String() != `disk:/C:/a\:b` || err != nil || !got.Equal(at) {
		t.Errorf("%s is read as %v, %v", at, got, err)
	}
	if got := withDrive(`a\:b`, false); got != `a\:b` {
		t.Errorf("a name of a server became %s", got)
	}
}

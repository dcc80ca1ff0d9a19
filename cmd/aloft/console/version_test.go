package console

import (
	"runtime/debug"
	"testing"
)

// The version is the tag's, whichever way the program was built; a release knows it from its linker.
func TestVersion(t *testing.T) {
	of := func(linked, module string) Build {
		b := Build{Version: linked}
		b.from(&debug.BuildInfo{Main: debug.Module{Version: module}, Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}}})
		return b
	}
	for _, c := range [][3]string{
		{"0.1.0", "(devel)", "0.1.0"}, {"0.1.0", "v9.9.9", "0.1.0"}, {"", "v0.1.0", "0.1.0"},
		{"", "v0.1.1-0.20261128115700-601b932e0000+dirty", "0.1.1-0.20261128115700-601b932e0000+dirty"}, {"", "(devel)", ""}, {"", "", ""},
	} {
		if got := of(c[0], c[1]); got.Version != c[2] || got.Revision != "abc" {
			t.Errorf("%q and %q make %+v", c[0], c[1], got)
		}
	}
	if Version().Version == "" {
		t.Error("there is always something to say")
	}
}

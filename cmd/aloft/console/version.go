package console

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"
)

// A release is linked with its version, which is its tag without the v, and with its commit.
var version, revision string

// Build is what this program was built from.
type Build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	System   string `json:"system"`
}

// Version reads it from the program itself.
func Version() Build {
	v := Build{Version: version, Revision: revision, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.from(info)
	}
	v.Version = cmp.Or(v.Version, "devel")
	return v
}

// from adds what Go itself notes of the repository, as in a program that was built by go install.
func (v *Build) from(info *debug.BuildInfo) {
	if m := info.Main.Version; v.Version == "" && m != "(devel)" {
		v.Version = strings.TrimPrefix(m, "v")
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && v.Revision == "" {
			v.Revision = s.Value
		}
	}
}

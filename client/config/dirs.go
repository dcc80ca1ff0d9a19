package config

import (
	"os"
	"path/filepath"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// Dirs are the folders of the program, each with its full path.
type Dirs struct {
	Config string
	Data   string
	State  string
	Cache  string
}

// Folders finds them: the ALOFT variables have precedence over the XDG ones, these
// over the folders below the home, on macOS as well as on Linux; on Windows the
// variables are those of the profile. Nothing is
// created. A missing home is an error only for those that need it, so the folders
// found are returned with the error.
func Folders(env func(string) string) (Dirs, error) {
	var d Dirs
	var first error
	for _, f := range []struct {
		to    *string
		own   string
		usual [3]string
	}{
		{&d.Config, client.ConfigHome, usualConfig},
		{&d.Data, client.DataHome, usualData},
		{&d.State, client.StateHome, usualState},
		{&d.Cache, client.CacheHome, usualCache},
	} {
		dir, err := folder(env, f.own, f.usual[0], f.usual[1], f.usual[2])
		*f.to = dir
		if err != nil && first == nil {
			first = err
		}
	}
	return d, first
}

func folder(env func(string) string, own, variable, inHome, name string) (string, error) {
	if v := env(own); v != "" {
		if !filepath.IsAbs(v) {
			return "", client.NotAbsolute(own, v)
		}
		return filepath.Clean(v), nil
	}
	// The XDG rules say that a relative value is to be ignored.
	dir := env(variable)
	if !filepath.IsAbs(dir) {
		home, err := client.Home(env)
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, inHome)
	}
	if owner := system.Theirs(dir); owner != "" { // as with sudo -E, or sudo on macOS
		return "", client.Errorf(client.KindLocal, "config", model.Place{}, "%s belongs to %s, who could not use files that root writes there", dir, owner).
			Hinted("run aloft as %s, or as root with root's own HOME (sudo -H)", owner)
	}
	return filepath.Join(dir, name), nil
}

// Make makes a folder that only its owner can read. An existing one is not changed;
// doctor reports wider permissions. The hint of an error has the variable that sets
// the folder or one above it.
func Make(dir, variable string) error {
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		return nil
	}
	return client.Errorf(client.KindLocal, "config", model.Place{}, "%s could not be made: %s", dir, system.Reason(err)).Caused(err).InFolder(variable)
}

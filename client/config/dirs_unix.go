//go:build unix

package config

// Where programs of this system have their folders: below that of a variable, else below
// the home; and the name there.
var (
	usualConfig = [3]string{"XDG_CONFIG_HOME", ".config", "aloft"}
	usualData   = [3]string{"XDG_DATA_HOME", ".local/share", "aloft"}
	usualState  = [3]string{"XDG_STATE_HOME", ".local/state", "aloft"}
	usualCache  = [3]string{"XDG_CACHE_HOME", ".cache", "aloft"}
)

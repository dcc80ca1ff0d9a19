//go:build unix

package config

var (
	usualConfig = usual{"XDG_CONFIG_HOME", ".config", "aloft"}
	usualData   = usual{"XDG_DATA_HOME", ".local/share", "aloft"}
	usualState  = usual{"XDG_STATE_HOME", ".local/state", "aloft"}
	usualCache  = usual{"XDG_CACHE_HOME", ".cache", "aloft"}
)

package config

// Only the configuration goes with the person from one computer to another.
var (
	usualConfig = usual{"APPDATA", `AppData\Roaming`, "aloft"}
	usualData   = usual{"LOCALAPPDATA", `AppData\Local`, `aloft\data`}
	usualState  = usual{"LOCALAPPDATA", `AppData\Local`, `aloft\state`}
	usualCache  = usual{"LOCALAPPDATA", `AppData\Local`, `aloft\cache`}
)

package config

// Where programs of this system have their folders: below that of a variable, else below
// the home; and the name there. Only the configuration goes with the person from one computer to another.
var (
	usualConfig = [3]string{"APPDATA", `AppData\Roaming`, "aloft"}
	usualData   = [3]string{"LOCALAPPDATA", `AppData\Local`, `aloft\data`}
	usualState  = [3]string{"LOCALAPPDATA", `AppData\Local`, `aloft\state`}
	usualCache  = [3]string{"LOCALAPPDATA", `AppData\Local`, `aloft\cache`}
)

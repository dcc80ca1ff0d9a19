package text

// The configuration file. The first arguments are its path and the line.
const (
	ConfigWrong        Text = "%s:%d: %s must be %s, not %s"
	ConfigNotTable     Text = "%s:%d: %s must be a table of settings, not %s"
	ConfigNotValue     Text = "%s:%d: %s must be %s, not a table"
	ConfigSyntax       Text = "%s:%d: this is no valid TOML: %s"
	ConfigSecret       Text = "%s:%d: %s: a secret does not belong into this file"
	ConfigUnknownKey   Text = "%s:%d: unknown setting %s"
	ConfigMeant        Text = "%s:%d: unknown setting %s (did you mean %s?)"
	ConfigMore         Text = "%s (and %d more)"
	ConfigUnreadable   Text = "the configuration file %s cannot be read: %s"
	ConfigMissing      Text = "there is no configuration file %s"
	ConfigNoAccount    Text = "there is no account named %s; known are: %s"
	ConfigNoAccountAt  Text = "%s:%d: there is no account named %s; known are: %s"
	ConfigLocalFixed   Text = "%s:%d: %s: the account \"local\" is the embedded service and has no settings"
	ConfigAccountName  Text = "%s:%d: an account name has letters, digits, \"-\", \"_\" and \".\" only, not %s"
	ConfigAccountsMeet Text = "%s:%d: the accounts %s and %s share one environment variable, %s"
	ConfigNoEndpoint   Text = "%s:%d: %s needs an endpoint"
	ConfigNoBaseURL    Text = "%s:%d: %s needs a base_url"
	ConfigProjectName  Text = "%s:%d: a project needs a name"
	ConfigPlatformName Text = "%s:%d: a platform's name has letters, digits, \"-\", \"_\" and \".\" only, not %s"
	ConfigNeeds        Text = "%s:%d: %s needs %s"
	ConfigFlagWrong    Text = "%s must be %s, not %s"
	ConfigBadName      Text = "an account name has letters, digits, \"-\", \"_\" and \".\" only and is not \"local\": %s"
	ConfigNotCut       Text = "the account %s is written in a way that cannot be cut out of %s; nothing was changed"
	ConfigExists       Text = "%s exists already"
	ConfigNotWritten   Text = "%s cannot be written: %s"
)

// What to do about a configuration error.
const (
	HintConfigCheck   Text = "mend the line; aloft config check tests the file, aloft config init writes a commented one elsewhere"
	HintConfigSecret  Text = "store it with: aloft account login %s, or name a credential_command"
	HintWebhookToken  Text = "leave the line out: the program makes a token and keeps it in a file of its own in the data folder"
	HintPlatform      Text = "leave the line out, and store the address with: aloft hook login %s, or name a credential_command"
	HintConfigAccount Text = "aloft account ls shows the accounts, aloft account add makes one"
	HintConfigInit    Text = "aloft config init writes a commented one"
	HintEditIt        Text = "aloft config edit opens it"
)

// What a value may be.
const (
	WantText     Text = "a text"
	WantBool     Text = "true or false"
	WantInt      Text = "a whole number from %d to %d"
	WantDuration Text = "a duration such as \"%s\", from %s to %s"
	WantStrings  Text = "a list of texts, the program first"
	WantOneOf    Text = "one of %s"
	WantURL      Text = "an address that begins with http:// or https:// and has no user, query or fragment"
	WantPath     Text = "a path such as \"/hook\" without spaces, \"?\", \"#\", braces or \"//\""
	WantPort     Text = "a port up to 65535; 0 and less stand for 9111"
	WantHost     Text = "an address of this machine such as \"127.0.0.1\" or \"::1\", without a port"
	WantSize     Text = "a number of bytes or a text such as \"10MiB\", from %s to %s"
	WantPR       Text = "one word of letters, digits, \"-\" and \"_\""
)

// Folders.
const (
	DirsNoHome   Text = "no home folder is known: HOME is not set"
	DirsRelative Text = "%s must be an absolute path, not %s"
	DirsNoMake   Text = "the folder %s cannot be made: %s"
	HintNoHome   Text = "set HOME, or ALOFT_CONFIG_HOME, ALOFT_DATA_HOME, ALOFT_STATE_HOME and ALOFT_CACHE_HOME"
	HintRelative Text = "set %s to an absolute path, or unset it"
	// The argument is the variable that names the folder.
	HintFolder Text = "check its owner and rights, or set %s to a folder of your own that can be written"
	HintFull   Text = "free some space, or set %s to a folder on another disk"
)

// Origins of a value, in config show --origin.
const (
	OriginDefault Text = "default"
	OriginFlag    Text = "flag %s"
	OriginEnv     Text = "environment %s"
	OriginFile    Text = "%s:%d"
)

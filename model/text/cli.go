package text

// The command line: what the commands are.
const (
	CliVersion Text = "print the version"
)

// What the flags do.
const (
	CliFlagYes      Text = "do not ask"
	CliFlagIdentity Text = "age identity or SSH key to encrypt to, with --store=age"
)

// What a person types next.
const (
	CliHintHookShow = "aloft hook show %s"
	CliHintJobs     = "aloft jobs ls"
	CliHintHelp     = "%s --help"
)

// What went wrong, and what to do.
const (
	CliCrashReport Text = "aloft crashed, sorry; the report is in %s. Running jobs can be resumed → aloft jobs"
	CliCrashAt     Text = "crashed: %s"
	CliInput       Text = "standard input cannot be read: %s"
	CliTooFew      Text = "%s: an argument is missing"
	CliBadURL      Text = "%s is not an address"
	CliDumb        Text = "this terminal cannot show full-screen programs (TERM is dumb or not set)"
	// What the user waits for.
	CliTheDrive       Text = "the drive"
	CliTheDocs        Text = "the document service"
	CliSearchEmpty    Text = "there is nothing to search for"
	CliNegative       Text = "%s cannot be negative: %d"
	CliForOnly        Text = "%s is for %s: only, not for %s:"
	CliOneOf          Text = "%s must be one of %s, not %q"
	CliOnlyOne        Text = "only one of %s can be given"
	CliNeedsValue     Text = "%s needs a value"
	CliMvFile         Text = "%s exists already"
	CliMvNoFolder     Text = "%s is not a folder"
	CliTaken          Text = "%s: the name is taken"
	CliDestroys       Text = "this deletes entries"
	NothingToUndo     Text = "no job can be undone"
	CliJobFailed      Text = "%d failed, %d left"
	CliItem           Text = "%s: %s"
	CliWide           Text = "%s can be read by others (%s)"
	CliHintPlaces     Text = "write drive:/Folder/name, docs:/Folder/Title, space:Space/Page, disk:/home/me or a path"
	CliHintAll        Text = "aloft --help lists the commands"
	CliHintNoTerminal Text = "the commands work without one: aloft ls drive:/"
	CliHintMvFile     Text = "give another name"
	CliHintResume     Text = "aloft jobs resume %s continues it"
)

// What is said on the way and at the end.
const (
	CliPlain        Text = "the credential of %s goes to %s unencrypted, and others on the network can read it; use https"
	CliCheckNetwork Text = "network"
	CliConfigNone   Text = "there is no %s; the defaults apply"
	CliUsedOf       Text = "%s of %s"
)

// Labels of rows and checks.
const (
	CliRowCredential Text = "credential"
	CliCheckConfig   Text = "configuration"
	CliCheckKeys     Text = "keys"
	CliCheckTheme    Text = "theme"
	CliCheckTerminal Text = "terminal"
	CliCheckDatabase Text = "database"
)

// The command line: accounts with a document service.
const (
	CliAddNeeds   Text = "%s needs %s"
	CliToolsOf    Text = "%d of %d {is|are} offered"
	CliNotOffered Text = "the service does not offer it"
	CliCheckDocs  Text = "documents"
	CliCheckTools Text = "tools"
)

// The command line: looking at documents.
const (
	CliRowNote Text = "note"
)

// The command line: new documents, files in and out, copies, permissions.
const (
	CliShareRoot Text = "%s is a root: choose an entry in it"
	CliPipeOne   Text = "-o - writes one document to standard output; --json and --dry-run cannot be used with it"
)

// The command line: flags of both.
const (
	CliFlagNth Text = "use the Nth of several equal headings or texts (from 1)"
)

// The command line: what goes wrong with them.
const (
	CliNoDocument Text = "%s: has no documents that can be read"
	CliMixed      Text = "%s and %s cannot be used together"
	CliFrom1      Text = "%s must be 1 or more, not %d"
	CliHintCut    Text = "aloft export --format md saves the whole document"
	CliPickBad    Text = "--pick takes numbers from 1 with commas between them, not %q"
	CliTextEmpty  Text = "the text is empty; nothing was changed"
	CliHintImages Text = "aloft doc images %s lists them"
	CliHintPartly Text = "check with aloft doc edits %s and aloft outline %s"
)

// The command line: what they print.
const ()

// The command line: what an account's service offers for the text of documents.
const (
	CliCheckTextTools Text = "text tools"
)

// What its flags do.
const (
	CliFlagHookSession Text = "session key, PLATFORM:NAME"
	CliFlagHookTimeout Text = "wait no longer than this, such as 90s"
)

// What doctor looks at.
const (
	CliCheckHook         Text = "webhook"
	CliCheckHookToken    Text = "webhook token"
	CliCheckHookProject  Text = "webhook project"
	CliCheckHookPlatform Text = "webhook platform"
)

// What went wrong, and what was done.
const (
	CliHookIs        Text = "%s is %s"
	CliHookOpen      Text = "the receiver is open: it asks for no token"
	CliHookTimeout   Text = "--timeout applies only when waiting and must be positive, not %s"
	CliHookUnreached Text = "the receiver at %s cannot be reached: %s"
	CliHookEnded     Text = "the delivery %s has ended: %s"
	CliHookBetween   Text = "… %s more …"
	CliHookInstead   Text = "another user had port %d, so the receiver keeps this one; set webhook.port to change it"
	CliHookNoProgram Text = "%s: there is no program %s"
	CliHintHookNone  Text = "aloft hook serve starts one; so does aloft, unless webhook.enabled is false"
)

// The configuration file. The first arguments are its path and the line.
const (
	ConfigSecret    Text = "%s:%d: %s: a secret does not belong in this file"
	ConfigUnread    Text = "%s cannot be read: %s"
	ConfigFlagWrong Text = "%s must be %s, not %s"
)

// What to do about a configuration error.
const (
	HintConfigCheck   Text = "fix the line; aloft config check tests the file, aloft config init writes a commented file elsewhere"
	HintConfigAccount Text = "aloft account ls shows the accounts, aloft account add makes one"
	HintEditIt        Text = "aloft config edit opens it"
)

// What a value may be.
const (
	WantOneOf Text = "one of %s"
	WantURL   Text = "an address that begins with http:// or https:// and has no user, query or fragment"
)

// Origins of a value, in config show --origin.
const (
	OriginEnv Text = "environment %s"
)

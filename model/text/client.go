package text

// LoginHint signs in. The argument is an account, and of which service: "work --docs".
const LoginHint = "aloft account login %s"

// A store of a newer program is left alone. The arguments are its path, and the variable of its folder.
const (
	NewerStore     Text = "%s was made by a newer version of aloft; nothing was changed"
	NewerStoreHint Text = "update aloft, or set %s to another folder"
)

// The drive: what its answers mean. Names and numbers come as arguments.
const (
	DriveNoDrive      Text = "%s does not answer like a drive (HTTP %d): wrong base_url?"
	DriveRedirect     Text = "%s redirects to %q instead of answering: wrong base_url, or a login page"
	DriveNoDriveHint  Text = "check base_url with 'aloft config show --origin', then 'aloft account login %s'"
	DriveSlowDown     Text = "the service asks to slow down"
	DriveLater        Text = "try again in a while"
	DriveServerFailed Text = "the service failed (HTTP %d)"
	DriveRefused      Text = "the service refused the request (code %d)"
	DriveNotFolder    Text = "%s is not a folder"
	DriveEpochPassed  Text = "the account has changed since the lookup; nothing was sent"
	DriveTaskFailed   Text = "the service's task failed"
	DriveTaskUnseen   Text = "the service accepted the request but does not report when it is done"
	DriveTaskCut      Text = "the wait for the service was interrupted"
	DriveLookHint     Text = "check the folder before you try again"
	DriveBatchEmpty   Text = "nothing to do"
	DriveOtherSource  Text = "%q is not in this source"
)

// The gate: what can go wrong between a call and its whole answer. The first
// argument is the host's name unless said otherwise.
const (
	GateRefusedHint Text = "check the port in the account's address (aloft config show), and whether the service runs"
	GateNetworkHint Text = "check the network, then try again"
	GatePlainTLS    Text = "%s answers without TLS"
	GatePlainHint   Text = "the account's address says https; perhaps the service speaks http on this port"
	GateNotSent     Text = "the connection to %s broke before the request was sent"
	GateTimeout     Text = "%s did not answer in full within %s"
	GateTooLarge    Text = "the answer of %s is larger than %s"
	GateRetryHint   Text = "try again"
	GateClosed      Text = "the program is closing; the request to %s was not sent"
	GateWaitPause   Text = "%s asked for a pause of %s"
	// The arguments are the place and the number.
	WaitReading Text = "reading %s: %d {entry|entries} so far"
)

// Local folders. The first argument is a path, or a name where it is quoted.
const (
	DiskNotFolder Text = "%s is not a folder"
	DiskNotFile   Text = "%s is not a regular file"
	DiskIsRoot    Text = "the root of a source cannot be changed"
	DiskNameDots  Text = "%q cannot be a name"
	NotInBin      Text = "%s is not in the recycle bin"
	BinUnplaced   Text = "the original folder of %s is not known"
)

// Parts of every error line.
const (
	ErrPlain      Text = "%s failed (%s)"
	ErrServerSays Text = "%s — the service says: %s"
	ErrHint       Text = "%s → %s"
	HeldHint      Text = "resume the stopped process (fg, or kill -CONT %[1]s), or end it (kill %[1]s)"
	LookInHint    Text = "check what %s contains"
)

// Actions that a source lacks; the argument is the source's name.
const (
	NoMove Text = "%s: moving is not supported"
	// The second argument is the mode.
	NoSuchDelete Text = "%s does not support this kind of deletion (%s)"
	// A call that the engine never makes. The second argument is what is wrong with it.
	BadCall Text = "%s does not support this call (%s); nothing was sent"
	NoShare Text = "%s: cannot set permissions"
	// A pass code that no drive takes, and text without a link in it.
	ShareCode   Text = "a pass code is 1 to 16 letters, digits or symbols, without spaces"
	NoLinks     Text = "%s: cannot share by link"
	ShareNoLink Text = "there is no link in %q"
	NoAcross    Text = "entries of %s cannot be moved or copied to %s: the services do not support it"
)

// Jobs: plans, journals and what becomes of the items.
const (
	// The argument is what the system says.
	JobsJournal   Text = "the job's journal cannot be written (%s), so nothing more is sent"
	JobsEnded     Text = "job %s has ended"
	JobsDamaged   Text = "the record of job %s cannot be read (%s)"
	JobsClosed    Text = "the program is closing; the job was not started"
	JobsLooks     Text = "no clear answer; checking whether the change was made"
	JobsUnsettled Text = "%s may have changed: job %s sent a change and got no clear answer"
	// Planning. The argument is a name or a place.
	JobsNothing    Text = "nothing was chosen"
	JobsNotFound   Text = "%s was not found"
	JobsTaken      Text = "%s: the name is taken"
	JobsIncomplete Text = "the service does not list all of %s"
	JobsNames      Text = "each item to rename needs one new name"
	JobsNoFreeName Text = "no free numbered name was found for %s"
	JobsBadPlan    Text = "the edited plan cannot be carried out: %s"
	JobsTargetHint Text = "make the folder first, or choose another one"
	// What became of an item.
	JobsOther    Text = "an entry of that name has appeared in the target"
	JobsBoth     Text = "it is in both the old and the new place"
	JobsUnmade   Text = "it was made but is not in the expected place"
	JobsNotMade  Text = "%s contains entries that the job did not make"
	JobsNeither  Text = "it is in neither the old nor the new place"
	JobsRenamed  Text = "%s was renamed"
	JobsAnswered Text = "the service failed on every try"
)

// What is wrong with a place that somebody wrote.
const (
	PlaceEmpty Text = "the place is empty: write drive:/Photos, disk:/home/me or a path"
	PlaceNUL   Text = "%s: the name is empty or contains a NUL character"
)

// Credentials: what failed. None of these ever holds the secret itself.
const (
	SecretFileRead  Text = "%s cannot be read: %s"
	SecretFileOpen  Text = "%s can be read by others (mode %s), so it is not used"
	SecretFileLink  Text = "%s is not a regular file, so it is not used"
	SecretBad       Text = "the credential from %s is not usable: it must be one line of text"
	SecretEmpty     Text = "%s gave an empty credential"
	SecretAge       Text = "the encrypted credential %s cannot be opened: %s"
	SecretKeyring   Text = "the keyring failed: %s"
	SecretNotStored Text = "the session cannot be stored in %s: %s"
	// The arguments are an account and a time.
	SecretEnds    Text = "the login of %s expires on %s; sign in again before then"
	SecretFromEnv Text = "the session of %s comes from the environment variable %s; that is meant for automation"
)

// What to do about them.
const (
	HintSecretAge   Text = "name an identity with --identity FILE, or choose another --store"
	HintSecretStore Text = "choose: credential_command in config.toml, $CREDENTIALS_DIRECTORY, --store=age, or --store=file for a plain file that only you can read"
)

// Where a credential comes from.
const (
	FromCommand = "credential_command %s"
)

const (
	FromEnvironment Text = "environment %s"
	FromKeyring     Text = "keyring"
	FromAge         Text = "encrypted file %s"
	FromFile        Text = "plain file %s"
)

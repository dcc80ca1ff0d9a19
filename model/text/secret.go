package text

// Credentials: what failed. None of these ever holds the secret itself.
const (
	SecretNone        Text = "no session is stored for the account %s"
	SecretNoToken     Text = "no token of the document service is stored for the account %s"
	SecretNoAddress   Text = "no address is stored for the platform %s"
	SecretFileRead    Text = "the credential file %s cannot be read: %s"
	SecretFileOpen    Text = "the credential file %s can be read by others (mode %s), so it is not used"
	SecretFileLink    Text = "the credential file %s is a link, so it is not used"
	SecretFileOwner   Text = "the credential file %s belongs to another user, so it is not used"
	SecretFileKind    Text = "the credential file %s is no ordinary file, so it is not used"
	SecretBad         Text = "the credential from %s is not usable: it must be one line of text"
	SecretEmpty       Text = "%s gave no credential: it is empty"
	SecretCommand     Text = "the credential command %s failed: %s"
	SecretCommandTime Text = "the credential command %s gave nothing within %s"
	SecretFD          Text = "file descriptor %d cannot be read: %s"
	SecretAge         Text = "the encrypted credential %s cannot be opened: %s"
	SecretIdentity    Text = "the identity file %s cannot be used: %s"
	SecretNoIdentity  Text = "no identity is there to encrypt with: there is neither %s nor another SSH key"
	SecretKeyring     Text = "the keyring failed: %s"
	SecretNoKeyring   Text = "no keyring answers on this machine"
	SecretNoStore     Text = "nothing on this machine can store the session safely by itself"
	SecretNotStored   Text = "the session cannot be stored in %s: %s"
	SecretNotKept     Text = "the renewed session of %s could not be stored and is kept in memory only: %s"
	SecretFromEnv     Text = "the session of %s comes from the environment variable %s; that is meant for automation"
)

// What to do about them.
const (
	HintLogin        Text = "aloft account login %s"
	HintLoginDocs    Text = "aloft account login %s --docs"
	HintLoginHook    Text = "aloft hook login %s"
	HintOpenToken    Text = "give accounts.%s.docs.open_credential_command in config.toml"
	HintTokenRights  Text = "give a file of your own with mode 600, or aloft account login %s --docs"
	HintHookRights   Text = "give a file of your own with mode 600, or aloft hook login %s"
	HintSecretMode   Text = "chmod 600 %s"
	HintSecretRights Text = "give a file of your own with mode 600, or aloft account login %s"
	HintSecretCmd    Text = "run the command by itself to see what it says"
	HintSecretAge    Text = "name an identity with --identity FILE, or choose another --store"
	HintSecretStore  Text = "choose: credential_command in config.toml, $CREDENTIALS_DIRECTORY, --store=age, or --store=file for a plain file that only you can read"
)

// Where a credential comes from.
const (
	FromFlagFile    Text = "--credential-file %s"
	FromFlagFD      Text = "--credential-fd %d"
	FromFlagCommand Text = "--credential-command %s"
	FromSystemd     Text = "$CREDENTIALS_DIRECTORY/%s"
	FromCommand     Text = "credential_command %s"
	FromEnv         Text = "environment %s"
	FromKeyring     Text = "keyring"
	FromAge         Text = "encrypted file %s"
	FromFile        Text = "plain file %s"
	FromEmbedded    Text = "embedded service"
	FromNowhere     Text = "none"
)

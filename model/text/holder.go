package text

// Who holds a lock. The arguments are a command and the number of its process.
const (
	HolderNamed   Text = "`%s`, process %s"
	HolderStopped Text = "`%s`, process %s, stopped"
	HolderUnknown Text = "another process"
	// What is held, then by whom.
	HolderHeld Text = "%s is held by %s"
	HolderHint Text = "let it go on (fg, or kill -CONT %[1]s), or end it (kill %[1]s)"
	// What a call waits for, by whom.
	WaitHolder Text = "waiting for %s, which has the account's turn"
)

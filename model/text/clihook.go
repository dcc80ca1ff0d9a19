package text

// The command line of the webhook receiver: what the commands are.
const (
	CliHook     Text = "the webhook receiver"
	CliHookLong Text = `The receiver takes requests of other programs - a git hook, a CI job, a file watcher -
and runs the command or hands on the prompt that they bring. It runs beside the panes,
or without a screen by "aloft hook serve". All instances of a user share what was
received; one of them listens.`
	CliHookServe     Text = "receive without a screen"
	CliHookServeLong Text = `Prints one line of JSON with url, address, open and pid, and receives until it is
interrupted. What still ran then is stopped and named on standard error. Another
instance of yours that listens already, or a taken port, ends it with exit 5.`
	CliHookToken     Text = "print the token that senders need"
	CliHookTokenLong Text = `The token was made at the first start; it lies in a file of its own in the data folder,
which only you can read. With --new all senders need the new one from then on.`
)

// What its flags do.
const (
	CliFlagHookNew     Text = "make another token first; the old one counts no more"
	CliFlagHookAddress Text = "listen on this address of the machine"
	CliFlagHookPort    Text = "listen on this port (0: 9111)"
	CliFlagHookAnyPort Text = "listen on a port that is free"
	CliFlagHookPath    Text = "path of the requests"
	CliFlagHookOpen    Text = "ask senders for no token"
)

// What went wrong, and what was done.
const (
	CliHookOther      Text = "process %d of yours listens already on %s"
	CliHookOnePort    Text = "only one of --port and --any-port can be given"
	CliHookTokenEnv   Text = "the token comes from the environment variable %s: no other one can be made"
	CliHookOpen       Text = "the receiver is open: it asks for no token"
	CliHookStoppedOne Text = "%d delivery was stopped:"
	CliHookStopped    Text = "%d deliveries were stopped:"

	CliHintHookOther Text = "aloft hook ls shows what it received"
)

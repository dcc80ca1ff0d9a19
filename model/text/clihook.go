package text

// The command line of the webhook receiver: what the commands are.
const (
	CliHook     Text = "the webhook receiver: take requests of other programs, and look at them"
	CliHookLong Text = `The receiver takes requests of other programs - a git hook, a CI job, a file watcher -
and runs the command or hands on the prompt that they bring. It runs beside the panes,
or without a screen by "aloft hook serve". All instances of a user share what was
received; one of them listens.`
	CliHookServe     Text = "receive without a screen"
	CliHookServeLong Text = `Prints one line of JSON with url, address, open and pid, and receives until it is
interrupted. What still ran then is stopped and named on standard error. Another
instance of yours that listens already, or a taken port, ends it with exit 5. Where the configured port is another user's it takes
a free one and keeps to it at later starts (instead_of tells of it), so that lines that
were copied go on working; --port means that port alone.`
	CliHookToken     Text = "print the token that senders need"
	CliHookTokenLong Text = `The token was made at the first start; it lies in a file of its own in the data folder,
which only you can read. With --new all senders need the new one from then on.`
	CliHookSend     Text = "send a request to the receiver that runs, and print the delivery's id"
	CliHookSendLong Text = `Sends to the receiver of yours that runs, with its token, or to --url. There the token
of the variable ALOFT_WEBHOOK_TOKEN is sent, if it is set; the one of the data folder goes
to no other than that receiver. With --wait the outcome is printed instead of the id, and
below it all that was printed; the exit code is that of "aloft hook wait".`
	CliHookLs     Text = "list what was received, the newest first"
	CliHookLsLong Text = `A line has the id, the time, the status that was answered, the state, the kind, the
event, the project, how long it ran, and why it was refused or what it asks for.
States: refused, ignored, duplicate, asking, waiting, running, done, failed, timeout,
stopped, denied, busy, and cut for what the end of the program has cut off.`
	CliHookShow     Text = "show one delivery with its request and its output"
	CliHookShowLong Text = `ID may be the beginning of an id. --output and --body print the whole of these and nothing
else: byte by byte into a pipe, and on a terminal without what would act on it.`
	CliHookWait     Text = "wait for the end of a delivery"
	CliHookWaitLong Text = `Exit 0 when it was done, 1 when it ended in another way, when --timeout is over, or when
the receiver has gone; 6 when there is no such delivery. A duplicate stands for the
delivery that it repeats.`
	CliHookStop       Text = "stop the work of a delivery"
	CliHookAllow      Text = "let a command run that waits for a person"
	CliHookDeny       Text = "do not let a command run that waits for a person"
	CliHookPause      Text = "let the receiver answer 503 for a while"
	CliHookResume     Text = "let the receiver accept requests again, paused or stopped"
	CliHookReplay     Text = "deliver a request again, and print the new delivery's id"
	CliHookReplayLong Text = "The body is what was received then; it goes the same way as every request."
	CliHookMessages   Text = "list the conversations, or the messages of one"

	CliHookMessagesLong Text = `SESSION is the session key, such as tui:git. Messages are what deliveries had posted
into it, the prompts that wait in the inbox, and what agents replied.`
	CliHookLines     Text = "print a ready-made piece of shell: a git hook, a step of a CI job, a file watcher"
	CliHookLinesLong Text = `Without NAME it lists them. The address of the receiver is filled in; the token is not:
the piece takes it from ALOFT_WEBHOOK_TOKEN or from "aloft hook token".
    hook=$(git rev-parse --git-path hooks/post-commit)
    aloft hook lines git >>"$hook" && chmod +x "$hook"`
	CliHookLogin     Text = "store the address of a platform of the type shoutrrr"
	CliHookLoginLong Text = `The address has the secret in it, so it is asked for or read from standard input, and
stored like the session of an account. Nothing is sent to try it.`
)

// What its flags do.
const (
	CliFlagHookNew     Text = "make another token first; the old one counts no more"
	CliFlagHookAddress Text = "listen on this address of the machine"
	CliFlagHookPort    Text = "listen on this port (0: 9111)"
	CliFlagHookAnyPort Text = "listen on a port that is free"
	CliFlagHookPath    Text = "path of the requests"
	CliFlagHookOpen    Text = "ask senders for no token"
	CliFlagHookSession Text = "session key: platform, colon, and where on it"
	CliFlagHookEvent   Text = "name of the event"
	CliFlagHookProject Text = "name of the project"
	CliFlagHookPrompt  Text = "prompt for the project's agent, - to read it from standard input"
	CliFlagHookExec    Text = "command for sh, - to read it from standard input"
	CliFlagHookWorkDir Text = "folder that the command runs in"
	CliFlagHookPayload Text = "JSON that goes along with the prompt, or @FILE"
	CliFlagHookSilent  Text = "post nothing into the session"
	CliFlagHookKey     Text = "do nothing when this key was sent within 24 hours before"
	CliFlagHookURL     Text = "send to this address"
	CliFlagHookWait    Text = "wait for the end"
	CliFlagHookTimeout Text = "wait no longer than this, such as 90s"
	CliFlagHookNumber  Text = "list so many (0 = all)"
	CliFlagHookAll     Text = "list everything that is kept"
	CliFlagHookOutput  Text = "print what the work has printed, and nothing else"
	CliFlagHookBody    Text = "print the body of the request, and nothing else"
	CliFlagHookRead    Text = "mark the messages as read"
)

// What doctor looks at.
const (
	CliCheckHook         Text = "webhook"
	CliCheckHookToken    Text = "webhook token"
	CliCheckHookProject  Text = "webhook project"
	CliCheckHookPlatform Text = "webhook platform"
)

// Rows of hook show.
const (
	CliRowReason  Text = "why"
	CliRowSession Text = "session"
	CliRowSender  Text = "sender"
	CliRowOf      Text = "repeats"
	CliRowStarted Text = "began"
	CliRowEnded   Text = "ended"
	CliRowExit    Text = "exit"
	CliRowWorkDir Text = "work_dir"
	CliRowDir     Text = "folder"
	CliRowAgent   Text = "agent"
	CliRowRequest Text = "request"
	CliRowHeader  Text = "header"
	CliRowBody    Text = "body"
	CliRowPrompt  Text = "prompt"
	CliRowOutput  Text = "output"
	CliRowFile    Text = "file"
)

// What went wrong, and what was done.
const (
	CliHookOther     Text = "process %d of yours listens already on %s"
	CliHookNone      Text = "no receiver of yours is running"
	CliHookNotUp     Text = "the receiver of process %d does not listen: it is %s"
	CliHookNotUpWhy  Text = "the receiver of process %d does not listen: it is %s: %s"
	CliHookDeaf      Text = "process %d, which has the receiver, does not answer"
	CliHookIs        Text = "%s is %s"
	CliHookStands    Text = "the receiver is %s"
	CliHookStandsWhy Text = "the receiver is %s: %s"

	CliHookEndedItself Text = "the receiver has ended by itself"

	CliHookOnePort    Text = "only one of --port and --any-port can be given"
	CliHookTokenEnv   Text = "the token comes from the environment variable %s: no other one can be made"
	CliHookOpen       Text = "the receiver is open: it asks for no token"
	CliHookStopped    Text = "%d {delivery was|deliveries were} stopped:"
	CliHookNumber     Text = "-n is 0 or more, not %d"
	CliHookOneForm    Text = "only one of --json, --output and --body can be given"
	CliHookTimeout    Text = "--timeout goes with a wait and is more than nothing, not %s"
	CliHookOneWork    Text = "one of --prompt and --exec must be given"
	CliHookNoSession  Text = "--session must not be empty"
	CliHookPayload    Text = "--payload goes with --prompt only"
	CliHookWaitURL    Text = "--wait does not go with --url: only what this receiver keeps can be waited for"
	CliHookEmpty      Text = "the prompt or the command is empty"
	CliHookProjects   Text = "the receiver has several projects, and senders must name one with --project: %s"
	CliHookKey        Text = "--key has a line end or another control character"
	CliHookUTF8       Text = "what is to be sent is no UTF-8"
	CliHookJSON       Text = "--payload is no JSON: %s"
	CliHookFile       Text = "the payload %s cannot be read: %s"
	CliHookUnreached  Text = "the receiver at %s cannot be reached: %s"
	CliHookSaid       Text = "the receiver answered %s: %s"
	CliHookEnded      Text = "the delivery %s has ended: %s"
	CliHookEndedWhy   Text = "the delivery %s has ended: %s: %s"
	CliHookNotAsking  Text = "the delivery %s does not ask: it is %s"
	CliHookGone       Text = "the delivery %s is %s, and the receiver has gone"
	CliHookStill      Text = "the delivery %s is still %s after %s"
	CliHookBetween    Text = "… %s more …"
	CliHookUnread     Text = "%d new"
	CliHookReadWhich  Text = "--read needs the session whose messages it marks"
	CliNoDelivery     Text = "there is no delivery %s"
	CliManyDeliveries Text = "%s begins %d {delivery|deliveries}"
	CliNoConversation Text = "there is no conversation %s"
	CliNoLine         Text = "there is no piece named %s"
	CliNoPlatform     Text = "there is no platform %s of the type shoutrrr"
	CliAskAddress     Text = "Address of %s (it is not shown):"
	CliStoredAddress  Text = "the address of %s is stored: %s"

	CliHookRuns        Text = "process %d listens on %s (%s)"
	CliHookInstead     Text = "the receiver keeps to its port, since port %d was another user's; another webhook.port ends that"
	CliHookForeign     Text = "port %d is another user's (uid %d); the screen or aloft hook serve takes a free one, and keeps to it"
	CliHookInbox       Text = "the room for unread prompts is %d%% full; when it is full senders are answered 503"
	CliHintHookRead    Text = "aloft hook messages lists the conversations, and with SESSION --read marks one as read"
	CliHookOff         Text = "it is switched off in the configuration"
	CliHookFree        Text = "nobody listens on %s; the screen or aloft hook serve would"
	CliHookTokenLater  Text = "%s is made at the first start"
	CliHookOpenAddress Text = "webhook.open goes with an address of this machine only, and %s can be reached from elsewhere"
	CliHookNoFolder    Text = "%s: there is no folder %s"
	CliHookNoProgram   Text = "%s: there is no program %s"

	CliHintHookOther Text = "aloft hook ls shows what it received"
	CliHintHookNotUp Text = "aloft hook resume lets it listen again; so does its webhook panel"
	CliHintHookNone  Text = "aloft hook serve starts one; so does the screen, unless webhook.enabled is false"
	CliHintHookLs    Text = "aloft hook ls"
	CliHintHookShow  Text = "aloft hook show %s"
	CliHintHookTalk  Text = "aloft hook messages"
	CliHintHookLines Text = "aloft hook lines"
	CliHintHookToken Text = "set %s to its token, which its owner sees with: aloft hook token"
	CliHintHookLater Text = "it is paused or has too much to do; send it again later"
	CliHintPlatform  Text = "make it in config.toml: [webhook.platforms.NAME] with type = \"shoutrrr\""
)

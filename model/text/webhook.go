package text

// Why the receiver did not take a request: shown in the delivery list. The words
// of the specification itself are in the package that answers.
const (
	HookTokenHeader Text = "header %s"
	HookTokenQuery  Text = "query"
	HookNoToken     Text = "it had no token"
	HookTokenWrong  Text = "its token in the %s is wrong"
	HookSignature   Text = "its signature in the header %s is wrong"
	HookManyLarge   Text = "too many other large requests came at the same time"
	HookFieldType        = "%s must be %s, and is %s"
	HookTypeText         = "a string"
	HookTypeYesNo        = "true or false"
	HookBusyWire    Text = "too many other large requests came at the same time"
)

// Listening.
const (
	HookPortHint    Text = "set webhook.port in config.toml to 1024 or higher"
	HookAddressHint Text = "set webhook.address in config.toml to an IP address such as 127.0.0.1"
	HookListen      Text = "cannot listen on %s: %s"
)

// The token's file.
const (
	HookTokenLink  Text = "%s is not a regular file, so it is not used"
	HookTokenNoDir Text = "there is no data folder for the token"
	HookTokenHint  Text = "aloft hook token --new makes another token"
)

// The processes of the webhook receiver.
const (
	HookRunDir    Text = "set work_dir, or dir of the project, to a folder that exists"
	HookRunFolder Text = "the folder %s cannot be used (%s); nothing was run"
)

// The panel of the webhook receiver, and its cell in the first line.
const (
	HookPaneTitle        Text = "Webhook"
	HookPaneTakenWhy     Text = "Another program has the port."
	HookPaneCellPaused   Text = "paused"
	HookPaneStateAsking  Text = "asks"
	HookPaneStateWaiting Text = "waits"
	HookPaneStateRunning Text = "running"
	HookPaneTime         Text = "15:04:05"
	HookPaneDay          Text = "Jan 02"
	HookPaneTimes        Text = "%d {time|times}"
	// The line of the delivery under the cursor.
	HookPaneAhead Text = "%d before it"
	HookPaneLives Text = "%d {process|processes} left running"
	HookPaneExit  Text = "exit status %d"
	// What the keys say.
	NoHooks              Text = "This aloft runs without a webhook receiver."
	NoDelivery           Text = "nothing is selected or under the cursor"
	HookPaneHasEnded     Text = "This delivery has ended: there is nothing to stop."
	HookPaneNothingAsks  Text = "No delivery waits for permission."
	HookPaneNotListening Text = "The receiver is not listening: there is nothing to pause. %s starts it."
	// Quitting while deliveries run.
	QuitHookTitle Text = "%d {delivery is|deliveries are} running"
)

// Messages of the webhook receiver's store.
const (
	// Reports of the operating system.
	HookStoreWrite     Text = "the delivery cannot be stored (%s)"
	HookStoreWriteHint Text = "make room on the disk, or check the permissions of the state folder"
	HookNoOutput       Text = "the output is no longer kept"
	HookCutRunning     Text = "the program was killed while it ran; how it would have ended is not known"
)

// What the views of the webhook receiver say: one delivery in full, the
// conversations, their dialogs, and the ready-made lines.
const (
	HookLineCurlWhere  Text = "Runs the command \"date\" to test the receiver. Any program can send such a request."
	HookLineGitWhere   Text = `Reports each commit. Save it at the path that "git rev-parse --git-path hooks/post-commit" prints, and make it executable.`
	HookLineCIWhere    Text = "A CI step that reports the job's result. Store ALOFT_WEBHOOK_TOKEN as a secret variable. The job must be able to reach the address."
	HookLineFilesWhere Text = "Reports every two seconds which files in a folder have changed. Run it with sh; Ctrl-C ends it."
)

// One delivery in full.
const (
	HookViewReading Text = "reading…"
	HookViewBody    Text = "Body, %s"
	HookViewCut     Text = "… %s more not shown here"
)

// The webhook receiver: what it does with a delivery, what it reports, and its own
// state.
const (
	HookSaysWaits    Text = "%s: queued (%d ahead): %s"
	HookSaysStopped  Text = "%s: stopped: %s (%s)"
	HookByPersonWait Text = "a person stopped it before it started"
	HookByEndWait    Text = "not started, because aloft ended first"
	HookNoProject    Text = "the project %s is no longer registered; nothing was run"
	HookPostsFull    Text = "a message was dropped: too many are waiting to be posted"
	HookRestCrowd    Text = "it left more than %d {process|processes} running, which were killed"
	HookNotConversed Text = "the conversation could not be written: %s"
	HookEnding       Text = "the receiver is stopping"
	// The receiver's own state.
	HookDisabled     Text = "the receiver is switched off in the configuration"
	HookStoreFailed  Text = "the store of the deliveries cannot be opened: %s"
	HookOtherSays    Text = "the other instance (process %d) says: %s"
	HookStartHint    Text = "start it first"
	HookNoAnswer     Text = "the instance that listens (process %d) did not answer"
	HookNoAnswerHint Text = "check that it is still running, then try again"
)

// What platforms of the webhook receiver say.
const (
	HintPlatformReplay Text = "replay the delivery to post it again"
	PlatformFailed     Text = "the platform %s could not accept the message: %s"
	HintPlatformSend   Text = "check the address with aloft hook login %s, and that the service can be reached"
	// What failed, when only a part of the cause may be shown.
	PlatformCauseStatus Text = "it answered with HTTP status %s"
	PlatformCauseOther  Text = "the reason is not shown because it contains the address"
)

// HookLoginHint stores the address of a platform, or the secret of a route.
const HookLoginHint = "aloft hook login %s"

package text

// The webhook receiver: what it does with a delivery, what it says of it, and
// where it stands itself.
const (
	// Messages into a chat session. %s is the event, then the command.
	HookSaysPrompt     Text = "%s: a prompt came in"
	HookSaysPromptWait Text = "%s: the prompt waits, the session is busy (%d before it)"
	HookSaysSkipped    Text = "%s: the prompt was skipped, the session is busy"
	HookSaysRuns       Text = "%s: runs %s"
	HookSaysWaits      Text = "%s: waits for its turn (%d before it): %s"
	HookSaysAsks       Text = "%s: asks to run %s; a person has to allow it"
	HookSaysDenied     Text = "%s: was not allowed: %s"
	HookSaysDone       Text = "%s: done: %s"
	HookSaysFailed     Text = "%s: failed: %s (%s)"
	HookSaysTimeout    Text = "%s: timed out: %s (%s)"
	HookSaysStopped    Text = "%s: stopped: %s (%s)"
	HookSaysCut        Text = "%s: cut off: %s (%s)"
	HookSaysCutMore    Text = "%d more were cut off"
	HookSaysAgent      Text = "the agent of the project %s"
	HookSaysNoOutput   Text = "(no output)"
	HookSaysNoReply    Text = "%s: the agent ended without a reply"

	// Why a delivery ended as it did.
	HookExit         Text = "it ended with exit status %d"
	HookSignal       Text = "it was ended by the signal %s"
	HookTimedOut     Text = "it was stopped at its limit of %s"
	HookByPerson     Text = "a person stopped it"
	HookByPersonWait Text = "a person stopped it before it had begun"
	HookByEnd        Text = "it was stopped because the program ended"
	HookByEndWait    Text = "the program ended before it had begun"
	HookNotAllowed   Text = "a person did not allow it"
	HookSessionBusy  Text = "its session had a turn running"
	HookQueueFull    Text = "its session had a turn running, and %d prompts waited already"
	HookDuplicate    Text = "a delivery with the same Idempotency-Key came before"
	HookExecOff      Text = "the project %s runs no commands"
	HookLongSession  Text = "the session key is longer than %d bytes"
	HookNoProject    Text = "the project %s is no longer registered; nothing was run"
	HookInterrupted  Text = "the receiver ended before the outcome was known"

	// What else went wrong.
	HookNotPosted    Text = "a message could not be posted: %s"
	HookPostsFull    Text = "a message was left out: too many wait to be posted"
	HookRestOne      Text = "it left a process running"
	HookRest         Text = "it left %d processes running"
	HookRestCrowd    Text = "it left more than %d processes running, which were killed"
	HookRestByPerson Text = "a person stopped what it had left running"
	HookRestByEnd    Text = "what it had left running was stopped with the receiver"
	HookFileCut      Text = "the output was not kept whole: %s"
	HookLeftStopped  Text = "what was left of it was stopped when the receiver began again"
	HookReplyCut     Text = "the reply was cut after %s"
	HookNotConversed Text = "the conversation could not be written: %s"

	// Accepting.
	HookFull   Text = "%d deliveries wait already"
	HookHeavy  Text = "deliveries of %s wait already"
	HookEnding Text = "the receiver is ending"

	// Where the receiver stands.
	HookDisabled      Text = "the receiver is switched off in the configuration"
	HookClosed        Text = "the receiver was stopped by a person"
	HookAsleep        Text = "the program of the receiver is suspended; fg in its terminal brings it back"
	HookOpenAddress   Text = "without a token it listens on this machine only, and %s can be reached from elsewhere"
	HookStoreFailed   Text = "the store of the deliveries cannot be opened: %s"
	HookStarting      Text = "the receiver is starting"
	HookOtherSays     Text = "the other instance (process %d) says: %s"
	HookNotListening  Text = "the receiver does not listen"
	HookStartHint     Text = "start it first"
	HookOpenHint      Text = "take the line open out of the configuration, or listen on 127.0.0.1"
	HookNoAnswer      Text = "the instance that listens (process %d) did not answer"
	HookNoAnswerHint  Text = "look whether it is still alive, and try again"
	HookNobody        Text = "no receiver is running"
	HookNobodyHint    Text = "start one with aloft hook serve, or open aloft"
	HookOver          Text = "the delivery %s has ended already"
	HookNotAsking     Text = "the delivery %s does not ask"
	HookNoReplay      Text = "the delivery %s was refused, so there is nothing to deliver again"
	HookReplayRefused Text = "the receiver refused it: %s"
	HookReplayBroken  Text = "the stored request cannot be read again: %s"
)

package text

// The panel of the webhook receiver, and its cell in the first line.
const (
	HookPaneTitle       Text = "Webhook"
	HookPaneTitleToken  Text = "token set"
	HookPaneTitleOpen   Text = "open, no token"
	HookPaneTitleFollow Text = "follow on"
	HookPaneTitleStill  Text = "follow off"
	HookPaneTitleUnread Text = "%d unread"
	HookPaneTitleFilter Text = "filter: %s"

	HookPaneCountOne   Text = "%d delivery"
	HookPaneCount      Text = "%d deliveries"
	HookPaneCountOf    Text = "%d of %d"
	HookPaneFilterAsk  Text = "filter deliveries: "
	HookPaneFilterNone Text = "No delivery matches the filter. %s, then Esc takes it away."

	// While nothing has arrived: the address, the key of the ready-made lines.
	HookPaneEmpty Text = "No deliveries yet. Programs send them to %s; %s has ready-made lines for git, CI and file watchers, %s shows the token."
	// What stands above the list: why, then the key that helps.
	HookPaneStarting    Text = "The receiver is being started."
	HookPaneIsOff       Text = "Nothing listens. %s starts the receiver."
	HookPaneIsOffWhy    Text = "%s %s starts it."
	HookPaneIsPaused    Text = "Paused: senders are answered 503 and may try again. %s lets it go on."
	HookPaneIsTaken     Text = "%s %s tries again or takes a free port."
	HookPaneTakenWhy    Text = "Another program has the port."
	HookPaneIsRefused   Text = "%s %s tries again."
	HookPaneRefusedWhy  Text = "The receiver did not start."
	HookPaneIsOther     Text = "Process %d listens; what it gets is shown here too."
	HookPaneTokenLine   Text = "Token: %s"
	HookPaneTokenIsOpen Text = "The receiver is open: it asks for no token."

	// The cell of the first line: the state, after ":9111" where it listens.
	HookPaneCell        Text = "hook %s"
	HookPaneCellAt      Text = "hook :%s %s"
	HookPaneCellUp      Text = "up"
	HookPaneCellOpen    Text = "open"
	HookPaneCellPaused  Text = "paused"
	HookPaneCellOff     Text = "off"
	HookPaneCellTaken   Text = "taken"
	HookPaneCellRefused Text = "refused"
	HookPaneCellOther   Text = "in %d"
	HookPaneCellBegins  Text = "starting"
	HookPaneCellAsk     Text = "%d asks"
	HookPaneCellAsks    Text = "%d ask"
	HookPaneCellFailed  Text = "%d failed"
	HookPaneCellNew     Text = "%d new"

	// States of a delivery, at most nine cells.
	HookPaneStateRefused   Text = "refused"
	HookPaneStateIgnored   Text = "ignored"
	HookPaneStateDuplicate Text = "repeated"
	HookPaneStateAsking    Text = "asks"
	HookPaneStateWaiting   Text = "waits"
	HookPaneStateRunning   Text = "running"
	HookPaneStateDone      Text = "done"
	HookPaneStateFailed    Text = "failed"
	HookPaneStateTimeout   Text = "timeout"
	HookPaneStateStopped   Text = "stopped"
	HookPaneStateDenied    Text = "denied"
	HookPaneStateBusy      Text = "busy"
	HookPaneStateCut       Text = "cut off"

	HookPaneTime  Text = "15:04:05"
	HookPaneDay   Text = "Jan 02"
	HookPaneMs    Text = "%d ms"
	HookPaneNone  Text = "-"
	HookPaneAgain Text = "again: %s"
	HookPaneTimes Text = "%d times"

	// The line of the delivery under the cursor.
	HookPaneAhead   Text = "%d before it"
	HookPaneExit    Text = "exit status %d"
	HookPaneProject Text = "project %s"
	HookPaneFrom    Text = "from %s"
	HookPaneOutput  Text = "output %s"

	// What the screen says by itself: why, then the key of the panel.
	HookPaneTrouble  Text = "Webhook: %s (%s shows it)"
	HookPaneOldest   Text = "This is the oldest delivery of the list."
	HookPaneUnlisted Text = "This delivery is not in the list."
	HookPaneNewest   Text = "This is the newest delivery of the list."

	// What the keys say.
	NoHooks              Text = "This program runs without a webhook receiver."
	NoDelivery           Text = "There is no delivery under the cursor."
	HookPaneFollows      Text = "The cursor stays on the newest delivery."
	HookPaneStays        Text = "The cursor stays on its delivery."
	HookPaneHasEnded     Text = "This delivery has ended: there is nothing to stop."
	HookPaneNothingEnded Text = "No delivery has ended: there is nothing to clear."
	HookPaneNothingAsks  Text = "No delivery asks to be allowed."
	HookPaneNothingSaved Text = "There is no delivery to save."
	HookPaneElsewhere    Text = "Process %d listens: start, stop and pause it there, or with aloft hook."
	HookPaneNotListening Text = "The receiver does not listen: there is nothing to pause. %s starts it."
	HookPaneStopped      Text = "The receiver is off; work that runs goes on."
	HookPaneStarted      Text = "The receiver listens."
	HookPanePaused       Text = "The receiver is paused: senders are answered 503."
	HookPaneResumed      Text = "The receiver takes deliveries again."
	HookPaneKilled       Text = "Stopped: %s."
	HookPaneCleared      Text = "What has ended is off the list; aloft hook ls --all still shows it."
	HookPaneReplayed     Text = "Delivered again."
	HookPaneReplayTitle  Text = "Deliver it again?"
	HookPaneReplayBody   Text = "This runs once more: %s"
	HookPaneReplayYes    Text = "Deliver again"

	// Quitting while deliveries run.
	QuitHookTitleOne Text = "%d delivery is at work"
	QuitHookTitle    Text = "%d deliveries are at work"
	QuitHookLine     Text = "%s %s: %s"
	QuitHookAlsoOne  Text = "%d delivery of the webhook is stopped with the program:"
	QuitHookAlso     Text = "%d deliveries of the webhook are stopped with the program:"
	QuitHookStop     Text = "stop them and quit"
	QuitHookEnded    Text = "Everything has ended meanwhile."

	HelpHook     Text = "webhook panel"
	HelpDelivery Text = "delivery"
	HelpTalk     Text = "conversations"
)

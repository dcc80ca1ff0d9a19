package text

// What the views of the webhook receiver say: one delivery in full, the
// conversations, their dialogs, and the ready-made lines.
const (
	HookLineGit         Text = "a commit in git"
	HookLineGitWhere    Text = "Tells aloft of each commit: save it as .git/hooks/post-commit of the repository and make it executable."
	HookLineGitPrompt   Text = "A commit was made."
	HookLineCI          Text = "a step of a CI job"
	HookLineCIWhere     Text = "Tells aloft how a CI job went: a step of it, with ALOFT_WEBHOOK_TOKEN as a secret variable; the job must reach the address."
	HookLineCIPrompt    Text = "A CI job has ended."
	HookLineFiles       Text = "files that change"
	HookLineFilesWhere  Text = "Tells aloft every two seconds which files below a folder have changed: run it with sh, Ctrl-C ends it."
	HookLineFilesPrompt Text = "Files have changed."
)

// One delivery in full.
const (
	HookViewReading   Text = "reading the request…"
	HookViewCommand   Text = "command"
	HookViewPrompt    Text = "prompt"
	HookViewMoreWork  Text = "… the rest stands in the body"
	HookViewEvent     Text = "event"
	HookViewProject   Text = "project"
	HookViewSession   Text = "session"
	HookViewSilent    Text = "silent"
	HookViewSilentYes Text = "yes, nothing is posted to the session"
	HookViewFrom      Text = "from"
	HookViewArrived   Text = "arrived"
	HookViewLast      Text = "last one"
	HookViewBegan     Text = "began"
	HookViewEnded     Text = "ended"
	HookViewAnswer    Text = "answer"
	HookViewAsked     Text = "work_dir"
	HookViewFolder    Text = "folder"
	HookViewRuns      Text = "process"
	HookViewFile      Text = "output in"
	HookViewReplays   Text = "again"
	HookViewRepeats   Text = "repeats"
	HookViewID        Text = "delivery"
	HookViewTime      Text = "2006-01-02 15:04:05"

	HookViewRequest Text = "Request"
	HookViewBody    Text = "Body, %s"
	HookViewNoBody  Text = "(no body)"
	HookViewCut     Text = "… %s more, which are not shown here"
	HookViewHanded  Text = "What the agent was handed"

	HookViewOutput       Text = "output"
	HookViewOutputSize   Text = "output %s"
	HookViewNoOutput     Text = "(no output)"
	HookViewNoOutputYet  Text = "(no output so far)"
	HookViewNotBegun     Text = "It has not begun."
	HookViewAsksKey      Text = "It waits for you: %s asks whether it may run."
	HookViewOutputFailed Text = "The output could not be read: %s"
	HookViewFollows      Text = "follows"
	HookViewStays        Text = "%s follows"
	HookViewToRequest    Text = "%s: request"
	HookViewToOutput     Text = "%s: output"
	HookViewGone         Text = "This delivery is not known any more."

	HookViewFindAsk   Text = "find text: "
	HookViewFinding   Text = "looking for %s…"
	HookViewFound     Text = "find: %s"
	HookViewFindFirst Text = "nothing is looked for; %s finds text"
	HookViewFindNone  Text = "%s does not occur here"
)

// The conversations.
const (
	HookTalkTitle       Text = "conversations"
	HookTalkNone        Text = "No conversations yet. What deliveries for a session of tui say comes here."
	HookTalkNothing     Text = "Nothing was said yet."
	HookTalkReading     Text = "reading the conversation…"
	HookTalkEmpty       Text = "(nothing)"
	HookTalkNotice      Text = "notice"
	HookTalkOutcome     Text = "outcome"
	HookTalkPrompt      Text = "prompt"
	HookTalkReply       Text = "reply"
	HookTalkFrom        Text = "from %s"
	HookTalkEvent       Text = "event %s"
	HookTalkFailed      Text = "failed"
	HookTalkBusy        Text = "at work"
	HookTalkMessagesOne Text = "%d message"
	HookTalkMessages    Text = "%d messages"
	HookTalkToList      Text = "%s: the list"
	HookTalkMessage     Text = "the message"
	HookTalkOpenFirst   Text = "Open the conversation first: %s."
	HookTalkNoDelivery  Text = "No delivery belongs to this message."
)

// Dialogs of the receiver.
const (
	HookAskTitle   Text = "Run this command?"
	HookAskEvent   Text = "event"
	HookAskProject Text = "project"
	HookAskSession Text = "session"
	HookAskFrom    Text = "from"
	HookAskFolder  Text = "in"
	HookAskCut     Text = "… and %d bytes more that are not shown here: look at the body before you allow it."
	HookAskMore    Text = "There is more of the command: %s shows it."
	HookAskLater   Text = "Later"
	HookAskDeny    Text = "Deny"
	HookAskAllow   Text = "Allow"

	HookTakenTitle Text = "The port is taken"
	HookTakenBody  Text = "Senders that use the configured port reach the other program until then."
	HookTakenRetry Text = "try the configured port again"
	HookTakenFree  Text = "listen on a free port"
	HookTakenLeave Text = "leave it"

	HookLinesTitle Text = "Ready-made lines"
	HookLinesHelp  Text = "%s or Enter copies it, %s scrolls"
)

// What copying, saving and asking say.
const (
	HookCopiedBody    Text = "The body is in the clipboard: %s."
	HookCopiedRequest Text = "The request is in the clipboard as a curl command."
	HookCopiedOutput  Text = "The output is in the clipboard: %s."
	HookCopiedTail    Text = "The last %s of the output are in the clipboard."
	HookCopiedLine    Text = "In the clipboard: %s. %s"
	HookCopiedPart    Text = "In the clipboard: %s."
	HookCopiedTmux    Text = "%s In tmux: if it allows it (set-clipboard on)."
	HookCopyNothing   Text = "There is nothing to copy: the delivery has no such part."
	HookCopyTooLong   Text = "%s is too long for a terminal's clipboard; %s saves it to a file."
	HookSaveTitle     Text = "Save as lines of JSON"
	HookSaveYes       Text = "Save"
	HookSaveFile      Text = "deliveries-%s.jsonl"
	HookSaveFileOne   Text = "delivery-%s.jsonl"
	HookSaveToDisk    Text = "Deliveries are saved to a folder of this computer, into a new file."
	HookSavedOne      Text = "%d delivery is in %s."
	HookSaved         Text = "%d deliveries are in %s."
	HookSaving        Text = "saving…"
	HookAllowed       Text = "Allowed: the command runs."
	HookDenied        Text = "Denied: the command does not run."
	HookAskedLater    Text = "The command waits. %s asks again."
)

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

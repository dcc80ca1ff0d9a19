package text

// Jobs: plans, journals and what becomes of the items.
const (
	// The argument is what the system says.
	JobsJournal     Text = "the job's journal cannot be written (%s), so nothing more is sent."
	JobsJournalHint Text = "make room on the disk, then resume the job; what was done is known"
	// The store's folder, then what the system says.
	JobsStore Text = "the folder for jobs cannot be used: %s (%s)"

	// A job's id.
	JobsNoJob       Text = "there is no job %s"
	JobsBusy        Text = "job %s is run by another process"
	JobsRunning     Text = "job %s is still at work"
	JobsEnded       Text = "job %s has ended"
	JobsStarted     Text = "job %s has been started already"
	JobsDamaged     Text = "the record of job %s cannot be read (%s)"
	JobsDamagedHint Text = "nothing was changed now; list the entries to see how far it came"
	JobsClosed      Text = "the program is closing; the job was not started"
	JobsUnsettled   Text = "%s is not settled yet: job %s has sent something about it and got no clear answer"
	JobsSettle      Text = "resume or cancel that job first; both look what became of it"
	JobsWaitsFor    Text = "waits until job %s knows what became of the same entries"
	JobsReadsAgain  Text = "waiting before it is read again"
	// What the last try ended with.
	JobsAgain Text = "trying again: %s"
	// The job, then its process.
	JobsWaitsHeld Text = "waits until job %s (%s) knows what became of the same entries"
	JobsHeldBy    Text = "the job is run by %s"
	// A job, then a process.
	JobsOvertaken Text = "job %s was taken over by %s while this process was stopped; nothing more is sent from here"
	JobsGone      Text = "the folder of job %s was removed while it ran; nothing more is sent"
	JobsGoneHint  Text = "list the entries to see how far it came"
	JobsCancels   Text = "being cancelled; looks what became of the last entries sent"
	JobsCancelled Text = "the job was cancelled before its turn"

	// Planning. The argument is a name or a place.
	JobsNothing      Text = "nothing was chosen"
	JobsUndecided    Text = "%s: the name is taken in the target, and nobody has decided what to do"
	JobsNotFound     Text = "%s is not there"
	JobsNotSeen      Text = "%s was not found, but the service does not show the whole folder"
	JobsRoot         Text = "the root of a source cannot be changed"
	JobsNotInBin     Text = "%s is not in the recycle bin any more"
	JobsSources      Text = "all items of one job must be in one source; %s is in another one"
	JobsSourcesHint  Text = "start one job for each source"
	JobsAcross       Text = "%s is in another source: nothing can be moved there"
	JobsIntoItself   Text = "%s cannot be moved into itself"
	JobsNoFolder     Text = "%s is not a folder"
	JobsTaken        Text = "%s: the name is taken"
	JobsTwice        Text = "%s: two entries of its folder have this name"
	JobsTwinsHint    Text = "say which one by its id: 'aloft ls' writes it as name\\#id"
	JobsTwiceHint    Text = "rename one of them in the service's own interface"
	JobsIncomplete   Text = "the service does not show all of %s, so nobody can tell which names are free there"
	JobsChanging     Text = "%s kept changing while it was listed"
	JobsNames        Text = "each item to rename needs one new name"
	JobsMode         Text = "%s cannot delete that way (%s)"
	JobsNoFreeName   Text = "no free name with a number was found for %s"
	JobsBadPlan      Text = "the plan was changed in a way that cannot be done: %s"
	JobsLookAndRetry Text = "list the folder again"
	JobsTargetHint   Text = "make the folder first, or choose another one"

	// What a job does, on its line.
	JobRecover Text = "recover %d"
	JobPurge   Text = "delete for good %d"

	// What became of an item.
	JobsMissing     Text = "it was gone before its turn"
	JobsElusive     Text = "the service shows it in the whole listing, but never where it is looked up"
	JobsVanished    Text = "it is neither where it was nor where it should be"
	JobsBoth        Text = "it is in both places"
	JobsOther       Text = "the target got an entry of that name meanwhile"
	JobsChanged     Text = "it has changed since the plan was made"
	JobsAmbiguous   Text = "two entries of its folder have this name now"
	JobsNoTarget    Text = "the target folder is gone"
	JobsDepends     Text = "not done, because %s was not done first"
	JobsCannotTell  Text = "the service does not show enough to tell what became of it"
	JobsTaskFailed  Text = "the service's task failed"
	JobsTaskEndless Text = "the service's task came to no end, and nothing of it shows"
	JobsAnswered    Text = "the service failed each time it was asked"
	// The service's words, then its trace id; an HTTP status.
	JobsTraced Text = "%s [trace %s]"
	JobsStatus Text = "HTTP %d"
	JobsMany   Text = "%d {item|items} could not be done, so the job was paused to be looked at"
)

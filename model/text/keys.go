package text

// What actions ask and say.
const (
	NameLabel       Text = "name: "
	InPlace         Text = "in %s"
	NothingToDo     Text = "nothing to do"
	NoAction        Text = "there is no action %q"
	NothingSelected Text = "nothing is selected or under the cursor"
	IntoItself      Text = "%s cannot be moved into itself"
	Cancelled       Text = "cancelled"
	JobHasEnded     Text = "this job has ended"
	NoMemory        Text = "bookmarks are not saved in this session"
)

// What each action does, as the help and the palette say it.
const (
	KeyDoDown                     Text = "down"
	KeyDoUp                       Text = "up"
	KeyDoParentFolder             Text = "parent folder"
	KeyDoAPageDown                Text = "a page down"
	KeyDoAPageUp                  Text = "a page up"
	KeyDoBookmarkThisFolder       Text = "bookmark this folder"
	KeyDoCopyToTheOtherPane       Text = "copy to the other pane"
	KeyDoNextMatch                Text = "next match"
	KeyDoNextDocument             Text = "next document of the list"
	KeyDoPreviousDocument         Text = "previous document of the list"
	KeyDoCloseAsLess              Text = "close, or quit if aloft was started to read this"
	KeyDoPreviousMatch            Text = "previous match"
	KeyDoWhatIsKnownAboutTheEntry Text = "show details"
	KeyDoOpenTheEntrysLink        Text = "open the link in the browser, or show it"
	KeyDoCopyTheName              Text = "copy the name"
	KeyDoCopyTheId                Text = "copy the id"
	KeyDoCopyTheLink              Text = "copy the link"
	KeyDoCopyThePlace             Text = "copy the place"
	KeyDoToTheTop                 Text = "to the top"
	KeyDoToTheEnd                 Text = "to the end"
	KeyDoNextChoice               Text = "next choice"
	KeyDoPreviousChoice           Text = "previous choice"
	KeyDoAnotherName              Text = "another name"
	KeyDoRenameAllWithANumber     Text = "number all"
	KeyDoSkip                     Text = "skip"
	KeyDoSkipAll                  Text = "skip all"
	KeyDoExport                   Text = "export documents or files"
)

// The same in one or two words, for the hint line.
const (
	KeyShortHelp      Text = "help"
	KeyShortRename    Text = "rename"
	KeyShortDelete    Text = "delete"
	KeyShortFilter    Text = "filter"
	KeyShortSearch    Text = "search"
	KeyShortDetails   Text = "details"
	KeyShortPause     Text = "pause"
	KeyShortCancel    Text = "cancel"
	KeyShortClear     Text = "clear"
	KeyShortBack      Text = "back"
	KeyShortSkip      Text = "skip"
	KeyShortSkipAll   Text = "skip all"
	KeyShortNumberAll Text = "number all"
	KeyShortStop      Text = "stop"
	KeyShortRetry     Text = "retry"
	KeyShortCopy      Text = "copy"
	KeyShortDone      Text = "done"
	KeyShortExport    Text = "export"
	KeyShortRead      Text = "read"
)

// Headings of the help.
const (
	KeyGroupGeneral         Text = "General"
	KeyGroupPanels          Text = "Panels"
	KeyGroupView            Text = "View"
	KeyGroupMovingAbout     Text = "Moving the cursor"
	KeyGroupGoingPlaces     Text = "Going to places"
	KeyGroupSelecting       Text = "Selecting"
	KeyGroupChanging        Text = "Changing"
	KeyGroupFinding         Text = "Finding"
	KeyGroupCommands        Text = "Your commands"
	KeyGroupEntry           Text = "Entry"
	KeyGroupJobs            Text = "jobs"
	KeyGroupDialog          Text = "Dialog"
	KeyGroupConfirm         Text = "Confirm"
	KeyGroupPlan            Text = "plan"
	KeyGroupConflict        Text = "conflict"
	KeyGroupError           Text = "error"
	KeyGroupQuit            Text = "quit"
	KeyGroupInterruptedJobs Text = "Interrupted jobs"
	KeyGroupPickAFolder     Text = "Pick a folder"
	KeyGroupBookmarks       Text = "bookmarks"
	KeyGroupRecycleBin      Text = "recycle bin"
	KeyGroupInput           Text = "Input"
	KeyGroupFound           Text = "list of results"
	KeyGroupPermission      Text = "Permission"
	KeyGroupSettings        Text = "settings"
)

// Problems of a key file. KeysNearest adds a correction to another one.
const (
	KeysSyntax  Text = "this is not TOML: %s"
	KeysForm    Text = "%s must be a list of keys, like [\"x\", \"f5\"]; [] removes its keys"
	KeysNearest Text = "%s; did you mean %q?"
	KeysName    Text = "there is no key %q"
)

// What the keys of the webhook receiver do.
const (
	KeyDoReplayDelivery Text = "deliver again"
	KeyDoStopDelivery   Text = "stop the work of a delivery"
	KeyDoAllowDelivery  Text = "allow or deny a command that asks"
	KeyDoCopyBody       Text = "copy the body"
	KeyDoCopyRequest    Text = "copy as a curl command"
	KeyShortFollow      Text = "follow"
	KeyShortReplay      Text = "replay"
	KeyShortAllow       Text = "allow"
	KeyShortCopyBody    Text = "copy the body"
	KeyGroupDelivery    Text = "delivery"
	KeyGroupReceiver    Text = "Receiver"
	KeyGroupTalks       Text = "conversations"
)

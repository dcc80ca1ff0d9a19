package text

// The processes of the webhook receiver.
const (
	// A folder, then what the system says.
	HookRunNoFolder   Text = "the folder %s is not there; nothing was run"
	HookRunNotFolder  Text = "%s is not a folder; nothing was run"
	HookRunFolder     Text = "the folder %s cannot be used (%s); nothing was run"
	HookRunFolderHint Text = "name a folder that exists in work_dir, or as dir of the project"

	HookRunEmpty     Text = "there is no command; nothing was run"
	HookRunEmptyHint Text = "name a program as agent of the project"
	HookRunNUL       Text = "the command has a NUL character in it, which no process can be given; nothing was run"
	HookRunNULHint   Text = "take it out, or put the command into a file and run that"
	HookRunLong      Text = "the command is longer than this system allows; nothing was run"
	HookRunLongHint  Text = "put it into a file, and run that file"

	// A program, then what the system says.
	HookRunNoProgram     Text = "there is no program %s; nothing was run"
	HookRunNoProgramHint Text = "install it, or correct the name in the configuration"
	HookRunStart         Text = "%s could not be started (%s); nothing was run"
	HookRunStartHint     Text = "look at its rights, and at what this user may still start"
	HookRunPipe          Text = "no pipe could be opened (%s); nothing was run"
	HookRunPipeHint      Text = "too many files are open; try again when other work has ended"

	// What the system says; a number of bytes.
	HookRunFile     Text = "the file for the whole output could not be written (%s)"
	HookRunFileHint Text = "make room on the disk; beginning and end of the output are kept"
	HookRunFileFull Text = "only the first %d {byte|bytes} of the output are kept in its file"
)

package text

// What is remembered between sessions.
const (
	KeepNotWritten Text = "%s cannot be written: %s"
	HintKeep       Text = "it is remembered for this session only; aloft doctor tells more"
)

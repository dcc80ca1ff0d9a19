package text

// The screen as a whole.
const (
	TermDumb Text = "this terminal (TERM) cannot show the screen → use the plain commands, for example: aloft ls drive:/"
	TermNone Text = "the screen needs a terminal for input and output → use the plain commands, for example: aloft ls drive:/"
	Crashed  Text = "aloft broke and stopped; running jobs are kept and can be resumed (%s)"
)

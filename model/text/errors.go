package text

// Parts of every error line.
const (
	ErrPlain        Text = "%s failed (%s)"
	ErrServerSays   Text = " — the service says: %s"
	ErrChangedMaybe Text = " It is not known whether anything was changed."
	ErrChangedSome  Text = " A part was changed."
	ErrHint         Text = " → %s"
	LookInHint      Text = "look at what is in %s"
)

// Actions that a source lacks; the argument is the source's name.
const (
	NoMakeFolder Text = "%s: has no way to make a folder"
	NoRename     Text = "%s: has no way to rename"
	NoMove       Text = "%s: has no way to move"
	NoDelete     Text = "%s: has no way to delete"
)

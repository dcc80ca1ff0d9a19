package text

// Parts of every error line.
const (
	ErrPlain          Text = "%s failed (%s)"
	ErrServerSays     Text = " — the service says: %s"
	ErrTrace          Text = " (trace %s)"
	ErrChangedNothing Text = " Nothing was changed."
	ErrChangedMaybe   Text = " It is not known whether anything was changed."
	ErrChangedSome    Text = " A part was changed."
	ErrHint           Text = " → %s"
	LookInHint        Text = "look at what is in %s"
)

// Actions that a source lacks; the argument is the source's name.
const (
	NoMakeFolder Text = "%s: has no way to make a folder"
	NoRename     Text = "%s: has no way to rename"
	NoMove       Text = "%s: has no way to move"
	NoDelete     Text = "%s: has no way to delete"
	NoCreate     Text = "%s: has no way to make a document"
	NoCopying    Text = "%s: has no way to copy"
	NoShare      Text = "%s: has no permissions to set"
	NoImport     Text = "%s: takes no files from a disk"
	NoExport     Text = "%s: gives no files to a disk"
	NoSuchPlace  Text = "%s: the name is empty or has a NUL character in it, which no place can hold"

	NoSuchPlaceHint Text = "give the entry another name where it was made, in the browser for example; until then it can only be looked at"

	NoAcross Text = "what is in %s: cannot go to %s:, the services have no way for it"
)

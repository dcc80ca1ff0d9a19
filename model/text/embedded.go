package text

// Failures of the embedded service's storage; the argument is a path.
const (
	BoxFull         Text = "The disk of %s is full; nothing was written."
	BoxFullHint     Text = "make room, then try again"
	BoxReadOnly     Text = "%s cannot be written"
	BoxReadOnlyHint Text = "check its permissions and its disk, or set ALOFT_DATA_HOME to a folder of yours"
	BoxAside        Text = "the database of the practice account was damaged; it is kept in %s, and a new one was made"
	BoxBusy         Text = "The database %s is held by another process."
	BoxHeld         Text = "The database %s is held by %s; nothing was changed."
	BoxBusyHint     Text = "wait for the other aloft to finish, then try again"
)

// What the embedded service says in the message of an envelope: keys in the
// style of the wire, with what is wrong where a person can mend it.
const (
	WireTooMany     Text = "too many items in filelist: %d, at most %d"
	WireMethod      Text = "method not allowed, use %s"
	WireTooFast     Text = "requests too frequent"
	WireBodyTooBig  Text = "body too large, at most %d {byte|bytes}"
	WireNoRecord    Text = "record not exist: %s"
	WireUnavailable Text = "service unavailable"
	WireBusy        Text = "storage busy, nothing was changed"
	WireFull        Text = "capacity limit: the disk is full, nothing was changed"
	WireReadOnly    Text = "storage is read-only, nothing was changed"
	WireStorage     Text = "storage failed: %s"
	WireInternal    Text = "internal error"
	WireQuota       Text = "quota is used up"
	WireBrowser     Text = "requests from web pages are refused"
	WireTaskFailed  Text = "the task failed"
	WireTooLarge    Text = "file too large for this download"
	WireNotSent     Text = "the upload is not complete"
	WireDiffers     Text = "the bytes differ from those announced"
	WireDeadShare   Text = "the share does not exist any more"
	WireHalfCookie  Text = "half of the cookie is missing"
)

// What the embedded document service says about imports, exports and their
// bytes.
const (
	BlobDiffers   Text = "%s differs from that of pre_import"
	BlobStorage   Text = "storage failed, nothing was changed: %s"
	BlobForbidden Text = "this link is not valid"
	BlobExpired   Text = "this link has expired"
	BlobUsed      Text = "this link is not valid"
	BlobGone      Text = "nothing is there"
	BlobSize      Text = "received %d {byte|bytes}, not the announced %d; nothing was changed"
	BlobFull      Text = "the service's disk is full, nothing was changed"
)

// What the embedded document service says in a business error: the words of a
// service, not of this program.
const (
	WireDocNoObject     Text = "arguments are not a JSON object"
	WireDocMissingArg   Text = "argument %s is required"
	WireDocEmptyArg     Text = "argument %s is empty"
	WireDocWrongType    Text = "argument %s must be of type %s"
	WireDocGone         Text = "%s: no file with the id %q"
	WireDocNoFolder     Text = "%s: %q is not a folder"
	WireDocOtherSpace   Text = "%s: %q is not in the space %q"
	WireDocLinkOnly     Text = "only a link takes an address"
	WireDocDeleteSpace  Text = "a space itself cannot be deleted"
	WireDocTokenExpired Text = "token is expired"
	WireDocStorage      Text = "internal error"
)

// Descriptions in the tool list of the embedded document service.
const (
	WireDocArgTitle  Text = "title"
	WireDocArgFile   Text = "id of the file (file_id)"
	WireDocArgFolder Text = "id of the folder (folder_id); / is the root"
	WireDocArgType   Text = "type of the document"
	WireDocArgParent Text = "folder, or with space_id the node, to create it in (parent_id); empty for the root"
	WireDocArgNode   Text = "id of a node; empty for the root of the space"
)

// What the embedded document service says of Word documents: the words of a
// service, not of this program.
const (
	WireWordUploadFail Text = "the image could not be stored; nothing was changed"
	WireWordNoEdit     Text = "version %d was not made by a known edit"
)

// Descriptions of the doc tools in the tool list of the embedded service.
const (
	WireWordArgText       Text = "text, without line breaks"
	WireWordArgNew        Text = "text to put in its place"
	WireWordArgContent    Text = "image in base64"
	WireWordArgColor      Text = "RRGGBB"
	WireWordArgMarkdown64 Text = "Markdown in base64, preferred"
	WireWordArgMarkdown   Text = "Markdown"
)

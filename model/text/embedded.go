package text

// Failures of the embedded service's storage; the argument is a path.
const (
	BoxFull         Text = "The disk of %s is full; nothing was written."
	BoxReadOnly     Text = "%s cannot be written"
	BoxReadOnlyHint Text = "check its permissions and its disk, or set ALOFT_DATA_HOME to a folder of yours"
	BoxAside        Text = "the practice account's database was damaged; aloft kept it in %s and made a new one"
	BoxBusy         Text = "The database %s is in use by another process."
	BoxHeld         Text = "The database %s is in use by %s; nothing was changed."
	BoxBusyHint     Text = "wait for the other aloft to finish, then try again"
)

// What the embedded service says in the message of an envelope: keys in the
// style of the wire, with what is wrong where a person can mend it.
const (
	WireTooMany     = "too many items in filelist: %d, at most %d"
	WireMethod      = "method not allowed, use %s"
	WireTooFast     = "requests too frequent"
	WireBodyTooBig  = "body too large, at most %d {byte|bytes}"
	WireNoRecord    = "record not exist: %s"
	WireUnavailable = "service unavailable"
	WireBusy        = "storage busy, nothing was changed"
	WireFull        = "capacity limit: the disk is full, nothing was changed"
	WireReadOnly    = "storage is read-only, nothing was changed"
	WireStorage     = "storage failed: %s"
	WireInternal    = "internal error"
	WireQuota       = "quota is used up"
	WireBrowser     = "requests from web pages are refused"
	WireDeadShare   = "the share does not exist any more"
)

// What the embedded document service says about imports, exports and their
// bytes.
const (
	BlobDiffers   = "%s differs from that of pre_import"
	BlobStorage   = "storage failed, nothing was changed: %s"
	BlobForbidden = "this link is not valid"
	BlobExpired   = "this link has expired"
	BlobUsed      = "this link is not valid"
	BlobGone      = "nothing is there"
	BlobSize      = "received %d {byte|bytes}, not the announced %d; nothing was changed"
	BlobFull      = "the service's disk is full, nothing was changed"
)

// What the embedded document service says in a business error: the words of a
// service, not of this program.
const (
	WireDocNoObject     = "arguments are not a JSON object"
	WireDocMissingArg   = "argument %s is required"
	WireDocEmptyArg     = "argument %s is empty"
	WireDocWrongType    = "argument %s must be of type %s"
	WireDocGone         = "%s: no file with the id %q"
	WireDocNoFolder     = "%s: %q is not a folder"
	WireDocOtherSpace   = "%s: %q is not in the space %q"
	WireDocLinkOnly     = "only a link takes an address"
	WireDocDeleteSpace  = "a space itself cannot be deleted"
	WireDocTokenExpired = "token is expired"
)

// Descriptions in the tool list of the embedded document service.
const (
	WireDocArgTitle  = "title"
	WireDocArgFile   = "id of the file (file_id)"
	WireDocArgFolder = "id of the folder (folder_id); / is the root"
	WireDocArgType   = "type of the document"
	WireDocArgParent = "folder, or with space_id the node, to create it in (parent_id); empty for the root"
	WireDocArgNode   = "id of a node; empty for the root of the space"
)

// What the embedded document service says of Word documents: the words of a
// service, not of this program.
const (
	WireWordUploadFail = "the image could not be stored; nothing was changed"
	WireWordNoEdit     = "version %d was not made by a known edit"
)

// Descriptions of the doc tools in the tool list of the embedded service.
const (
	WireWordArgText       = "text, without line breaks"
	WireWordArgNew        = "text to put in its place"
	WireWordArgContent    = "image in base64"
	WireWordArgColor      = "RRGGBB"
	WireWordArgMarkdown64 = "Markdown in base64, preferred"
	WireWordArgMarkdown   = "Markdown"
)

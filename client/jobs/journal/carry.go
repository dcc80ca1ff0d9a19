package journal

// Carry is how far an item of a transfer has come, as the journal knows it. What
// is done may be built on after a crash; Doing says that a call was about to be
// sent which must not be sent twice, or a file to get its name. Addresses of
// uploads and downloads are secrets and are not in it.
type Carry struct {
	Did   string   `json:"did,omitempty"`
	Doing string   `json:"doing,omitempty"`
	Sent  string   `json:"sent,omitempty"` // import: the name of the file that is sent
	Size  int64    `json:"size,omitempty"`
	MD5   string   `json:"md5,omitempty"`
	Key   string   `json:"key,omitempty"`
	Task  string   `json:"task,omitempty"`
	ID    string   `json:"id,omitempty"`   // import: of the document
	Name  string   `json:"name,omitempty"` // import: its title at present; export: the service's file name
	Notes []string `json:"notes,omitempty"`
}

// What is done of an item.
const (
	DidHash   = "hashed"
	DidTell   = "prepared" // the service has been told of the file
	DidUpload = "uploaded"
	DidBegin  = "begun"
	DidMake   = "made"       // import: the document is there
	DidRename = "renamed"    // import: and has its title
	DidName   = "named"      // export: the file is ready at the service
	DidLoad   = "downloaded" // export: all bytes are here
)

// What is about to be done, once.
const (
	DoBegin  = "begin"
	DoRename = "rename"
	DoMove   = "move"
	DoCommit = "commit"
)

// Begun: the service may make, or has made, something of it.
func (c *Carry) Begun() bool {
	return c != nil && (c.Doing != "" || c.Did == DidBegin || c.Did == DidMake || c.Did == DidRename)
}

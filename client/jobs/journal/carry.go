package journal

import "aloft/model"

// Carry is the progress of an item of a transfer, as journaled. Did can be relied
// on after a crash; Doing is a call about to be sent that must not be sent twice,
// or a file about to get its name. URLs of uploads and downloads are secrets and
// are not in it.
type Carry struct {
	Did   string           `json:"did,omitempty"`
	Doing string           `json:"doing,omitempty"`
	Sent  string           `json:"sent,omitempty"` // import: the name of the uploaded file
	Size  int64            `json:"size,omitempty"`
	MD5   string           `json:"md5,omitempty"`
	Key   string           `json:"key,omitempty"`
	Task  string           `json:"task,omitempty"`
	ID    string           `json:"id,omitempty"`   // import: id of the document
	Name  string           `json:"name,omitempty"` // import: the current title; export: the service's file name
	Notes []model.Sentence `json:"notes,omitempty"`
	// Got: the file is in the spool, and all else is about the taking end. GotSize is its
	// size in bytes, GotName the name of an export.
	Got     bool   `json:"got,omitempty"`
	GotSize int64  `json:"got_size,omitempty"`
	GotName string `json:"got_name,omitempty"`
}

// Values of Carry.Did.
const (
	DidHash   = "hashed"
	DidTell   = "prepared" // the service knows of the file
	DidUpload = "uploaded"
	DidBegin  = "begun"
	DidMake   = "made"       // import: the document exists
	DidRename = "renamed"    // import: the document has its title
	DidName   = "named"      // export: the file is ready at the service
	DidLoad   = "downloaded" // export: all bytes are downloaded
)

// Values of Carry.Doing.
const (
	DoBegin  = "begin"
	DoRename = "rename"
	DoMove   = "move"
	DoCommit = "commit"
)

// Making reports whether the taking end has made, or may make, something of the item of the
// operation.
func (c *Carry) Making(op model.Op) bool {
	switch op.Row().Carries {
	case model.CarriesIn:
		return c.Begun()
	case model.CarriesAcross:
		return c != nil && c.Got && c.Begun()
	}
	return false
}

// Kept is an entry as it was right after the job had made it.
type Kept struct {
	ID   string `json:"id,omitempty"`
	Size int64  `json:"size"`
	Time int64  `json:"time,omitempty"` // of its last change, in Unix nanoseconds
}

// KeptAs returns an entry as it is now.
func KeptAs(e *model.Entry) *Kept { return &Kept{e.ID, e.Size, e.Modified.UnixNano()} }

// Same reports whether the entry is still as it was.
func (k *Kept) Same(e *model.Entry) bool { return *k == *KeptAs(e) }

// Begun reports whether the service has made, or may make, something of the item.
func (c *Carry) Begun() bool {
	return c != nil && (c.Doing != "" || c.Did == DidBegin || c.Did == DidMake || c.Did == DidRename)
}

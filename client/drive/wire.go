package drive

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/lenient"
	"aloft/model"
)

// Paths of the operations: copy, task, config, member, search and recycle bin from public clients, the others from
// "Drive operations" of the drive specification.
const (
	pathList    = "/1/clouddrive/file/sort"
	pathFile    = "/1/clouddrive/file"
	pathRename  = "/1/clouddrive/file/rename"
	pathMove    = "/1/clouddrive/file/move"
	pathCopy    = "/1/clouddrive/file/copy" // of public clients; a task, as a move
	pathDelete  = "/1/clouddrive/file/delete"
	pathTask    = "/1/clouddrive/task"
	pathConfig  = "/1/clouddrive/config"
	pathMember  = "/1/clouddrive/member"
	pathSearch  = "/1/clouddrive/file/search"
	pathBin     = "/1/clouddrive/file/recycle/list"
	pathRecover = "/1/clouddrive/file/recycle/recover"
	pathPurge   = "/1/clouddrive/file/recycle/remove"
	// Paths of transfers, from public clients.
	pathLink   = "/1/clouddrive/file/download"
	pathPre    = "/1/clouddrive/file/upload/pre"
	pathHash   = "/1/clouddrive/file/update/hash"
	pathAuth   = "/1/clouddrive/file/upload/auth"
	pathFinish = "/1/clouddrive/file/upload/finish"
)

// Business codes, from public clients.
const (
	codeOK       = 0
	codeParam    = 14001
	codeWindow   = 15020
	codeTaken    = 23008
	codeTooLarge = 23018
	codeSession  = 31001
	codeCapacity = 32003
	codeTooMany  = 41035
)

// rootID is the id of the root folder ("Drive entry" in the drive specification).
const rootID = "0"

// window is how many entries of a folder the pages of one order reach, as public clients show.
const window = 10000

// Requests.
type (
	makeBody struct {
		Parent  string `json:"pdir_fid"`
		Name    string `json:"file_name"`
		Type    int    `json:"file_type"`
		DirInit bool   `json:"dir_init"`
	}
	renameBody struct {
		ID   string `json:"fid"`
		Name string `json:"file_name"`
	}
	moveBody struct {
		Action int      `json:"action_type"`
		IDs    []string `json:"filelist"`
		To     string   `json:"to_pdir_fid"`
	}
	copyBody struct {
		Action  int      `json:"action_type"`
		IDs     []string `json:"filelist"`
		Exclude []string `json:"exclude_fids"`
		To      string   `json:"to_pdir_fid"`
	}
	deleteBody struct {
		Action int      `json:"action_type"`
		IDs    []string `json:"filelist"`
	}
	linkBody struct {
		IDs []string `json:"fids"`
	}
	preBody struct {
		Parent     string `json:"pdir_fid"`
		Name       string `json:"file_name"`
		Dir        string `json:"dir_name"`
		Size       int64  `json:"size"`
		Format     string `json:"format_type"`
		HashUpdate bool   `json:"ccp_hash_update"`
		Created    int64  `json:"l_created_at,omitzero"`
		Updated    int64  `json:"l_updated_at,omitzero"`
	}
	hashBody struct {
		Task string `json:"task_id"`
		MD5  string `json:"md5"`
		SHA1 string `json:"sha1"`
	}
	authBody struct {
		Task string          `json:"task_id"`
		Info json.RawMessage `json:"auth_info,omitempty"`
		Meta string          `json:"auth_meta"`
	}
	finishBody struct {
		Key  string `json:"obj_key"`
		Task string `json:"task_id"`
	}
	binBody struct {
		Mode    int      `json:"select_mode"`
		Records []string `json:"record_list"`
	}
)

// Fixed values of "Drive operations" in the drive specification.
const (
	actionMove   = 1
	actionDelete = 2
	binSelected  = 2 // select_mode, as public clients show
)

// envelope wraps every answer. Its data is in "Result envelope" of the drive specification; status, code, message and
// metadata are from public clients.
type envelope struct {
	Status   lenient.Int    `json:"status"`
	Code     lenient.Int    `json:"code"`
	Message  lenient.String `json:"message"`
	ReqID    lenient.String `json:"req_id"`
	TqGap    lenient.Int    `json:"tq_gap"`
	Data     data           `json:"data"`
	Metadata struct {
		TqGap lenient.Int `json:"tq_gap"`
		Total lenient.Int `json:"_total"`
		Size  lenient.Int `json:"_size"`
		Part  lenient.Int `json:"part_size"` // bytes, of an upload
	} `json:"metadata"`
}

// data has the fields of all operations' answers.
type data struct {
	outcome
	TqGap lenient.Int `json:"tq_gap"`
	List  []wireEntry `json:"list"`         // nil: there is none
	Used  lenient.Int `json:"use_capacity"` // of a member answer
	Total lenient.Int `json:"total_capacity"`
	Files []wireFile  `json:"-"` // of a download answer, whose data is an array
	// Of an upload.
	UploadID  lenient.String  `json:"upload_id"`
	ObjKey    lenient.String  `json:"obj_key"`
	UploadURL lenient.String  `json:"upload_url"`
	Bucket    lenient.String  `json:"bucket"`
	Format    lenient.String  `json:"format_type"`
	AuthKey   lenient.String  `json:"auth_key"`
	Info      json.RawMessage `json:"auth_info"`
	Callback  json.RawMessage `json:"callback"`
}

// wireFile is a file in a download answer, as public clients show it.
type wireFile struct {
	ID   lenient.String `json:"fid"`
	Size lenient.Int    `json:"size"`
	URL  lenient.String `json:"download_url"`
	MD5  lenient.String `json:"md5"` // base64 of the digest
}

// UnmarshalJSON never fails: an invalid value counts as missing.
func (d *data) UnmarshalJSON(b []byte) error {
	*d = data{}
	switch {
	case b[0] == '{':
		type fields data
		_ = json.Unmarshal(b, (*fields)(d))
	case b[0] == '[' && len(bytes.TrimSpace(b[1:len(b)-1])) == 0:
		d.List = []wireEntry{} // an empty list may arrive as an empty array in place of the object
	case b[0] == '[':
		_ = json.Unmarshal(b, &d.Files)
	}
	return nil
}

// parseEnvelope decodes an answer. ok is false if it is not a JSON object. A field of an unexpected type counts as
// missing.
func parseEnvelope(body []byte) (e envelope, ok bool) {
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	if len(body) == 0 || body[0] != '{' {
		return envelope{}, false
	}
	var other *json.UnmarshalTypeError
	if err := json.Unmarshal(body, &e); err != nil && !errors.As(err, &other) {
		return envelope{}, false
	}
	return e, true
}

// gap returns tq_gap from metadata (where nearly all clients read it), data, or the top level:
// 1 to 30,000 ms.
func (e envelope) gap() (time.Duration, bool) {
	for _, n := range []lenient.Int{e.Metadata.TqGap, e.Data.TqGap, e.TqGap} {
		if n.OK {
			return time.Duration(max(1, min(30_000, n.V))) * time.Millisecond, true
		}
	}
	return 0, false
}

// outcome is the data of a write's answer.
type outcome struct {
	ID       lenient.String  `json:"fid"`
	Finish   lenient.Bool    `json:"finish"`
	TaskID   lenient.String  `json:"task_id"`
	TaskSync lenient.Bool    `json:"task_sync"`
	TaskResp json.RawMessage `json:"task_resp"`
	Status   lenient.Int     `json:"status"` // of a task answer
}

// wireEntry is one entry of a list: id, name, parent and type from "Drive entry" of the drive specification, all
// other fields from public clients.
type wireEntry struct {
	ID       lenient.String `json:"fid"`
	Name     lenient.String `json:"file_name"`
	Parent   lenient.String `json:"pdir_fid"`
	Type     lenient.Int    `json:"file_type"`
	Dir      lenient.Bool   `json:"dir"`
	File     lenient.Bool   `json:"file"`
	Size     lenient.Int    `json:"size"`
	Format   lenient.String `json:"format_type"`
	Created  lenient.Int    `json:"created_at"`
	Updated  lenient.Int    `json:"updated_at"`
	Original lenient.Int    `json:"l_updated_at"` // time stated by the uploader
	Children lenient.Int    `json:"include_items"`
	// Recycle bin only. Public sources show only the record. The other fields are read like those of entries:
	// milliseconds, and names escaped once.
	Record  lenient.String `json:"record_id"`
	Deleted lenient.Int    `json:"deleted_at"`
	Origin  lenient.String `json:"origin_path"` // the folder from the root, "/" for the root itself
}

// kind: file_type 0 is a folder, as specified. The two booleans count only if file_type is missing.
func (w wireEntry) kind() model.Kind {
	switch {
	case w.Type.OK && w.Type.V == 0, !w.Type.OK && w.Dir.OK && w.Dir.V, !w.Type.OK && w.File.OK && !w.File.V:
		return model.KindFolder
	case w.Type.OK, w.Dir.OK, w.File.OK:
		return model.KindFile
	}
	return model.KindOther
}

// entry converts a wireEntry.
func (w wireEntry) entry(n *spelling) model.Entry {
	e := model.Entry{
		ID:       string(w.ID),
		Name:     n.name(string(w.Name)),
		Kind:     w.kind(),
		Size:     model.Unknown,
		Children: model.Unknown,
		MIME:     string(w.Format),
		Modified: stamp(w.Updated),
		Created:  stamp(w.Created),
	}
	if e.Kind == model.KindFolder {
		if w.Children.OK && w.Children.V >= 0 {
			e.Children = int(min(w.Children.V, math.MaxInt32))
		}
		return e
	}
	if w.Size.OK && w.Size.V >= 0 {
		e.Size = w.Size.V
	}
	if t := stamp(w.Original); !t.Equal(e.Modified) {
		e.Original = t
	}
	return e
}

// binEntry converts an entry of the recycle bin.
func (w wireEntry) binEntry(root model.Place, n *spelling) client.BinEntry {
	b := client.BinEntry{Record: string(w.Record), Entry: w.entry(n), Deleted: stamp(w.Deleted)}
	path, whole := strings.CutPrefix(string(w.Origin), "/")
	if !whole {
		return b
	}
	at := root
	if path = strings.TrimSuffix(path, "/"); path != "" {
		for name := range strings.SplitSeq(path, "/") {
			at = at.Join(n.name(name))
		}
	}
	if at.Valid() {
		b.From = at
	}
	return b
}

// stamp converts Unix milliseconds; 0 means missing.
func stamp(n lenient.Int) time.Time {
	const last = 253402300799999 // end of the year 9999
	if !n.OK || n.V <= 0 || n.V > last {
		return time.Time{}
	}
	return time.UnixMilli(n.V)
}

// wirePage is one page of a list.
type wirePage struct {
	entries []wireEntry
	raw     int // entries on the page, including unreadable ones
	total   int // as stated, or model.Unknown
	size    int // entries of a full page as stated, or model.Unknown
}

// extent is what a page tells about the length of its folder.
type extent struct {
	raw, total int
	full       int  // entries of a full page
	guess      bool // full is only the length of this page
}

// extent: a drive may return fewer entries than requested, and no public source states a maximum. If only the page
// itself can tell, a page of a customary length may be full.
func (p wirePage) extent(asked int) extent {
	x := extent{raw: p.raw, total: p.total, full: asked}
	switch {
	case p.size > 0 && p.size < asked:
		x.full = p.size
	case p.total == model.Unknown && p.raw >= 10 && p.raw < asked && (p.raw%10 == 0 || p.raw&(p.raw-1) == 0):
		x.full, x.guess = p.raw, true
	}
	return x
}

// page decodes a list, search or bin answer. ok is false if the answer has no list. An empty list is believed, so
// nothing else may pass for one.
func (e envelope) page() (p wirePage, ok bool) {
	if e.Data.List == nil {
		return p, false
	}
	p.raw = len(e.Data.List)
	p.entries = make([]wireEntry, 0, p.raw)
	for _, w := range e.Data.List {
		if w != (wireEntry{}) { // not an object
			p.entries = append(p.entries, w)
		}
	}
	p.total, p.size = model.Unknown, model.Unknown
	// Without _fetch_total it may be 0 although there are entries.
	if n := e.Metadata.Total; n.OK && n.V >= int64(min(1, p.raw)) && n.V <= math.MaxInt32 {
		p.total = int(n.V)
	}
	if n := e.Metadata.Size; n.OK && n.V >= int64(p.raw) && n.V <= math.MaxInt32 {
		p.size = int(n.V)
	}
	return p, true
}

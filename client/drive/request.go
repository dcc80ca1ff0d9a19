package drive

import (
	"net/url"
	"strconv"
	"time"

	"aloft/client"
	"aloft/model"
)

// request is one call, before it gets a cookie.
type request struct {
	op     string
	place  model.Place
	method string
	path   string
	query  url.Values
	body   any // nil for GET
	class  client.Class
	lane   string

	list  bool        // the answer must have a list
	write bool        // may change something
	epoch uint64      // of the ids in a write
	items []model.Ref // what a write moves, renames or deletes
	probe bool        // sent even if the session is known to be refused
}

// ofRoot reports whether the request lists the root, whose id never changes.
func (r request) ofRoot() bool { return r.path == pathList && r.query.Get("pdir_fid") == rootID }

// answer is a successful answer: HTTP status and envelope both report success.
type answer struct {
	env   envelope
	page  wirePage // of a list
	body  []byte   // raw, for fields that few answers have
	epoch uint64
	at    time.Time
}

// listQuery returns the parameters of a listing: pdir_fid from "Drive operations" of the drive specification, the
// rest from public clients. Without fetch_risk_file_name the drive replaces some names by asterisks.
func listQuery(id string, n, size int, order string) url.Values {
	return url.Values{
		"pdir_fid":             {id},
		"_page":                {strconv.Itoa(n)},
		"_size":                {strconv.Itoa(size)},
		"_fetch_total":         {"1"},
		"_sort":                {order},
		"fetch_all_file":       {"1"},
		"fetch_risk_file_name": {"1"},
	}
}

// Sort orders of a listing. Folders come first, so looking up a folder in a large folder seldom takes more than one
// page.
const (
	ascending  = "file_type:asc,file_name:asc"
	descending = "file_type:desc,file_name:desc"
)

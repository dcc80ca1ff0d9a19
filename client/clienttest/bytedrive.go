package clienttest

import (
	"cmp"
	"crypto/md5"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ByteDrive is the other end of the drive's wire as far as bytes need it, with the object store
// that it refers to: listings, folders, deletions, downloads and uploads. It is a reading of its
// own of what public clients show. It keeps all in memory.
type ByteDrive struct {
	Part int64 // bytes of a part of an upload; 0 = the answer has no part size
	// Before, when set, may answer a request instead (true). It runs without the lock.
	Before func(w http.ResponseWriter, r *http.Request) bool
	// Keeps, when set, is what is kept of a file that was sent or copied; nil = nothing, not even its name.
	Keeps func(name string, body []byte) []byte
	// Now, when set, is its clock.
	Now func() time.Time
	// Counts: listings tell how many entries a folder has; then an empty one is believed at once.
	Counts bool
	// Renames: a taken name gets another one instead of a refusal.
	Renames bool

	mu      sync.Mutex
	nodes   map[string]*byteNode
	uploads map[string]*byteUpload // by task
	links   map[string]string      // the file of each link
	last    int
	calls   map[string]int
	deleted []string
}

type byteNode struct {
	id, parent, name string
	folder           bool
	body             []byte
	at               time.Time
	sent             float64 // l_updated_at as its sender said it, 0 = it has not
}

type byteUpload struct {
	parent, name, key, id string
	size                  int64
	parts                 map[int][]byte
	whole                 []byte
	signed                map[string]string // by the key that was given for it
	done                  bool
	sent                  float64
}

// NewByteDrive returns an empty drive.
func NewByteDrive() *ByteDrive {
	return &ByteDrive{nodes: map[string]*byteNode{}, uploads: map[string]*byteUpload{}, links: map[string]string{}, calls: map[string]int{}}
}

// Calls counts the requests, by the method and the last part of the path.
func (d *ByteDrive) Calls() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.calls)
}

// Deleted are the names in the recycle bin.
func (d *ByteDrive) Deleted() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.deleted)
}

// RoundTrip answers in this process, as the body of the answer is read.
func (d *ByteDrive) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	rec.Body.Reset()
	in := r.Clone(r.Context())
	in.Host = r.URL.Host
	if in.Body == nil {
		in.Body = http.NoBody
	}
	var broke any
	func() {
		defer func() { broke = recover() }()
		d.ServeHTTP(rec, in)
	}()
	resp := rec.Result()
	resp.Request = r
	if n, err := strconv.ParseInt(resp.Header.Get("Content-Length"), 10, 64); err == nil {
		resp.ContentLength = n
	}
	if broke != nil { // a handler that was to end the connection
		resp.Body = io.NopCloser(io.MultiReader(resp.Body, brokenReader{}))
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return resp, nil
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// ServeHTTP answers the interface, the links and the object store.
func (d *ByteDrive) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	d.calls[r.Method+" "+r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]]++
	d.mu.Unlock()
	if d.Before != nil && d.Before(w, r) {
		return
	}
	var in map[string]any
	if path, ours := strings.CutPrefix(r.URL.Path, "/1/clouddrive/"); ours {
		_ = json.NewDecoder(r.Body).Decode(&in)
		d.mu.Lock()
		defer d.mu.Unlock()
		d.api(w, r, path, in)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/bytes/") {
		d.serve(w, r)
		return
	}
	d.store(w, r)
}

func answerJSON(w http.ResponseWriter, status, code int, message string, data, metadata any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"status": status, "code": code, "message": message, "data": data, "metadata": metadata})
}

func (d *ByteDrive) api(w http.ResponseWriter, r *http.Request, path string, in map[string]any) {
	word := func(k string) string { s, _ := in[k].(string); return s }
	ok := func(data, metadata any) { answerJSON(w, 200, 0, "ok", data, metadata) }
	no := func(status, code int, why string) { answerJSON(w, status, code, why, nil, nil) }
	host := "http://" + r.Host
	switch r.Method + " " + path {
	case "GET file/sort":
		d.list(w, r.URL.Query())
	case "GET config", "GET member":
		ok(map[string]any{"use_capacity": 0, "total_capacity": int64(1) << 40}, nil)
	case "POST file":
		if d.child(word("pdir_fid"), word("file_name")) != nil {
			no(400, 23008, "file is doloading[同名冲突]")
			return
		}
		ok(map[string]any{"fid": d.add(word("pdir_fid"), word("file_name"), true, nil).id, "finish": true}, nil)
	case "POST file/delete":
		list, _ := in["filelist"].([]any)
		for _, id := range list {
			if n := d.nodes[fmt.Sprint(id)]; n != nil {
				d.deleted = append(d.deleted, n.name)
				d.remove(n.id)
			}
		}
		ok(map[string]any{"finish": true, "task_id": "t"}, nil)
	case "POST file/copy":
		list, _ := in["filelist"].([]any)
		for _, id := range list {
			if n := d.nodes[fmt.Sprint(id)]; n != nil {
				d.copy(n, word("to_pdir_fid"))
			}
		}
		ok(map[string]any{"finish": true, "task_id": "t"}, nil)
	case "POST file/rename":
		d.nodes[word("fid")].name = word("file_name")
		ok(map[string]any{"finish": true, "task_id": "t"}, nil)
	case "POST file/move":
		list, _ := in["filelist"].([]any)
		for _, id := range list {
			d.nodes[fmt.Sprint(id)].parent = word("to_pdir_fid")
		}
		ok(map[string]any{"finish": true, "task_id": "t"}, nil)
	case "POST file/download":
		list, _ := in["fids"].([]any)
		var out []any
		for _, id := range list {
			n := d.nodes[fmt.Sprint(id)]
			if n == nil || n.folder {
				no(404, 23001, "file not found")
				return
			}
			key := d.id("link")
			d.links[key] = n.id
			sum := md5.Sum(n.body)
			out = append(out, map[string]any{"fid": n.id, "file_name": n.name, "size": len(n.body),
				"download_url": host + "/bytes/" + key + "?sign=SECRET", "md5": base64.StdEncoding.EncodeToString(sum[:])})
		}
		ok(out, nil)
	case "POST file/upload/pre":
		d.pre(w, r, in)
	case "POST file/update/hash":
		u := d.uploads[word("task_id")]
		if u == nil {
			no(404, 23001, "no such task")
			return
		}
		for _, n := range d.nodes {
			if sum := md5.Sum(n.body); !n.folder && hex.EncodeToString(sum[:]) == word("md5") && int64(len(n.body)) == u.size && !u.done {
				if sum := sha1.Sum(n.body); hex.EncodeToString(sum[:]) == word("sha1") {
					d.finish(w, u, n.body)
					return
				}
			}
		}
		ok(map[string]any{"finish": false}, nil)
	case "POST file/upload/auth":
		u := d.uploads[word("task_id")]
		if u == nil || word("auth_info") != "info-"+word("task_id") {
			no(404, 23001, "no such task")
			return
		}
		key := "OSS " + d.id("key")
		u.signed[key] = word("auth_meta")
		ok(map[string]any{"auth_key": key}, nil)
	case "POST file/upload/finish":
		u := d.uploads[word("task_id")]
		if u == nil || u.done || u.whole == nil || word("obj_key") != u.key {
			no(400, 14001, "the upload is not complete")
			return
		}
		d.finish(w, u, u.whole)
	default:
		no(404, 404, "no such call: "+path)
	}
}

func (d *ByteDrive) list(w http.ResponseWriter, q url.Values) {
	dir := q.Get("pdir_fid")
	if dir != "0" && (d.nodes[dir] == nil || !d.nodes[dir].folder) {
		answerJSON(w, 200, 0, "ok", map[string]any{"list": []any{}}, map[string]any{"_total": 0})
		return
	}
	var all []*byteNode
	for _, n := range d.nodes {
		if n.parent == dir {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, func(a, b *byteNode) int { return cmp.Compare(a.name, b.name) })
	page, _ := strconv.Atoi(q.Get("_page"))
	size, _ := strconv.Atoi(q.Get("_size"))
	total := len(all)
	from := min(total, (page-1)*size)
	out := []any{}
	for _, n := range all[from:min(total, from+size)] {
		kind := 1
		if n.folder {
			kind = 0
		}
		e := map[string]any{"fid": n.id, "file_name": n.name, "pdir_fid": dir, "file_type": kind, "dir": n.folder, "file": !n.folder,
			"size": len(n.body), "created_at": n.at.UnixMilli(), "updated_at": n.at.UnixMilli()}
		if d.Counts && n.folder {
			kids := 0
			for _, kid := range d.nodes {
				if kid.parent == n.id {
					kids++
				}
			}
			e["include_items"] = kids
		}
		if n.sent > 0 {
			e["l_updated_at"] = n.sent
		}
		out = append(out, e)
	}
	answerJSON(w, 200, 0, "ok", map[string]any{"list": out}, map[string]any{"_total": total, "_count": len(out), "_page": page, "_size": size})
}

// serve answers a link: 412 without the two parts of the cookie, 403 for a link that
// is not known (any more).
func (d *ByteDrive) serve(w http.ResponseWriter, r *http.Request) {
	cookie := r.Header.Get("Cookie")
	d.mu.Lock()
	n := d.nodes[d.links[strings.TrimPrefix(r.URL.Path, "/bytes/")]]
	d.mu.Unlock()
	switch {
	case !strings.Contains(cookie, "__pus=") || !strings.Contains(cookie, "__puus="):
		w.WriteHeader(http.StatusPreconditionFailed)
	case n == nil || r.Header.Get("Referer") == "" || r.Header.Get("User-Agent") == "":
		w.WriteHeader(http.StatusForbidden)
	default:
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(n.body)))
	}
}

// Expire ends all links.
func (d *ByteDrive) Expire() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.links)
}

// Lose forgets all uploads under way.
func (d *ByteDrive) Lose() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.uploads)
}

// Pending are the uploads that have parts and no file.
func (d *ByteDrive) Pending() (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, u := range d.uploads {
		if !u.done && len(u.parts) > 0 {
			n++
		}
	}
	return n
}

func (d *ByteDrive) pre(w http.ResponseWriter, r *http.Request, in map[string]any) {
	parent, _ := in["pdir_fid"].(string)
	name, _ := in["file_name"].(string)
	size, _ := in["size"].(float64)
	if parent != "0" && d.nodes[parent] == nil {
		answerJSON(w, 404, 23001, "no such folder", nil, nil)
		return
	}
	if d.child(parent, name) != nil && !d.Renames {
		answerJSON(w, 400, 23008, "file is doloading[同名冲突]", nil, nil)
		return
	}
	task := d.id("task")
	u := &byteUpload{parent: parent, name: name, key: "obj/" + task, id: "up" + task, size: int64(size), parts: map[int][]byte{}, signed: map[string]string{}}
	u.sent, _ = in["l_updated_at"].(float64)
	d.uploads[task] = u
	meta := map[string]any{"part_thread": 1}
	if d.Part > 0 {
		meta["part_size"] = d.Part
	}
	answerJSON(w, 200, 0, "ok", map[string]any{"task_id": task, "finish": false, "fid": "", "upload_id": u.id, "obj_key": u.key,
		"upload_url": "http://" + r.Host, "bucket": "bucket", "auth_info": "info-" + task, "format_type": in["format_type"],
		"callback": map[string]any{"callbackUrl": "http://callback", "callbackBody": "a=b"}}, meta)
}

func (d *ByteDrive) finish(w http.ResponseWriter, u *byteUpload, body []byte) {
	if !u.done && d.child(u.parent, u.name) != nil {
		if !d.Renames {
			answerJSON(w, 400, 23008, "file is doloading[同名冲突]", nil, nil)
			return
		}
		u.name += "(1)"
	}
	var id string
	if !u.done {
		body = slices.Clone(body)
		if d.Keeps != nil {
			body = d.Keeps(u.name, body)
		}
		n := d.add(u.parent, u.name, false, body)
		n.sent, id = u.sent, n.id
	}
	u.done = true
	answerJSON(w, 200, 0, "ok", map[string]any{"finish": true, "fid": id}, nil)
}

// store is the object store: it takes what was signed, and nothing else.
func (d *ByteDrive) store(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	q := r.URL.Query()
	key := strings.TrimPrefix(r.URL.Path, "/")
	var u *byteUpload
	for _, o := range d.uploads {
		if o.id == q.Get("uploadId") && o.key == key {
			u = o
		}
	}
	if u == nil {
		http.Error(w, "<Error><Code>NoSuchUpload</Code></Error>", http.StatusNotFound)
		return
	}
	// What is signed is fixed line by line, as public clients show.
	h, query := r.Header, "?uploadId="+u.id
	if r.Method == http.MethodPut {
		query = "?partNumber=" + q.Get("partNumber") + "&uploadId=" + u.id
	}
	lines := []string{r.Method, h.Get("Content-MD5"), h.Get("Content-Type"), h.Get("X-Oss-Date")}
	for _, k := range []string{"x-oss-callback", "x-oss-date", "x-oss-user-agent"} {
		if v := h.Get(k); v != "" {
			lines = append(lines, k+":"+v)
		}
	}
	lines = append(lines, "/bucket/"+u.key+query)
	if u.signed[h.Get("Authorization")] != strings.Join(lines, "\n") {
		http.Error(w, "<Error><Code>SignatureDoesNotMatch</Code></Error>", http.StatusForbidden)
		return
	}
	if r.Method == http.MethodPut {
		n, _ := strconv.Atoi(q.Get("partNumber"))
		if u.parts[n] != nil {
			http.Error(w, "<Error><Code>PartAlreadyExist</Code></Error>", http.StatusConflict)
			return
		}
		u.parts[n] = body
		sum := md5.Sum(body)
		w.Header().Set("ETag", `"`+strings.ToUpper(hex.EncodeToString(sum[:]))+`"`)
		return
	}
	var list struct {
		Part []struct {
			PartNumber int
			ETag       string
		}
	}
	sum := md5.Sum(body)
	if xml.Unmarshal(body, &list) != nil || h.Get("Content-MD5") != base64.StdEncoding.EncodeToString(sum[:]) || h.Get("X-Oss-Callback") == "" {
		http.Error(w, "<Error><Code>MalformedXML</Code></Error>", http.StatusBadRequest)
		return
	}
	whole := []byte{}
	for _, p := range list.Part {
		sum := md5.Sum(u.parts[p.PartNumber])
		if !strings.EqualFold(strings.Trim(p.ETag, `"`), hex.EncodeToString(sum[:])) {
			http.Error(w, "<Error><Code>InvalidPart</Code></Error>", http.StatusBadRequest)
			return
		}
		whole = append(whole, u.parts[p.PartNumber]...)
	}
	if int64(len(whole)) != u.size {
		http.Error(w, "<Error><Code>InvalidPart</Code></Error>", http.StatusBadRequest)
		return
	}
	u.whole = whole
}

// Linked makes a link of a file in the root, and returns the last part of its path.
func (d *ByteDrive) Linked(name string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	key := d.id("link")
	d.links[key] = d.child("0", name).id
	return key
}

package second

import (
	"archive/zip"
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"
)

// upload is an import that has been announced.
type upload struct {
	key, name, md5, task string
	size                 int64
	data                 []byte
	full, begun          bool
}

// task is an import or an export.
type task struct {
	id      string
	begun   bool // an import before async_import is prepared only
	steps   int
	done    bool
	failed  string
	up      *upload
	file    string // the document: of an import when done, of an export
	name    string
	data    []byte // of an export
	notes   []string
	exports bool
}

func (s *Server) steps() int { return max(s.opt.TaskSteps, 0) + 2*b2i(s.opt.TaskSteps == 0) }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// proceed advances every running task by one step.
func (s *Server) proceed() {
	for _, t := range s.tasks {
		if !t.begun || t.done || t.failed != "" {
			continue
		}
		if t.steps++; t.steps < s.steps() {
			continue
		}
		if s.opt.TaskFails != "" {
			t.failed = s.opt.TaskFails
			continue
		}
		t.done = true
		if t.up != nil {
			n := s.add(&node{title: strings.TrimSuffix(t.up.name, path.Ext(t.up.name)), kind: kindOf(t.up.name), data: t.up.data})
			t.file = n.id
			if !s.opt.NoWarnings {
				t.notes = []string{"1 header was not kept"}
			}
		}
	}
}

func kindOf(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".xls", ".xlsx", ".csv":
		return "sheet"
	case ".ppt", ".pptx":
		return "slide"
	case ".pdf":
		return "pdf"
	case ".xmind":
		return "mind"
	}
	return "doc"
}

func (s *Server) preImport(a args) (object, *failure) {
	u := &upload{key: s.id("key-"), name: a.str("file_name"), md5: a.str("file_md5"), size: a.int("file_size", 0)}
	u.task = s.id("import-")
	s.uploads[u.key] = u
	s.tasks[u.task] = &task{id: u.task, up: u}
	return object{"upload_url": s.address(pathUp + u.key + "?sig=" + s.id("up")), "file_key": u.key, "task_id": u.task}, nil
}

func (s *Server) asyncImport(a args) (object, *failure) {
	u := s.uploads[a.str("file_key")]
	if u == nil {
		s.breach("manage.async_import: a file_key that was never given out")
		return nil, fail(400001, "file_key not exist")
	}
	if u.name != a.str("file_name") || u.md5 != a.str("file_md5") || u.size != a.int("file_size", 0) || u.task != a.str("task_id") {
		s.breach("manage.async_import: other values than in manage.pre_import for %q", u.name)
		return nil, fail(400001, "differs from pre_import")
	}
	if !u.full {
		s.breach("manage.async_import: before the upload of %q", u.name)
		return nil, fail(400001, "file is not uploaded")
	}
	if u.begun {
		s.breach("manage.async_import: %q for the second time", u.name)
		return nil, fail(400001, "import has begun")
	}
	u.begun = true
	t := s.tasks[u.task]
	if s.opt.OtherTask {
		t = &task{id: s.id("other-"), up: u}
		s.tasks[t.id] = t
	}
	t.begun = true
	return object{"task_id": t.id}, nil
}

func (s *Server) importProgress(a args) (object, *failure) {
	t := s.tasks[a.str("task_id")]
	switch {
	case t == nil || t.exports:
		return nil, fail(400001, "task not exist")
	case t.failed != "":
		return object{"progress": 30, "status": "failed", "error": t.failed}, nil
	case !t.done:
		return object{"progress": t.steps * 99 / s.steps()}, nil // while running, only progress
	}
	n := s.nodes[t.file]
	out := object{"progress": 100, "status": "done", "file_id": n.id, "file_name": n.title, "file_url": s.link(n), "error": ""}
	if t.notes != nil {
		out["warnings"] = t.notes
	}
	return out, nil
}

func (s *Server) exportFile(a args) (object, *failure) {
	n, bad := s.file(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	ext := map[string]string{"doc": ".docx", "sheet": ".xlsx", "slide": ".pptx"}[n.kind]
	if ext == "" {
		return nil, fail(400016, "document type does not fit the tool")
	}
	t := &task{id: s.id("export-"), begun: true, exports: true, file: n.id, name: n.title + ext, data: n.data}
	if t.data == nil {
		t.data = hollow(n.title)
	}
	s.tasks[t.id] = t
	return object{"task_id": t.id}, nil
}

func (s *Server) exportProgress(a args) (object, *failure) {
	t := s.tasks[a.str("task_id")]
	switch {
	case t == nil || !t.exports:
		return nil, fail(400001, "task not exist")
	case t.failed != "":
		return object{"progress": 30, "status": "failed", "error": t.failed}, nil
	case !t.done:
		return object{"progress": t.steps * 99 / s.steps(), "status": "running"}, nil
	}
	life := s.opt.LinkLife
	if life == 0 {
		life = 30 * time.Minute
	}
	link := s.address(pathDown + t.id + "/" + url.PathEscape(t.name) + "?exp=" + strconv.FormatInt(s.now().Add(life).UnixNano(), 10) + "&sig=" + s.id("down"))
	return object{"progress": 100, "status": "done", "file_name": t.name, "file_url": link, "error": ""}, nil
}

// hollow is a package with nothing but a title.
func hollow(title string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	if f, err := z.Create("title.txt"); err == nil {
		_, _ = io.WriteString(f, title)
	}
	_ = z.Close()
	return b.Bytes()
}

// upload accepts the bytes of an import: by PUT, as an octet stream, without a
// token, with the size and the checksum of pre_import.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(io.LimitReader(r.Body, 1<<30))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, Request{Method: r.Method, Tool: "upload", At: s.now()})
	u := s.uploads[strings.TrimPrefix(r.URL.Path, pathUp)]
	if f, ok := s.take("upload"); ok {
		if f == LostAfter && u != nil {
			u.data, u.full = data, true
		}
		f.spoil(w)
		return
	}
	sum := md5.Sum(data)
	switch {
	case r.Method != http.MethodPut:
		s.breach("upload by %s", r.Method)
		w.WriteHeader(http.StatusMethodNotAllowed)
	case r.Header.Get("Authorization") != "":
		s.breach("the token went to an upload address")
		w.WriteHeader(http.StatusForbidden)
	case r.Header.Get("Content-Type") != "application/octet-stream":
		s.breach("upload as %q", r.Header.Get("Content-Type"))
		w.WriteHeader(http.StatusUnsupportedMediaType)
	case u == nil || r.URL.Query().Get("sig") == "":
		w.WriteHeader(http.StatusForbidden)
	case err != nil:
		w.WriteHeader(http.StatusBadRequest)
	case int64(len(data)) != u.size || hex.EncodeToString(sum[:]) != u.md5:
		s.breach("upload of %d bytes with another size or sum than told for %q", len(data), u.name)
		w.WriteHeader(http.StatusBadRequest)
	default:
		u.data, u.full = data, true
		w.WriteHeader([]int{http.StatusOK, http.StatusCreated, http.StatusNoContent}[s.counter%3]) // any 2xx is success
	}
}

// CutDownloads makes the next downloads end in the middle.
func (s *Server) CutDownloads(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = n
}

// download serves an export at its link, as long as it is valid.
func (s *Server) download(w http.ResponseWriter, r *http.Request) {
	t, data, ok := s.ticket(w, r)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("ETag", fmt.Sprintf("%q", t))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

func (s *Server) ticket(w http.ResponseWriter, r *http.Request) (name string, data []byte, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, Request{Method: r.Method, Tool: "download", At: s.now(), Range: r.Header.Get("Range")})
	if f, spoilt := s.take("download"); spoilt {
		f.spoil(w)
		return "", nil, false
	}
	if r.Header.Get("Authorization") != "" {
		s.breach("the token went to a download address")
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, pathDown), "/")
	t := s.tasks[id]
	exp, _ := strconv.ParseInt(r.URL.Query().Get("exp"), 10, 64)
	if t == nil || r.URL.Query().Get("sig") == "" || s.now().UnixNano() > exp {
		http.Error(w, "the link has expired", http.StatusForbidden)
		return "", nil, false
	}
	if s.opt.NoRange {
		r.Header.Del("Range")
		w.Header().Set("Content-Length", strconv.Itoa(len(t.data)))
		_, _ = w.Write(t.data)
		return "", nil, false
	}
	if s.broken > 0 {
		s.broken--
		w.Header().Set("Content-Length", strconv.Itoa(len(t.data)))
		w.Header().Set("ETag", fmt.Sprintf("%q", t.id))
		_, _ = w.Write(t.data[:len(t.data)/2])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
	return t.id, t.data, true
}

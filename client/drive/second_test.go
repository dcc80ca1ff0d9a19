package drive_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/drive"
	"aloft/client/gate"
	"aloft/model"
)

// second is a drive written by hand from the tables of the specification, with
// other choices than the embedded one wherever the specification leaves them open:
// no metadata, no total, no paging, ids that never change, file_type only, unknown
// fields beside the known ones, deletions always as tasks, numbers as strings,
// names with the least escaping.
type second struct {
	t     *testing.T
	tasks bool // the task endpoint exists

	mu      sync.Mutex
	nodes   map[string]*node
	next    int
	polls   map[string]int
	deleted int
}

type node struct {
	id, name, parent string
	file             bool
}

func newSecond(t *testing.T, tasks bool) (*second, *rig) {
	s := &second{t: t, tasks: tasks, nodes: map[string]*node{}, polls: map[string]int{}}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	base, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gate.Open(gate.Options{Dir: t.TempDir(), Name: "second", Wire: gate.HTTPWire(base)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	r := &rig{gate: g, jar: clienttest.NewJar("session=good")}
	r.Source = drive.New(drive.Options{
		Account: "local", BaseURL: srv.URL + "/api/", Origin: "https://web.example", PR: "brand",
		Gate: g, Cookies: r.jar, Scale: 0.001,
	})
	return s, r
}

func (s *second) add(parent, name string, file bool) *node {
	s.next++
	n := &node{fmt.Sprintf("id%d", s.next), name, parent, file}
	s.nodes[n.id] = n
	return n
}

func (s *second) put(path []string, file bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	parent := "0"
	for i, name := range path {
		if n := s.child(parent, name); n != nil {
			parent = n.id
			continue
		}
		parent = s.add(parent, name, file && i == len(path)-1).id
	}
}

func (s *second) child(parent, name string) *node {
	for _, n := range s.nodes {
		if n.parent == parent && n.name == name {
			return n
		}
	}
	return nil
}

func (s *second) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conventions(r)
	say := func(status int, data any, more ...any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		m := map[string]any{"new_in_2031": []int{1}, "tq_gap": "1"}
		if data != nil {
			m["data"] = data
		}
		for i := 0; i+1 < len(more); i += 2 {
			m[more[i].(string)] = more[i+1]
		}
		_ = json.NewEncoder(w).Encode(m)
	}
	var in struct {
		FID, File_name, Pdir_fid, To_pdir_fid string
		Filelist                              []string
		File_type, Action_type                *int
		Dir_init                              *bool
	}
	if r.Method == http.MethodPost {
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			s.t.Errorf("the body of %s: %v", r.URL.Path, err)
		}
	}
	switch r.Method + " " + strings.TrimPrefix(r.URL.Path, "/api") {
	case "GET /1/clouddrive/file/sort":
		list := []map[string]any{}
		for _, n := range s.nodes {
			if n.parent == r.URL.Query().Get("pdir_fid") {
				kind := 0
				if n.file {
					kind = 7 // "other values of file_type: not shown"
				}
				list = append(list, map[string]any{"fid": n.id, "file_name": strings.ReplaceAll(n.name, "&", "&amp;"), "file_type": kind, "colour": "blue"})
			}
		}
		slices.SortFunc(list, func(a, b map[string]any) int { return strings.Compare(a["fid"].(string), b["fid"].(string)) })
		say(200, map[string]any{"list": list, "also": nil})
	case "POST /1/clouddrive/file":
		if in.File_type == nil || *in.File_type != 0 || in.Dir_init == nil || !*in.Dir_init {
			s.t.Error("file_type or dir_init is wrong")
		}
		if s.child(in.Pdir_fid, in.File_name) != nil {
			say(400, nil, "code", "23008", "message", "taken")
			return
		}
		say(200, map[string]any{"fid": s.add(in.Pdir_fid, in.File_name, false).id})
	case "POST /1/clouddrive/file/rename":
		n := s.nodes[in.FID]
		if n == nil {
			say(404, nil, "message", "no such thing")
		} else if s.child(n.parent, in.File_name) != nil {
			say(409, nil)
		} else {
			n.name = in.File_name
			w.WriteHeader(200)
			_, _ = w.Write([]byte("{}"))
		}
	case "POST /1/clouddrive/file/move":
		if in.Action_type == nil || *in.Action_type != 1 || len(in.Filelist) > 30 {
			s.t.Error("action_type or filelist of a move is wrong")
		}
		for _, id := range in.Filelist {
			s.nodes[id].parent = in.To_pdir_fid
		}
		say(200, map[string]any{"finish": true})
	case "POST /1/clouddrive/file/delete":
		if in.Action_type == nil || *in.Action_type != 2 {
			s.t.Error("action_type of a deletion is wrong")
		}
		for _, id := range in.Filelist {
			delete(s.nodes, id)
			s.deleted++
		}
		say(200, map[string]any{"finish": false, "task_id": 12345678901})
	case "GET /1/clouddrive/task":
		id := r.URL.Query().Get("task_id")
		if !s.tasks {
			http.NotFound(w, r)
			return
		}
		if id != "12345678901" || r.URL.Query().Get("retry_index") != fmt.Sprint(s.polls[id]) {
			s.t.Errorf("poll %d asks %s", s.polls[id], r.URL.RawQuery)
		}
		s.polls[id]++
		if s.polls[id] < 3 {
			say(200, map[string]any{"status": fmt.Sprint(s.polls[id] - 1)})
			return
		}
		delete(s.polls, id)
		say(200, map[string]any{"status": "2"})
	default:
		http.NotFound(w, r)
	}
}

// conventions are "Drive: common conventions" of the specification.
func (s *second) conventions(r *http.Request) {
	want := map[string]string{
		"Cookie": "session=good", "Content-Type": "application/json", "Accept": "application/json",
		"Origin": "https://web.example", "Referer": "https://web.example/",
	}
	for name, value := range want {
		if got := r.Header.Get(name); got != value {
			s.t.Errorf("%s %s: the header %s is %q", r.Method, r.URL.Path, name, got)
		}
	}
	if r.UserAgent() == "" || r.Header.Get("Idempotency-Key") != "" {
		s.t.Errorf("the headers are %v", r.Header)
	}
	q := r.URL.Query()
	if q.Get("pr") != "brand" || q.Get("fr") != "pc" {
		s.t.Errorf("the query is %s", r.URL.RawQuery)
	}
	if stamp := q.Get("__t"); r.Method == http.MethodPost && (len(stamp) != 13 || !strings.HasSuffix(stamp, "000")) {
		s.t.Errorf("__t is %q", stamp)
	}
}

func TestContractOnASecondServer(t *testing.T) {
	clienttest.Run(t, func(t *testing.T) clienttest.Fixture {
		s, r := newSecond(t, true)
		s.put([]string{"base"}, false)
		s.put([]string{"beside"}, true)
		return clienttest.Fixture{
			Source:  r.Source,
			Base:    at("base"),
			Foreign: true,
			PutFile: func(t *testing.T, p model.Place) { s.put(p.Names(), true) },
		}
	})
}

func TestADriveWithoutTaskEndpointLeavesItToTheVerifier(t *testing.T) {
	s, r := newSecond(t, false)
	s.put([]string{"base", "f"}, true)
	refs, _ := r.look(t, at(), at("base", "f"))
	err := r.Delete(t.Context(), refs, "", client.Bulk)
	wantKind(t, err, client.KindUnknown, client.ErrTaskUnseen)
	if s.deleted != 1 {
		t.Fatalf("deleted %d times", s.deleted)
	}
	if _, err := r.Stat(t.Context(), at("base", "f"), client.Options{}); !client.Is(err, client.KindNotFound) {
		t.Fatal(err)
	}
}

// A drive that returns everything on each page cannot prove that it is everything.
func TestAnIgnoredPageParameterMakesNoWhole(t *testing.T) {
	s, r := newSecond(t, true)
	for i := range 120 {
		s.put([]string{"base", fmt.Sprint("f", i)}, true)
	}
	l, err := r.List(t.Context(), at("base"), client.Options{})
	if err != nil || len(l.Entries) != 120 || l.Complete || l.Cut != model.CutRepeat {
		t.Fatalf("%d entries, complete %v, cut %q, %v", len(l.Entries), l.Complete, l.Cut, err)
	}
	w := r.Walk(client.Options{})
	for n := 1; ; n++ {
		page, err := w.Page(t.Context(), at("base"), n)
		if err != nil {
			t.Fatal(err)
		}
		if page.Last {
			break
		}
		if n > 3 {
			t.Fatal("the pages never end")
		}
	}
}

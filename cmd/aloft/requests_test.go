//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"aloft/client/embedded"
	embeddeddrive "aloft/client/embedded/drive"
)

// counted is a document service that other processes use as an account, with the tools that
// they have called.
type counted struct {
	t    *testing.T
	svc  *embedded.Service
	url  string
	home string // of the machine that works on it

	mu   sync.Mutex
	seen []string
	// spoil answers a call in place of the service, nil = the service answers.
	spoil func(tool string, w http.ResponseWriter, r *http.Request) bool
}

func newCounted(t *testing.T) *counted {
	t.Helper()
	svc, err := embedded.Open(t.Context(), embedded.Options{Dir: t.TempDir(), Fast: true, Sample: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	c := &counted{t: t, svc: svc}
	srv := httptest.NewServer(http.HandlerFunc(c.serve))
	t.Cleanup(srv.Close)
	c.url = srv.URL
	c.home = c.machine()
	return c
}

func (c *counted) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	var m struct {
		Method string
		Params struct{ Name string }
	}
	_ = json.Unmarshal(body, &m)
	name := m.Method
	if m.Params.Name != "" && name == "tools/call" {
		_, name, _ = strings.Cut("."+m.Params.Name, ".")
		name = name[strings.LastIndexByte(name, '.')+1:]
	}
	if path, drive := strings.CutPrefix(r.URL.Path, "/1/clouddrive/"); drive {
		c.mu.Lock()
		c.seen = append(c.seen, path[strings.LastIndexByte(path, '/')+1:])
		spoil := c.spoil
		c.mu.Unlock()
		if spoil != nil && spoil(path, w, r) {
			return
		}
	}
	if r.URL.Path == embedded.DocsPath {
		c.mu.Lock()
		c.seen = append(c.seen, name)
		spoil := c.spoil
		c.mu.Unlock()
		if spoil != nil && spoil(name, w, r) {
			return
		}
	}
	c.svc.Handler().ServeHTTP(w, r)
}

// machine is the home of a person on another machine.
func (c *counted) machine() string {
	c.t.Helper()
	home := c.t.TempDir()
	dir := filepath.Join(home, ".config", "aloft")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		c.t.Fatal(err)
	}
	config := "account = \"work\"\n[accounts.work.docs]\nendpoint = \"" + c.url + embedded.DocsPath + "\"\ndoc_url_base = \"https://docs.example\"\n" +
		"[accounts.work.drive]\nbase_url = \"" + c.url + "\"\n"
	if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte(config), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return home
}

// run is one command of its own process, on a machine where no time passes while it runs: how
// old something is depends on nothing but what is done.
func (c *counted) run(home string, in string, args ...string) (string, error) {
	c.t.Helper()
	self, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = []string{"HOME=" + home, "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH"), "TEST_SCALE=0.01", "TEST_QUIET=1", "TEST_STILL=1", "ALOFT_WORK_DOCS_TOKEN=" + c.svc.Token(), "ALOFT_WORK_DRIVE_COOKIE=" + c.svc.Cookie()}
	cmd.Dir = home
	cmd.Stdin = strings.NewReader(in)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// must is run, and gives what was called.
func (c *counted) must(in string, args ...string) []string {
	c.t.Helper()
	c.calls()
	if out, err := c.run(c.home, in, args...); err != nil {
		c.t.Fatalf("aloft %q: %v\n%s", args, err, out)
	}
	return c.calls()
}

func (c *counted) calls() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.seen
	c.seen = nil
	return out
}

// What each document command asks of a service. A request is half a second at the usual pace,
// so that none comes without somebody saying what it is for.
func TestRequestsOfCommands(t *testing.T) {
	c := newCounted(t)
	writeAt(t, filepath.Join(c.home, "part.md"), "# Part\n\nsome text\n")
	writeAt(t, filepath.Join(c.home, "table.md"), "some words\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
	writeAt(t, filepath.Join(c.home, "notes/one.md"), "one\n")
	writeAt(t, filepath.Join(c.home, "notes/two.md"), "two\n")
	if err := os.Mkdir(filepath.Join(c.home, "out"), 0o700); err != nil {
		t.Fatal(err)
	}
	first := c.must("", "ls", "docs:/")
	if want := []string{"initialize", "tools/list", "folder_list"}; !slices.Equal(first, want) {
		t.Errorf("the first command sent %v, want %v", first, want)
	}
	for _, row := range []struct {
		args []string
		want string // - is a folder's listing, s one of a space, i the target's space
	}{
		{[]string{"ls", "docs:/"}, "-"},
		{[]string{"ls", "space:/"}, "s"},
		{[]string{"mkdir", "docs:/Work"}, "- create_file -"},
		{[]string{"new", "doc", "docs:/Work/Note"}, "- - create_file -"},
		{[]string{"ls", "docs:/Work"}, "- -"},
		{[]string{"insert", "docs:/Work/Note", "--at", "end"}, "- - get_outline insert_markdown get_outline find"},
		{[]string{"insert", "docs:/Work/Note", "part.md", "--at", "end"}, "- - get_outline insert_markdown get_outline get_content"},
		{[]string{"insert", "docs:/Work/Note", "--at", "heading:Part"}, "- - get_outline insert_markdown get_outline find"},
		// The blocks of the newest version, and of that before the edit, which has made it longer.
		{[]string{"doc", "undo", "docs:/Work/Note"}, "- - get_outline list_recent_ai_edits revert_revision resolve_document_structure resolve_document_structure"},
		{[]string{"mkdir", "docs:/Work/Sub"}, "- - create_file -"},
		{[]string{"new", "doc", "docs:/Work/Sub/Deep"}, "- - - create_file -"},
		// Each folder on the way is a listing: ids of an earlier command are not believed.
		{[]string{"insert", "docs:/Work/Sub/Deep", "part.md", "--at", "end"}, "- - - get_outline insert_markdown get_outline get_content"},
		{[]string{"import", "part.md", "docs:/"}, "- pre_import async_import import_progress"},
		// Behind the import: that the name is free where it goes, and whether that is a space.
		{[]string{"import", "part.md", "docs:/Work"}, "- - pre_import async_import import_progress - i move_file"},
		{[]string{"import", "part.md", "space:Team handbook"}, "s s pre_import async_import import_progress s move_file_to_space"},
		{[]string{"outline", "docs:/Work/Note"}, "- - get_outline"},
		{[]string{"cat", "docs:/Work/Note"}, "- - get_content"},
		{[]string{"doc", "replace", "docs:/Work/Note", "some", "other"}, "- - get_outline find replace_text find find find"},
		// The blocks of the version before the edit, of the edit's and of the newest.
		{[]string{"doc", "undo", "docs:/Work/Note"}, "- - get_outline list_recent_ai_edits revert_revision resolve_document_structure resolve_document_structure resolve_document_structure"},
		{[]string{"insert", "docs:/Work/Note", "table.md", "--at", "end"}, "- - get_outline insert_markdown get_outline get_content resolve_document_structure find"},
		{[]string{"doc", "replace", "docs:/Work/Note", "words", "terms", "--all", "--yes"}, "- - get_outline find find_and_replace find find"},
		{[]string{"doc", "format", "docs:/Work/Note", "some", "--pick", "1", "--bold"}, "- - get_outline find update_text_property get_content find get_content"},
		// The blocks are as they were, and so is all but the Markdown.
		{[]string{"doc", "undo", "docs:/Work/Note"}, "- - get_outline list_recent_ai_edits revert_revision resolve_document_structure resolve_document_structure get_outline get_comments get_comments get_content get_content get_content"},
		{[]string{"doc", "comment", "docs:/Work/Note", "a word", "--on", "Part"}, "- - get_outline find insert_comment get_comments"},
		{[]string{"doc", "text", "docs:/Work/Note", "more", "--at", "end-of:Part"}, "- - get_outline resolve_document_structure insert_text find"},
		{[]string{"doc", "paragraph", "docs:/Work/Note", "more", "--at", "end"}, "- - get_outline insert_paragraph_with_text find"},
		{[]string{"doc", "paragraph", "docs:/Work/Note", "head", "--level", "h2", "--at", "end"}, "- - get_outline insert_paragraph_with_text find resolve_document_structure"},
		{[]string{"doc", "paragraph", "docs:/Work/Note", "--at", "end"}, "- - get_outline insert_paragraph resolve_document_structure resolve_document_structure"},
		{[]string{"doc", "task", "docs:/Work/Note", "task", "--at", "end"}, "- - get_outline insert_task get_content find"},
		{[]string{"doc", "table", "docs:/Work/Note", "--rows", "3", "--at", "end"}, "- - get_outline insert_table resolve_document_structure"},
		{[]string{"doc", "page-break", "docs:/Work/Note", "--at", "heading:Part"}, "- - get_outline resolve_document_structure insert_page_break resolve_document_structure resolve_document_structure"},
		{[]string{"rename", "docs:/Work/Note", "Memo"}, "- - rename_file_title -"},
		{[]string{"undo", "--yes"}, "- - rename_file_title -"},
		{[]string{"redo", "--yes"}, "- - rename_file_title -"},
		{[]string{"cp", "docs:/Work/Memo", "docs:/Work/Copy"}, "- - copy_file -"},
		{[]string{"undo", "--yes"}, "- - i delete_file -"},
		{[]string{"cp", "docs:/Work/Memo", "docs:/Work/Copy"}, "- - copy_file -"},
		{[]string{"mkdir", "docs:/Empty"}, "- create_file -"},
		// Of a folder that is empty now the service says so twice, the second time on the way from the root.
		{[]string{"cp", "docs:/Work/Memo", "docs:/Empty"}, "- - - copy_file -"},
		{[]string{"undo", "--yes"}, "- - i delete_file - - -"},
		{[]string{"cp", "docs:/Work/Sub", "docs:/Empty"}, "- - - - create_file - - - copy_file - -"},
		{[]string{"mkdir", "docs:/Empty/a", "docs:/Work/b"}, "- - - create_file - create_file - -"},
		{[]string{"import", "notes", "docs:/"}, "- create_file pre_import pre_import async_import async_import import_progress - - i move_file move_file"},
		{[]string{"mv", "docs:/Work/Copy", "docs:/Work/Sub"}, "- - - i move_file - -"},
		// That the new name is free is never taken from a listing of the last seconds.
		{[]string{"mv", "docs:/Work/Sub/Copy", "docs:/Work/Moved"}, "- - - rename_file_title i move_file - -"},
		{[]string{"mv", "docs:/Work/Moved", "space:Team handbook"}, "s s - - move_file_to_space - s"},
		{[]string{"mv", "space:Team handbook/Moved", "docs:/Work"}, "- - s s i move_file - s"},
		{[]string{"mv", "docs:/Work/Moved", "space:Team handbook/Named"}, "s s - - rename_file_title move_file_to_space - s"},
		{[]string{"mv", "space:Team handbook/Named", "docs:/Work/Moved"}, "- - s s rename_file_title i move_file - s"},
		{[]string{"rm", "--yes", "docs:/Work/Moved"}, "- - delete_file -"},
		{[]string{"export", "docs:/Work/Memo", "-o", "out"}, "- - export_file export_progress"},
		{[]string{"share", "docs:/Work/Memo", "--policy", "read"}, "- - get_privilege set_privilege"},
		{[]string{"cp", "docs:/Work/Memo", "drive:/"}, "- - - export_file export_progress - pre hash auth auth finish -"},
	} {
		said := -1
		if !slices.Contains([]string{"ls", "outline", "cat"}, row.args[0]) {
			said = c.said(row.args...)
		}
		sent := c.must("first words\n", row.args...)
		polled := map[string]bool{}
		sent = slices.DeleteFunc(sent, func(s string) bool { // as often as it takes, and between the calls for other files
			again := polled[s]
			polled[s] = strings.HasSuffix(s, "_progress")
			return again
		})
		var got []string
		for _, s := range sent {
			switch s {
			case "folder_list", "sort":
				s = "-"
			case "query_space_list", "query_space_node":
				s = "s"
			case "query_file_info":
				s = "i"
			}
			got = append(got, s)
		}
		want := strings.Fields(row.want)
		if slices.Equal(row.args, []string{"import", "notes", "docs:/"}) { // two files, one beside the other
			slices.Sort(got)
			slices.Sort(want)
		}
		if !slices.Equal(got, want) {
			t.Errorf("aloft %q sent\n %d: %q, want\n %d: %q", row.args, len(got), got, len(want), want)
		}
		if said >= 0 && (said < len(sent) || said > len(sent)+1) {
			t.Errorf("aloft %q said %d requests, and sent %d", row.args, said, len(sent))
		}
	}
}

// said is what a dry run says that the command will ask for, itself included.
func (c *counted) said(args ...string) int {
	c.t.Helper()
	out, err := c.run(c.home, "first words\n", append(args, "--dry-run")...)
	m := regexp.MustCompile(`(\d+) requests?( \(|;|\n)`).FindStringSubmatch(out)
	if err != nil || m == nil {
		c.t.Fatalf("aloft %q --dry-run: %v\n%s", args, err, out)
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

func writeAt(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Between what a plan has looked up and its call, another process of ours or another client changes the same folder. Of
// the first the epoch tells, so that all is looked up again; of the second the service's refusal. Nothing is overwritten.
func TestWhatComesBetweenAPlanAndItsCall(t *testing.T) {
	for name, row := range map[string]struct {
		at   string // the call before which another client takes the name
		args []string
	}{
		"a folder": {"file", []string{"mkdir", "drive:/A/B/new"}},
		"a file":   {"file/upload/pre", []string{"cp", "new", "drive:/A/B"}},
		"a name":   {"file/rename", []string{"rename", "drive:/A/B/old", "new"}},
		"":         {"", []string{"mkdir", "drive:/A/B/new"}}, // another process
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCounted(t)
			writeAt(t, filepath.Join(c.home, "new"), "mine")
			if err := c.svc.Plant(t.Context(), []embeddeddrive.Item{{Path: []string{"A", "B", "old"}, Size: 3}}); err != nil {
				t.Fatal(err)
			}
			var once sync.Once
			var listings atomic.Int64
			c.spoil = func(call string, _ http.ResponseWriter, _ *http.Request) bool {
				if call == "file/sort" {
					listings.Add(1)
				}
				switch {
				case call == row.at:
					once.Do(func() {
						if err := c.svc.Plant(t.Context(), []embeddeddrive.Item{{Path: []string{"A", "B", "new"}, Size: 7}}); err != nil {
							t.Error(err)
						}
					})
				case row.at == "" && listings.Load() == 3: // the plan's last
					once.Do(func() {
						if out, err := c.run(c.home, "", "mkdir", "drive:/other"); err != nil {
							t.Error(err, out)
						}
					})
				}
				return false
			}
			out, err := c.run(c.home, "", row.args...)
			is, no := c.run(c.home, "", "info", "--json", "drive:/A/B/new")
			if row.at == "" {
				if n := listings.Load(); err != nil || no != nil || n != 3+2+3+1+3 { // the plan, the other process, the change, the look, info
					t.Errorf("%d listings, %v: %s%s", n, err, out, is)
				}
				return
			}
			if e, ok := err.(*exec.ExitError); !ok || e.ExitCode() != 5 || !strings.Contains(is, `"size":7`) {
				t.Errorf("%v: %s%s", err, out, is)
			}
		})
	}
}

// A place means what is there when the command runs, whatever was there for the command
// before: no other entry is changed.
func TestPlacesOfTheCommandBefore(t *testing.T) {
	for name, steps := range map[string][][]string{
		"renamed":                  {{"rename", "docs:/Work/Note", "Old"}},
		"moved":                    {{"mv", "docs:/Work/Note", "docs:/Other"}},
		"deleted":                  {{"rm", "--yes", "docs:/Work/Note"}},
		"replaced":                 {{"rename", "docs:/Work/Note", "Old"}, {"new", "doc", "docs:/Work/Note"}},
		"its folder renamed":       {{"rename", "docs:/Work", "Past"}},
		"its folder replaced":      {{"rename", "docs:/Work", "Past"}, {"mkdir", "docs:/Work"}, {"new", "doc", "docs:/Work/Note"}},
		"its folder without it":    {{"rename", "docs:/Work", "Past"}, {"mkdir", "docs:/Work"}},
		"its folder in its target": {{"mv", "docs:/Work", "docs:/Other"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCounted(t)
			c.must("", "mkdir", "docs:/Work", "docs:/Other")
			c.must("", "new", "doc", "docs:/Work/Note")
			c.must("first\n", "insert", "docs:/Work/Note", "--at", "end")
			id := c.id("docs:/Work/Note")
			other := c.machine()
			for _, args := range steps {
				if out, err := c.run(other, "", args...); err != nil {
					t.Fatalf("aloft %q: %v\n%s", args, err, out)
				}
			}
			out, err := c.run(c.home, "second\n", "insert", "docs:/Work/Note", "--at", "end")
			replaced := strings.HasSuffix(name, "replaced")
			if replaced != (err == nil) {
				t.Errorf("%v: %s", err, out)
			}
			if replaced && c.id("docs:/Work/Note") == id {
				t.Error("it was not replaced at all")
			}
			if out, err := c.run(c.home, "", "rename", "docs:/Work/Note", "Mine"); replaced != (err == nil) {
				t.Errorf("%v: %s", err, out)
			}
			if name == "deleted" {
				return
			}
			text, err := c.run(c.home, "", "cat", `docs:/\#`+id)
			if err != nil || !strings.Contains(text, "first") || strings.Contains(text, "second") {
				t.Errorf("the document of the first command has %q, %v", text, err)
			}
		})
	}
}

// id of what is at a place.
func (c *counted) id(place string) string {
	c.t.Helper()
	out, err := c.run(c.home, "", "info", "--json", place)
	var e struct{ ID string }
	if jerr := json.Unmarshal([]byte(out), &e); err != nil || jerr != nil || e.ID == "" {
		c.t.Fatalf("%v, %v: %s", err, jerr, out)
	}
	return e.ID
}

// An export that may have been started is not asked for again by the same run, whatever came in
// place of an answer: services count what is asked for. The item says so, and a person's retry
// asks again.
func TestAnExportIsStartedOnce(t *testing.T) {
	drop := func(w http.ResponseWriter, after string) {
		conn, buf, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = buf.WriteString(after)
		_ = buf.Flush()
		_ = conn.Close()
	}
	status := func(code int) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	body := func(text string) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, text)
		}
	}
	const half = `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","te`
	for name, answer := range map[string]func(http.ResponseWriter, *http.Request){
		"500":     status(http.StatusInternalServerError),
		"502":     status(http.StatusBadGateway),
		"503":     status(http.StatusServiceUnavailable),
		"504":     status(http.StatusGatewayTimeout),
		"dropped": func(w http.ResponseWriter, _ *http.Request) { drop(w, "") },
		"cut": func(w http.ResponseWriter, _ *http.Request) {
			drop(w, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n"+half)
		},
		"malformed":       body(half),
		"malformed words": body("it is done"),
		"empty":           body(""),
		"no task":         body(`{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{}"}]}}`),
		"another answer":  body(`{"jsonrpc":"2.0","id":999,"result":{}}`),
		"not JSON-RPC":    body(`{"ok":true}`),
		"a page":          body("<html><body>one moment</body></html>"),
		"accepted":        status(http.StatusAccepted),
		"no content":      status(http.StatusNoContent),
		"too late":        status(http.StatusRequestTimeout),
		"internal error":  body(`{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"internal error"}}`),
		"busy":            body(`{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"type:business, code:10012, msg:busy, trace_id:t"}}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCounted(t)
			c.must("", "new", "doc", "docs:/Note")
			starts := 0
			c.spoil = func(tool string, w http.ResponseWriter, r *http.Request) bool {
				if tool != "export_file" {
					return false
				}
				if starts++; starts > 1 {
					return false
				}
				answer(w, r)
				return true
			}
			out, err := c.run(c.home, "", "export", "docs:/Note", "-o", "out")
			if err == nil || starts != 1 {
				t.Fatalf("%d starts, %v:\n%s", starts, err, out)
			}
			if !strings.Contains(out, "no answer came, and nothing was made; retry the job to send the request again") {
				t.Errorf("it says\n%s", out)
			}
			var jobs []struct{ ID string }
			list, err := c.run(c.home, "", "jobs", "ls", "--json")
			if jerr := json.Unmarshal([]byte(list), &jobs); err != nil || jerr != nil || len(jobs) == 0 {
				t.Fatalf("%v, %v: %s", err, jerr, list)
			}
			if starts != 1 {
				t.Errorf("a look at the jobs has started it again")
			}
			if out, err := c.run(c.home, "", "jobs", "retry", "--yes", jobs[0].ID); err != nil || starts != 2 {
				t.Errorf("%d starts after the retry, %v:\n%s", starts, err, out)
			}
			if _, err := os.Stat(filepath.Join(c.home, "out", "Note.docx")); err != nil {
				t.Error(err)
			}
		})
	}
}

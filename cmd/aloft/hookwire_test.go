//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The webhook receiver is checked from outside. The rows are those of "Webhook receiver" in
// "Cloud Drive Web API and Webhook Receiver", and our own where it is silent. They were
// written without the receiver's code. They check the program as a process and a small reference
// receiver, which must pass. They also check mutants of the reference, each of which must fail.

// hookSetup is a configuration of a receiver. Each has the platforms box, whose
// messages come into a folder, and mute, which cannot post by itself.
type hookSetup struct {
	name     string
	path     string // "" = the default
	open     bool
	projects []string // each with a folder and an agent of its own
	body     int64    // 0 = the default
	limit    time.Duration
	paused   bool
}

// hookSetups are the receivers that the rows need.
func hookSetups() []hookSetup {
	one := []string{"site"}
	return []hookSetup{
		{name: "plain", projects: one},
		{name: "open", projects: one, open: true},
		{name: "several", projects: []string{"site", "other"}},
		{name: "path", projects: one, path: "a/b/"},
		{name: "small", projects: one, body: 4 << 10},
		{name: "brief", projects: one, limit: time.Second},
		{name: "paused", projects: one, paused: true},
	}
}

// hookAgent is the agent of the projects: it keeps its prompt in a file with the
// event's name, and waits while somebody holds it.
const hookAgent = `cat >"prompt-$ALOFT_EVENT.part"; : >"turn-$ALOFT_EVENT"; while [ -e "hold-$ALOFT_EVENT" ]; do sleep 0.02; done; ` +
	`mv "prompt-$ALOFT_EVENT.part" "prompt-$ALOFT_EVENT"; echo "reply to $ALOFT_EVENT"`

// hookBox writes a message of the platform box to a file in the folder $0.
const hookBox = `f="$0/$ALOFT_DELIVERY-$ALOFT_KIND-$$"; { printf '%s\n%s\n%s\n' "$ALOFT_KIND" "$ALOFT_EVENT" "$ALOFT_SESSION"; cat; } >"$f.part" && mv "$f.part" "$f.msg"`

// hookAt is a receiver that the rows check.
type hookAt struct {
	addr  string
	path  string // with its slash
	token string
	dir   string // has a folder for each project, and "box"
}

// hookRow is one requirement.
type hookRow struct {
	name  string
	setup string
	check func(w *hookWire)
}

// checkHook checks a receiver of each setup and returns what is violated. reach
// starts one, once for each.
func checkHook(rows []hookRow, patience time.Duration, reach func(hookSetup) hookAt) []string {
	var mu sync.Mutex
	var out []string
	var all sync.WaitGroup
	for _, s := range hookSetups() {
		mine := slices.DeleteFunc(slices.Clone(rows), func(r hookRow) bool { return r.setup != s.name })
		if len(mine) == 0 {
			continue
		}
		at := reach(s)
		all.Go(func() {
			for i, r := range mine {
				w := &hookWire{hookAt: at, patience: patience, event: fmt.Sprintf("e%d", i)}
				r.check(w)
				mu.Lock()
				for _, f := range w.faults {
					out = append(out, r.name+": "+f)
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	slices.Sort(out)
	return out
}

// hookWire is the sender of one row.
type hookWire struct {
	hookAt
	patience time.Duration
	event    string // unique among the rows of this receiver
	faults   []string
	read     map[string]message // by file, which nobody writes again
}

func (w *hookWire) bad(format string, args ...any) {
	w.faults = append(w.faults, fmt.Sprintf(format, args...))
}

// ask is a request as it goes over the wire.
type ask struct {
	method, target, host, proto string
	head                        []string
	bare                        bool // without the credential
	body                        string
	chunked                     bool
	half                        bool // the sender closes its side
}

type answer struct {
	status int
	header http.Header
	body   string
}

// send sends a request on a connection of its own and reads the answer.
func (w *hookWire) send(a ask) (answer, error) {
	or := func(s, d string) string {
		if s == "" {
			return d
		}
		return s
	}
	method := or(a.method, "POST")
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s %s\r\nHost: %s\r\nConnection: close\r\n", method, or(a.target, w.path), or(a.proto, "HTTP/1.1"), or(a.host, w.addr))
	if !a.bare && w.token != "" {
		fmt.Fprintf(&b, "Authorization: Bearer %s\r\n", w.token)
	}
	for _, h := range a.head {
		b.WriteString(h + "\r\n")
	}
	end := ""
	if a.chunked {
		fmt.Fprintf(&b, "Transfer-Encoding: chunked\r\n\r\n%x\r\n", len(a.body))
		end = "\r\n0\r\n\r\n"
	} else {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n", len(a.body))
	}
	// Only now: a receiver does not wait long for a header.
	c, err := net.Dial("tcp", w.addr)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = c.Close() }()
	if err := c.SetDeadline(time.Now().Add(w.patience)); err != nil {
		return answer{}, err
	}
	go func() {
		// A receiver may answer before it has read everything.
		whole := io.MultiReader(&b, strings.NewReader(a.body), strings.NewReader(end))
		_, _ = io.Copy(c, struct{ io.Reader }{whole}) // piece by piece, a body is not copied
		if t, ok := c.(*net.TCPConn); ok && a.half {
			_ = t.CloseWrite()
		}
	}()
	r, err := http.ReadResponse(bufio.NewReader(c), &http.Request{Method: method})
	if err != nil {
		return answer{}, err
	}
	body, err := io.ReadAll(r.Body)
	return answer{r.StatusCode, r.Header, string(body)}, err
}

// firstLine sends bytes and returns the first line of the answer.
func (w *hookWire) firstLine(raw string) string {
	c, err := net.Dial("tcp", w.addr)
	if err != nil {
		w.bad("%v", err)
		return ""
	}
	defer func() { _ = c.Close() }()
	if err := c.SetDeadline(time.Now().Add(w.patience)); err != nil {
		w.bad("%v", err)
	}
	if _, err := io.WriteString(c, raw); err != nil {
		w.bad("%v", err)
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		w.bad("%v", err)
	}
	return line
}

// refused sends what must be refused with the status and, unless they are "",
// exactly these words; words that end with a space only begin the line.
func (w *hookWire) refused(a ask, status int, words string) answer {
	r, err := w.send(a)
	w.isRefusal(a, r, err, status, words)
	return r
}

func (w *hookWire) isRefusal(a ask, r answer, err error, status int, words string) {
	if err != nil {
		w.bad("no answer: %v", err)
		return
	}
	if r.status != status {
		w.bad("answered %d %q, not %d", r.status, r.body, status)
		return
	}
	if got := r.header.Get("Content-Type"); got != "text/plain; charset=utf-8" {
		w.bad("the content type of %d is %q", status, got)
	}
	if got := r.header.Get("X-Content-Type-Options"); got != "nosniff" {
		w.bad("%d has X-Content-Type-Options %q", status, got)
	}
	if a.method == "HEAD" {
		return
	}
	line, ends := strings.CutSuffix(r.body, "\n")
	switch {
	case !ends || line == "" || strings.Contains(line, "\n"):
		w.bad("the body of %d is not one line: %q", status, r.body)
	case strings.HasSuffix(words, " ") && (!strings.HasPrefix(line, words) || line == words):
		w.bad("%q does not begin with %q", line, words)
	case words != "" && !strings.HasSuffix(words, " ") && line != words:
		w.bad("says %q, not %q", line, words)
	}
}

// accepted sends what must be accepted under the name of the event.
func (w *hookWire) accepted(a ask, event string) answer {
	r, err := w.send(a)
	if err != nil {
		w.bad("no answer: %v", err)
		return r
	}
	if r.status != 200 {
		w.bad("answered %d %q, not 200", r.status, r.body)
		return r
	}
	if got := r.header.Get("Content-Type"); got != "application/json" {
		w.bad("the content type of 200 is %q", got)
	}
	if r.header.Get("Aloft-Delivery") == "" {
		w.bad("no delivery id")
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(r.body), &fields); err != nil || !strings.HasSuffix(r.body, "}\n") || len(fields) != 2 {
		w.bad("not two fields and a line end: %q", r.body)
	}
	if fields["status"] != "accepted" || fields["event"] != event {
		w.bad("says %q, not accepted and %q", r.body, event)
	}
	return r
}

// fields are those of a body.
type fields map[string]any

// deliver sends a body that must be accepted; session and event are the row's own
// unless they are given.
func (w *hookWire) deliver(f fields, head ...string) answer {
	all := fields{"session_key": "box:" + w.event, "event": w.event}
	for k, v := range f {
		all[k] = v
	}
	var body strings.Builder
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // a payload goes out as it is
	if err := enc.Encode(all); err != nil {
		w.bad("%v", err)
	}
	return w.accepted(ask{body: body.String(), head: head}, fmt.Sprint(all["event"]))
}

// until waits for a condition.
func (w *hookWire) until(what string, ok func() bool) bool {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(w.patience); ; <-tick.C {
		if ok() {
			return true
		}
		if time.Now().After(end) {
			w.bad("never came: %s", what)
			return false
		}
	}
}

// in is a file of the first project.
func (w *hookWire) in(name string) string { return filepath.Join(w.dir, "site", name) }

func (w *hookWire) there(name string) bool {
	_, err := os.Stat(w.in(name))
	return err == nil
}

// message is one that was posted to the box.
type message struct{ kind, event, session, text string }

// posted are the messages of an event, of one kind if it is given.
func (w *hookWire) posted(event, kind string) (out []message) {
	files, _ := filepath.Glob(filepath.Join(w.dir, "box", "*.msg"))
	if w.read == nil {
		w.read = map[string]message{}
	}
	for _, f := range files {
		m, ok := w.read[f]
		if !ok {
			b, err := os.ReadFile(f)
			p := strings.SplitN(string(b), "\n", 4)
			if err != nil || len(p) < 4 {
				w.bad("a message cannot be read: %v %q", err, b)
				continue
			}
			m = message{p[0], p[1], p[2], p[3]}
			w.read[f] = m
		}
		if m.event == event && (kind == "" || m.kind == kind) {
			out = append(out, m)
		}
	}
	return out
}

// outcome waits for the one message about how a command ended.
func (w *hookWire) outcome(event string) message {
	var all []message
	if !w.until("the outcome of "+event, func() bool {
		all = w.posted(event, "outcome")
		return len(all) > 0
	}) {
		return message{}
	}
	if len(all) > 1 {
		w.bad("%d outcomes", len(all))
	}
	return all[0]
}

// exec delivers a command and waits for its outcome.
func (w *hookWire) exec(command string, more ...fields) message {
	f := fields{"exec": command}
	for _, m := range more {
		for k, v := range m {
			f[k] = v
		}
	}
	w.deliver(f)
	return w.outcome(w.event)
}

// settled waits for everything that came before in the row's session: a later
// command of the session was run, and its outcome posted.
func (w *hookWire) settled() {
	event := w.event + "-later"
	w.deliver(fields{"exec": ":", "event": event})
	w.outcome(event)
}

// rig starts receivers of the program, each with a home of its own.
func rig(t *testing.T, s hookSetup) hookAt {
	t.Helper()
	dir := makeHookDir(t, s)
	var conf strings.Builder
	path := "/hook"
	fmt.Fprintf(&conf, "[webhook]\n")
	if s.path != "" {
		fmt.Fprintf(&conf, "path = %q\n", s.path)
		path = "/" + strings.Trim(s.path, "/")
	}
	if s.body > 0 {
		fmt.Fprintf(&conf, "max_body = %d\n", s.body)
	}
	if s.limit > 0 {
		fmt.Fprintf(&conf, "exec_timeout = %q\n", s.limit)
	}
	if s.open {
		fmt.Fprintf(&conf, "open = true\n")
	}
	for _, p := range s.projects {
		fmt.Fprintf(&conf, "[webhook.projects.%s]\ndir = %q\nagent = [\"sh\", \"-c\", %q]\n", p, filepath.Join(dir, p), hookAgent)
	}
	fmt.Fprintf(&conf, "[webhook.platforms.box]\ntype = \"command\"\ncommand = [\"sh\", \"-c\", %q, %q]\n", hookBox, filepath.Join(dir, "box"))
	fmt.Fprintf(&conf, "[webhook.platforms.mute]\ntype = \"command\"\nproactive = false\ncommand = [\"sh\", \"-c\", %q, %q]\n", hookBox, filepath.Join(dir, "box"))
	at, _ := serveHook(t, dir, conf.String(), s.open)
	at.path = path
	if s.paused {
		if out, err := aloftIn(dir, "hook", "pause").CombinedOutput(); err != nil {
			t.Fatalf("pause: %v\n%s", err, out)
		}
		w := &hookWire{hookAt: at, patience: hookPatience}
		w.until("the pause", func() bool {
			r, err := w.send(ask{body: goodBody})
			return err == nil && r.status == 503
		})
		if len(w.faults) > 0 {
			t.Fatal(w.faults)
		}
	}
	return at
}

// makeHookDir has the folders of a setup.
func makeHookDir(t *testing.T, s hookSetup) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range append([]string{"home", "box"}, s.projects...) {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// hookPatience is the timeout of a row, on the slowest machine.
const hookPatience = 3 * time.Minute

func TestHookWire(t *testing.T) {
	t.Parallel()
	for _, v := range checkHook(hookRows(), hookPatience, func(s hookSetup) hookAt { return rig(t, s) }) {
		t.Error(v)
	}
}

package model_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func (s source) imports() []string {
	var out []string
	for _, i := range s.file.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		out = append(out, p)
	}
	return out
}

// under reports whether a path is a folder or in it.
func under(p string, dirs ...string) bool {
	for _, d := range dirs {
		if p == d || strings.HasPrefix(p, d+"/") {
			return true
		}
	}
	return false
}

// border says what the files of a folder may import. The longest folder that
// fits rules. Of our own packages only those named are allowed: a folder alone,
// or with "/..." all that is in it.
type border struct {
	dir string
	own []string
	not []string // foreign packages, with all under them
}

func borders() []border {
	terminal := []string{"charm.land", "github.com/charmbracelet/colorprofile", "github.com/charmbracelet/x/term", "github.com/spf13", "golang.org/x/term"}
	wire := []string{"net/http", "net/url", "database/sql", "modernc.org", "os/exec"}
	// room may use only what it names beside the interfaces.
	room := func(dir string, own ...string) border {
		return border{dir, append([]string{"model/...", "client", "client/system"}, own...), append(terminal, wire...)}
	}
	client := func(dir string, also ...string) border {
		return border{dir, append([]string{"model/...", "client", "client/system", dir + "/..."}, also...), terminal}
	}
	box := func(part string, also ...string) border {
		return border{"client/embedded/" + part, append([]string{"model/...", "client/system/sqlite", "client/system"}, also...), terminal}
	}
	// A format knows the document model and the formats that are named.
	format := func(dir string, own ...string) border {
		return border{dir, append([]string{"model/..."}, own...), append([]string{"net", "os"}, terminal...)}
	}
	// A family of commands knows what all share, and no other family.
	command := func(name string, own ...string) border {
		return border{"cmd/aloft/" + name, append([]string{"model/...", "client", "cmd/aloft/console"}, own...), nil}
	}
	return []border{
		{"model", []string{"model/..."}, append(append([]string{"os", "io", "net", "context", "log", "sync", "syscall", "math/rand", "path/filepath"}, terminal...), wire...)},
		{"model/lazy", nil, append([]string{"os", "io", "net", "context", "log"}, append(terminal, wire...)...)},
		{"themes", []string{"model/..."}, append([]string{"charm.land/bubbletea", "net", "context"}, wire...)},
		{"client", []string{"model/...", "client/system"}, append([]string{"net", "os"}, append(terminal, wire...)...)},
		{"client/system", []string{"model/..."}, terminal},
		{"client/system/sqlite", nil, terminal},
		client("client/gate"),
		room("client/gate/state"),
		{"client/gate/redis", []string{"model/...", "client", "client/gate/state", "client/system"}, append([]string{"net/http", "os"}, terminal...)},
		{"client/gate/file", []string{"model/...", "client", "client/system", "client/gate/state"}, append(terminal, wire...)},
		client("client/drive", "client/gate", "client/signed", "client/lenient", "client/secret/paste"),
		{"client/signed", []string{"model/...", "client"}, terminal},
		client("client/docs", "client/gate", "client/lenient"),
		{"client/lenient", []string{"model"}, append(terminal, wire...)},
		room("client/docs/tool", "client/lenient"),
		client("client/docs/conn", "client/gate", "client/signed", "client/lenient", "client/docs/tool"),
		// File formats and the document model: both ends of the wire use them.
		{"client/office", []string{"model/...", "client/office/..."}, append([]string{"net", "os/exec"}, terminal...)},
		format("client/office/word"),
		format("client/office/word/parts", "client/office/word"),
		format("client/office/word/md", "client/office/word", "client/office/word/loss", "client/office/word/parts"),
		format("client/office/word/read", "client/office/word", "client/office/word/loss", "client/office/word/parts"),
		format("client/office/word/write", "client/office/word", "client/office/word/parts"),
		format("client/office/word/patch", "client/office/word", "client/office/word/parts", "client/office/word/read", "client/office/word/write"),
		// A server of another make, for tests: it reads the specification for itself.
		{"client/docs/second", nil, terminal},
		client("client/disk"),
		room("client/archive", "client/office"),
		client("client/peek", "client/disk", "client/office"),
		client("client/libreoffice"),
		client("client/checkout", "client/disk"),
		// The steps of a job, each on those before it; the door knows plan and run.
		room("client/jobs/journal"),
		room("client/jobs/verify", "client/jobs/journal"),
		room("client/explain"),
		room("client/jobs/plan", "client/find", "client/jobs/journal", "client/jobs/verify"),
		room("client/jobs/transfer", "client/jobs/journal", "client/jobs/plan", "client/jobs/verify"),
		room("client/jobs/run", "client/jobs/journal", "client/jobs/plan", "client/jobs/transfer", "client/jobs/verify"),
		room("client/jobs", "client/jobs/plan", "client/jobs/run"),
		client("client/edits", "client/office/word", "client/office/word/md"), // it reads the Markdown of services
		client("client/webhook"),
		client("client/webhook/receive"),
		client("client/webhook/store", "client/system/sqlite"),
		client("client/webhook/run"),
		client("client/webhook/platform", "client/webhook/run"),
		// The work knows requests and the store, and neither HTTP nor what owns them.
		{"client/webhook/dispatch", []string{"model/...", "client", "client/webhook/platform", "client/webhook/receive",
			"client/webhook/run", "client/webhook/store"}, append([]string{"net", "os"}, terminal...)},
		client("client/config", "client/signed"),
		client("client/secret", "client/config", "client/secret/paste"),
		{"client/secret/paste", []string{"model/text"}, append([]string{"os", "context"}, terminal...)},
		client("client/keep"),
		room("client/find"),
		room("client/limited", "client/disk"),
		client("client/clienttest", "client/gate/..."),
		client("client/clienttest/fault", "client/embedded/..."),
		client("client/clienttest/faultwords", "client/clienttest/fault", "client/embedded/docs", "client/embedded/flow"),
		// The documents of doubles are edited by the real engine.
		client("client/clienttest/memdoc", "client/embedded/engine", "client/office/word", "client/office/word/md"),
		// The other end of the wire: it reads the specification for itself. Its parts
		// know those before them only.
		box("engine", "client/office/word", "client/office/word/md"),
		box("store"),
		box("flow", "client/embedded/store"),
		box("drive", "client/embedded/flow", "client/embedded/store"),
		box("pages", "client/office/...", "client/embedded/flow", "client/embedded/store"),
		box("docs", "client/office/...", "client/embedded/engine", "client/embedded/flow", "client/embedded/pages", "client/embedded/store"),
		{"client/embedded", []string{"model/...", "client/embedded/..."}, terminal},
		{"ui", []string{"model/...", "themes", "client", "client/explain", "client/find", "ui/..."}, wire},
		// Actions see the screen as act.Screen, never the root.
		{"ui/act", []string{
			"model/...", "client", "client/find", "ui/act/...", "ui/dialog", "ui/input", "ui/jobs", "ui/keys", "ui/kit", "ui/pane", "ui/palette", "ui/preview", "ui/status",
			"ui/term", "ui/webhook",
		}, wire},
		{"ui/term", []string{"model/...", "client", "ui/kit"}, wire},
		// It shows actions, keys and settings, and knows neither the settings' file nor the screen.
		{"ui/palette", []string{"model", "model/text", "client", "themes", "ui/dialog", "ui/input", "ui/keys"}, wire},
		// The documents of the screen's tests are edited by the real engine.
		{"ui/uitest", []string{"model/...", "themes", "client", "ui/...", "client/clienttest/memdoc"}, wire},
		// It runs programs, so it may use os/exec, and nothing of ours.
		{"ui/uitest/program", nil, []string{"net", "database/sql", "modernc.org", "charm.land"}},
		{"cmd", []string{"model/...", "themes", "client/...", "ui/...", "cmd/..."}, nil},
		command("console", "client/config", "client/secret"),
		command("session", "client/checkout", "client/config", "client/disk", "client/gate", "client/secret", "client/secret/paste", "client/system",
			"client/webhook/store", "themes", "ui/keys", "ui/kit", "ui/term"),
		command("wire", "client/...", "cmd/aloft/session"),
		command("write", "client/system", "client/explain", "client/jobs/journal", "cmd/aloft/session"),
		command("browse", "client/archive", "client/disk", "client/explain", "client/find", "client/keep", "client/office", "cmd/aloft/session", "cmd/aloft/write"),
		command("doc", "client/disk", "client/office", "client/office/word/loss", "cmd/aloft/session", "cmd/aloft/write"),
		command("hook", "client/config", "client/secret", "client/webhook/...", "ui", "cmd/aloft/session"),
		command("jobs", "cmd/aloft/session", "cmd/aloft/write"),
	}
}

func (h house) imports(t *testing.T) {
	for _, s := range h.all {
		if s.test {
			continue // tests may bring parts together that the program keeps apart
		}
		var b *border
		for _, c := range borders() {
			if under(s.dir, c.dir) && (b == nil || len(c.dir) > len(b.dir)) {
				b = &c
			}
		}
		if b == nil || b.dir == "client" && s.dir != "client" {
			t.Errorf("%s: the house has no room of that name: give its folder a row in borders()", s.path)
			continue
		}
		for _, p := range s.imports() {
			own, ours := strings.CutPrefix(p, module+"/")
			if !ours {
				if under(p, b.not...) {
					t.Errorf("%s imports %s, which %s must not", s.path, p, b.dir)
				}
				continue
			}
			ok := slices.ContainsFunc(b.own, func(allowed string) bool {
				if all, deep := strings.CutSuffix(allowed, "/..."); deep {
					return under(own, all)
				}
				return own == allowed
			})
			if !ok {
				t.Errorf("%s imports %s; %s may import of our own %v", s.path, own, b.dir, b.own)
			}
			if forTests(own) && !forTests(s.dir) && s.path != "cmd/aloft/lab.go" { // -tags lab
				t.Errorf("%s imports %s, which is for tests", s.path, own)
			}
		}
	}
}

// forTests: a folder that tests alone use.
func forTests(dir string) bool {
	return under(dir, "client/clienttest", "client/docs/second", "ui/uitest")
}

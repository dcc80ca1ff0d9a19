package model_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The import rules and some more for all code: which folder may import which, no
// package variable that changes, no work in init, no sleep in tests. cmd/messages
// checks what the program says.

const module = "aloft"

// source is one Go file of the module.
type source struct {
	path string // from the root, with slashes
	dir  string
	test bool
	file *ast.File
	text string
}

// house is the parsed module.
type house struct {
	all []source
	set *token.FileSet
}

func TestHouse(t *testing.T) {
	var h house
	h.all, h.set = sources(t)
	t.Run("imports run one way", h.imports)
	t.Run("the folders are the rooms of ARCHITECTURE", h.rooms)
	t.Run("ARCHITECTURE.md is true", h.page)
	t.Run("the model has no clock", h.clock)
	t.Run("no package variable changes", h.variables)
	t.Run("no test waits for time", h.sleep)
	t.Run("files are whole and short", h.files)
}

// sources parses the whole module.
func sources(t *testing.T) ([]source, *token.FileSet) {
	t.Helper()
	root := ".."
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatal(err)
	}
	var out []source
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != root {
			if _, err := os.Stat(filepath.Join(p, "go.mod")); err == nil || strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" {
				return filepath.SkipDir
			}
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		f, err := parser.ParseFile(set, rel, data, parser.ParseComments)
		if err != nil {
			return err
		}
		out = append(out, source{rel, path.Dir(rel), strings.HasSuffix(rel, "_test.go"), f, string(data)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, set
}

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
		return border{dir, append([]string{"model/...", "client"}, own...), append(terminal, wire...)}
	}
	client := func(dir string, also ...string) border {
		return border{dir, append([]string{"model/...", "client", "client/durable", "client/holder", dir + "/..."}, also...), terminal}
	}
	box := func(part string, also ...string) border {
		return border{"client/embedded/" + part, append([]string{"model/...", "client/durable/sqlite"}, also...), terminal}
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
		{"themes", []string{"model/..."}, append([]string{"charm.land/bubbletea", "charm.land/bubbles", "net", "context"}, wire...)},
		{"client", []string{"model/..."}, append([]string{"net", "os"}, append(terminal, wire...)...)},
		{"client/holder", []string{"model/...", "client", "client/durable"}, append([]string{"net"}, append(terminal, wire...)...)},
		{"client/durable", []string{"client/durable/..."}, append([]string{"net"}, append(terminal, wire...)...)},
		{"client/durable/sqlite", nil, terminal},
		client("client/gate"),
		room("client/gate/state", "client/holder"),
		{"client/gate/redis", []string{"model/...", "client", "client/gate/state", "client/holder"}, append([]string{"net/http", "os"}, terminal...)},
		{"client/gate/file", []string{"model/...", "client", "client/durable", "client/gate/state", "client/holder"}, append(terminal, wire...)},
		client("client/drive", "client/gate", "client/signed", "client/drive/content"),
		{"client/signed", []string{"model/...", "client"}, terminal},
		client("client/drive/content", "client/gate", "client/signed"),
		client("client/docs", "client/gate"),
		{"client/docs/lenient", nil, append(terminal, wire...)},
		room("client/docs/tool", "client/docs/lenient"),
		{"client/docs/fault", []string{"model/...", "client", "client/gate", "client/docs/lenient", "client/docs/tool"}, terminal},
		client("client/docs/conn", "client/durable", "client/gate", "client/docs/fault", "client/docs/lenient", "client/docs/tool"),
		client("client/docs/blob", "client/gate", "client/signed", "client/docs/conn", "client/docs/fault", "client/docs/lenient", "client/docs/tool"),
		// File formats and the document model: both ends of the wire use them.
		{"client/office", []string{"model/...", "client/office/..."}, append([]string{"net", "os/exec"}, terminal...)},
		format("client/office/word"),
		format("client/office/word/parts", "client/office/word"),
		format("client/office/word/md", "client/office/word", "client/office/word/loss", "client/office/word/parts"),
		format("client/office/word/read", "client/office/word", "client/office/word/loss", "client/office/word/parts"),
		format("client/office/word/write", "client/office/word", "client/office/word/parts"),
		format("client/office/word/patch", "client/office/word", "client/office/word/parts", "client/office/word/read", "client/office/word/write"),
		// A server of another make, for tests: it reads the specification for itself.
		{"client/docs/second", []string{"client/docs/second/..."}, terminal},
		client("client/disk", "client/durable/noclobber"),
		client("client/peek", "client/disk", "client/office"),
		client("client/checkout", "client/disk"),
		// The steps of a job, each on those before it; the door knows plan and run.
		room("client/jobs/step"),
		room("client/jobs/retry"),
		room("client/jobs/store", "client/durable"),
		room("client/jobs/listing", "client/jobs/retry", "client/jobs/step"),
		room("client/jobs/journal", "client/durable", "client/holder", "client/jobs/step", "client/jobs/store"),
		room("client/jobs/verify", "client/jobs/journal", "client/jobs/listing", "client/jobs/step"),
		room("client/jobs/lookup", "client/jobs/journal", "client/jobs/listing", "client/jobs/step", "client/jobs/verify"),
		{"client/compare", []string{"model/..."}, terminal},
		room("client/jobs/plan", "client/compare", "client/jobs/journal", "client/jobs/listing", "client/jobs/step", "client/jobs/store", "client/jobs/verify"),
		room("client/jobs/transfer", "client/jobs/journal", "client/jobs/retry", "client/jobs/plan", "client/jobs/step", "client/jobs/store", "client/jobs/verify"),
		room("client/jobs/run", "client/durable", "client/holder", "client/jobs/journal", "client/jobs/listing", "client/jobs/lookup", "client/jobs/retry",
			"client/jobs/plan", "client/jobs/step", "client/jobs/store", "client/jobs/transfer", "client/jobs/verify"),
		room("client/jobs", "client/jobs/plan", "client/jobs/run"),
		client("client/edits"),
		client("client/webhook"),
		client("client/webhook/receive"),
		client("client/webhook/store", "client/durable/sqlite"),
		client("client/webhook/run"),
		client("client/webhook/agent"),
		client("client/webhook/platform", "client/webhook/run"),
		// The work knows requests and the store, and neither HTTP nor what owns them.
		{"client/webhook/dispatch", []string{"model/...", "client", "client/webhook/agent", "client/webhook/platform", "client/webhook/receive",
			"client/webhook/run", "client/webhook/store"}, append([]string{"net", "os"}, terminal...)},
		client("client/config", "client/signed"),
		client("client/secret", "client/secret/paste"),
		{"client/secret/paste", []string{"model/text"}, append([]string{"os", "context"}, terminal...)},
		client("client/keep"),
		room("client/find"),
		client("client/clienttest", "client/gate/..."),
		// The documents of doubles are edited by the real engine.
		client("client/clienttest/memdoc", "client/embedded/engine", "client/office/word", "client/office/word/md"),
		// The other end of the wire: it reads the specification for itself. Its parts
		// know those before them only.
		box("engine", "client/office/word", "client/office/word/md"),
		box("lifecycle"),
		box("naming"),
		box("watch"),
		box("store", "client/durable", "client/embedded/naming"),
		box("transport", "client/embedded/store"),
		box("fault", "client/embedded/store", "client/embedded/watch"),
		box("tool", "client/embedded/fault"),
		box("flow"),
		box("content", "client/embedded/store"),
		box("bucket", "client/embedded/content", "client/embedded/fault", "client/embedded/flow", "client/embedded/lifecycle", "client/embedded/store"),
		box("drive", "client/embedded/content", "client/embedded/fault", "client/embedded/flow", "client/embedded/lifecycle", "client/embedded/naming",
			"client/embedded/bucket", "client/embedded/store", "client/embedded/watch"),
		box("pages", "client/embedded/naming", "client/embedded/store", "client/embedded/tool"),
		box("sample", "client/office/...", "client/embedded/pages", "client/embedded/store"),
		box("blob", "client/embedded/fault", "client/embedded/flow", "client/embedded/lifecycle", "client/embedded/naming", "client/embedded/pages", "client/embedded/store"),
		box("word", "client/office/word/...", "client/embedded/blob", "client/embedded/engine", "client/embedded/fault", "client/embedded/lifecycle",
			"client/embedded/pages", "client/embedded/sample", "client/embedded/store", "client/embedded/tool"),
		box("transfer", "client/office/...", "client/embedded/blob", "client/embedded/fault", "client/embedded/lifecycle", "client/embedded/naming",
			"client/embedded/pages", "client/embedded/sample", "client/embedded/store", "client/embedded/tool", "client/embedded/word"),
		box("docs", "client/embedded/engine", "client/embedded/fault", "client/embedded/lifecycle", "client/embedded/naming", "client/embedded/pages",
			"client/embedded/store", "client/embedded/tool", "client/embedded/transfer", "client/embedded/watch", "client/embedded/word"),
		{"client/embedded", []string{"model/...", "client/embedded/..."}, terminal},
		{"ui", []string{"model/...", "themes", "client", "client/find", "ui/..."}, wire},
		// Actions see the screen as act.Screen, never the root.
		{"ui/act", []string{
			"model/...", "client", "client/find", "ui/act/...", "ui/dialog", "ui/input", "ui/jobs", "ui/keys", "ui/kit", "ui/pane", "ui/preview", "ui/settings", "ui/status",
			"ui/term", "ui/viewer", "ui/webhook",
		}, wire},
		{"ui/frame", []string{"ui/term"}, wire},
		// It shows and changes settings, and knows neither their file nor the screen.
		{"ui/settings", []string{"model", "client", "ui/dialog", "ui/input", "ui/keys"}, wire},
		// The documents of the screen's tests are edited by the real engine.
		{"ui/uitest", []string{"model/...", "themes", "client", "ui/...", "client/clienttest/memdoc"}, wire},
		// It runs programs, so it may use os/exec, and nothing of ours.
		{"ui/uitest/program", nil, []string{"net", "database/sql", "modernc.org", "charm.land"}},
		{"cmd", []string{"model/...", "themes", "client/...", "ui/...", "cmd/..."}, nil},
		command("console", "client/config", "client/secret"),
		command("editor", "client/durable", "ui/frame"),
		command("session", "client/checkout", "client/config", "client/durable", "client/gate", "client/secret", "client/webhook/store", "themes", "ui/keys", "cmd/aloft/editor"),
		command("places", "cmd/aloft/session"),
		command("wire", "client/...", "cmd/aloft/session"),
		command("write", "client/durable", "client/jobs/store", "cmd/aloft/places", "cmd/aloft/session"),
		command("login", "client/secret", "client/secret/paste", "cmd/aloft/session"),
		command("report", "cmd/aloft/session"),
		command("reload", "client/config", "themes", "ui", "ui/act", "ui/keys", "cmd/aloft/hook", "cmd/aloft/session"),
		command("browse", "client/compare", "client/disk", "client/find", "client/office", "cmd/aloft/places", "cmd/aloft/session", "cmd/aloft/write"),
		command("doc", "client/disk", "client/office", "client/office/word/loss", "cmd/aloft/places", "cmd/aloft/session", "cmd/aloft/write"),
		command("hook", "client/config", "client/secret", "client/webhook/...", "ui", "cmd/aloft/login", "cmd/aloft/session"),
		command("bin", "cmd/aloft/places", "cmd/aloft/session", "cmd/aloft/write"),
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
			t.Errorf("%s: the house has no room of that name", s.path)
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
			if forTests(own) && !forTests(s.dir) {
				t.Errorf("%s imports %s, which is for tests", s.path, own)
			}
		}
	}
}

// forTests: a folder that tests alone use.
func forTests(dir string) bool {
	return under(dir, "client/clienttest", "client/docs/second", "ui/uitest")
}

func (h house) rooms(t *testing.T) {
	rooms := []string{"cmd", "ui", "themes", "client", "model", "testdata", "dist"}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(rooms, e.Name()) {
			t.Errorf("the folder %s is no room of the house", e.Name())
		}
	}
}

// The model has no clock of its own: times come from outside.
func (h house) clock(t *testing.T) {
	for _, s := range h.all {
		if s.test || !under(s.dir, "model") {
			continue
		}
		eachCall(s.file, func(c *ast.CallExpr, pkg, name string) {
			if pkg == "time" && slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After", "Tick", "NewTimer", "NewTicker", "AfterFunc"}, name) {
				t.Errorf("%s: time.%s in the model", h.set.Position(c.Pos()), name)
			}
		})
	}
}

// eachCall visits calls of the form pkg.Name(…); pkg is "" for Name(…).
func eachCall(n ast.Node, visit func(c *ast.CallExpr, pkg, name string)) {
	ast.Inspect(n, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch f := c.Fun.(type) {
		case *ast.SelectorExpr:
			if x, ok := f.X.(*ast.Ident); ok {
				visit(c, x.Name, f.Sel.Name)
			} else {
				visit(c, "?", f.Sel.Name)
			}
		case *ast.Ident:
			visit(c, "", f.Name)
		}
		return true
	})
}

// A session is a value: what is shared by two of them must not change. A
// package variable may be a table; nothing may write to it, take its address or
// export it, sentinel errors apart. And init does no work.
func (h house) variables(t *testing.T) {
	linker := []string{"cmd/aloft.version", "cmd/aloft.commit", "cmd/aloft.date"}
	known := map[string]map[string]*ast.ValueSpec{} // by folder
	for _, s := range h.all {
		if s.test {
			continue
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "init" && f.Recv == nil {
				t.Errorf("%s: work in init", h.set.Position(f.Pos()))
			}
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				for i, name := range v.Names {
					if name.Name == "_" {
						continue
					}
					if known[s.dir] == nil {
						known[s.dir] = map[string]*ast.ValueSpec{}
					}
					known[s.dir][name.Name] = v
					sentinel := strings.HasPrefix(name.Name, "Err") && i < len(v.Values)
					if name.IsExported() && !sentinel || len(v.Values) == 0 && !embeds(g, v) && !slices.Contains(linker, s.dir+"."+name.Name) {
						t.Errorf("%s: the package variable %s can change", h.set.Position(name.Pos()), name.Name)
					}
				}
			}
		}
	}
	for _, s := range h.all {
		if s.test || known[s.dir] == nil {
			continue
		}
		eachWrite(s.file, func(e ast.Expr) {
			id := root(e)
			if id == nil {
				return
			}
			v := known[s.dir][id.Name]
			if v == nil || id.Obj != nil && id.Obj.Decl != v { // a local one of that name
				return
			}
			t.Errorf("%s: the package variable %s is written", h.set.Position(id.Pos()), id.Name)
		})
	}
}

func embeds(g *ast.GenDecl, v *ast.ValueSpec) bool {
	for _, doc := range []*ast.CommentGroup{g.Doc, v.Doc} {
		if doc != nil && strings.HasPrefix(doc.List[len(doc.List)-1].Text, "//go:embed") {
			return true
		}
	}
	return false
}

// eachWrite visits what is assigned to, counted, deleted from, or has its
// address taken.
func eachWrite(f *ast.File, visit func(ast.Expr)) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, e := range n.Lhs {
					visit(e)
				}
			}
		case *ast.IncDecStmt:
			visit(n.X)
		case *ast.UnaryExpr:
			if _, whole := n.X.(*ast.Ident); whole && n.Op == token.AND {
				visit(n.X)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear" || f.Name == "copy") && len(n.Args) > 0 {
				visit(n.Args[0])
			}
		}
		return true
	})
}

// root is the variable at the start of x.y[z].
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// Sleeping makes a test slow and flaky; a synctest bubble has time of its own.
func (h house) sleep(t *testing.T) {
	bubbles := map[string]bool{} // folders whose tests run in bubbles
	for _, s := range h.all {
		if s.test && slices.Contains(s.imports(), "testing/synctest") {
			bubbles[s.dir] = true
		}
	}
	for _, s := range h.all {
		if !s.test || bubbles[s.dir] {
			continue
		}
		eachCall(s.file, func(c *ast.CallExpr, pkg, name string) {
			if pkg == "time" && name == "Sleep" {
				t.Errorf("%s: a test sleeps", h.set.Position(c.Pos()))
			}
		})
	}
}

func (h house) files(t *testing.T) {
	marks := []string{"TO" + "DO", "FIX" + "ME", "XX" + "X:"}
	for _, s := range h.all {
		if n := strings.Count(s.text, "\n"); n > 500 {
			t.Errorf("%s has %d lines", s.path, n)
		}
		for _, g := range s.file.Comments {
			for _, c := range g.List {
				for _, m := range marks {
					if strings.Contains(c.Text, m) {
						t.Errorf("%s: %s", h.set.Position(c.Pos()), m)
					}
				}
			}
		}
	}
}

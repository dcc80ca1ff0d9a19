package model_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
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
	t.Run("what is compared has its tests", h.compared)
	t.Run("the model has no clock", h.clock)
	t.Run("no package variable changes", h.variables)
	t.Run("no start compiles an expression", h.expressions)
	t.Run("no test waits for time", h.sleep)
	t.Run("files are whole and short", h.files)
	t.Run("rooms keep to their lines", h.budget)
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

// locks reports whether a function only keeps its goroutine on its thread, which for the main one has to be in an init.
func locks(f *ast.FuncDecl) (only bool) {
	eachCall(f.Body, func(_ *ast.CallExpr, pkg, name string) {
		only = pkg == "runtime" && name == "LockOSThread" && len(f.Body.List) == 1
	})
	return only
}

// A session is a value: what is shared by two of them must not change. A
// package variable may be a table; nothing may write to it, take its address or
// export it, sentinel errors apart. And init does no work.
func (h house) variables(t *testing.T) {
	linker := []string{"cmd/aloft/console.version", "cmd/aloft/console.revision"}
	known := map[string]map[string]*ast.ValueSpec{} // by folder
	for _, s := range h.all {
		if s.test {
			continue
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "init" && f.Recv == nil && !locks(f) {
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

// What the program matches with is compiled by who first matches, and can be compiled.
func (h house) expressions(t *testing.T) {
	for _, s := range h.all {
		if s.test || under(s.dir, "client/docs/second", "cmd/messages", "cmd/release", "ui/uitest", "model/lazy") {
			continue
		}
		for _, d := range s.file.Decls {
			eachCall(d, func(c *ast.CallExpr, pkg, name string) {
				_, inside := d.(*ast.FuncDecl)
				switch {
				case pkg == "regexp" && strings.HasPrefix(name, "MustCompile") && !inside:
					t.Errorf("%s: each start compiles it; use lazy.Regexp", h.set.Position(c.Pos()))
				case pkg == "lazy" && name == "Regexp":
					l, ok := c.Args[0].(*ast.BasicLit)
					if !ok {
						t.Errorf("%s: not a literal", h.set.Position(c.Pos()))
						return
					}
					expr, _ := strconv.Unquote(l.Value)
					if _, err := regexp.Compile(expr); err != nil || inside {
						t.Errorf("%s: in a function %v, %v", h.set.Position(c.Pos()), inside, err)
					}
				}
			})
		}
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

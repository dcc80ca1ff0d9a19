package model_test

import (
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Limits on the size of the code. What comes near one wants a type or a package of
// its own, not a higher limit.
const (
	maxMethods = 70  // of a type
	maxFiles   = 40  // of a package, without tests
	maxLines   = 100 // of a function
)

func TestBars(t *testing.T) {
	var h house
	h.all, h.set = sources(t)
	t.Run("types have few methods", h.methods)
	t.Run("packages have few files", h.packages)
	t.Run("functions are short", h.functions)
	t.Run("the screen names no source", h.schemes)
}

// product are the files that the program is built from.
func (h house) product() []source {
	return slices.DeleteFunc(slices.Clone(h.all), func(s source) bool { return s.test || forTests(s.dir) })
}

func (h house) methods(t *testing.T) {
	n := map[string]int{}
	for _, s := range h.product() {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				n[s.dir+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(n)) {
		if n[name] > maxMethods {
			t.Errorf("%s has %d methods: at most %d", name, n[name], maxMethods)
		}
	}
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

func (h house) packages(t *testing.T) {
	n := map[string]int{}
	for _, s := range h.product() {
		n[s.dir]++
	}
	for _, dir := range slices.Sorted(maps.Keys(n)) {
		if n[dir] > maxFiles {
			t.Errorf("%s has %d files: at most %d", dir, n[dir], maxFiles)
		}
	}
}

func (h house) functions(t *testing.T) {
	for _, s := range h.product() {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && len(f.Body.List) > 1 { // not a table
				if n := h.set.Position(f.End()).Line - h.set.Position(f.Pos()).Line + 1; n > maxLines {
					t.Errorf("%s: %s has %d lines: at most %d", s.path, f.Name.Name, n, maxLines)
				}
			}
		}
	}
}

// scheme matches the start of a written place.
var scheme = regexp.MustCompile(`^"(drive|docs|space|disk):`)

// A new source changes nothing on the screen but the key that leads to it: what the
// screen has to know, it asks the source.
func (h house) schemes(t *testing.T) {
	for _, s := range h.product() {
		if !under(s.dir, "ui") || s.path == "ui/act/panes/sources.go" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if n.Kind == token.STRING && scheme.MatchString(n.Value) {
					t.Errorf("%s: %s names a source", h.set.Position(n.Pos()), n.Value)
				}
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "model" && strings.HasPrefix(n.Sel.Name, "Scheme") && len(n.Sel.Name) > len("Scheme") && n.Sel.Name != "Schemes" {
					t.Errorf("%s: model.%s names a source", h.set.Position(n.Pos()), n.Sel.Name)
				}
			}
			return true
		})
	}
}

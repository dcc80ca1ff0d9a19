package model

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

// Each operation has a row with everything that is said of every operation.
func TestEachOperationHasARow(t *testing.T) {
	for _, op := range ops(t) {
		row, ok := operations[op]
		switch {
		case !ok:
			t.Errorf("%s has no row", op)
		case row.Words.No == "" || row.Words.Line == "":
			t.Errorf("%s: words are missing", op)
		case !row.InBin && (row.Words.Title == "" || row.Words.Yes == "" || row.Words.One == ""):
			t.Errorf("%s: words of its question are missing", op)
		case (row.Carries != CarriesNothing) != (row.Calls > 0 && row.Looks > 0):
			t.Errorf("%s: only a transfer has a price of its own", op)
		}
	}
}

// ops are the Op constants of item.go.
func ops(t *testing.T) (out []Op) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "item.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if id, ok := v.Type.(*ast.Ident); ok && id.Name == "Op" {
			s, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, Op(s))
		}
		return true
	})
	if len(out) != len(operations) {
		t.Errorf("%d operations, %d rows", len(out), len(operations))
	}
	return out
}

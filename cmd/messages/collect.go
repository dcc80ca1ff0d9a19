package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aloft/client/config"
)

// message is one thing that the program says.
type message struct {
	Message string   `json:"message"`
	Where   []string `json:"where"` // the packages that say it
}

// wordy is what another language may say otherwise: words, and the punctuation between them.
var wordy = regexp.MustCompile(`[\pL.,:;()]`)

// messages are all constants of the type text.Text, in alphabetical order, without
// those that only have verbs and signs, which are the same in each language.
func (h *house) messages() []message {
	where := map[string]map[string]bool{}
	for _, f := range h.files {
		if forTests(f.path) {
			continue
		}
		h.each(f, func(said string) {
			if !wordy.MatchString(verb.ReplaceAllString(said, "")) {
				return
			}
			if where[said] == nil {
				where[said] = map[string]bool{}
			}
			if dir := path.Dir(f.path); dir != path.Dir(catalogueFile) {
				where[said][dir] = true
			}
		})
	}
	for _, m := range config.Meanings() { // the sample says them
		if m != "" {
			where[string(m)] = map[string]bool{"client/config": true}
		}
	}
	var out []message
	for _, said := range slices.Sorted(maps.Keys(where)) {
		out = append(out, message{said, slices.Sorted(maps.Keys(where[said]))})
	}
	return out
}

// each visits the constants of a file.
func (h *house) each(f file, visit func(said string)) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		v := h.info.Types[e]
		if v.Value == nil || v.Value.Kind() != constant.String || !types.Identical(v.Type, h.text) {
			return true
		}
		visit(constant.StringVal(v.Value))
		return false
	})
}

// speech finds two words in a row, the second not in capitals like a placeholder:
// text that only a person reads.
var speech = regexp.MustCompile(`(^|[^-_/.\w])[A-Za-z]{2,} [a-z]{2,}`)

// unsaid are sentences that no translator would see, since they are not a
// text.Text. Exceptions: panics for programmers, struct tags, usage lines, keys,
// and code of another language: shell, man, terminal.
func (h *house) unsaid() (out []string) {
	for _, f := range h.files {
		if room, _, _ := strings.Cut(f.path, "/"); room != "ui" && room != "cmd" && room != "themes" || forTests(f.path) || slices.Contains([]string{"cmd/messages", "cmd/release"}, path.Dir(f.path)) {
			continue
		}
		skip := map[ast.Node]bool{}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				if n.Tag != nil {
					skip[n.Tag] = true
				}
			case *ast.CallExpr:
				switch f := n.Fun.(type) {
				case *ast.Ident:
					if f.Name == "panic" {
						return false
					}
				case *ast.SelectorExpr:
					if f.Sel.Name == "Fields" || f.Sel.Name == "Typed" { // a list of words; what a person types
						return false
					}
				}
			case *ast.KeyValueExpr:
				if k, ok := n.Key.(*ast.Ident); ok && k.Name == "Use" { // how a command is called
					return false
				}
			case *ast.CompositeLit:
				if k, ok := n.Type.(*ast.Ident); ok && k.Name == "Keys" { // of an action
					return false
				}
			case *ast.BasicLit:
				if n.Kind != token.STRING || skip[n] || types.Identical(h.info.Types[n].Type, h.text) {
					return true
				}
				v, err := strconv.Unquote(n.Value)
				if err == nil && speech.MatchString(v) && !otherLanguage(v) {
					out = append(out, h.set.Position(n.Pos()).String()+": "+strconv.Quote(v))
				}
			}
			return true
		})
	}
	return out
}

// otherLanguage reports whether a text is code of another language.
func otherLanguage(s string) bool {
	return strings.HasPrefix(s, "#!") || strings.HasPrefix(strings.TrimSpace(s), ".") || strings.Contains(s, "\x1b")
}

// forTests reports whether only tests use a folder.
func forTests(p string) bool {
	return strings.HasPrefix(p, "client/clienttest/") || strings.HasPrefix(p, "ui/uitest/")
}

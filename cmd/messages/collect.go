package main

import (
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
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

// forTests reports whether only tests use a folder.
func forTests(p string) bool {
	return strings.HasPrefix(p, "client/clienttest/") || strings.HasPrefix(p, "ui/uitest/")
}

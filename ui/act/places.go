package act

import (
	"strings"

	"aloft/client"
	"aloft/model"
)

// WebAddress reports whether a text is an address that a browser opens.
func WebAddress(s string) bool {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	return ok && rest != "" && s == model.Clean(s) && !strings.ContainsAny(s, " \t\"<>")
}

// AccountOfDocs is the account whose documents are meant where the pane shows a
// disk: that of the other pane, else the current one.
func (s *Screen) AccountOfDocs() string {
	if p := s.Other().Place(); !p.Scheme.Local() {
		return p.Account
	}
	return ""
}

// Documents is the source of documents that belongs to the pane: its own, else that
// of its account.
func (s *Screen) Documents() (client.Source, model.Place, error) {
	at := s.Pane().Place()
	if at.Scheme.Documents() {
		src, err := s.Pane().Source()
		return src, at.Root(), err
	}
	root := model.DocumentsRoot(at.Account)
	if at.Scheme.Local() {
		root.Account = s.AccountOfDocs()
	}
	src, err := s.Client.Sources.For(root)
	return src, root, err
}

package act

import (
	"strings"

	"aloft/client"
	"aloft/model"
)

// WebAddress reports whether a text is an address for a browser.
func WebAddress(s string) bool {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	return ok && rest != "" && s == model.Clean(s) && !strings.ContainsAny(s, " \t\"<>")
}

// AccountOfDocs returns the account to use for documents if the pane shows a disk: the other pane's, or else the
// current one.
func (s *Screen) AccountOfDocs() string {
	if p := s.Other().Place(); !p.Scheme.Local() {
		return p.Account
	}
	return ""
}

// Documents returns the pane's source of documents: its own, or else its account's.
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

package model

import (
	"cmp"

	"aloft/model/text"
)

// Scheme names a kind of source.
type Scheme string

const (
	SchemeDrive Scheme = "drive"
	SchemeDocs  Scheme = "docs"
	SchemeSpace Scheme = "space"
	SchemeDisk  Scheme = "disk"
)

// schemeRow is what is true of a kind of source. What is true of one source only,
// its interfaces in client say.
type schemeRow struct {
	scheme    Scheme
	local     bool // it is on this computer, and of no account
	documents bool // it holds documents, whose ids never change
	spaces    bool // its root is a list of spaces, and is written without a slash
	// holds says what is in it to somebody who sees it first.
	holds text.Text
	// service is the scheme that its service goes by, "" = this one.
	service Scheme
}

// schemes are all kinds of sources, in the order in which they are offered.
var schemes = [...]schemeRow{
	{scheme: SchemeDrive, holds: "the drive, any files, kept online"},
	{scheme: SchemeDocs, documents: true, holds: "documents, texts to read and edit here"},
	{scheme: SchemeSpace, documents: true, spaces: true, service: SchemeDocs, holds: "spaces, shared pages to read and edit"},
	{scheme: SchemeDisk, local: true, holds: "the folders of this machine"},
}

// Schemes are all kinds of sources.
func Schemes() []Scheme { return only(func(schemeRow) bool { return true }) }

// DocumentSchemes are those that hold documents.
func DocumentSchemes() []Scheme { return only(func(r schemeRow) bool { return r.documents }) }

// Services are the kinds of services that an account can have, by the schemes that
// they go by, which are their names in the configuration too.
func Services() []Scheme {
	return only(func(r schemeRow) bool { return !r.local && r.service == "" })
}

func only(keep func(schemeRow) bool) []Scheme {
	var out []Scheme
	for _, r := range schemes {
		if keep(r) {
			out = append(out, r.scheme)
		}
	}
	return out
}

func (s Scheme) row() schemeRow {
	for _, r := range schemes {
		if r.scheme == s {
			return r
		}
	}
	return schemeRow{}
}

// Known reports whether the scheme is one of ours.
func (s Scheme) Known() bool { return s.row().scheme != "" }

// Local reports whether the source is on this computer; it is of no account.
func (s Scheme) Local() bool { return s.row().local }

// Holds says what is in such a source.
func (s Scheme) Holds() text.Text { return s.row().holds }

// Service is the scheme that what serves the source goes by: two trees of an account
// may be of one service.
func (s Scheme) Service() Scheme { return cmp.Or(s.row().service, s) }

// Documents reports whether the source holds documents. Their ids never change, so
// that steps can be pinned.
func (s Scheme) Documents() bool { return s.row().documents }

// IsSpaces reports whether the place is the list of spaces, IsSpace whether it is one
// of them.
func (p Place) IsSpaces() bool { return p.Scheme.row().spaces && p.IsRoot() }
func (p Place) IsSpace() bool  { return p.Scheme.row().spaces && len(p.Path) == 1 && !p.IsLoose() }

// LocalPlace is the place with that path on this computer.
func LocalPlace(path []Step) Place { return Place{Scheme: SchemeDisk, Path: path} }

// DocumentsRoot is the root of an account's documents.
func DocumentsRoot(account string) Place { return Place{Scheme: SchemeDocs, Account: account} }

package model

import (
	"cmp"
	"strings"

	"aloft/model/text"
)

// Scheme names a kind of source.
type Scheme string

const (
	SchemeDrive Scheme = "drive"
	SchemeDocs  Scheme = "docs"
	SchemeSpace Scheme = "space"
	SchemeDisk  Scheme = "disk"

	// Trees that show the archives of the disk and of the drive as folders.
	SchemeArchive      Scheme = "archive"
	SchemeDriveArchive Scheme = "drivearchive"
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
	// inside is the scheme whose archives it shows as folders, "" = it is a tree of its own.
	inside Scheme
}

// schemes are all kinds of sources, in the order in which they are offered.
var schemes = [...]schemeRow{
	{scheme: SchemeDrive, holds: "the online drive, for any files"},
	{scheme: SchemeDocs, documents: true, holds: "documents you can read and edit here"},
	{scheme: SchemeSpace, documents: true, spaces: true, service: SchemeDocs, holds: "spaces with shared pages you can edit"},
	{scheme: SchemeDisk, local: true, holds: "the folders of this machine"},
	{scheme: SchemeArchive, local: true, inside: SchemeDisk},
	{scheme: SchemeDriveArchive, service: SchemeDrive, inside: SchemeDrive},
}

// Schemes are all kinds of sources, without those that show what is in the files of another one.
func Schemes() []Scheme { return only(func(r schemeRow) bool { return r.inside == "" }) }

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

// archiveSuffixes end the names of files that are entered like folders.
var archiveSuffixes = []string{
	".zip", ".jar", ".war", ".ear", ".apk", ".ipa", ".whl", ".xpi", ".cbz", ".nupkg",
	".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz", ".txz", ".tar.zst", ".tzst",
	".7z", ".cb7", ".rar", ".cbr", ".zip.001", ".7z.001", ".z01", ".r00",
}

// ArchiveStem is the name of an archive without what says that it is one, "" for other names.
func ArchiveStem(name string) string {
	stem := ""
	for _, end := range archiveSuffixes {
		if n := len(name) - len(end); n > 0 && strings.EqualFold(name[n:], end) && (stem == "" || n < len(stem)) {
			stem = name[:n]
		}
	}
	return stem
}

// Entered is the place as it is in the tree that shows archives as folders, zero where there is none.
func (p Place) Entered() Place {
	for _, r := range schemes {
		if r.scheme == p.Scheme && r.inside != "" {
			return p
		}
		if r.inside == p.Scheme {
			p.Scheme = r.scheme
			return p
		}
	}
	return Place{}
}

// Outside is the place of an archive, or of what is beside it, where archives are files.
func (p Place) Outside() Place {
	if of := p.Scheme.row().inside; of != "" {
		p.Scheme = of
	}
	return p
}

// Packed reports whether the place is in a tree that shows archives as folders.
func (s Scheme) Packed() bool { return s.row().inside != "" }

// Up is the place that a person comes to from this one: from an archive to its folder.
func (p Place) Up() Place {
	up := p.Parent()
	for _, s := range up.Path {
		if ArchiveStem(s.Name) != "" {
			return up
		}
	}
	return up.Outside()
}

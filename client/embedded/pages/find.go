package pages

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/client/embedded/store"
	"aloft/model/text"
)

// MaxTitle of create_file and copy_file in code points ("Limits"); longTitle is the
// limit elsewhere, where no source shows one.
const (
	MaxTitle  = 36
	LongTitle = 1000
)

// CheckTitle refuses an invalid title. Legal are slashes, dots, spaces at the ends,
// and a title that another file of the folder has.
func CheckTitle(title string, most int) error {
	switch {
	case strings.TrimSpace(title) == "":
		return Refuse(Bad, text.WireDocEmptyArg, "title")
	case utf8.RuneCountInString(title) > most:
		return Refuse(Bad, "title has %d {character|characters}, at most %d", utf8.RuneCountInString(title), most)
	case strings.ContainsFunc(title, unicode.IsControl):
		return Refuse(Bad, "title has a control character")
	}
	return nil
}

// Page reads the page of an id inside a transaction; param names the argument in a
// refusal.
func (l Rows) Page(id, param string) (Document, error) {
	d, found, err := l.Document(l.Seq(id))
	if err == nil && !found {
		err = Refuse(Bad, text.WireDocGone, param, id)
	}
	return d, err
}

// File finds a page that is not a space.
func (l Rows) File(id string) (Document, error) {
	d, err := l.Page(id, "file_id")
	if err == nil && d.Kind == KindSpace {
		err = Refuse(Bad, "file_id: %q is a space, not a file", id)
	}
	return d, err
}

// HomeFolder finds a folder of the home by an argument; "" and "/" are its root.
func (l Rows) HomeFolder(id, param string) (Document, error) {
	if id == "" || id == "/" {
		d, _, err := l.Document(store.HomeSeq)
		return d, err
	}
	d, err := l.Page(id, param)
	switch {
	case err != nil:
	case d.Space != 0:
		err = Refuse(Bad, "%s: %q is in a space, not in the home", param, id)
	case !d.Folder():
		err = Refuse(WrongKind, text.WireDocNoFolder, param, id)
	}
	return d, err
}

// SpaceOf finds a space by an argument.
func (l Rows) SpaceOf(id, param string) (Document, error) {
	d, found, err := l.Document(l.Seq(id))
	if err == nil && (!found || d.Kind != KindSpace) {
		err = Refuse(Bad, "%s: no space with the id %q", param, id)
	}
	return d, err
}

// SpaceNode finds a page of a space, or for "" and its own id the space.
func (l Rows) SpaceNode(space, id, param string) (parent Document, err error) {
	root, err := l.SpaceOf(space, "space_id")
	if err != nil || id == "" || l.Seq(id) == root.Seq {
		return root, err
	}
	d, err := l.Page(id, param)
	switch {
	case err != nil:
	case d.Space != root.Seq:
		err = Refuse(Bad, text.WireDocOtherSpace, param, id, space)
	case d.Kind == KindWikiLink:
		err = Refuse(WrongKind, "%s: %q is a link; nothing can be under it", param, id)
	}
	return d, err
}

// ParentFor finds the parent of a new page.
func (l Rows) ParentFor(space, parent string) (Document, error) {
	if space != "" {
		return l.SpaceNode(space, parent, "parent_id")
	}
	return l.HomeFolder(parent, "parent_id")
}

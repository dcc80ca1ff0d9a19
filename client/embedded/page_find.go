package embedded

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/model/text"
)

// maxTitle of create_file and copy_file in code points ("Limits"); longTitle is
// how long one may be elsewhere, where no source shows a limit.
const (
	maxTitle  = 36
	longTitle = 1000
)

// checkTitle refuses what no title can be. Everything else is legal: slashes,
// dots, spaces at the ends, and a title that another file of the folder has.
func checkTitle(title string, most int) error {
	switch {
	case strings.TrimSpace(title) == "":
		return refuse(docsBad, text.WireDocEmptyArg, "title")
	case utf8.RuneCountInString(title) > most:
		return refuse(docsBad, "title has %d {character|characters}, at most %d", utf8.RuneCountInString(title), most)
	case strings.ContainsFunc(title, unicode.IsControl):
		return refuse(docsBad, "title has a control character")
	}
	return nil
}

// page reads the page of an id inside a transaction; param names the argument in a refusal.
func (l rows) page(id, param string) (document, error) {
	d, found, err := l.document(l.pageSeq(id))
	if err == nil && !found {
		err = refuse(docsBad, text.WireDocGone, param, id)
	}
	return d, err
}

// file finds a page that is no space: a space is none of the files.
func (l rows) file(id string) (document, error) {
	d, err := l.page(id, "file_id")
	if err == nil && d.kind == kindSpace {
		err = refuse(docsBad, "file_id: %q is a space, not a file", id)
	}
	return d, err
}

// homeFolder finds a folder of the home by an argument; "" and "/" are its root.
func (l rows) homeFolder(id, param string) (document, error) {
	if id == "" || id == "/" {
		d, _, err := l.document(homeSeq)
		return d, err
	}
	d, err := l.page(id, param)
	switch {
	case err != nil:
	case d.space != 0:
		err = refuse(docsBad, "%s: %q is in a space, not in the home", param, id)
	case !d.folder():
		err = refuse(docsKind, text.WireDocNoFolder, param, id)
	}
	return d, err
}

// spaceOf finds a space by an argument.
func (l rows) spaceOf(id, param string) (document, error) {
	d, found, err := l.document(l.pageSeq(id))
	if err == nil && (!found || d.kind != kindSpace) {
		err = refuse(docsBad, "%s: no space with the id %q", param, id)
	}
	return d, err
}

// spaceNode finds a page of a space, or for "" and its own id the space.
func (l rows) spaceNode(space, id, param string) (parent document, err error) {
	root, err := l.spaceOf(space, "space_id")
	if err != nil || id == "" || l.pageSeq(id) == root.seq {
		return root, err
	}
	d, err := l.page(id, param)
	switch {
	case err != nil:
	case d.space != root.seq:
		err = refuse(docsBad, text.WireDocOtherSpace, param, id, space)
	case d.kind == kindWikiLink:
		err = refuse(docsKind, "%s: %q is a link; nothing can be under it", param, id)
	}
	return d, err
}

// parentFor finds where a new page is to hang.
func (l rows) parentFor(space, parent string) (document, error) {
	if space != "" {
		return l.spaceNode(space, parent, "parent_id")
	}
	return l.homeFolder(parent, "parent_id")
}

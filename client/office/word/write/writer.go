package write

import (
	"archive/zip"
	"bufio"
	"io"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// writer writes the parts of a Word file one after the other: it keeps only the
// names that the text refers to.
type writer struct {
	z       *zip.Writer
	b       *bufio.Writer // the current part
	pics    *pictures
	Refs    []parts.Rel      // rId1… of the main part
	urls    map[string]int   // a link's relationship
	nums    []override       // numbering instances; the first is the bullets'
	IDs     map[string]int   // a comment's number in the file
	Replies map[string][]int // numbers of the replies of a thread
	mark    map[string]bool  // anchors that links name
	slug    word.Slugs
	objs    int // drawings so far: each has a number of its own
	left    int // bookmarks so far
	// shadow: the second copy of a text box, for readers that know only the older
	// kind of shape: what has a unique number in the file is left out of it.
	shadow bool
	nested int          // how many tables and boxes in lists it is in: each has numbers of its own
	most   int          // of those
	base   int          // steps that everything is indented by, in a box
	boxed  bool         // in one of ours
	align  word.Align   // of the column
	noted  map[int]bool // footnotes that have a reference and a text
	notes0 int          // number before that of the first one in the file
	cited  map[int]bool // those that have been referred to
	sign   string       // what the first paragraph of one begins with

	dir   string              // of the main part
	First int                 // number of the first of refs
	num0  int                 // number before that of the first of nums
	style func(string) string // what a style of ours is called in the file
}

// adopt makes the pictures of inlines ready to be written.
func (x *writer) adopt(in []word.Inline) {
	for _, i := range in {
		if i.Kind == word.Image {
			x.pics.add(i.Picture)
		}
	}
}

// override is a numbering instance: where a level starts.
type override struct {
	level, start int
	kind         int // its definition: 1 bullets, 2 numbers, more in what is in a list
}

// relFree is the first number of a relationship that the main part does not always have.
const relFree = 7

// create begins a part. All have the same time: the bytes depend on the text only.
func (x *writer) create(name string, method uint16) (io.Writer, error) {
	return x.z.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
}

func (x *writer) part(name, content string) error {
	w, err := x.create(name, zip.Deflate)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, content)
	return err
}

// s writes pieces of XML unchanged. An error of the underlying file stays in the
// buffer until Flush returns it.
func (x *writer) s(parts ...string) {
	for _, p := range parts {
		_, _ = x.b.WriteString(p)
	}
}

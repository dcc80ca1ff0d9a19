// Package memdoc is a document service in memory, the one double of it in tests; its
// Word documents are edited by the real engine. Faults are set by the test.
package memdoc

import (
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/model"
)

// Doc is a document. One goroutine at a time may use it.
type Doc struct {
	versions []*word.Document // the oldest first
	tools    []string         // that made each of them; "" = another writer
}

// New is a document with its first version.
func New(first *word.Document) *Doc {
	return &Doc{versions: []*word.Document{first}, tools: []string{""}}
}

// Now is the newest version.
func (d *Doc) Now() *word.Document { return d.versions[len(d.versions)-1] }

// Made is how many versions were made after the first.
func (d *Doc) Made() int { return len(d.versions) - 1 }

// Add makes the next version, by a tool; "" = another writer has made it.
func (d *Doc) Add(next *word.Document, tool string) {
	d.versions, d.tools = append(d.versions, next), append(d.tools, tool)
}

// At is a version, nil when there is none of that number; 0 = the newest.
func (d *Doc) At(version int64) *word.Document {
	if version == 0 {
		return d.Now()
	}
	for _, v := range d.versions {
		if v.Version == version {
			return v
		}
	}
	return nil
}

// Before is the next version, which reverts the one of that number; nil when there
// is none, or it is the first.
func (d *Doc) Before(version int64) *word.Document {
	for i, v := range d.versions[1:] {
		if v.Version == version {
			old := d.versions[i]
			return word.NewDocument(d.Now().Version+1, old.Blocks(), old.Comments())
		}
	}
	return nil
}

// Recent returns the edits made by tools, the newest first.
func (d *Doc) Recent() []model.EditRecord {
	var out []model.EditRecord
	for i, tool := range slices.Backward(d.tools) {
		if tool != "" {
			out = append(out, model.EditRecord{Version: d.versions[i].Version, Tool: tool})
		}
	}
	return out
}

// Markdown of the newest version.
func (d *Doc) Markdown() string {
	s, err := markdown(d.Now())
	if err != nil {
		panic(err)
	}
	return s
}

func markdown(d *word.Document) (string, error) {
	var b strings.Builder
	_, err := md.Write(&b, d, md.Output{})
	return b.String(), err
}

package clienttest

import (
	"bytes"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// EditorFixture is an Editor with documents that the suite may make and edit.
type EditorFixture struct {
	Editor client.EditMaker
	// New makes an empty Word document.
	New func(t *testing.T, title string) model.Ref
	// Merges: an edit on a version that is not the newest is merged into it;
	// otherwise it is refused.
	Merges bool
	// Strict: the service records positions of a client that it has not returned.
	Strict bool
	// Sheet is a document that is not a Word document, ReadOnly a Word document
	// that may not be edited; without an ID there is none.
	Sheet    model.Ref
	ReadOnly model.Ref
}

// RunEditor runs the suite of the Editors; open returns a new fixture for each
// case. What the specification of the doc tools leaves open is not tested.
func RunEditor(t *testing.T, open func(t *testing.T) EditorFixture) {
	for _, c := range []struct {
		name string
		run  func(*editBench)
	}{
		{"NewDocument", testNewDocument},
		{"Text", testInsertText},
		{"Unicode", testUnicode},
		{"Markdown", testMarkdown},
		{"Sections", testSections},
		{"Paragraphs", testParagraphs},
		{"Replace", testReplace},
		{"ReplaceAll", testReplaceAll},
		{"Format", testFormat},
		{"Tasks", testTasks},
		{"Cells", testCells},
		{"Boxes", testBoxes},
		{"PageBreak", testPageBreak},
		{"Images", testImages},
		{"Comments", testComments},
		{"StaleBase", testStaleBase},
		{"Chain", testChain},
		{"OutsideTheDocument", testOutside},
		{"Refusals", testRefusals},
		{"Undo", testUndo},
		{"NotFound", testNoDocument},
		{"WrongKind", testWrongKind},
		{"ReadOnly", testReadOnly},
		{"Cancelled", testEditCancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &editBench{EditorFixture: open(t), t: t}
			b.doc = b.New(t, "Plan")
			c.run(b)
		})
	}
}

// editBench has helpers of the cases.
type editBench struct {
	EditorFixture
	t   *testing.T
	doc model.Ref
}

func (b *editBench) need(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *editBench) last() model.LastPosition {
	b.t.Helper()
	l, err := b.Editor.LastPosition(b.t.Context(), b.doc, 0, client.Options{})
	b.need(err)
	return l
}

func (b *editBench) outline() model.Outline {
	b.t.Helper()
	o, err := b.Editor.Outline(b.t.Context(), b.doc, 0, client.Options{})
	b.need(err)
	return o
}

func (b *editBench) structure() model.Structure {
	b.t.Helper()
	s, err := b.Editor.Structure(b.t.Context(), b.doc, 0, client.Options{})
	b.need(err)
	return s
}

// find expects so many matches.
func (b *editBench) find(text string, want int) []model.Match {
	b.t.Helper()
	m, err := b.Editor.Find(b.t.Context(), b.doc, text, 0, client.Options{})
	b.need(err)
	if len(m.All) != want {
		b.t.Fatalf("%q is found %d times, want %d", text, len(m.All), want)
	}
	if v := b.last().Version; m.Version != v {
		b.t.Fatalf("Find is of version %d, LastPosition of %d", m.Version, v)
	}
	return m.All
}

// try makes an edit on a version.
func (b *editBench) try(base int64, e model.Edit) (model.Edited, error) {
	b.t.Helper()
	return b.Editor.Edit(b.t.Context(), b.doc, base, e, client.Interactive)
}

// edit makes an edit on the newest version, and checks its result.
func (b *editBench) edit(e model.Edit) model.Edited {
	b.t.Helper()
	base := b.last().Version
	done, err := b.try(base, e)
	if err != nil {
		b.t.Fatalf("%s: %v", e.Kind, err)
	}
	if done.Base != base || done.New <= base {
		b.t.Fatalf("%s on version %d: from %d to %d", e.Kind, base, done.Base, done.New)
	}
	if now := b.last().Version; now != done.New {
		b.t.Fatalf("%s made version %d, and the newest is %d", e.Kind, done.New, now)
	}
	return done
}

// markdown appends to the document.
func (b *editBench) markdown(text string) {
	b.t.Helper()
	b.edit(model.Edit{Kind: model.EditMarkdown, At: b.last().Position, Text: text})
}

// refused expects an edit to fail, with nothing changed.
func (b *editBench) refused(kind client.Kind, e model.Edit) {
	b.t.Helper()
	base := b.last().Version
	if _, err := b.try(base, e); !client.Is(err, kind) {
		b.t.Errorf("%s: %v, want %s", e.Kind, err, kind)
	}
	if now := b.last().Version; now != base {
		b.t.Errorf("%s was refused, and the version went from %d to %d", e.Kind, base, now)
	}
}

// heading finds a node of the outline.
func (b *editBench) heading(title string) *model.OutlineNode {
	b.t.Helper()
	var found *model.OutlineNode
	b.outline().Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		if n.Title == title && found == nil {
			found = n
		}
		return found == nil
	})
	if found == nil {
		b.t.Fatalf("no heading %q", title)
	}
	return found
}

// table returns the only table.
func (b *editBench) table() model.StructureNode {
	b.t.Helper()
	tables := b.structure().Find(func(n *model.StructureNode) bool { return n.Kind == model.NodeTable })
	if len(tables) != 1 {
		b.t.Fatalf("%d tables", len(tables))
	}
	return *tables[0]
}

func within(r model.Range, start, end int64) bool { return r.Begin >= start && r.End <= end+1 }

// picture is a PNG of one pixel.
const picture = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"

// dot is a GIF of one pixel.
const dot = "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

type imageBody struct{ *bytes.Reader }

func (imageBody) Close() error { return nil }

func (b *editBench) upload(name, data string) string {
	b.t.Helper()
	id, err := b.Editor.UploadImage(b.t.Context(), name, imageBody{bytes.NewReader([]byte(data))}, int64(len(data)), client.Interactive)
	b.need(err)
	if id == "" || strings.ContainsAny(id, "\n ") {
		b.t.Fatalf("the id is %q", id)
	}
	return id
}

// can reports whether the service has a tool; without it the case ends.
func (b *editBench) can(k model.EditKind) bool {
	return b.Editor.CanEdit(model.KindDoc, k) == nil
}

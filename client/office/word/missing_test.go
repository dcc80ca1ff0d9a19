package word_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// lean is a Word file: what it has besides its text is up to how, by the name of a part:
// "yes" the part, "lost" only what refers to it, "told" only its content type.
func lean(how map[string]string, body string) []byte {
	inside := map[string]string{
		"styles":    `<w:styles ` + parts.NSW + `><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`,
		"settings":  `<w:settings ` + parts.NSW + `/>`,
		"numbering": `<w:numbering ` + parts.NSW + `><w:abstractNum w:abstractNumId="0"/><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
		"comments":  `<w:comments ` + parts.NSW + `/>`,
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name, data string) {
		w, _ := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
		_, _ = io.WriteString(w, data)
	}
	types := [][2]string{{"word/document.xml", parts.TypeWord + "document.main+xml"}}
	var rels []parts.Rel
	for _, kind := range []string{"styles", "settings", "numbering", "comments"} {
		switch how[kind] {
		case "yes", "lost":
			rels = append(rels, parts.Rel{Kind: kind, Target: kind + ".xml"})
			fallthrough
		case "told":
			types = append(types, [2]string{"word/" + kind + ".xml", parts.TypeWord + kind + "+xml"})
		}
	}
	switch how["types"] {
	case "":
		add("[Content_Types].xml", parts.ContentTypes(nil, types))
	case "broken":
		add("[Content_Types].xml", `<Types><Default Extension="xml" ContentType=></Types>`)
	}
	add("_rels/.rels", parts.Relations(parts.Rel{Kind: "officeDocument", Target: "word/document.xml"}))
	add("docProps/core.xml", parts.Core(""))
	add("word/document.xml", parts.XMLHead+`<w:document `+parts.NSMain+`><w:body>`+body+`<w:sectPr/></w:body></w:document>`)
	for _, kind := range []string{"styles", "settings", "numbering", "comments"} {
		if how[kind] == "yes" {
			add("word/"+kind+".xml", inside[kind])
		}
	}
	if len(rels) > 0 {
		add("word/_rels/document.xml.rels", parts.Relations(rels...))
	}
	_ = z.Close()
	return b.Bytes()
}

// leanFiles are files without some of the parts that others have.
func leanFiles() map[string][]byte {
	out := map[string][]byte{
		"nothing":          lean(nil, p("one")+p("two")),
		"everything":       lean(map[string]string{"styles": "yes", "settings": "yes", "numbering": "yes", "comments": "yes"}, p("one")+p("two")),
		"no content types": lean(map[string]string{"types": "no"}, p("one")+p("two")),
	}
	kinds := []string{"styles", "settings", "numbering", "comments"}
	for _, how := range []string{"yes", "lost", "told"} {
		for _, k := range kinds {
			out[k+" "+how] = lean(map[string]string{k: how}, p("one")+p("two"))
			but := map[string]string{}
			for _, other := range kinds {
				if other != k {
					but[other] = how
				}
			}
			out["all but "+k+" "+how] = lean(but, p("one")+p("two"))
		}
	}
	return out
}

// leanEdits are edits that need something of other parts: what is new stands between the
// two paragraphs; a comment is at the first.
func leanEdits() map[string]struct {
	new  []word.Block
	says word.Comment
	want string // by pandoc, in its own form without spaces, "" = it shows no such thing
} {
	type edit = struct {
		new  []word.Block
		says word.Comment
		want string
	}
	para := func(f word.Format, in ...word.Inline) word.Block { return word.NewParagraph(f, in...) }
	cell := func(b ...word.Block) []word.Cell { return []word.Cell{word.NewCell(b...)} }
	text := word.Text("New")
	return map[string]edit{
		"heading":      {new: []word.Block{para(word.Format{Level: 1}, text)}, want: `Header1(`},
		"heading 9":    {new: []word.Block{para(word.Format{Level: 9}, text)}, want: `Header9(`},
		"title":        {new: []word.Block{para(word.Format{Level: word.Title}, text)}},
		"bullet":       {new: []word.Block{para(word.Format{List: word.Bullet, ListLevel: 1}, text)}, want: `BulletList`},
		"number":       {new: []word.Block{para(word.Format{List: word.Number, ListLevel: 1, Start: 3}, text)}, want: `OrderedList(3,`},
		"task":         {new: []word.Block{para(word.Format{Task: word.ToDo}, text)}, want: `"\9744"`},
		"table":        {new: []word.Block{word.NewTable(cell(para(word.Format{}, text)))}, want: `Table`},
		"list in cell": {new: []word.Block{word.NewTable(cell(para(word.Format{List: word.Bullet, ListLevel: 1}, text)))}, want: `BulletList`},
		"code":         {new: []word.Block{para(word.Format{}, word.Styled("New", word.Props{Code: true}))}, want: `Code`},
		"code block":   {new: []word.Block{word.NewBox(word.CodeBlock, "go", "", para(word.Format{}, text))}, want: `CodeBlock`},
		"highlight":    {new: []word.Block{word.NewBox(word.HighlightBlock, "", "", para(word.Format{Level: 2}, text))}, want: `Header2(`},
		"text box":     {new: []word.Block{word.NewBox(word.TextBox, "", "", para(word.Format{Level: 1}, text), para(word.Format{List: word.Number, ListLevel: 1}, text))}},
		"link":         {new: []word.Block{para(word.Format{}, word.Styled("New", word.Props{Link: "https://x.y/"}))}, want: `Link`},
		"picture":      {new: []word.Block{para(word.Format{}, word.Inline{Kind: word.Image, Picture: &word.Picture{Data: tinyPNG(), Name: "a.png", Width: 1, Height: 1}})}, want: `Image`},
		"comment":      {says: word.Comment{ID: "0", Author: "Ann", Text: "why"}, want: `"comment-start"`},
	}
}

// edited is a document of two paragraphs with an edit.
func edited(t *testing.T, d *word.Document, fresh []word.Block, says word.Comment) *word.Document {
	t.Helper()
	if says.ID != "" {
		q := d.Blocks()[0].(*word.Paragraph)
		marks := []word.Inline{{Kind: word.CommentStart, Name: says.ID}}
		marks = append(append(marks, q.Inlines()...), word.Inline{Kind: word.CommentEnd, Name: says.ID})
		return d.Splice(2, []word.Splice{{At: 0, Del: 1, Blocks: []word.Block{word.NewParagraph(q.Format, marks...)}}}, append(slices.Clone(d.Comments()), says))
	}
	return d.Splice(2, []word.Splice{{At: 1, Blocks: fresh}}, d.Comments())
}

// partsOf are the parts of a file.
func partsOf(t *testing.T, file []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		out[f.Name] = partOf(t, file, f.Name)
	}
	return out
}

// A file may lack any part but its text: an edit adds what it needs, with what refers to
// it, and nothing else; without the edit the file is as it was.
func TestWriteIntoAFileWithoutParts(t *testing.T) {
	for name, file := range leanFiles() {
		was := partsOf(t, file)
		for what, e := range leanEdits() {
			t.Run(name+"/"+what, func(t *testing.T) {
				d, _ := fromDocx(t, file)
				d2 := edited(t, d, e.new, e.says)
				out := patched(t, d2, file, word.Limits{})
				is := partsOf(t, out)
				if !strings.Contains(name, "lost") && !strings.Contains(name, "told") && !strings.Contains(name, "no ") {
					checkWhole(t, out)
				}
				checkNamed(t, is, was["[Content_Types].xml"] != "")
				again, _ := fromDocx(t, out)
				a, _ := dump(d2)
				b, _ := dump(again)
				differ(t, "read again", a, b)
				if is["word/settings.xml"] != was["word/settings.xml"] {
					t.Error("the settings were changed")
				}
				back := d2.Splice(3, nil, nil)
				back = word.NewDocument(3, d.Blocks(), back.Comments()[:len(d.Comments())])
				for part, data := range partsOf(t, patched(t, back, file, word.Limits{})) {
					if was[part] != data {
						t.Errorf("undone, %s is\n%s\nit was\n%s", part, data, was[part])
					}
				}
			})
		}
	}
}

// checkNamed looks for what a text names in the parts of a file: styles, lists,
// comments; each of these parts has its relationship and its content type once.
func checkNamed(t *testing.T, is map[string]string, typed bool) {
	t.Helper()
	rels, types := map[string]string{}, map[string]string{}
	eachElement(t, "rels", is["word/_rels/document.xml.rels"], func(e xml.StartElement) {
		if e.Name.Local == "Relationship" && attrOf(e, "TargetMode") == "" {
			kind := path.Base(attrOf(e, "Type"))
			if rels[kind] != "" && kind != "image" {
				t.Errorf("two relationships of the kind %s", kind)
			}
			rels[kind] = path.Join("word", attrOf(e, "Target"))
		}
	})
	eachElement(t, "types", is["[Content_Types].xml"], func(e xml.StartElement) {
		if e.Name.Local == "Override" {
			if name := attrOf(e, "PartName"); types[name] != "" {
				t.Errorf("two content types for %s", name)
			}
			types[attrOf(e, "PartName")] = attrOf(e, "ContentType")
		}
	})
	ids := func(kind, element, attr string) map[string]bool {
		out := map[string]bool{}
		eachElement(t, kind, is[rels[kind]], func(e xml.StartElement) {
			if e.Name.Local == element {
				if id := attrOf(e, attr); out[id] {
					t.Errorf("two of %s %s", element, id)
				}
				out[attrOf(e, attr)] = true
			}
		})
		return out
	}
	have := map[string]map[string]bool{"styles": ids("styles", "style", "styleId"), "numbering": ids("numbering", "num", "numId"), "comments": ids("comments", "comment", "id")}
	uses := map[string][2]string{"pStyle": {"styles", "val"}, "rStyle": {"styles", "val"}, "tblStyle": {"styles", "val"}, "basedOn": {"styles", "val"}, "numId": {"numbering", "val"}, "commentReference": {"comments", "id"}}
	for _, part := range []string{"word/document.xml", rels["comments"], rels["styles"], "word/footnotes.xml"} {
		eachElement(t, part, is[part], func(e xml.StartElement) {
			if use, ok := uses[e.Name.Local]; ok {
				if id := attrOf(e, use[1]); !have[use[0]][id] {
					t.Errorf("%s: %s refers to %q, which is not there", part, e.Name.Local, id)
				}
				if want := parts.TypeWord + use[0] + "+xml"; typed && types["/"+rels[use[0]]] != want {
					t.Errorf("the content type of %s is %q", rels[use[0]], types["/"+rels[use[0]]])
				}
			}
		})
	}
}

// pandoc sees in the file what was put in.
func TestPandocReadsAFileWithoutParts(t *testing.T) {
	if _, err := exec.LookPath("pandoc"); err != nil {
		t.Skip("pandoc is not installed")
	}
	dir := t.TempDir()
	for _, name := range []string{"nothing", "no content types", "styles lost"} {
		file := leanFiles()[name]
		for what, e := range leanEdits() {
			if e.want == "" {
				continue
			}
			d, _ := fromDocx(t, file)
			at := filepath.Join(dir, "x.docx")
			if err := os.WriteFile(at, patched(t, edited(t, d, e.new, e.says), file, word.Limits{}), 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("pandoc", "-f", "docx", "--track-changes=all", "-t", "native", at).CombinedOutput()
			if s := strings.Join(strings.Fields(string(out)), ""); err != nil || !strings.Contains(s, e.want) {
				t.Errorf("%s, %s: no %s in %s, %v", name, what, e.want, s, err)
			}
		}
	}
}

// Content types that nobody can read are no reason to refuse an export.
func TestWriteIntoAFileWithBrokenTypes(t *testing.T) {
	file := lean(map[string]string{"types": "broken"}, p("one")+p("two"))
	d, _ := fromDocx(t, file)
	e := leanEdits()["heading"]
	if out := partsOf(t, patched(t, edited(t, d, e.new, e.says), file, word.Limits{})); !strings.Contains(out["word/styles.xml"], "heading 1") {
		t.Errorf("%v", out)
	}
}

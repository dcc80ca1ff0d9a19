package word_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// A written file must be consistent for any reader: the archive opens, each part is
// well-formed, has a content type, every relationship has a target and every
// reference a relationship, and unique numbers are unique.
func TestWrittenFileIsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkWhole(t, docxOf(t, genDocument().Draw(t, "document")))
	})
}

func checkWhole(t failer, b []byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatalf("zip: %v", err)
	}
	whole := map[string]string{}
	for i, f := range z.File {
		if i == 0 && f.Name != "[Content_Types].xml" {
			t.Fatalf("the first part is %s", f.Name)
		}
		if f.Modified.Year() != 1980 {
			t.Fatalf("%s has the time %v", f.Name, f.Modified)
		}
		rc, err := f.Open()
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		data, err := io.ReadAll(rc)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if _, twice := whole[f.Name]; twice {
			t.Fatalf("%s is there twice", f.Name)
		}
		whole[f.Name] = string(data)
	}
	types, overrides := map[string]bool{}, map[string]bool{}
	eachElement(t, "types", whole["[Content_Types].xml"], func(e xml.StartElement) {
		switch e.Name.Local {
		case "Default":
			types[attrOf(e, "Extension")] = true
		case "Override":
			overrides[strings.TrimPrefix(attrOf(e, "PartName"), "/")] = true
		}
	})
	for o := range overrides {
		if _, ok := whole[o]; !ok {
			t.Fatalf("a content type for %s, which is not there", o)
		}
	}
	for name, data := range whole {
		if name != "[Content_Types].xml" && !overrides[name] && !types[parts.Ext(name)] {
			t.Fatalf("%s has no content type", name)
		}
		if strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".rels") {
			eachElement(t, name, data, func(xml.StartElement) {})
		}
	}
	rels := map[string]bool{}
	eachElement(t, "rels", whole["word/_rels/document.xml.rels"], func(e xml.StartElement) {
		if e.Name.Local != "Relationship" {
			return
		}
		id, target := attrOf(e, "Id"), attrOf(e, "Target")
		if rels[id] {
			t.Fatalf("%s is there twice", id)
		}
		rels[id] = true
		if attrOf(e, "TargetMode") == "External" {
			if strings.ContainsAny(target, " <>\"{}|\\^`") {
				t.Fatalf("the address %q would be called damaged", target)
			}
		} else if _, ok := whole[path.Join("word", target)]; !ok {
			t.Fatalf("%s points at %s, which is not there", id, target)
		}
	})
	unique := map[string]bool{}
	comments := map[string]int{}
	nums := map[string]bool{}
	eachElement(t, "numbering", whole["word/numbering.xml"], func(e xml.StartElement) {
		if e.Name.Local == "num" {
			nums[attrOf(e, "numId")] = true
		}
	})
	eachElement(t, "document", whole["word/document.xml"], func(e xml.StartElement) {
		for _, a := range e.Attr {
			if strings.Contains(a.Name.Space, "officeDocument/2006/relationships") && !rels[a.Value] {
				t.Fatalf("%s refers to %s, which is not there", e.Name.Local, a.Value)
			}
		}
		switch e.Name.Local {
		case "docPr", "bookmarkStart":
			k := e.Name.Local + attrOf(e, "id")
			if unique[k] {
				t.Fatalf("%s is there twice", k)
			}
			unique[k] = true
		case "commentRangeStart", "commentRangeEnd", "commentReference":
			comments[e.Name.Local+attrOf(e, "id")]++
		case "numId":
			if !nums[attrOf(e, "val")] {
				t.Fatalf("the list %s is not there", attrOf(e, "val"))
			}
		}
	})
	n := 0
	if data := whole["word/comments.xml"]; data != "" {
		eachElement(t, "comments", data, func(e xml.StartElement) {
			if e.Name.Local == "comment" {
				for _, mark := range []string{"commentRangeStart", "commentRangeEnd", "commentReference"} {
					if comments[mark+attrOf(e, "id")] != 1 {
						t.Fatalf("comment %s has %d of %s", attrOf(e, "id"), comments[mark+attrOf(e, "id")], mark)
					}
				}
				n++
			}
		})
	}
	if len(comments) != 3*n {
		t.Fatalf("%d marks for %d comments", len(comments), n)
	}
}

func eachElement(t failer, name, data string, do func(xml.StartElement)) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(data))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if e, ok := tok.(xml.StartElement); ok {
			do(e)
		}
	}
}

func attrOf(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// The same document gives the same bytes, at any time.
func TestSameBytes(t *testing.T) {
	d := fromMarkdown(t, "# T\n\n[a](https://x.y) [b](https://z.y)\n\n1. a\n2. b\n")
	if !bytes.Equal(docxOf(t, d), docxOf(t, d)) {
		t.Fatal("two writings differ")
	}
}

// lazy counts how often it is opened.
type lazy struct {
	word.Held
	opened *int
}

func (l lazy) Open() (io.ReadCloser, error) { *l.opened++; return l.Held.Open() }

// A file with large pictures is read without reading them.
func TestPicturesStayInTheFile(t *testing.T) {
	big := append(append(word.Held{}, tinyPNG()...), make([]byte, 40<<20)...)
	n := 0
	d := word.NewDocument(0, []word.Block{word.NewParagraph(word.Format{}, word.Inline{Kind: word.Image, Picture: &word.Picture{Data: lazy{big, &n}, Name: "big.png"}})}, nil)
	b := docxOf(t, d)
	if len(b) < 40<<20 || n != 2 {
		t.Fatalf("%d bytes written, the picture was opened %d times", len(b), n)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	back, _ := fromDocx(t, b)
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 4<<20 {
		t.Fatalf("reading took %d bytes", allocated)
	}
	p := back.Blocks()[0].(*word.Paragraph).Inlines()[0].Picture
	if p.Data.Size() != int64(len(big)) || p.Name != "big.png" || p.Width != 1 {
		t.Fatalf("came back as %+v, %s bytes", p, strconv.FormatInt(p.Data.Size(), 10))
	}
}

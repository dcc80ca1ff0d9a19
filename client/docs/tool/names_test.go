package tool

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestNamesOfDocTools(t *testing.T) {
	const doc = `{"properties":{"file_id":{},"text":{}}}`
	for _, c := range []struct {
		want         Tool
		name, schema string
		fits         bool
	}{
		{Outline, "doc.get_outline", `{}`, true}, {Outline, "doc_get_outline", `{}`, true}, {Outline, "get_outline", `{}`, true},
		{Outline, "doc.getOutline", `{}`, true}, {Outline, "acme.doc.get_outline", `{}`, true},
		{Outline, "get_outline", `{"properties":{"file_url":{}}}`, true}, {Outline, "get_outline", `{"properties":{"slide_id":{},"file_id":{}}}`, false},
		{Outline, "get_outline", `{"properties":{"text":{}}}`, false}, {Outline, "sheet.get_outline", `{}`, false}, {Outline, "smart_doc.get_outline", `{}`, false},
		{Find, "doc.find", `{}`, true}, {Find, "find", doc, true}, {Find, "find", `{"properties":{"file_id":{},"keyword":{}}}`, true},
		{Find, "find", `{}`, false}, {Find, "find", `{"properties":{"file_id":{},"x":{}}}`, false}, {Find, "find", `{"properties":{"file_id":{},"text":{},"sheet_id":{}}}`, false},
		{Find, "sheet.find", doc, false}, {Find, "find_and_replace", doc, false}, {Find, "manage.find", doc, false}, {Find, "finder", doc, false},
		{ReplaceAll, "doc.find_and_replace", `{}`, true}, {ReplaceAll, "doc.find_and_replace_text", `{}`, true}, {ReplaceAll, "find_and_replace_text", `{}`, true},
		{ReplaceAll, "sheet.find_and_replace", `{}`, false}, {ReplaceText, "find_and_replace_text", `{}`, false}, {ReplaceText, "replace_text", doc, true},
		{InsertParagraph, "doc.insert_paragraph_with_text", `{}`, false}, {InsertParagraphText, "insert_paragraph_with_text", `{}`, true}, {InsertParagraphText, "doc.insert_paragraph", `{}`, false},
		{Content, "get_content", `{}`, true}, {Content, "manage.get_content", `{}`, true}, {Content, "doc.get_content", `{}`, true},
		{Content, "smartcanvas.get_content", `{}`, false}, {Content, "sheet.get_content", `{}`, false}, {Content, "space.get_content", `{}`, false},
		{SmartRead, "smartcanvas.read", `{}`, true}, {SmartRead, "smartcanvas_read", `{}`, true}, {SmartRead, "read", `{}`, false},
		{SmartRead, "read", `{"properties":{"file_id":{},"next_token":{}}}`, true}, {SmartRead, "read", `{"properties":{"file_id":{}}}`, false}, {SmartRead, "sheet.read", `{}`, false},
		{UploadImage, "upload_image", `{}`, true}, {UploadImage, "manage.upload_image", `{}`, true}, {UploadImage, "uploadImage", `{}`, true}, {UploadImage, "upload_image_by_url", `{}`, false},
		{Revert, "doc.revert_revision", `{}`, true}, {Revert, "doc.undo_ai_edit", `{}`, true}, {Revert, "undo_ai_edit", `{}`, true}, {Revert, "sheet.undo_ai_edit", `{}`, false},
		{InsertTable, "insert_table", `{"properties":{"file_id":{},"index":{}}}`, true}, {InsertTable, "insert_table", `{"properties":{"slide_id":{}}}`, false},
	} {
		cat := NewCatalog([]Offer{NewOffer(c.name, json.RawMessage(c.schema))})
		if cat.Has(c.want) != c.fits {
			t.Errorf("%s and %s %s: %v", c.want.Name(), c.name, c.schema, !c.fits)
		}
	}
	// The newer name is preferred to the older one, and the exact one to all.
	c := NewCatalog([]Offer{NewOffer("doc.undo_ai_edit", nil), NewOffer("doc.revert_revision", nil), NewOffer("get_outline", nil), NewOffer("doc_get_outline", nil), NewOffer("find", nil)})
	if c.offers[Revert].name != "doc.revert_revision" || c.offers[Outline].name != "doc_get_outline" || c.offers[Find] != nil {
		t.Errorf("%+v %+v %+v", c.offers[Revert], c.offers[Outline], c.offers[Find])
	}
}

// Values of an enum are spelled as in the schema, ignoring capitals and
// underscores, and a value that it does not have is left to the service for reads.
func TestWordsOfAnEnum(t *testing.T) {
	for schema, want := range map[string]string{
		`{"properties":{"file_id":{},"mode":{"enum":["FULL_TEXT","OUTLINE"]}}}`:                                          `{"file_id":"d1","mode":"FULL_TEXT"}`,
		`{"properties":{"file_id":{},"mode":{"enum":["fullText"]}}}`:                                                     `{"file_id":"d1","mode":"fullText"}`,
		`{"properties":{"file_id":{},"mode":{"enum":["other"]}}}`:                                                        `{"file_id":"d1","mode":"full_text"}`,
		`{"properties":{"file_id":{},"mode":{"$ref":"#/definitions/M"}},"definitions":{"M":{"enum":["Full_Text"]}}}`:     `{"file_id":"d1","mode":"Full_Text"}`,
		`{"properties":{"file_id":{},"mode":{"$ref":"#/definitions/M"}},"definitions":{"M":{"$ref":"#/definitions/M"}}}`: `{"file_id":"d1","mode":"full_text"}`,
	} {
		_, args, fail := NewCatalog([]Offer{NewOffer(Structure.Name(), json.RawMessage(schema))}).Shape(
			&Call{Tool: Structure, Args: []Arg{Is("file_id", "d1"), Is("mode", "full_text")}})
		if raw, _ := json.Marshal(args); fail != nil || string(raw) != want {
			t.Errorf("%s: %s, %v; want %s", schema, raw, fail, want)
		}
	}
	// One that is sent only where it is known is not sent with another value than the schema has.
	for schema, want := range map[string]string{
		`{"properties":{"mode":{"enum":["outline","Full"]}}}`: `{"mode":"Full"}`, `{"properties":{"mode":{"type":"string"}}}`: `{"mode":"full"}`,
		`{"properties":{"mode":{"enum":["a","b"]}}}`: `{}`, `{"properties":{}}`: `{}`,
	} {
		_, args, fail := NewCatalog([]Offer{NewOffer(Structure.Name(), json.RawMessage(schema))}).Shape(
			&Call{Tool: Structure, Args: []Arg{{Name: "mode", Value: "full", Known: true}}})
		if raw, _ := json.Marshal(args); fail != nil || string(raw) != want {
			t.Errorf("%s: %s, %v; want %s", schema, raw, fail, want)
		}
	}
}

// An argument that lists a word is found, when it is the only one and the service has listed
// the tool itself.
func TestChoice(t *testing.T) {
	for schema, want := range map[string]string{
		`{"properties":{"file_id":{},"export_type":{"enum":["docx","PDF"]}}}`:                                  "export_type PDF true",
		`{"properties":{"file_id":{},"suffix":{"type":"string","enum":[".docx",".pdf"]}}}`:                     "suffix .pdf true",
		`{"properties":{"as":{"$ref":"#/$defs/F"}},"$defs":{"F":{"enum":[1,"pdf"]}}}`:                          "as pdf true",
		`{"properties":{"as":{"anyOf":[{"type":"null"},{"type":"string","enum":["pdf"]}]}}}`:                   "as pdf true",
		`{"properties":{"from":{"enum":["pdf"]},"to":{"enum":["pdf"]}}}`:                                       "  false",
		`{"properties":{"file_id":{},"format":{"type":"string","description":"docx or pdf"},"x":{"enum":[]}}}`: "  false",
		`{"properties":{"file_id":{},"export_type":{"enum":["docx","pdfa"]}}}`:                                 "  false",
	} {
		arg, value, ok := NewCatalog([]Offer{NewOffer(Export.Name(), json.RawMessage(schema))}).Choice(Export, "pdf")
		if got := fmt.Sprint(arg, " ", value, " ", ok); got != want {
			t.Errorf("%s: %q, want %q", schema, got, want)
		}
	}
	for _, c := range []*Catalog{nil, NewCatalog(nil), NewCatalog([]Offer{NewOffer("manage.folder_list", nil)})} {
		if _, _, ok := c.Choice(Export, "pdf"); ok {
			t.Error("of a tool that is not listed")
		}
	}
}

package docs

import (
	"encoding/json"
	"testing"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

func TestArgumentsOfDocTools(t *testing.T) {
	s := New(Options{DocURLBase: "https://docs.example"})
	v := s.Home().(*Source)
	ref := model.Ref{ID: "d1", Kind: model.KindDoc}
	for name, c := range map[string]struct {
		edit   model.Edit
		schema string
		want   string // JSON, or "" = refused
	}{
		"no schema": {model.Edit{Kind: model.EditText, At: 3, Text: "x"}, `{}`, `{"file_id":"d1","index":3,"text":"x","version_info":{"base_version":8}}`},
		"idx":       {model.Edit{Kind: model.EditText, At: 3, Text: "x"}, `{"properties":{"file_id":{},"text":{},"idx":{},"version_info":{}}}`, `{"file_id":"d1","idx":3,"text":"x","version_info":{"base_version":8}}`},
		"position as text": {model.Edit{Kind: model.EditText, At: 1 << 60, Text: "x"}, `{"properties":{"file_id":{},"text":{},"pos":{"type":"string"},"version_info":{}}}`,
			`{"file_id":"d1","pos":"1152921504606846976","text":"x","version_info":{"base_version":8}}`},
		"a link only": {model.Edit{Kind: model.EditText, At: 3, Text: "x"}, `{"properties":{"file_url":{"description":"instead of file_id"},"text":{},"idx":{},"version_info":{}},"additionalProperties":false}`,
			`{"file_url":"https://docs.example/doc/d1","idx":3,"text":"x","version_info":{"base_version":8}}`},
		"a link as well": {model.Edit{Kind: model.EditText, At: 3, Text: "x"}, `{"properties":{"file_url":{},"file_id":{},"text":{},"idx":{},"version_info":{}},"additionalProperties":false}`,
			`{"file_id":"d1","idx":3,"text":"x","version_info":{"base_version":8}}`},
		"the version beside": {model.Edit{Kind: model.EditText, At: 3, Text: "x"}, `{"properties":{"file_id":{},"text":{},"idx":{},"base_version":{"type":"string"}}}`, `{"base_version":"8","file_id":"d1","idx":3,"text":"x"}`},
		"no version":         {model.Edit{Kind: model.EditText, At: 3, Text: "x"}, `{"properties":{"file_id":{},"text":{},"idx":{}},"additionalProperties":false}`, ``},
		"no position":        {model.Edit{Kind: model.EditText, At: 3, Text: "x"}, `{"properties":{"file_id":{},"text":{},"version_info":{}},"additionalProperties":false}`, ``},
		"a type":             {model.Edit{Kind: model.EditParagraph, At: 3, Paragraph: model.ParagraphStyle{List: 2, Level: 1}}, `{"properties":{"file_id":{},"idx":{},"type":{},"level":{"type":"integer"},"version_info":{}}}`, `{"file_id":"d1","idx":3,"level":1,"type":"2","version_info":{"base_version":8}}`},
		"a type of another thing": {model.Edit{Kind: model.EditImage, At: 3, Image: model.NewImage{ID: "i"}}, `{"properties":{"file_id":{},"index":{},"type":{},"image_id":{"description":"alternative to content, of width and height"},"version_info":{}}}`,
			`{"file_id":"d1","image_id":"i","index":3,"version_info":{"base_version":8}}`},
		"only content": {model.Edit{Kind: model.EditImage, At: 3, Image: model.NewImage{ID: "i"}}, `{"properties":{"file_id":{},"index":{},"content":{"description":"instead of image_id"},"version_info":{}},"additionalProperties":false}`, ``},
		"plain markdown": {model.Edit{Kind: model.EditMarkdown, At: 3, Text: "# A"}, `{"properties":{"file_id":{},"index":{},"markdown":{"description":"unless base64_markdown is given"},"version_info":{}},"additionalProperties":false}`,
			`{"file_id":"d1","index":3,"markdown":"# A","version_info":{"base_version":8}}`},
		"both markdowns": {model.Edit{Kind: model.EditMarkdown, At: 3, Text: "# A"}, `{"properties":{"file_id":{},"index":{},"markdown":{},"base64_markdown":{},"version_info":{}}}`,
			`{"base64_markdown":"IyBB","file_id":"d1","index":3,"version_info":{"base_version":8}}`},
		"other words for text": {model.Edit{Kind: model.EditReplaceAll, Old: "a", Text: "b"}, `{"properties":{"file_id":{},"find_text":{},"replace_text":{},"version_info":{}}}`, `{"file_id":"d1","find_text":"a","replace_text":"b","version_info":{"base_version":8}}`},
		"a reply":              {model.Edit{Kind: model.EditComment, Text: "x", Reply: "c1", Ranges: []model.Range{{Begin: 1, End: 2}}}, `{"properties":{"file_id":{},"comment":{},"range":{},"reply_to":{},"version_info":{}}}`, `{"comment":"x","file_id":"d1","range":{"begin":1,"end":2},"reply_to":"c1","version_info":{"base_version":8}}`},
		"revert":               {model.Edit{Kind: model.EditRevert, Version: 7}, `{"properties":{"file_id":{},"target_version":{}},"additionalProperties":false}`, `{"file_id":"d1","target_version":7}`},
		"an argument that is not there, of an open schema": {model.Edit{Kind: model.EditParagraph, At: 3, Paragraph: model.ParagraphStyle{Indent: 2}}, `{"properties":{"file_id":{},"idx":{},"version_info":{}}}`, ``},
		"capitals without underscores": {model.Edit{Kind: model.EditTable, At: 3, Rows: 2, Cols: 1}, `{"properties":{"FILEID":{},"Index":{},"RowCount":{},"columncount":{},"versioninfo":{"properties":{"baseversion":{"type":"string"}}}}}`,
			`{"FILEID":"d1","Index":3,"RowCount":2,"columncount":1,"versioninfo":{"baseversion":"8"}}`},
		"names within ranges": {model.Edit{Kind: model.EditReplace, Text: "x", Ranges: []model.Range{{Begin: 1, End: 2}}},
			`{"properties":{"file_id":{},"text":{},"ranges":{"type":"array","items":{"$ref":"#/$defs/Range"}},"version_info":{}},"$defs":{"Range":{"properties":{"startIndex":{"type":"integer"},"endIndex":{"type":"string"}}}}}`,
			`{"file_id":"d1","ranges":[{"endIndex":"2","startIndex":1}],"text":"x","version_info":{"base_version":8}}`},
		"names within a property": {model.Edit{Kind: model.EditFormat, Ranges: []model.Range{{Begin: 1, End: 2}}, Props: model.TextProps{SmallCaps: yes(), Background: "FF0000"}},
			`{"properties":{"file_id":{},"ranges":{},"textProperty":{"anyOf":[{"type":"null"},{"type":"object","properties":{"smallCaps":{},"backgroundColor":{}}}]},"version_info":{}}}`,
			`{"file_id":"d1","ranges":[{"begin":1,"end":2}],"textProperty":{"backgroundColor":"FF0000","smallCaps":true},"version_info":{"base_version":8}}`},
		"no such property":   {model.Edit{Kind: model.EditFormat, Ranges: []model.Range{{Begin: 1, End: 2}}, Props: model.TextProps{SmallCaps: yes()}}, `{"properties":{"file_id":{},"ranges":{},"property":{"properties":{"bold":{}}},"version_info":{}}}`, ``},
		"numbers of an enum": {model.Edit{Kind: model.EditParagraph, At: 3, Paragraph: model.ParagraphStyle{Level: 2}}, `{"properties":{"file_id":{},"idx":{},"level":{"enum":[0,1,2]},"version_info":{}}}`, `{"file_id":"d1","idx":3,"level":2,"version_info":{"base_version":8}}`},
		"none of an enum":    {model.Edit{Kind: model.EditParagraph, At: 3, Paragraph: model.ParagraphStyle{Level: model.LevelBody}}, `{"properties":{"file_id":{},"idx":{},"level":{"enum":["1","9"]},"version_info":{}}}`, ``},
		"revert by version":  {model.Edit{Kind: model.EditRevert, Version: 7}, `{"properties":{"file_id":{},"version":{},"version_info":{}}}`, `{"file_id":"d1","version":7,"version_info":{"base_version":8}}`},
	} {
		k := v.editCall(ref, 8, c.edit, client.Bulk)
		cat := tool.NewCatalog([]tool.Offer{tool.NewOffer(k.Tool.Name(), json.RawMessage(c.schema))})
		_, args, fail := cat.Shape(k)
		if c.want == "" {
			if fail == nil || fail.Kind != client.KindUnsupported {
				t.Errorf("%s: %v, %v", name, args, fail)
			}
			continue
		}
		if raw, _ := json.Marshal(args); fail != nil || string(raw) != c.want {
			t.Errorf("%s: %s, %v; want %s", name, raw, fail, c.want)
		}
	}
}

// What a tool does not accept is reported before anything is sent: what, which
// tool, and what it has instead.
func TestWhatAToolDoesNotTake(t *testing.T) {
	v := New(Options{}).Home().(*Source)
	ranges := []model.Range{{Begin: 1, End: 2}}
	for schema, c := range map[string]struct {
		edit model.Edit
		want string
	}{
		`{"properties":{"file_id":{},"idx":{},"level":{}}}`: {model.Edit{Kind: model.EditParagraph, At: 3, Paragraph: model.ParagraphStyle{List: 1}},
			"not possible here: the service's acme.doc.insert_paragraph has no argument numbering_type (accepted: file_id, idx, level)"},
		`{"properties":{"file_id":{},"ranges":{},"property":{"properties":{"bold":{},"fontSize":{}}}}}`: {model.Edit{Kind: model.EditFormat, Ranges: ranges, Props: model.TextProps{Color: "FF0000"}},
			"not possible here: the service's acme.doc.update_text_property has no argument property.color (accepted: bold, fontSize)"},
		`{"properties":{"file_id":{},"idx":{},"level":{"enum":["H1","H2"]}}}`: {model.Edit{Kind: model.EditParagraph, At: 3, Paragraph: model.ParagraphStyle{Level: 4}},
			`not possible here: the service's acme.doc.insert_paragraph does not accept "h4" for level (accepted: H1, H2)`},
	} {
		k := v.editCall(model.Ref{ID: "d1", Kind: model.KindDoc}, 8, c.edit, client.Bulk)
		_, args, fail := tool.NewCatalog([]tool.Offer{tool.NewOffer("acme."+k.Tool.Name(), json.RawMessage(schema))}).Shape(k)
		if fail == nil {
			t.Errorf("%s: %v", schema, args)
			continue
		}
		var say *text.Catalogue
		if got := say.Say(fail.What, fail.Args...) + " (" + say.Say(fail.Hint, fail.HintArgs...) + ")"; got != c.want {
			t.Errorf("%s: %s\nwant %s", schema, got, c.want)
		}
	}
}

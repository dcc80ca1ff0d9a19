package docs

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

const pngBytes = "\x89PNG\r\n\x1a\n0000"

func yes() *bool { v := true; return &v }

func no() *bool { return new(bool) }

// goodEdits are edits of all kinds, and what is sent for them.
func goodEdits() map[string]struct {
	edit       model.Edit
	tool, args string
} {
	type row = struct {
		edit       model.Edit
		tool, args string
	}
	img := &model.DocImage{Source: model.ImageByURL, Position: 9, URL: "http://h/i.png?sign=x&y"}
	att := &model.DocImage{Source: model.ImageByAttachment, Position: 9, Attachment: "a1"}
	return map[string]row{
		"text":        {model.Edit{Kind: model.EditText, At: 5, Text: "a\tb"}, "doc.insert_text", `{"index":5,"text":"a\tb"}`},
		"paragraph":   {model.Edit{Kind: model.EditParagraph, At: 5}, "doc.insert_paragraph", `{"idx":5}`},
		"styled":      {model.Edit{Kind: model.EditParagraph, At: 5, Paragraph: model.ParagraphStyle{Level: 2, List: 1, ListLevel: 3, Indent: 4}}, "doc.insert_paragraph", `{"idx":5,"indent_count":4,"level":"2","numbering_lvl":"3","numbering_type":"1"}`},
		"with text":   {model.Edit{Kind: model.EditParagraph, At: 5, Text: "x", Paragraph: model.ParagraphStyle{Level: 10}}, "doc.insert_paragraph_with_text", `{"idx":5,"level":"10","text":"x"}`},
		"replace":     {model.Edit{Kind: model.EditReplace, Text: "", Ranges: []model.Range{{Begin: 9, End: 11}, {Begin: 1, End: 3}}}, "doc.replace_text", `{"ranges":[{"begin":1,"end":3},{"begin":9,"end":11}],"text":""}`},
		"replace all": {model.Edit{Kind: model.EditReplaceAll, Old: "a", Text: "b"}, "doc.find_and_replace", `{"new_text":"b","old_text":"a"}`},
		"format": {model.Edit{Kind: model.EditFormat, Ranges: []model.Range{{Begin: 1, End: 3}}, Props: model.TextProps{Bold: yes(), Italic: no(), Color: "ff8800", Background: "00FF00"}},
			"doc.update_text_property", `{"property":{"background_color":"00FF00","bold":true,"color":"ff8800","italic":false},"ranges":[{"begin":1,"end":3}]}`},
		"tasks":         {model.Edit{Kind: model.EditTask, At: 7, Tasks: []model.DocTask{{Text: "a"}, {Done: true, Text: "b"}}}, "doc.insert_task", `{"idx":7,"tasks":[{"content":"a","state":1},{"content":"b","state":2}]}`},
		"image":         {model.Edit{Kind: model.EditImage, At: 7, Image: model.NewImage{Data: []byte(pngBytes), Width: 20}}, "doc.insert_image", `{"content":"iVBORw0KGgowMDAw","index":7,"width":20}`},
		"image by id":   {model.Edit{Kind: model.EditImage, At: 7, Image: model.NewImage{ID: "i1", Height: 3}}, "doc.insert_image", `{"height":3,"image_id":"i1","index":7}`},
		"page break":    {model.Edit{Kind: model.EditPageBreak, At: 7}, "doc.insert_page_break", `{"index":7}`},
		"table":         {model.Edit{Kind: model.EditTable, At: 7, Rows: 2, Cols: 3}, "doc.insert_table", `{"cols":3,"index":7,"rows":2}`},
		"comment":       {model.Edit{Kind: model.EditComment, Text: "a\nb", Ranges: []model.Range{{Begin: 1, End: 1}}}, "doc.insert_comment", `{"range":{"begin":1,"end":1},"text":"a\nb"}`},
		"reply":         {model.Edit{Kind: model.EditComment, Text: "x", Ranges: []model.Range{{Begin: 1, End: 2}}, Reply: "c1"}, "doc.insert_comment", `{"range":{"begin":1,"end":2},"ref_id":"c1","text":"x"}`},
		"other image":   {model.Edit{Kind: model.EditReplaceImage, At: 9, OldImage: img, Image: model.NewImage{ID: "i"}}, "doc.replace_image", `{"idx":9,"image_id":"i","old_image_url":"http://h/i.png"}`},
		"attachment":    {model.Edit{Kind: model.EditReplaceImage, At: 9, OldImage: att, Image: model.NewImage{Data: []byte("GIF89a")}}, "doc.replace_image", `{"content":"R0lGODlh","idx":9,"old_attachment_id":"a1"}`},
		"markdown":      {model.Edit{Kind: model.EditMarkdown, At: 7, Text: "# Ä?>\n"}, "doc.insert_markdown", `{"base64_markdown":"IyDDhD8+Cg==","index":7}`},
		"accept":        {model.Edit{Kind: model.EditRevisions}, "doc.resolve_revisions", `{"action":"accept"}`},
		"reject":        {model.Edit{Kind: model.EditRevisions, Verdict: model.Verdict{Reject: true, IDs: []string{"a", "b"}, Author: "Ann"}}, "doc.resolve_revisions", `{"action":"reject","author":"Ann","revision_ids":"a,b"}`},
		"revert":        {model.Edit{Kind: model.EditRevert, Version: 6}, "doc.revert_revision", `{"target_version":6}`},
		"at the start":  {model.Edit{Kind: model.EditText, Text: "x"}, "doc.insert_text", `{"index":0,"text":"x"}`},
		"a large index": {model.Edit{Kind: model.EditText, At: 1 << 60, Text: "x"}, "doc.insert_text", `{"index":1152921504606846976,"text":"x"}`},
	}
}

func TestEditsOnTheWire(t *testing.T) {
	for name, c := range goodEdits() {
		in(t, 0, func(t *testing.T, b *bench) {
			if _, err := listHome(t, b); err != nil { // the tools are known then
				t.Fatal(err)
			}
			b.calls()
			b.args = nil
			b.results[c.tool] = `{"base_version":"8","new_version":"9","err_msg":"","trace_id":"t1"}`
			done, err := b.editor().Edit(t.Context(), b.page(), 8, c.edit, client.Bulk)
			if err != nil || done != (model.Edited{Base: 8, New: 9, Trace: "t1"}) {
				t.Errorf("%s: %+v, %v", name, done, err)
				return
			}
			if sent := b.calls(); !strings.HasPrefix(sent, c.tool+"@") {
				t.Errorf("%s: sent %s", name, sent)
			}
			all := map[string]json.RawMessage{}
			for k, v := range b.args[0] {
				all[k] = json.RawMessage(v)
			}
			version := string(all["version_info"])
			if version != `{"base_version":8}` && name != "revert" {
				t.Errorf("%s: version_info is %s", name, version)
			}
			if string(all["file_id"]) != `"d1"` {
				t.Errorf("%s: %v", name, all)
			}
			delete(all, "version_info")
			delete(all, "file_id")
			if got, _ := json.Marshal(all); string(got) != c.args {
				t.Errorf("%s: sent %s, want %s", name, got, c.args)
			}
		})
	}
}

func TestEditsThatAreNotSent(t *testing.T) {
	r := func(b, e int64) []model.Range { return []model.Range{{Begin: b, End: e}} }
	bold := model.TextProps{Bold: yes()}
	url := &model.DocImage{Source: model.ImageByURL, Position: 9, URL: "http://h/i?x"}
	in(t, 0, func(t *testing.T, b *bench) {
		for name, e := range map[string]model.Edit{
			"no kind": {}, "unknown": {Kind: "x"},
			"below zero": {Kind: model.EditText, At: -1, Text: "x"}, "no text": {Kind: model.EditText}, "lines": {Kind: model.EditText, Text: "a\nb"},
			"a return": {Kind: model.EditText, Text: "a\rb"}, "a separator": {Kind: model.EditText, Text: "a\u2028b"}, "no UTF-8": {Kind: model.EditText, Text: "\xff"}, "NUL": {Kind: model.EditText, Text: "\x00"},
			"level 13": {Kind: model.EditParagraph, Paragraph: model.ParagraphStyle{Level: 13}}, "list 3": {Kind: model.EditParagraph, Paragraph: model.ParagraphStyle{List: 3}},
			"list level 10": {Kind: model.EditParagraph, Paragraph: model.ParagraphStyle{ListLevel: 10}}, "indent": {Kind: model.EditParagraph, Paragraph: model.ParagraphStyle{Indent: -1}},
			"paragraph of lines": {Kind: model.EditParagraph, Text: "a\nb"},
			"no range":           {Kind: model.EditReplace, Text: "x"}, "reversed": {Kind: model.EditReplace, Ranges: r(5, 3)}, "empty range": {Kind: model.EditReplace, Ranges: r(5, 5)},
			"negative": {Kind: model.EditReplace, Ranges: r(-5, 5)}, "overlapping": {Kind: model.EditReplace, Ranges: append(r(5, 9), r(1, 6)...)}, "lines for text": {Kind: model.EditReplace, Text: "a\nb", Ranges: r(1, 2)},
			"nothing to find": {Kind: model.EditReplaceAll, Text: "x"}, "lines to find": {Kind: model.EditReplaceAll, Old: "a\nb"}, "lines instead": {Kind: model.EditReplaceAll, Old: "a", Text: "a\nb"},
			"no property": {Kind: model.EditFormat, Ranges: r(1, 2)}, "a name of a colour": {Kind: model.EditFormat, Ranges: r(1, 2), Props: model.TextProps{Color: "orange"}},
			"a short colour": {Kind: model.EditFormat, Ranges: r(1, 2), Props: model.TextProps{Background: "fff"}}, "a sharp colour": {Kind: model.EditFormat, Ranges: r(1, 2), Props: model.TextProps{Color: "#ff8800"}},
			"format of nothing": {Kind: model.EditFormat, Props: bold},
			"no task":           {Kind: model.EditTask}, "task of lines": {Kind: model.EditTask, Tasks: []model.DocTask{{Text: "a\nb"}}},
			"no image": {Kind: model.EditImage}, "two images": {Kind: model.EditImage, Image: model.NewImage{ID: "i", Data: []byte(pngBytes)}},
			"no size": {Kind: model.EditImage, Image: model.NewImage{ID: "i", Width: -1}}, "no image at all": {Kind: model.EditImage, Image: model.NewImage{Data: []byte("hello")}},
			"large": {Kind: model.EditImage, Image: model.NewImage{Data: append([]byte(pngBytes), make([]byte, client.MaxImage)...)}},
			"0 x 3": {Kind: model.EditTable, Cols: 3}, "3 x -1": {Kind: model.EditTable, Rows: 3, Cols: -1},
			"no comment": {Kind: model.EditComment, Ranges: r(1, 2), Text: " "}, "comment on two": {Kind: model.EditComment, Text: "x", Ranges: append(r(1, 2), r(3, 4)...)},
			"comment backwards": {Kind: model.EditComment, Text: "x", Ranges: r(4, 3)},
			"which image":       {Kind: model.EditReplaceImage, At: 9, Image: model.NewImage{ID: "i"}}, "an image without a locator": {Kind: model.EditReplaceImage, At: 9, OldImage: &model.DocImage{Position: 9}, Image: model.NewImage{ID: "i"}},
			"an address of nothing": {Kind: model.EditReplaceImage, At: 9, OldImage: &model.DocImage{Position: 9, URL: "?x"}, Image: model.NewImage{ID: "i"}},
			"two locators":          {Kind: model.EditReplaceImage, At: 9, OldImage: &model.DocImage{Position: 9, URL: "u", Attachment: "a"}, Image: model.NewImage{ID: "i"}},
			"another place":         {Kind: model.EditReplaceImage, At: 8, OldImage: url, Image: model.NewImage{ID: "i"}}, "no new image": {Kind: model.EditReplaceImage, At: 9, OldImage: url},
			"no markdown": {Kind: model.EditMarkdown, Text: " \n"}, "revert nothing": {Kind: model.EditRevert},
		} {
			_, err := b.editor().Edit(t.Context(), b.page(), 8, e, client.Interactive)
			if !client.Is(err, client.KindInvalid) || strings.Contains(err.Error(), "%!") {
				t.Errorf("%s: %v", name, err)
			}
		}
		good := model.Edit{Kind: model.EditText, Text: "x"}
		for _, base := range []int64{0, -1} {
			if _, err := b.editor().Edit(t.Context(), b.page(), base, good, client.Interactive); !client.Is(err, client.KindInvalid) {
				t.Errorf("base %d: %v", base, err)
			}
		}
		other := b.page()
		other.Kind = model.KindSheet
		if _, err := b.editor().Edit(t.Context(), other, 8, good, client.Interactive); !client.Is(err, client.KindUnsupported) {
			t.Error(err)
		}
		if sent := b.calls(); sent != "" {
			t.Errorf("sent %s", sent)
		}
	})
}

// What a service answers to a failed edit, and the resulting error.
func TestRefusedEdits(t *testing.T) {
	for words, want := range map[string]client.Kind{
		"version conflict: base_version 3, the document is at 5":        client.KindConflict,
		"base version 3 is not the newest one":                          client.KindConflict,
		"The document has been modified by another user":                client.KindConflict,
		"stale base version":                                            client.KindConflict,
		"your copy is out of date":                                      client.KindConflict,
		"expected version 5, got 3":                                     client.KindConflict,
		"Conflict":                                                      client.KindConflict,
		"edit conflict, reload":                                         client.KindConflict,
		"版本冲突":                                                          client.KindConflict,
		"文档版本已过期":                                                       client.KindConflict,
		"バージョンが古いです":                                                    client.KindConflict,
		"버전 충돌":                                                         client.KindConflict,
		"Die Version ist veraltet":                                      client.KindConflict,
		"conflit de version":                                            client.KindConflict,
		"la versión está obsoleta":                                      client.KindConflict,
		"версия документа устарела":                                     client.KindConflict,
		"type:business, code:400001, msg:version mismatch, trace_id:t7": client.KindConflict,
		"range [3, 900) is outside the document":                        client.KindInvalid,
		"comment range outside the valid range":                         client.KindInvalid,
		"task state 0 is not allowed":                                   client.KindInvalid,
		"old image not found in the document":                           client.KindInvalid,
		"the comment does not exist":                                    client.KindInvalid,
		"duplicate ranges":                                              client.KindInvalid,
		"code:400005, msg:missing write permission":                     client.KindInvalid,
		"no permission to edit the document":                            client.KindInvalid,
		"code:400016, msg:type":                                         client.KindUnsupported,
		"the file is not a Word document":                               client.KindUnsupported,
		"the document does not exist":                                   client.KindNotFound,
		"internal error, try again":                                     client.KindUnknown,
		"code:400010, msg:internal":                                     client.KindUnknown,
	} {
		in(t, 0, func(t *testing.T, b *bench) {
			p, _ := json.Marshal(map[string]any{"base_version": 3, "new_version": 3, "err_msg": words})
			b.results["doc.insert_text"] = string(p)
			_, err := b.editor().Edit(t.Context(), b.page(), 3, model.Edit{Kind: model.EditText, Text: "x"}, client.Bulk)
			if !client.Is(err, want) {
				t.Errorf("%s: %v", words, err)
			}
			if n := strings.Count(b.calls(), "doc.insert_text"); n != 1 {
				t.Errorf("%s: sent %d times", words, n)
			}
			if strings.Contains(fmt.Sprint(err), "folder") {
				t.Errorf("%s: %v", words, err)
			}
			if (want == client.KindUnsupported) != strings.Contains(fmt.Sprint(err), "this is not a Word document") {
				t.Errorf("%s: %v", words, err)
			}
		})
	}
}

// An edit is sent once, whatever happens.
func TestEditsAreSentOnce(t *testing.T) {
	for name, c := range map[string]struct {
		answer answerer
		want   client.Kind
	}{
		"no answer":       {lost(), client.KindUnknown},
		"a bad gateway":   {status(502, "bad gateway: version conflict"), client.KindUnknown},
		"409":             {status(409, "no"), client.KindConflict},
		"412":             {status(412, ""), client.KindConflict},
		"nothing":         {body("application/json", ""), client.KindUnknown},
		"half":            {body("application/json", `{"jsonrpc":"2.0","id":$ID,"result":{"cont`), client.KindUnknown},
		"no version":      {payload(`{"err_msg":""}`), client.KindUnknown},
		"no data":         {payload(`{}`), client.KindUnknown},
		"version 0":       {payload(`{"base_version":8,"new_version":0}`), client.KindUnknown},
		"back":            {payload(`{"base_version":8,"new_version":7}`), client.KindUnknown},
		"back, untold":    {payload(`{"new_version":7}`), client.KindUnknown},
		"below zero":      {payload(`{"base_version":8,"new_version":-9}`), client.KindUnknown},
		"no number":       {payload(`{"base_version":8,"new_version":"x"}`), client.KindUnknown},
		"a long pause":    {status(429, "slow down", "Retry-After", "600"), client.KindThrottled},
		"a web page":      {body("text/html", "<html>login</html>"), client.KindUnknown},
		"rpc conflict":    {rpcError(-32603, "type:business, code:400001, msg:版本冲突, trace_id:t"), client.KindConflict},
		"nothing changed": {payload(`{"base_version":8,"new_version":8,"err_msg":""}`), ""},
		"merged":          {payload(`{"base_version":11,"new_version":12,"err_msg":""}`), ""},
	} {
		in(t, 0, func(t *testing.T, b *bench) {
			if _, err := listHome(t, b); err != nil {
				t.Fatal(err)
			}
			b.calls()
			b.then(c.answer)
			left := 0
			ctx := client.WithSending(t.Context(), func() error { left++; return nil })
			done, err := b.editor().Edit(ctx, b.page(), 8, model.Edit{Kind: model.EditText, Text: "x"}, client.Interactive)
			if client.KindOf(err) != c.want {
				t.Errorf("%s: %v", name, err)
			}
			if n := strings.Count(b.calls(), "doc.insert_text"); n != 1 || left != 1 {
				t.Errorf("%s: sent %d times, told %d times", name, n, left)
			}
			if name == "merged" && (done.Base != 11 || done.New != 12) {
				t.Errorf("%+v", done)
			}
			if c.want == client.KindUnknown && (strings.Contains(err.Error(), "folder") || err.(*client.Error).Changed != client.ChangedMaybe) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// "Slow down" refuses an edit, on whatever carrier: it is sent again after its pause, as long as that is one to wait for.
func TestARefusedPaceIsKeptAndTheEditSentAgain(t *testing.T) {
	for name, a := range map[string]answerer{
		"429":     status(429, "slow down", "Retry-After", "9"),
		"payload": payload(`{"error":"code:400007, msg:too many requests, trace_id:t"}`),
		"rpc":     rpcError(-32603, "type:business, code:400007, msg:requests too frequent, trace_id:t"),
	} {
		in(t, 0, func(t *testing.T, b *bench) {
			if _, err := listHome(t, b); err != nil {
				t.Fatal(err)
			}
			b.calls()
			b.then(a, a, payload(`{"base_version":8,"new_version":9}`))
			now := time.Now()
			done, err := b.editor().Edit(t.Context(), b.page(), 8, model.Edit{Kind: model.EditText, Text: "x"}, client.Interactive)
			if err != nil || done.New != 9 || strings.Count(b.calls(), "doc.insert_text") != 3 {
				t.Errorf("%s: %+v, %v", name, done, err)
			}
			if d := time.Since(now); name == "429" && d < 18*time.Second {
				t.Errorf("%s: sent again after %v", name, d)
			}
		})
	}
}

// The journal can still stop an edit, and a cancelled one is not sent.
func TestEditThatDoesNotLeave(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		if _, err := listHome(t, b); err != nil {
			t.Fatal(err)
		}
		b.calls()
		e := model.Edit{Kind: model.EditText, Text: "x"}
		ctx := client.WithSending(t.Context(), func() error { return context.Canceled })
		if _, err := b.editor().Edit(ctx, b.page(), 8, e, client.Bulk); err == nil || client.Is(err, client.KindUnknown) {
			t.Error(err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := b.editor().Edit(gone, b.page(), 8, e, client.Bulk); err == nil || client.Is(err, client.KindUnknown) {
			t.Error(err)
		}
		if sent := b.calls(); sent != "" {
			t.Errorf("sent %s", sent)
		}
	})
}

// Each edit of package model has a call.
func TestEveryEditHasItsCall(t *testing.T) {
	for _, s := range model.EditSpecs() {
		c, ok := editCalls[s.Kind]
		if !ok || (c.at == "") != (s.At == model.EditAtNone || s.At == model.EditAtAll || s.At == model.EditAtBeside) {
			t.Errorf("%s: %+v", s.Kind, c)
		}
	}
	if len(editCalls) != len(model.EditSpecs()) {
		t.Errorf("%d calls, %d edits", len(editCalls), len(model.EditSpecs()))
	}
}

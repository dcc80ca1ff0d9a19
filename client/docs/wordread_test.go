package docs

import (
	"fmt"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// page is a Word document of the bench.
func (b *bench) page() model.Ref {
	return model.Ref{Place: b.home().Join("Plan"), ID: "d1", Kind: model.KindDoc}
}

func (b *bench) smartPage() model.Ref {
	r := b.page()
	r.Kind = model.KindSmartCanvas
	return r
}

func (b *bench) editor() *Source { return b.Home().(*Source) }

// drawn is an outline on one line.
func drawn(o model.Outline) string {
	var out []string
	o.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		out = append(out, fmt.Sprintf("%s%s(%d %d-%d %d-%d)", strings.Repeat(">", len(above)), n.Title, n.Level, n.TitleStart, n.TitleEnd, n.ContentStart, n.ContentEnd))
		return true
	})
	return strings.Join(out, " ")
}

func TestOutlineAnswers(t *testing.T) {
	deep := strings.Repeat(`{"title":"x","children":[`, 70) + strings.Repeat(`]}`, 70)
	for name, c := range map[string]struct{ in, want string }{
		"a tree": {`{"outlines":[{"title":"T","level":"HEADING_LEVEL_TITLE","title_start":0,"title_end":1,"content_start":2,"content_end":20,"children":[
			{"title":"A","level":"HEADING_LEVEL_1","title_start":"2","title_end":"3","content_start":"4","content_end":"9"}]}],"version":"9007199254740993"}`,
			"T(11 0-1 2-20) >A(1 2-3 4-9)@9007199254740993"},
		"numbers for levels": {`{"outlines":[{"title":7,"level":2},{"level":"11","title_end":1,"content_start":2,"content_end":2},{"level":"SUBTITLE"},{"level":"HEADING_LEVEL_BODY"}],"version":3}`,
			"7(2 0-0 0-0) (11 0-1 2-2) (10 0-0 0-0) (10 0-0 0-0)@3"},
		"hollow, zeros left out": {`{"outlines":[{"title":"A","level":"1","title_start":4,"title_end":6}],"version":1}`, "A(1 4-6 6-6)@1"},
		"hollow, told behind": {`{"outlines":[{"title":"A","level":"1","title_start":4,"title_end":6,"content_start":7,"content_end":10,"children":[
			{"title":"B","level":"2","title_start":7,"title_end":9,"content_start":10,"content_end":10}]},
			{"title":"C","level":"1","title_start":10,"title_end":12,"content_start":13,"content_end":13},
			{"title":"D","level":"1","title_start":14,"title_end":16,"content_start":17,"content_end":16}],"version":1}`,
			"A(1 4-6 7-9) >B(2 7-9 9-9) C(1 10-12 13-13) D(1 14-16 16-16)@1"},
		"none":                  {`{"outlines":[],"version":4}`, "@4"},
		"null":                  {`{"outlines":null,"version":4}`, "@4"},
		"nothing at all":        {`{"trace_id":"x"}`, "server"},
		"no list":               {`{"outlines":{"title":"x"},"version":1}`, "server"},
		"a broken node":         {`{"outlines":["x"],"version":1}`, "server"},
		"reversed title":        {`{"outlines":[{"title_start":5,"title_end":4}],"version":1}`, "server"},
		"reversed body":         {`{"outlines":[{"content_start":5,"content_end":4}],"version":1}`, "server"},
		"body before its title": {`{"outlines":[{"title_end":5,"content_start":3,"content_end":9}],"version":1}`, "server"},
		"below zero":            {`{"outlines":[{"title_start":-1}],"version":1}`, "server"},
		"no number":             {`{"outlines":[{"title_start":"x"}],"version":1}`, "server"},
		"half a position":       {`{"outlines":[{"title_end":1.5,"content_start":2,"content_end":2}],"version":1}`, "server"},
		"a version below zero":  {`{"outlines":[],"version":-4}`, "server"},
		"too deep":              {`{"outlines":[` + deep + `],"version":1}`, "server"},
		"nonsense below":        {`{"outlines":[{"children":[{"title_start":2,"title_end":1}]}],"version":1}`, "server"},
	} {
		in(t, 0, func(t *testing.T, b *bench) {
			b.results["doc.get_outline"] = c.in
			o, err := b.editor().Outline(t.Context(), b.page(), 0, client.Options{})
			got := fmt.Sprintf("%s@%d", drawn(o), o.Version)
			if err != nil {
				got = string(client.KindOf(err))
			}
			if got != c.want {
				t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
			}
		})
	}
}

func TestStructureAnswer(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.results["doc.resolve_document_structure"] = `{"nodes":[
			{"type":"Heading","start_index":0,"end_index":6,"text_preview":"Chapter","heading_level":1,"logical_index":1},
			{"type":"Table","start_index":"7","end_index":"20","logical_index":2,"table_rows":[{"row":1,"cells":[{"row":1,"col":1,"start_index":8,"end_index":9,"text_preview":"a"},{"col":2,"start_index":"12","end_index":"13"}]}]},
			{"type":"CodeBlock","start_index":21,"end_index":40,"logical_index":3,"children":[{"type":"Paragraph","start_index":22,"end_index":40,"text_preview":"x [Image]","logical_index":1}]},
			{"type":"Chart","start_index":41,"end_index":41,"heading_level":77}],"version":12,"total_paragraphs":3,"total_headings":"1","total_tables":1}`
		s, err := b.editor().Structure(t.Context(), b.page(), 0, client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := "{Nodes:[{Kind:Heading Start:0 End:6 Preview:Chapter Level:1 Index:1 Rows:[] Children:[]} " +
			"{Kind:Table Start:7 End:20 Preview: Level:0 Index:2 Rows:[{Row:1 Cells:[{Row:1 Col:1 Start:8 End:9 Preview:a} {Row:1 Col:2 Start:12 End:13 Preview:}]}] Children:[]} " +
			"{Kind:CodeBlock Start:21 End:40 Preview: Level:0 Index:3 Rows:[] Children:[{Kind:Paragraph Start:22 End:40 Preview:x [Image] Level:0 Index:1 Rows:[] Children:[]}]} " +
			"{Kind:Chart Start:41 End:41 Preview: Level:0 Index:0 Rows:[] Children:[]}] Version:12 Paragraphs:3 Headings:1 Tables:1}"
		if got := fmt.Sprintf("%+v", s); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
		for _, p := range []string{
			`{"nodes":[{"start_index":2,"end_index":1}],"version":1}`, `{"nodes":[{"table_rows":[{"cells":[{"start_index":2,"end_index":1}]}]}],"version":1}`,
			`{"nodes":"x","version":1}`, `{"nodes":[{"start_index":-2}],"version":1}`, `{"nodes":[{"children":[{"start_index":1}]}],"version":1}`, `{}`,
		} {
			b.results["doc.resolve_document_structure"] = p
			if s, err := b.editor().Structure(t.Context(), b.page(), 0, client.Options{}); !client.Is(err, client.KindServer) {
				t.Errorf("%s: %+v, %v", p, s, err)
			}
		}
	})
}

func TestFindAnswers(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"sorted":       {`{"text_and_locations":[{"range":{"begin":"20","end":"22"},"related_text":"b"},{"range":{"begin":3,"end":5},"related_text":"a"}],"read_result":{"version":"7"}}`, "[{{3 5} a} {{20 22} b}]@7"},
		"at the start": {`{"text_and_locations":[{"range":{"end":2}}],"read_result":{"version":7}}`, "[{{0 2} }]@7"},
		"told apart":   {`{"text_and_locations":[{"range":{"begin":3,"end":4},"related_text":"x, x"},{"range":{"begin":6,"end":7},"related_text":"x, x"}],"version":7}`, "[{{3 4} |x|, x} {{6 7} x, |x|}]@7"},
		"none":         {`{"text_and_locations":[],"read_result":{"version":7}}`, "[]@7"},
		"left out":     {`{"read_result":{"version":7}}`, "[]@7"},
		"beside":       {`{"text_and_locations":[],"version":8}`, "[]@8"},
		"side by side": {`{"text_and_locations":[{"range":{"begin":3,"end":5}},{"range":{"begin":5,"end":7}}],"version":8}`, "[{{3 5} } {{5 7} }]@8"},
		"overlapping":  {`{"text_and_locations":[{"range":{"begin":3,"end":5}},{"range":{"begin":4,"end":6}}],"version":8}`, "server"},
		"twice":        {`{"text_and_locations":[{"range":{"begin":3,"end":5}},{"range":{"begin":3,"end":5}}],"version":8}`, "server"},
		"reversed":     {`{"text_and_locations":[{"range":{"begin":5,"end":3}}],"version":8}`, "server"},
		"empty":        {`{"text_and_locations":[{"range":{"begin":5,"end":5}}],"version":8}`, "server"},
		"without one":  {`{"text_and_locations":[{"related_text":"x"}],"version":8}`, "server"},
		"below zero":   {`{"text_and_locations":[{"range":{"begin":-5,"end":3}}],"version":8}`, "server"},
		"no answer":    {`{"trace_id":"x"}`, "server"},
	} {
		in(t, 0, func(t *testing.T, b *bench) {
			b.results["doc.find"] = c.in
			m, err := b.editor().Find(t.Context(), b.page(), "x", 0, client.Options{})
			var all []string
			for _, h := range m.All {
				if before, after := h.Around("x"); before+after != "" {
					h.Context = before + "|x|" + after
				}
				all = append(all, fmt.Sprintf("{%v %s}", h.Range, h.Context))
			}
			got := fmt.Sprintf("%v@%d", all, m.Version)
			if err != nil {
				got = string(client.KindOf(err))
			}
			if got != c.want {
				t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
			}
		})
	}
	in(t, 0, func(t *testing.T, b *bench) {
		for _, text := range []string{"", "a\nb", "a\xff"} {
			if _, err := b.editor().Find(t.Context(), b.page(), text, 0, client.Options{}); !client.Is(err, client.KindInvalid) {
				t.Errorf("%q: %v", text, err)
			}
		}
		if sent := b.calls(); sent != "" {
			t.Errorf("sent %s", sent)
		}
	})
}

func TestOtherAnswers(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		v, ctx := b.editor(), t.Context()
		show := func(value any, err error) string {
			if err != nil {
				return string(client.KindOf(err))
			}
			return fmt.Sprintf("%+v", value)
		}
		for _, c := range []struct {
			tool, in, want string
			ask            func() string
		}{
			{"doc.get_last_operable_pos", `{"position":"41","preceding_text":"the end.","version":3}`, "{Position:41 Preceding:the end. Version:3}", nil},
			{"doc.get_last_operable_pos", `{"preceding_text":"x","version":3}`, "server", nil},
			{"doc.get_last_operable_pos", `{"position":-1,"version":3}`, "server", nil},
			{"doc.get_images", `{"images":[{"source":2,"pos":"30","attachment_id":"a1"},{"source":"FromLink","pos":"7","image_url":"http://x/i?s=1"},{"source":"1","pos":9,"image_url":"u","attachment_id":"no"},{"pos":11,"image_url":"v"}],"version":5}`,
				"{All:[{Source:1 Position:7 URL:http://x/i?s=1 Attachment:} {Source:1 Position:9 URL:u Attachment:} {Source:1 Position:11 URL:v Attachment:} {Source:2 Position:30 URL: Attachment:a1}] Version:5}", nil},
			{"doc.get_images", `{"images":[{"source":2,"pos":"3","image_url":"u"}],"version":5}`, "{All:[{Source:2 Position:3 URL:u Attachment:}] Version:5}", nil},
			{"doc.get_images", `{"images":[{"pos":"3"},{"pos":3}],"version":5}`, "server", nil},
			{"doc.get_images", `{"images":[{"pos":"x"}],"version":5}`, "server", nil},
			{"doc.get_comments", `{"comments":[{"id":"c2","range_begin":9,"range_end":12,"text":"two","author":"Bo","date":"2026-01-02T03:04:05Z"},
				{"id":"c4","ref_id":"c3","text":"again"},{"id":"c3","ref_id":"c1","range_begin":"1","range_end":"2","text":"reply"},{"id":"c1","range_begin":1,"range_end":2,"text":"one"},
				{"id":"c5","ref_id":"gone","range_begin":20,"range_end":20,"text":"lost"},{"id":8,"ref_id":0,"range_begin":30,"range_end":31}],"read_result":{"version":6}}`,
				"c1 [1 2] one|c3>c1 [1 2] reply|c4>c3 [1 2] again|c2 [9 12] two|c5>gone [20 20] lost|8 [30 31] |@6", nil},
			{"doc.get_comments", `{"comments":[{"id":"a","ref_id":"b"},{"id":"b","ref_id":"a"},{"id":"c","ref_id":"c"},{"id":""},{"id":""}],"version":6}`,
				"c [0 0] | [0 0] | [0 0] |a>b [0 0] |b>a [0 0] |@6", nil},
			{"doc.get_comments", `{"comments":[{"id":"0","text":"one"},{"id":"1","ref_id":"0","text":"its reply"}],"version":6}`, "0 [0 0] one|1>0 [0 0] its reply|@6", nil},
			{"doc.get_comments", `{"comments":[{"id":0,"ref_id":0,"text":"one"},{"id":1,"ref_id":0,"text":"two"}],"version":6}`, "0 [0 0] one|1 [0 0] two|@6", nil},
			{"doc.get_comments", `{"comments":[{"range_begin":3,"range_end":1}],"version":6}`, "server", nil},
			{"doc.get_comments", `{"comments":[{"id":"a","text":"one","done":true},{"id":"b","text":"two","done":"false"}],"version":6}`, "a [0 0] one done|b [0 0] two|@6", nil},
			{"doc.get_revisions", `{"revisions":[{"id":"9","kind":"deletion","author":"Bo","range_begin":8,"range_end":8,"text":"x"},{"id":3,"kind":"insertion","date":"d","range_begin":"1","range_end":"4","text":"new"}],"read_result":{"version":6}}`,
				"{All:[{ID:3 Kind:insertion Author: Date:d Text:new Range:{Begin:1 End:4}} {ID:9 Kind:deletion Author:Bo Date: Text:x Range:{Begin:8 End:8}}] Version:6}", nil},
			{"doc.get_revisions", `{"revisions":[],"version":6}`, "{All:[] Version:6}", nil},
			{"doc.get_revisions", `{"revisions":[{"range_begin":3,"range_end":1}],"version":6}`, "server", nil},
			{"doc.get_revisions", `{}`, "server", nil},
			{"get_content", `{"content":"# A\n"}`, "{Markdown:# A\n Version:0 Cut:false}", nil},
			{"get_content", `{"content":"","version":"9","truncated":true}`, "{Markdown: Version:9 Cut:true}", nil},
			{"get_content", `{"version":9}`, "server", nil},
			{"doc.list_recent_ai_edits", `{"edits":[{"version":3,"tool_name":"doc.insert_text","time":"t3"},{"version":"5","tool":"x","create_time":17},{"no":1},7]}`,
				"[{Version:5 Tool:x Time:17} {Version:3 Tool:doc.insert_text Time:t3}]", nil},
			{"doc.list_recent_ai_edits", `{"whatever":[{"revision":3}],"trace_id":"x"}`, "[{Version:3 Tool: Time:}]", nil},
			{"doc.list_recent_ai_edits", `{"trace_id":"x"}`, "[]", nil},
			{"doc.list_recent_ai_edits", `{"edits":[{"version":-3}]}`, "[]", nil},
			{"doc.list_recent_ai_edits", `{}`, "server", nil},
		} {
			b.results[c.tool] = c.in
			var got string
			switch c.tool {
			case "doc.get_last_operable_pos":
				got = show(v.LastPosition(ctx, b.page(), 0, client.Options{}))
			case "doc.get_images":
				got = show(v.Images(ctx, b.page(), 0, client.Options{}))
			case "get_content":
				got = show(v.Content(ctx, b.page(), 0, client.Options{}))
			case "doc.list_recent_ai_edits":
				got = show(v.RecentEdits(ctx, b.page(), client.Options{}))
			case "doc.get_revisions":
				got = show(v.Revisions(ctx, b.page(), 0, client.Options{}))
			case "doc.get_comments":
				l, err := v.Comments(ctx, b.page(), 0, client.Options{})
				if got = string(client.KindOf(err)); err == nil {
					for _, o := range l.All {
						got += o.ID
						if o.Parent != "" {
							got += ">" + o.Parent
						}
						got += fmt.Sprintf(" [%d %d] %s", o.Range.Begin, o.Range.End, o.Text)
						if o.Done {
							got += " done"
						}
						got += "|"
					}
					got += fmt.Sprintf("@%d", l.Version)
				}
			}
			if got != c.want {
				t.Errorf("%s %s:\n%s, want\n%s", c.tool, c.in, got, c.want)
			}
		}
	})
}

// A smart document is read in pages, and its outline is made from its text.
func TestSmartDocument(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		v := b.editor()
		pages := map[string]string{
			"": `{"content":"# A\n\ntext","next_token":"p2"}`, `"p2"`: `{"content":"","next_token":"p3"}`, `"p3"`: `{"content":"## B\n"}`,
		}
		b.handle = map[string]func(map[string]string) string{"smartcanvas.read": func(a map[string]string) string { return pages[a["next_token"]] }}
		c, err := v.Content(t.Context(), b.smartPage(), 0, client.Options{})
		if err != nil || c.Markdown != "# A\n\ntext\n\n## B" || c.Cut || c.Version != 0 {
			t.Errorf("%+v, %v", c, err)
		}
		o, err := v.Outline(t.Context(), b.smartPage(), 0, client.Options{})
		if err != nil || !o.Loose || drawn(o) != "A(1 0-0 0-0) >B(2 0-0 0-0)" {
			t.Errorf("%s, %v", drawn(o), err)
		}
		pages[`"p3"`] = `{"content":"x","next_token":"p2"}` // in a cycle
		if c, err := v.Content(t.Context(), b.smartPage(), 0, client.Options{}); err != nil || !c.Cut {
			t.Errorf("%+v, %v", c, err)
		}
		pages[`"p3"`] = `{"error":"the page cannot be read"}`
		if _, err := v.Content(t.Context(), b.smartPage(), 0, client.Options{}); err == nil {
			t.Error("half a document is a whole one")
		}
		pages[""] = `{"next_token":"p2"}`
		if _, err := v.Content(t.Context(), b.smartPage(), 0, client.Options{}); !client.Is(err, client.KindServer) {
			t.Error(err)
		}
	})
}

// Kinds without text are refused before anything is sent.
func TestKindsWithoutText(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		v := b.editor()
		for _, k := range []model.Kind{model.KindSheet, model.KindSlide, model.KindMind, model.KindFile, model.KindFolder, model.KindForm} {
			r := b.page()
			r.Kind = k
			_, err := v.Outline(t.Context(), r, 0, client.Options{})
			for _, err := range []error{err, v.Readable(k), v.CanEdit(k, model.EditText)} {
				if !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "cannot be") || !strings.Contains(err.Error(), string(k)) {
					t.Errorf("%s: %v", k, err)
				}
			}
		}
		if err := v.CanEdit(model.KindSmartCanvas, model.EditText); !client.Is(err, client.KindUnsupported) {
			t.Error(err)
		}
		if _, err := v.Structure(t.Context(), b.smartPage(), 0, client.Options{}); !client.Is(err, client.KindUnsupported) {
			t.Error(err)
		}
		for _, k := range []model.Kind{model.KindDoc, model.KindSmartCanvas, model.KindOther, ""} {
			if err := v.Readable(k); err != nil {
				t.Errorf("%s: %v", k, err)
			}
		}
		if sent := b.calls(); sent != "" {
			t.Errorf("sent %s", sent)
		}
	})
}

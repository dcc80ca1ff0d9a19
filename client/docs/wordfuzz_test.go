package docs

import (
	"encoding/json"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/docs/conn"
	"aloft/client/docs/tool"
	"aloft/client/lenient"
	"aloft/model"
)

// FuzzWordAnswers: whatever a doc tool answers, the result is consistent, or it is
// an error that can be shown.
func FuzzWordAnswers(f *testing.F) {
	for _, s := range []string{
		`{"outlines":[{"title":"A","level":"HEADING_LEVEL_1","title_start":1,"title_end":"3","content_start":4,"content_end":9,"children":[{}]}],"version":"3"}`,
		`{"nodes":[{"type":"Table","start_index":1,"end_index":9,"table_rows":[{"row":1,"cells":[{"col":1,"start_index":2,"end_index":3}]}],"children":[]}],"version":1,"pagination":{"total":1}}`,
		`{"nodes":[],"pagination":{"total":"9223372036854775807"},"version":1}`,
		`{"text_and_locations":[{"range":{"begin":5,"end":7}},{"range":{"begin":1,"end":2}}],"read_result":{"version":1}}`,
		`{"images":[{"source":"FromLink","pos":"7","image_url":"u"}],"version":1}`, `{"comments":[{"id":"a","ref_id":"b"},{"id":"b","ref_id":"a"}],"version":1}`,
		`{"position":"7","preceding_text":"x"}`, `{"content":"# A","next_token":"x"}`, `{"edits":[{"version":1}]}`, `{"base_version":1,"new_version":2}`, `{"err_msg":"stale"}`,
		`{"outlines":[{"children":[{"children":[{"children":[]}]}]}],"version":1e3}`, `{"version":0x1p-2}`, `{"version":"-0"}`,
	} {
		f.Add(s)
	}
	ref := model.Ref{Place: model.Place{Scheme: model.SchemeDocs}.Join("x"), ID: "d", Kind: model.KindDoc}
	f.Fuzz(func(t *testing.T, in string) {
		s := New(Options{Name: "x"})
		v := s.Home().(*Source)
		ask := func(c *tool.Call) (json.RawMessage, bool) {
			raw := json.RawMessage(in)
			if f, failed := conn.OfPayload(c, raw); failed {
				clienttest.Sound(t, conn.NewJudge("x", "", "").Failure(c, f))
				return nil, false
			}
			return raw, true
		}
		raw, ok := ask(v.query(opOutline, tool.Outline, ref, 3, client.Options{}))
		if !ok {
			return
		}
		var o wireOutline
		if lenient.Object(raw, &o) {
			if tree, ok := nodes(o.Nodes, 1); ok {
				model.Outline{Nodes: tree}.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
					if n.TitleStart < 0 || n.TitleStart > n.TitleEnd || n.TitleEnd > n.ContentStart || n.ContentStart > n.ContentEnd || n.Level < 1 || n.Level > 11 || len(above) >= maxNesting {
						t.Errorf("%+v", n)
					}
					return true
				})
			}
		}
		var st wireStructure
		if lenient.Object(raw, &st) {
			if all, ok := blocks(st.Nodes, 1); ok {
				checkBlocks(t, all, 1)
			}
		}
		var co wireComments
		if lenient.Object(raw, &co) {
			var all []model.DocComment
			parent := parents(co.All)
			for _, c := range co.All {
				all = append(all, model.DocComment{ID: string(c.ID), Parent: parent(c)})
			}
			if got := threads(all); len(got) != len(co.All) {
				t.Errorf("%d of %d comments", len(got), len(co.All))
			}
		}
		var e wireEdited
		if lenient.Object(raw, &e) && (e.New != nil && *e.New < 0 || e.Base != nil && *e.Base < 0) {
			t.Errorf("%+v", e)
		}
		if list, ok := readEdits(raw); ok {
			for i, r := range list {
				if r.Version <= 0 || i > 0 && r.Version > list[i-1].Version {
					t.Errorf("%+v", list)
				}
			}
		}
		_ = conn.ImageID(raw)
		var c wireContent
		_ = lenient.Object(raw, &c)
	})
}

func checkBlocks(t *testing.T, all []model.StructureNode, depth int) {
	for _, n := range all {
		if n.Start < 0 || n.Start > n.End || n.Level < 0 || n.Level > 9 || n.Index < 0 || depth > maxNesting {
			t.Errorf("%+v", n)
		}
		for _, r := range n.Rows {
			for _, c := range r.Cells {
				if c.Start < 0 || c.Start > c.End || c.Row < 0 || c.Col < 0 {
					t.Errorf("%+v", c)
				}
			}
		}
		checkBlocks(t, n.Children, depth+1)
	}
}

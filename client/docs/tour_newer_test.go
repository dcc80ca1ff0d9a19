package docs_test

import (
	"strings"

	"aloft/client"
	"aloft/model"
)

// newer are the tools that the specification does not show, those that are offered.
func (d *desk) newer() {
	offered := map[string]bool{}
	all, err := d.Tools(d.t.Context())
	d.need(err)
	for _, x := range all {
		offered[x.Name] = x.Wire != ""
	}
	if offered["get_content"] {
		c, err := d.Content(d.t.Context(), d.at, 0, client.Options{})
		w, _ := d.srv.WordOf(d.id)
		if d.need(err); c.Markdown != w.Content() {
			d.t.Errorf("content %q", c.Markdown)
		}
	}
	if offered["doc.get_comments"] {
		d.comments()
	}
	if offered["doc.list_recent_ai_edits"] {
		d.reverts()
	}
	if offered["doc.insert_paragraph_with_text"] {
		n, v := d.heading("Scope")
		d.edit(v, model.Edit{Kind: model.EditParagraph, At: n.TitleEnd, Text: "Under the heading", Paragraph: model.ParagraphStyle{Level: model.LevelBody, List: 1, ListLevel: 2}})
		d.has("Scope\nUnder the heading\n")
	}
	if offered["smartcanvas.read"] {
		d.srv.AddDoc("", "Canvas", "smartcanvas", []byte("# Top\n\n"+strings.Repeat("block\n\n", 45)+"## Down\n\nend"))
		ref := d.ref(d.home.Root().Join("Canvas"))
		o, err := d.Outline(d.t.Context(), ref, 0, client.Options{})
		if d.need(err); !o.Loose || len(o.Nodes) != 1 || len(o.Nodes[0].Children) != 1 {
			d.t.Errorf("outline %+v", o)
		}
	}
	for name := range offered {
		if doc := strings.HasPrefix(name, "doc.") || name == "upload_image"; doc && offered[name] && len(d.srv.Calls(name)) == 0 {
			d.t.Errorf("%s was never called", name)
		}
	}
}

func (d *desk) comments() {
	all, err := d.Comments(d.t.Context(), d.at, 0, client.Options{})
	d.need(err)
	if len(all.All) != 1 || all.All[0].Parent != "" || !strings.Contains(all.All[0].Text, "wonder") {
		d.t.Fatalf("comments %+v", all)
	}
	d.edit(all.Version, model.Edit{Kind: model.EditComment, Ranges: []model.Range{all.All[0].Range}, Text: "because", Reply: all.All[0].ID})
	if all, err = d.Comments(d.t.Context(), d.at, 0, client.Options{}); err != nil || len(all.All) != 2 || all.All[1].Parent != all.All[0].ID {
		d.t.Errorf("comments %+v, %v", all, err)
	}
}

// reverts takes the reply back.
func (d *desk) reverts() {
	_, v := d.srv.WordOf(d.id)
	records, err := d.RecentEdits(d.t.Context(), d.at, client.Options{})
	if d.need(err); len(records) < 10 || records[0].Version != v || records[0].Tool == "" || records[0].Time == "" {
		d.t.Errorf("records %+v", records)
	}
	d.edit(v, model.Edit{Kind: model.EditRevert, Version: records[0].Version})
	if all, err := d.Comments(d.t.Context(), d.at, 0, client.Options{}); err != nil || len(all.All) != 1 {
		d.t.Errorf("comments %+v, %v", all, err)
	}
}

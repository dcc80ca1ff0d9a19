package docs

import (
	"strconv"

	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/model"
)

// The query tools. They encode their answers without reflection: the structure of a
// long book is millions of bytes.

// wanted opens the document of a query at the version of its version_info.
func (s *Word) wanted(c *pages.Call) (wordPage, error) {
	id, err := s.wordID(c)
	if err != nil {
		return wordPage{}, err
	}
	v := c.Args.Object("version_info")
	version := v.Number("base_version", 0)
	if v.Flag("is_latest") {
		version = 0
	}
	return s.openWord(c.Ctx, id, version)
}

// query is a tool that reads the document which its call wants.
func (s *Word) query(run func(*pages.Call, *wordPage) (pages.Object, error)) func(*pages.Call) (pages.Object, error) {
	return func(c *pages.Call) (pages.Object, error) {
		p, err := s.wanted(c)
		if err != nil {
			return nil, err
		}
		return run(c, &p)
	}
}

// readResult is part of the answers of newer tools; the trace id is added as in all answers.
func readResult(version int64) pages.Object { return pages.Object{"version": version} }

func wordFind(c *pages.Call, p *wordPage) (pages.Object, error) {
	found, err := engine.Find(p.doc, c.Args.Text("text"))
	if err != nil {
		return nil, err
	}
	return pages.Object{"text_and_locations": pages.WireJSON(func(bool) pages.RawJSON {
		var w pages.Encoder
		w.Raw("[")
		for i, m := range found.All {
			w.Comma(i)
			w.Raw(`{"range":{"begin":`).Int(m.Range.Begin)
			w.Raw(`,"end":`).Int(m.Range.End)
			w.Raw(`},"related_text":`).Text(m.Context)
			w.Raw("}")
		}
		w.Raw("]")
		return w.JSON()
	}), "read_result": readResult(p.doc.Version)}, nil
}

func wordLast(_ *pages.Call, p *wordPage) (pages.Object, error) {
	last := engine.LastPosition(p.doc)
	return pages.Object{"position": last.Position, "preceding_text": last.Preceding, "version": p.doc.Version}, nil
}

func wordOutline(_ *pages.Call, p *wordPage) (pages.Object, error) {
	o := engine.Outline(p.doc)
	return pages.Object{"outlines": pages.WireJSON(func(quoted bool) pages.RawJSON {
		w := pages.Encoder{Quoted: quoted}
		writeOutline(&w, o.Nodes)
		return w.JSON()
	}), "version": p.doc.Version}, nil
}

func writeOutline(p *pages.Encoder, in []*model.OutlineNode) {
	p.Raw("[")
	for i, n := range in {
		p.Comma(i)
		p.Raw(`{"title":`).Text(n.Title)
		p.Raw(`,"level":`).Text(model.LevelName(n.Level))
		p.Raw(`,"title_start":`).Long(n.TitleStart)
		p.Raw(`,"title_end":`).Long(n.TitleEnd)
		p.Raw(`,"content_start":`).Long(n.ContentStart)
		p.Raw(`,"content_end":`).Long(n.ContentEnd)
		p.Raw(`,"children":`)
		writeOutline(p, n.Children)
		p.Raw("}")
	}
	p.Raw("]")
}

// usualNodes is how many top-level nodes the second generation returns without a limit.
const usualNodes = 150

// wordStructure answers all blocks, or in the second generation a page of them. The
// three totals are those of the whole document.
func (s *Word) wordStructure(c *pages.Call, p *wordPage) (pages.Object, error) {
	st := engine.Structure(p.doc)
	out := pages.Object{"version": p.doc.Version, "total_paragraphs": int32(st.Paragraphs), "total_headings": int32(st.Headings), "total_tables": int32(st.Tables)}
	nodes, mode := st.Nodes, c.Args.Text("mode")
	if s.lab.Second {
		if mode == "" {
			mode = "compact" // as the newer services do
		}
		if mode == "outline" {
			kept := nodes[:0:0]
			for _, n := range nodes {
				if n.Kind == model.NodeHeading {
					kept = append(kept, n)
				}
			}
			nodes = kept
		}
		total := int64(len(nodes))
		from := min(c.Args.Number("offset", 0), total)
		to := total
		if limit := c.Args.Number("limit", usualNodes); limit > 0 {
			to = min(total, from+limit)
		}
		nodes = nodes[from:to]
		out["pagination"] = pages.Object{"total": int32(total), "returned": int32(len(nodes))}
	}
	out["nodes"] = pages.WireJSON(func(bool) pages.RawJSON {
		var w pages.Encoder
		writeNodes(&w, nodes, mode != "compact")
		return w.JSON()
	})
	return out, nil
}

func writeNodes(p *pages.Encoder, in []model.StructureNode, full bool) {
	p.Raw("[")
	for i := range in {
		n := &in[i]
		p.Comma(i)
		p.Raw(`{"type":`).Text(string(n.Kind))
		p.Raw(`,"start_index":`).Int(n.Start)
		p.Raw(`,"end_index":`).Int(n.End)
		if n.Kind == model.NodeParagraph || n.Kind == model.NodeHeading {
			p.Raw(`,"text_preview":`).Text(n.Preview)
		}
		p.Raw(`,"heading_level":`).Int(int64(n.Level))
		p.Raw(`,"logical_index":`).Int(int64(n.Index))
		if n.Kind == model.NodeTable && full {
			p.Raw(`,"table_rows":`)
			writeRows(p, n.Rows)
		}
		if len(n.Children) > 0 && full {
			p.Raw(`,"children":`)
			writeNodes(p, n.Children, full)
		}
		p.Raw("}")
	}
	p.Raw("]")
}

func writeRows(p *pages.Encoder, in []model.TableRow) {
	p.Raw("[")
	for i, r := range in {
		p.Comma(i)
		p.Raw(`{"row":`).Int(int64(r.Row))
		p.Raw(`,"cells":[`)
		for j, cell := range r.Cells {
			p.Comma(j)
			p.Raw(`{"row":`).Int(int64(cell.Row))
			p.Raw(`,"col":`).Int(int64(cell.Col))
			p.Raw(`,"start_index":`).Int(cell.Start)
			p.Raw(`,"end_index":`).Int(cell.End)
			p.Raw(`,"text_preview":`).Text(cell.Preview)
			p.Raw("}")
		}
		p.Raw("]}")
	}
	p.Raw("]")
}

func wordComments(_ *pages.Call, p *wordPage) (pages.Object, error) {
	list := []pages.Object{}
	for _, m := range engine.Comments(p.doc).All {
		list = append(list, pages.Object{"id": m.ID, "range_begin": uint32(m.Range.Begin), "range_end": uint32(m.Range.End), "text": m.Text,
			"ref_id": m.Parent, "author": m.Author, "date": m.Date, "is_point_anchor": m.Range.Len() == 0, "done": m.Done})
	}
	return pages.Object{"comments": list, "read_result": readResult(p.doc.Version)}, nil
}

func (s *Word) wordImages(c *pages.Call, p *wordPage) (pages.Object, error) {
	if s.db.ReadOnly() == nil {
		kept, err := s.keepPictures(c, p)
		if _, unwritable := store.DiskTrouble(err); err != nil && !unwritable {
			return nil, err
		}
		if err == nil {
			p.doc = kept
		}
	}
	list := []pages.Object{}
	for _, m := range engine.Images(p.doc, s.locate(c, p.Seq, true)).All {
		one := pages.Object{"source": int32(m.Source), "pos": strconv.FormatInt(m.Position, 10)}
		if s.lab.ImageWords {
			one["source"] = map[model.ImageSource]string{model.ImageByURL: "FromLink", model.ImageByAttachment: "FromAttachment"}[m.Source]
		}
		if m.Source == model.ImageByAttachment {
			one["attachment_id"] = m.Attachment
		} else {
			one["image_url"] = m.URL
		}
		list = append(list, one)
	}
	return pages.Object{"images": list, "version": p.doc.Version}, nil
}

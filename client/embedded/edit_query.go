package embedded

import (
	"strconv"

	"aloft/client/embedded/engine"
	"aloft/model"
)

// The query tools. Their answers are written by hand: the structure of a long
// book is millions of bytes.

// wanted opens the document of a query at the version that version_info names.
func (s *wordService) wanted(c *docsCall) (wordPage, error) {
	id, err := s.wordID(c)
	if err != nil {
		return wordPage{}, err
	}
	v := c.args.object("version_info")
	version := v.number("base_version", 0)
	if v.flag("is_latest") {
		version = 0
	}
	return s.openWord(c.ctx, id, version)
}

// readResult stands in the answers of tools that came later; the trace id is
// added where all answers get theirs.
func readResult(version int64) object { return object{"version": version} }

func (s *wordService) wordFind(c *docsCall) (object, error) {
	p, err := s.wanted(c)
	if err != nil {
		return nil, err
	}
	found, err := engine.Find(p.doc, c.args.text("text"))
	if err != nil {
		return nil, err
	}
	return object{"text_and_locations": wireJSON(func(bool) rawJSON {
		w := pen{b: make([]byte, 0, 64+100*len(found.All))}
		w.raw("[")
		for i, m := range found.All {
			w.comma(i)
			w.raw(`{"range":{"begin":`)
			w.int(m.Range.Begin)
			w.raw(`,"end":`)
			w.int(m.Range.End)
			w.raw(`},"related_text":`)
			w.text(m.Context)
			w.raw("}")
		}
		w.raw("]")
		return w.b
	}), "read_result": readResult(p.doc.Version)}, nil
}

func (s *wordService) wordLast(c *docsCall) (object, error) {
	p, err := s.wanted(c)
	if err != nil {
		return nil, err
	}
	last := engine.LastPosition(p.doc)
	return object{"position": last.Position, "preceding_text": last.Preceding, "version": p.doc.Version}, nil
}

func (s *wordService) wordOutline(c *docsCall) (object, error) {
	p, err := s.wanted(c)
	if err != nil {
		return nil, err
	}
	o := engine.Outline(p.doc)
	return object{"outlines": wireJSON(func(quoted bool) rawJSON {
		w := pen{b: make([]byte, 0, 4096), quoted: quoted}
		writeOutline(&w, o.Nodes)
		return w.b
	}), "version": p.doc.Version}, nil
}

func writeOutline(p *pen, in []*model.OutlineNode) {
	p.raw("[")
	for i, n := range in {
		p.comma(i)
		p.raw(`{"title":`)
		p.text(n.Title)
		p.raw(`,"level":`)
		p.text(model.LevelName(n.Level))
		p.raw(`,"title_start":`)
		p.long(n.TitleStart)
		p.raw(`,"title_end":`)
		p.long(n.TitleEnd)
		p.raw(`,"content_start":`)
		p.long(n.ContentStart)
		p.raw(`,"content_end":`)
		p.long(n.ContentEnd)
		p.raw(`,"children":`)
		writeOutline(p, n.Children)
		p.raw("}")
	}
	p.raw("]")
}

// usualNodes is how many top-level nodes the second generation answers without a
// limit (facts/documents.md "doc.*").
const usualNodes = 150

// wordStructure answers all blocks, or in the second generation a page of them.
// The three totals are those of the whole document.
func (s *wordService) wordStructure(c *docsCall) (object, error) {
	p, err := s.wanted(c)
	if err != nil {
		return nil, err
	}
	st := engine.Structure(p.doc)
	out := object{"version": p.doc.Version, "total_paragraphs": int32(st.Paragraphs), "total_headings": int32(st.Headings), "total_tables": int32(st.Tables)}
	nodes, mode := st.Nodes, c.args.text("mode")
	if s.faults.Second {
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
		from := min(c.args.number("offset", 0), total)
		to := total
		if limit := c.args.number("limit", usualNodes); limit > 0 {
			to = min(total, from+limit)
		}
		nodes = nodes[from:to]
		out["pagination"] = object{"total": int32(total), "returned": int32(len(nodes))}
	}
	out["nodes"] = wireJSON(func(bool) rawJSON {
		w := pen{b: make([]byte, 0, 64+200*len(nodes))}
		writeNodes(&w, nodes, mode != "compact")
		return w.b
	})
	return out, nil
}

func writeNodes(p *pen, in []model.StructureNode, full bool) {
	p.raw("[")
	for i := range in {
		n := &in[i]
		p.comma(i)
		p.raw(`{"type":`)
		p.text(string(n.Kind))
		p.raw(`,"start_index":`)
		p.int(n.Start)
		p.raw(`,"end_index":`)
		p.int(n.End)
		if n.Kind == model.NodeParagraph || n.Kind == model.NodeHeading {
			p.raw(`,"text_preview":`)
			p.text(n.Preview)
		}
		p.raw(`,"heading_level":`)
		p.int(int64(n.Level))
		p.raw(`,"logical_index":`)
		p.int(int64(n.Index))
		if n.Kind == model.NodeTable && full {
			p.raw(`,"table_rows":`)
			writeRows(p, n.Rows)
		}
		if len(n.Children) > 0 && full {
			p.raw(`,"children":`)
			writeNodes(p, n.Children, full)
		}
		p.raw("}")
	}
	p.raw("]")
}

func writeRows(p *pen, in []model.TableRow) {
	p.raw("[")
	for i, r := range in {
		p.comma(i)
		p.raw(`{"row":`)
		p.int(int64(r.Row))
		p.raw(`,"cells":[`)
		for j, cell := range r.Cells {
			p.comma(j)
			p.raw(`{"row":`)
			p.int(int64(cell.Row))
			p.raw(`,"col":`)
			p.int(int64(cell.Col))
			p.raw(`,"start_index":`)
			p.int(cell.Start)
			p.raw(`,"end_index":`)
			p.int(cell.End)
			p.raw(`,"text_preview":`)
			p.text(cell.Preview)
			p.raw("}")
		}
		p.raw("]}")
	}
	p.raw("]")
}

func (s *wordService) wordComments(c *docsCall) (object, error) {
	p, err := s.wanted(c)
	if err != nil {
		return nil, err
	}
	list := []object{}
	for _, m := range engine.Comments(p.doc).All {
		list = append(list, object{"id": m.ID, "range_begin": uint32(m.Range.Begin), "range_end": uint32(m.Range.End), "text": m.Text,
			"ref_id": m.Parent, "author": m.Author, "date": m.Date, "is_point_anchor": m.Range.Len() == 0})
	}
	return object{"comments": list, "read_result": readResult(p.doc.Version)}, nil
}

func (s *wordService) wordImages(c *docsCall) (object, error) {
	p, err := s.wanted(c)
	if err != nil {
		return nil, err
	}
	if p.doc, err = s.keepPictures(c, &p); err != nil {
		return nil, err
	}
	list := []object{}
	for _, m := range engine.Images(p.doc, s.locate(c, p.seq, true)).All {
		one := object{"source": int32(m.Source), "pos": strconv.FormatInt(m.Position, 10)}
		if s.faults.ImageWords {
			one["source"] = map[model.ImageSource]string{model.ImageByURL: "FromLink", model.ImageByAttachment: "FromAttachment"}[m.Source]
		}
		if m.Source == model.ImageByAttachment {
			one["attachment_id"] = m.Attachment
		} else {
			one["image_url"] = m.URL
		}
		list = append(list, one)
	}
	return object{"images": list, "version": p.doc.Version}, nil
}

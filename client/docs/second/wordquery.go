package second

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// query finds the requested version, and its record of positions.
func (s *Server) query(tool string, a args) (state, *given, *failure) {
	_, d, bad := s.document(tool, a)
	if bad != nil {
		return state{}, nil, bad
	}
	st := d.newest()
	if base, latest := a.based(); base != 0 && !latest {
		i, ok := d.version(base)
		if !ok {
			return st, nil, fail(400001, "version %d is not known", base)
		}
		st = d.states[i]
	}
	d.asked = true
	return st, d.told(st.version), nil
}

func (s *Server) wordFind(a args) (object, *failure) {
	st, told, bad := s.query("doc.find", a)
	if bad != nil {
		return nil, bad
	}
	hits := st.doc.Find(a.str("text"))
	if s.opt.FindBody {
		for _, b := range st.doc.Blocks() {
			hits = slices.DeleteFunc(hits, func(h Hit) bool {
				return b.Kind != Paragraph && int64(b.From) <= h.Range.Begin && h.Range.End <= int64(b.To)
			})
		}
	}
	list := []object{}
	for i := range hits {
		h := hits[i]
		if s.opt.Unsorted {
			h = hits[(i*7+len(hits)/2)%len(hits)]
			if len(hits)%7 == 0 {
				h = hits[len(hits)-1-i]
			}
		}
		told.text(h.Range)
		list = append(list, object{"range": object{"begin": h.Range.Begin, "end": h.Range.End}, "related_text": h.Related})
	}
	return object{"text_and_locations": list, "read_result": object{"version": st.version, "trace_id": s.id("trace-")}}, nil
}

func (s *Server) wordLast(a args) (object, *failure) {
	st, told, bad := s.query("doc.get_last_operable_pos", a)
	if bad != nil {
		return nil, bad
	}
	at, before := st.doc.Last()
	told.at(at)
	return object{"position": at, "preceding_text": before, "version": st.version}, nil
}

func (s *Server) wordOutline(a args) (object, *failure) {
	st, told, bad := s.query("doc.get_outline", a)
	if bad != nil {
		return nil, bad
	}
	var nodes func([]*Node) []object
	nodes = func(in []*Node) []object {
		out := []object{}
		for _, n := range in {
			level := "HEADING_LEVEL_" + strconv.Itoa(n.Level)
			switch n.Level {
			case 10:
				level = "HEADING_LEVEL_BODY"
			case 11:
				level = "HEADING_LEVEL_TITLE"
			}
			told.at(n.TitleStart, n.TitleEnd, n.ContentStart, n.ContentEnd)
			told.text(Range{Begin: n.TitleStart, End: n.TitleEnd})
			out = append(out, object{
				"title": n.Title, "level": level, "title_start": n.TitleStart, "title_end": n.TitleEnd,
				"content_start": n.ContentStart, "content_end": n.ContentEnd, "children": nodes(n.Children),
			})
		}
		return out
	}
	return object{"outlines": nodes(st.doc.Outline()), "version": st.version}, nil
}

func (s *Server) wordStructure(a args) (object, *failure) {
	st, told, bad := s.query("doc.resolve_document_structure", a)
	if bad != nil {
		return nil, bad
	}
	mode, july := "full", s.opt.Generation == July
	if s.opt.Renamed || july { // a table has its cells only where all is asked for
		if mode = a.str("mode"); mode == "" {
			mode = "compact"
		}
	}
	cells, inner := mode == "full" || a["include_table_cells"] == true, mode == "full" || a["include_textbox_children"] == true
	most := int64(50)
	if july {
		most = a.int("text_preview_length", map[string]int64{"outline": 20, "compact": 10, "full": 50}[mode])
	}
	all := st.doc.Blocks()
	count := map[string]int{}
	kind := func(b Block) (string, int) {
		switch {
		case b.Kind != Paragraph:
		case b.Par.Level >= 1 && b.Par.Level <= 9:
			return Heading, b.Par.Level
		case july && b.Par.Level == 11:
			return "Title", 0
		case july && b.Par.Level == 12:
			return "Subtitle", 0
		}
		return b.Kind, 0
	}
	var nodes func([]Block) []object
	nodes = func(in []Block) []object {
		out := []object{}
		for i, b := range in {
			name, level := kind(b)
			o := object{"type": name, "start_index": b.From, "end_index": b.To, "heading_level": level, "logical_index": i + 1}
			told.at(int64(b.From), int64(b.To))
			if b.Kind == Paragraph && (mode != "outline" || name != Paragraph) {
				o["text_preview"] = st.doc.Preview(b.From, b.To, int(most))
			}
			if b.Kind == Table {
				o["row_count"], o["col_count"] = len(b.Rows), len(b.Rows[0])
			}
			if b.Kind == Table && cells {
				rows := []object{}
				for r, row := range b.Rows {
					cells := []object{}
					for c, cell := range row {
						told.at(int64(cell.From), int64(cell.To))
						cells = append(cells, object{"row": r + 1, "col": c + 1, "start_index": cell.From, "end_index": cell.To, "text_preview": st.doc.CellPreview(cell)})
					}
					rows = append(rows, object{"row": r + 1, "cells": cells})
				}
				o["table_rows"] = rows
			}
			if len(b.Children) > 0 && inner {
				o["children"] = nodes(b.Children)
			}
			out = append(out, o)
		}
		return out
	}
	for _, b := range all {
		name, _ := kind(b)
		count[name]++
	}
	out := object{"version": st.version, "total_paragraphs": count[Paragraph], "total_headings": count[Heading], "total_tables": count[Table]}
	if !s.opt.Renamed && !july { // the others have no pages
		out["nodes"] = nodes(all)
		return out, nil
	}
	limit := s.opt.Limit
	if limit == 0 {
		limit = 150
	}
	from := int(min(a.int("offset", 0), int64(len(all))))
	limit = int(a.int("limit", int64(limit)))
	if limit == 0 {
		limit = len(all)
	}
	page := all[from:min(from+limit, len(all))]
	list := nodes(page)
	for i := range list {
		list[i]["logical_index"] = from + i + 1
	}
	out["nodes"] = list
	out["pagination"] = object{"total": len(all), "returned": len(page)}
	return out, nil
}

func (s *Server) wordImages(a args) (object, *failure) {
	st, told, bad := s.query("doc.get_images", a)
	if bad != nil {
		return nil, bad
	}
	list := []object{}
	for _, p := range st.doc.Images() {
		told.image(p.At)
		// "Serialized as a string in the JSON answer"
		o := object{"source": 1, "pos": strconv.FormatInt(p.At, 10)}
		word := "FromLink"
		if p.Image.Attachment != "" {
			o["source"], o["attachment_id"], word = 2, p.Image.Attachment, "FromAttachment"
		} else {
			o["image_url"] = p.Image.URL
			if strings.HasPrefix(p.Image.URL, s.base) {
				o["image_url"] = p.Image.URL + "?sign=" + s.id("sign") + "&w=1"
			}
		}
		if s.opt.SourceWords {
			o["source"] = word
		}
		list = append(list, o)
	}
	return object{"images": list, "version": st.version}, nil
}

func (s *Server) wordComments(a args) (object, *failure) {
	st, told, bad := s.query("doc.get_comments", a)
	if bad != nil {
		return nil, bad
	}
	list := []object{}
	for _, c := range st.doc.Comments() {
		told.text(c.Range)
		list = append(list, object{
			"id": Name(c.ID), "range_begin": c.Range.Begin, "range_end": c.Range.End, "text": c.Text, "ref_id": Name(c.To),
			"author": c.Author, "date": c.Date, "is_point_anchor": c.Point,
		})
	}
	return object{"comments": list, "read_result": object{"version": st.version, "trace_id": s.id("trace-")}}, nil
}

func (s *Server) wordContent(a args) (object, *failure) {
	n, bad := s.file(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	var text string
	switch n.kind {
	case "doc":
		text = s.word(n).newest().doc.Content()
	case "smartcanvas":
		text = string(n.data)
	default:
		return nil, fail(400016, "the document type does not fit the tool")
	}
	if r := []rune(text); s.opt.CutContent && len(r) > 10_000 {
		text = string(r[:10_000])
	}
	return object{"content": text}, nil
}

func (s *Server) recentEdits(a args) (object, *failure) {
	_, d, bad := s.document("doc.list_recent_ai_edits", a)
	if bad != nil {
		return nil, bad
	}
	list := []object{}
	for i := len(d.states) - 1; i > 0 && int64(len(list)) < a.int("limit", 10); i-- {
		if st := d.states[i]; st.tool != "" {
			list = append(list, object{"version": st.version, "tool_name": st.tool, "time": st.at.UTC().Format(time.RFC3339)})
		}
	}
	return object{"records": list}, nil
}

// smartRead reads a smart document, twenty blocks at once.
func (s *Server) smartRead(a args) (object, *failure) {
	n, bad := s.file(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	if n.kind != "smartcanvas" {
		return nil, fail(400016, "the document type does not fit the tool")
	}
	blocks := strings.Split(strings.TrimSpace(string(n.data)), "\n\n")
	from, _ := strconv.Atoi(strings.TrimPrefix(a.str("next_token"), "block-"))
	from = min(from, len(blocks))
	to := min(from+int(a.int("size", 20)), len(blocks))
	out := object{"content": strings.Join(blocks[from:to], "\n\n")}
	if to < len(blocks) {
		out["next_token"] = "block-" + strconv.Itoa(to)
	}
	return out, nil
}

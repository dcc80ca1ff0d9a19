package second

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// move returns where a position of the base is now.
type move func(int64) int64

func (m move) ranges(all []Range) []Range {
	out := make([]Range, len(all))
	for i, r := range all {
		out[i] = Range{Begin: m(r.Begin), End: m(r.End)}
	}
	return out
}

// edit is the common part of all edits: on a base, with permission, and with an
// answer that has both versions.
func (s *Server) edit(tool string, a args, p spot, do func(Flat, *word, move) (Flat, error)) (object, *failure) {
	n, d, bad := s.document(tool, a)
	if bad != nil {
		bad.edit = object{"base_version": 0, "new_version": 0}
		return nil, bad
	}
	now := d.newest()
	refuse := func(code int, format string, words ...any) (object, *failure) {
		f := fail(code, format, words...)
		f.edit = object{"base_version": now.version, "new_version": now.version}
		return nil, f
	}
	base, latest := a.based()
	told := base
	if base == 0 || latest {
		base, told = now.version, now.version
	}
	if d.readOnly {
		return refuse(400005, "no permission to edit the document")
	}
	from, known := d.version(base)
	if !known {
		s.breach("%s: base_version %d was never a version of the document", tool, base)
		return refuse(400001, "base_version %d is not known", base)
	}
	s.watch(tool, d, a, base, p)
	d.asked = true
	to := move(func(at int64) int64 { return at })
	if base != now.version {
		switch s.opt.Stale {
		case StaleRefused:
			return refuse(400001, "version conflict: base_version %d, the document is at %d", base, now.version)
		case StaleRebased:
			to = func(at int64) int64 {
				for i := from; i+1 < len(d.states); i++ {
					at = d.states[i].doc.Moved(d.states[i+1].doc, at)
				}
				return at
			}
		}
	}
	d.nothing = false
	doc, err := do(now.doc, d, to)
	if err != nil {
		return refuse(400001, "%s", err.Error())
	}
	if d.nothing { // to replace
		return object{"base_version": now.version, "new_version": now.version, "err_msg": ""}, nil
	}
	next := s.next(n, doc, tool)
	if base == now.version {
		stale := ""
		if tool == "doc.insert_comment" && !a.has("ref_id") {
			stale = "after a comment"
		}
		d.passed(base, next, p.first(), stale)
	}
	if !s.opt.EchoBase {
		told = now.version
	}
	return object{"base_version": told, "new_version": next, "err_msg": ""}, nil
}

// at is an edit at one position.
func (s *Server) at(tool, name string, a args, do func(Flat, int64) (Flat, error)) (object, *failure) {
	at := a.int(name, 0)
	return s.edit(tool, a, spot{at: []int64{at}}, func(d Flat, _ *word, to move) (Flat, error) { return do(d, to(at)) })
}

func (s *Server) insertText(a args) (object, *failure) {
	s.newline("doc.insert_text", a.str("text"))
	return s.at("doc.insert_text", "index", a, func(d Flat, at int64) (Flat, error) { return d.Insert(at, a.str("text")) })
}

func (s *Server) insertParagraph(a args) (object, *failure) {
	return s.at("doc.insert_paragraph", "idx", a, func(d Flat, at int64) (Flat, error) {
		if s.opt.MarkBefore {
			return d.InsertMark(at, a.style("numbering_type"))
		}
		return d.InsertParagraph(at, a.style("numbering_type"))
	})
}

func (s *Server) insertParagraphText(a args) (object, *failure) {
	const tool = "doc.insert_paragraph_with_text"
	s.newline(tool, a.str("text"))
	style := a.style("type")
	if s.opt.Generation != Specified {
		// "Only with type 1 and 2": of lists; 3 is a task, 4 other numbers.
		switch {
		case style.List == nil || *style.List == 0:
			style.Depth, style.Indent = nil, nil
		case *style.List == 3:
			style = Style{Level: style.Level, Task: 1}
		case *style.List == 4:
			*style.List, style.Depth, style.Indent = 2, nil, nil
		}
	}
	return s.at(tool, "idx", a, func(d Flat, at int64) (Flat, error) { return d.AppendParagraph(at, a.str("text"), style) })
}

func (s *Server) insertPageBreak(a args) (object, *failure) {
	return s.at("doc.insert_page_break", "index", a, Flat.InsertPageBreak)
}

func (s *Server) insertTable(a args) (object, *failure) {
	return s.at("doc.insert_table", "index", a, func(d Flat, at int64) (Flat, error) {
		return d.InsertTable(at, a.int("rows", 0), a.int("cols", 0))
	})
}

func (s *Server) insertTask(a args) (object, *failure) {
	all, _ := a["tasks"].([]args)
	var tasks []Todo
	for _, t := range all {
		s.newline("doc.insert_task", t.str("content"))
		tasks = append(tasks, Todo{State: int(t.int("state", 0)), Text: t.str("content")})
	}
	return s.at("doc.insert_task", "idx", a, func(d Flat, at int64) (Flat, error) { return d.InsertTasks(at, tasks) })
}

func (s *Server) insertMarkdown(a args) (object, *failure) {
	const tool = "doc.insert_markdown"
	text := a.str("markdown")
	if a.has("base64_markdown") { // "markdown is not used"
		b, _ := base64.StdEncoding.DecodeString(a.str("base64_markdown"))
		text = string(b)
	} else if !s.opt.NoBase64 {
		s.breach("%s: raw Markdown where base64 is offered", tool)
	}
	return s.at(tool, "index", a, func(d Flat, at int64) (Flat, error) { return d.InsertMarkdown(at, text) })
}

func (s *Server) replaceText(a args) (object, *failure) {
	all, _ := a["ranges"].([]args)
	p := spot{ranges: wordRanges(all), found: true}
	s.newline("doc.replace_text", a.str("text"))
	return s.edit("doc.replace_text", a, p, func(d Flat, _ *word, to move) (Flat, error) {
		return d.Replace(a.str("text"), to.ranges(p.ranges))
	})
}

func (s *Server) replaceAll(a args) (object, *failure) {
	s.newline("doc.find_and_replace", a.str("new_text"))
	return s.edit("doc.find_and_replace", a, spot{}, func(d Flat, w *word, _ move) (Flat, error) {
		out, n, err := d.ReplaceAll(a.str("old_text"), a.str("new_text"))
		w.nothing = n == 0
		return out, err
	})
}

func (s *Server) updateProperty(a args) (object, *failure) {
	all, _ := a["ranges"].([]args)
	p := spot{ranges: wordRanges(all), found: true}
	prop, _ := a["property"].(object)
	if len(prop) == 0 {
		s.breach("doc.update_text_property: no property")
		return nil, fail(400001, "property is empty")
	}
	return s.edit("doc.update_text_property", a, p, func(d Flat, _ *word, to move) (Flat, error) {
		return d.Format(to.ranges(p.ranges), func(l *Look) {
			for name, field := range map[string]*bool{"bold": &l.Bold, "italic": &l.Italic, "underline": &l.Underline, "strikethrough": &l.Strike, "small_caps": &l.SmallCaps} {
				if v, ok := prop[name].(bool); ok {
					*field = v
				}
			}
			for name, field := range map[string]*string{"color": &l.Color, "background_color": &l.Background} {
				if v, ok := prop[name].(string); ok {
					*field = strings.ToUpper(v)
				}
			}
		})
	})
}

func (s *Server) insertComment(a args) (object, *failure) {
	in, _ := a["range"].(object)
	r := wordRanges([]args{args(in)})
	p := spot{ranges: r}
	return s.edit("doc.insert_comment", a, p, func(d Flat, w *word, to move) (Flat, error) {
		w.notes++
		note := Note{ID: w.notes, Text: a.str("text"), Author: "Ada", Date: s.now().UTC().Format(time.RFC3339)}
		if ref := a.str("ref_id"); ref != "" {
			note.To, _ = strconv.ParseInt(strings.TrimPrefix(ref, "c"), 10, 64)
			if note.To == 0 {
				note.To = -1
			}
		}
		return d.Comment(to.ranges(r)[0], note, s.opt.Renamed || s.opt.Generation != Specified)
	})
}

// revert reverts the newest edit that is not reverted yet, when it was one of ours: "edits that can
// be taken back" are several.
func (s *Server) revert(a args) (object, *failure) {
	n, d, bad := s.document("doc.revert_revision", a)
	if bad != nil {
		return nil, bad
	}
	now := d.newest()
	last := len(d.states) - 1
	for back := 0; last > 0 && (d.states[last].tool == "doc.revert_revision" || back > 0); last-- {
		if back--; d.states[last].tool == "doc.revert_revision" {
			back += 2
		}
	}
	if i, ok := d.version(a.int("target_version", 0)); !ok || i != last || last == 0 || d.states[last].tool == "" {
		f := fail(400001, "version %d cannot be taken back", a.int("target_version", 0))
		f.edit = object{"base_version": now.version, "new_version": now.version}
		return nil, f
	}
	next := s.next(n, d.states[last-1].doc, "doc.revert_revision")
	return object{"base_version": now.version, "new_version": next, "err_msg": ""}, nil
}

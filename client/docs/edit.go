package docs

import (
	"cmp"
	"context"
	"encoding/base64"
	"slices"
	"strconv"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// editTools are the tools of the edits ("Editing tools" in the specification of
// the doc tools).
var editTools = map[model.EditKind]tool{
	model.EditText: toolInsertText, model.EditParagraph: toolInsertParagraph, model.EditReplace: toolReplaceText,
	model.EditReplaceAll: toolReplaceAll, model.EditFormat: toolTextProperty, model.EditTask: toolInsertTask,
	model.EditImage: toolInsertImage, model.EditPageBreak: toolInsertPageBreak, model.EditTable: toolInsertTable,
	model.EditComment: toolInsertComment, model.EditReplaceImage: toolReplaceImage, model.EditMarkdown: toolInsertMarkdown,
	model.EditRevert: toolRevert,
}

// CanEdit says why an edit cannot be made in a document of the kind.
func (v *Source) CanEdit(kind model.Kind, edit model.EditKind) error {
	switch kind {
	case model.KindDoc, model.KindOther, "":
	default:
		return client.Errorf(client.KindUnsupported, opEdit, v.Root(), "the text of a %s cannot be edited here: the doc tools are for Word documents only.", kindName(kind))
	}
	t, ok := editTools[edit]
	switch {
	case !ok:
		return client.Errorf(client.KindUnsupported, opEdit, v.Root(), "there is no edit %q.", string(edit))
	case edit == model.EditParagraph && v.TextParagraphs():
		return nil
	case !v.offers(t):
		return v.without(opEdit, t)
	}
	return nil
}

// TextParagraphs: there is a tool for a paragraph with its text. It is of newer
// generations, so it is there only when the service has said so.
func (v *Source) TextParagraphs() bool {
	c := v.s.lines.known()
	return c != nil && c.live && c.offers[toolInsertParagraphText] != nil
}

// Edit makes one edit, once, on the base version.
func (v *Source) Edit(ctx context.Context, item model.Ref, base int64, e model.Edit, class client.Class) (model.Edited, error) {
	if err := v.word(opEdit, item); err != nil {
		return model.Edited{}, err
	}
	w := checkEdit(e)
	if base <= 0 {
		w = bad("an edit needs the version of the document that its position is from. Nothing was sent.")
	}
	if w != nil {
		err := client.Errorf(client.KindInvalid, opEdit, item.Place, w.What, w.Args...)
		err.Hint = w.Hint
		return model.Edited{}, err
	}
	if e.Kind == model.EditParagraph && e.Text != "" && !v.TextParagraphs() {
		return model.Edited{}, client.Errorf(client.KindUnsupported, opEdit, item.Place, text.DocsNoTool, toolInsertParagraphText.name())
	}
	return v.s.edited(ctx, v.editCall(item, base, e, class))
}

// editCall is the call of an edit. All of them say what they are based on; the
// one that takes an edit back names a version of its own.
func (v *Source) editCall(item model.Ref, base int64, e model.Edit, class client.Class) *call {
	t, args := editArgs(e)
	version := based(base)
	version.known = t == toolRevert
	args = append([]arg{v.document(item)}, append(args, version)...)
	c := asking{op: opEdit, place: item.Place, class: class}.write(t, args...)
	c.base = base
	return c
}

// edited sends an edit and reads the edit response.
func (s *Service) edited(ctx context.Context, c *call) (model.Edited, error) {
	r, err := s.do(ctx, c)
	if err != nil {
		return model.Edited{}, err
	}
	var w wireEdited
	if err := r.into(c, &w); err != nil {
		return model.Edited{}, err
	}
	out := model.Edited{Base: c.base, Trace: string(w.Trace)}
	if w.Base != nil && *w.Base > 0 {
		out.Base = int64(*w.Base)
	}
	if w.New == nil || *w.New == 0 || int64(*w.New) < out.Base {
		return model.Edited{}, c.unclear("the document service took the edit, but did not say which version it made.")
	}
	out.New = int64(*w.New)
	return out, nil
}

// editArgs are the tool of an edit and its arguments, without the document and
// the version.
func editArgs(e model.Edit) (tool, []arg) {
	t := editTools[e.Kind]
	index := is("index", e.At)
	switch e.Kind {
	case model.EditText:
		return t, []arg{is("text", e.Text), index}
	case model.EditParagraph:
		args := append([]arg{is("idx", e.At)}, styleArgs(e.Paragraph)...)
		if e.Text != "" {
			return toolInsertParagraphText, append(args, is("text", e.Text))
		}
		return t, args
	case model.EditReplace:
		return t, []arg{is("text", e.Text), is("ranges", wireRanges(e.Ranges))}
	case model.EditReplaceAll:
		return t, []arg{is("old_text", e.Old), is("new_text", e.Text)}
	case model.EditFormat:
		p := e.Props
		return t, []arg{is("ranges", wireRanges(e.Ranges)), is("property", wireProperty{
			p.Bold, p.Italic, p.Underline, p.Strike, p.SmallCaps, p.Color, p.Background})}
	case model.EditTask:
		var tasks []wireTaskItem
		for _, d := range e.Tasks {
			state := 1 // "Task": 1 to do, 2 done
			if d.Done {
				state = 2
			}
			tasks = append(tasks, wireTaskItem{state, d.Text})
		}
		return t, []arg{is("idx", e.At), is("tasks", tasks)}
	case model.EditImage:
		args := []arg{index, imageArg(e.Image)}
		for _, size := range []struct {
			name string
			n    int
		}{{"width", e.Image.Width}, {"height", e.Image.Height}} {
			if size.n > 0 {
				args = append(args, is(size.name, int64(size.n)))
			}
		}
		return t, args
	case model.EditTable:
		return t, []arg{index, is("rows", int64(e.Rows)), is("cols", int64(e.Cols))}
	case model.EditComment:
		return t, []arg{is("text", e.Text), is("range", wireRanges(e.Ranges)[0]), may("ref_id", e.Reply)}
	case model.EditReplaceImage:
		old := is("old_attachment_id", e.OldImage.Attachment)
		if u := oldURL(e.OldImage); u != "" {
			old = is("old_image_url", u)
		}
		return t, []arg{is("idx", e.At), old, imageArg(e.Image)}
	case model.EditMarkdown:
		raw := is("markdown", e.Text)
		coded := is("base64_markdown", base64.StdEncoding.EncodeToString([]byte(e.Text)))
		coded.or = &raw
		return t, []arg{index, coded}
	case model.EditRevert:
		return t, []arg{is("target_version", e.Version)}
	}
	return t, []arg{index} // a page break
}

// imageArg gives the new image as its bytes or as an id.
func imageArg(i model.NewImage) arg {
	if i.ID != "" {
		return is("image_id", i.ID)
	}
	return is("content", base64.StdEncoding.EncodeToString(i.Data))
}

// styleArgs are the properties of a new paragraph, which are numbers in strings
// ("Parameter rules" in the specification of the doc tools).
func styleArgs(p model.ParagraphStyle) []arg {
	var out []arg
	for _, a := range []struct {
		name string
		n    int
	}{{"level", p.Level}, {"numbering_type", p.List}, {"numbering_lvl", p.ListLevel}} {
		out = append(out, arg{name: a.name, value: strconv.Itoa(a.n), needless: a.n == 0})
	}
	return append(out, arg{name: "indent_count", value: int64(p.Indent), needless: p.Indent == 0})
}

func inOrder(rs []model.Range) []model.Range {
	return slices.SortedFunc(slices.Values(rs), func(a, b model.Range) int { return cmp.Compare(a.Begin, b.Begin) })
}

func wireRanges(rs []model.Range) []wireRange {
	out := make([]wireRange, 0, len(rs))
	for _, r := range inOrder(rs) {
		out = append(out, wireRange{whole(r.Begin), whole(r.End)})
	}
	return out
}

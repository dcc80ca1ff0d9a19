package docs

import (
	"encoding/base64"
	"strconv"
	"strings"

	"aloft/model"
)

// editCall is how an edit is called: what its row in package model does not say.
type editCall struct {
	tool tool
	at   string // the argument of its place or ranges, "" = none
	// filled is the tool instead where the edit has a text, 0 = the same.
	filled tool
	more   func(model.Edit) []arg // what no field of the row is
	check  func(model.Edit) *model.EditFault
}

// editCalls: "Editing tools" in the specification of the doc tools.
var editCalls = map[model.EditKind]editCall{
	model.EditText:         {tool: toolInsertText, at: "index"},
	model.EditParagraph:    {tool: toolInsertParagraph, filled: toolInsertParagraphText, at: "idx"},
	model.EditReplace:      {tool: toolReplaceText, at: "ranges", check: checkApart},
	model.EditReplaceAll:   {tool: toolReplaceAll},
	model.EditFormat:       {tool: toolTextProperty, at: "ranges", check: checkRanges},
	model.EditTask:         {tool: toolInsertTask, at: "idx"},
	model.EditImage:        {tool: toolInsertImage, at: "index", more: newImage, check: checkImage},
	model.EditPageBreak:    {tool: toolInsertPageBreak, at: "index"},
	model.EditTable:        {tool: toolInsertTable, at: "index"},
	model.EditComment:      {tool: toolInsertComment, at: "range", check: checkRange},
	model.EditReplaceImage: {tool: toolReplaceImage, at: "idx", more: imageForImage, check: checkOldImage},
	model.EditMarkdown:     {tool: toolInsertMarkdown, at: "index", more: markdownArgs},
	model.EditRevert:       {tool: toolRevert},
}

// place is the argument that says where.
func (c *editCall) place(s *model.EditSpec, e model.Edit) arg {
	ranges := make([]fields, 0, len(e.Ranges))
	for _, r := range inOrder(e.Ranges) {
		ranges = append(ranges, fields{"begin": r.Begin, "end": r.End})
	}
	switch {
	case !s.Ranged():
		return is(c.at, e.At)
	case s.One:
		return is(c.at, ranges[0])
	}
	return is(c.at, ranges)
}

// newImage gives the new image as its bytes or as an id.
func newImage(e model.Edit) []arg {
	if e.Image.ID != "" {
		return []arg{is("image_id", e.Image.ID)}
	}
	return []arg{is("content", base64.StdEncoding.EncodeToString(e.Image.Data))}
}

func imageForImage(e model.Edit) []arg {
	old := is("old_attachment_id", e.OldImage.Attachment)
	if u := oldURL(e.OldImage); u != "" {
		old = is("old_image_url", u)
	}
	return append([]arg{old}, newImage(e)...)
}

func markdownArgs(e model.Edit) []arg {
	raw := is("markdown", e.Text)
	coded := is("base64_markdown", base64.StdEncoding.EncodeToString([]byte(e.Text)))
	coded.or = &raw
	return []arg{coded}
}

// editArgs are the tool of an edit and its arguments, without the document and
// the version.
func editArgs(e model.Edit) (tool, []arg) {
	c := editCalls[e.Kind]
	s, _ := e.Kind.Spec()
	t := c.tool
	if c.filled != 0 && e.Text != "" {
		t = c.filled
	}
	var out []arg
	if c.at != "" {
		out = append(out, c.place(&s, e))
	}
	out = append(out, fieldArgs(&s, e)...)
	if c.more != nil {
		out = append(out, c.more(e)...)
	}
	return t, out
}

// fieldArgs are the fields of an edit as arguments. What is empty and may be is
// what the service takes by itself, but the text that comes in the place of
// another.
func fieldArgs(s *model.EditSpec, e model.Edit) []arg {
	var out []arg
	objects := map[string]fields{}
	for _, f := range s.Fields {
		if f.Wire == "" {
			continue
		}
		empty := f.Empty(&e)
		object, name, within := strings.Cut(f.Wire, ".")
		switch {
		case !within:
			out = append(out, arg{name: f.Wire, value: sent(&f, &e), needless: empty && !f.Need && !s.Replaces})
		case objects[object] == nil:
			objects[object] = fields{}
			out = append(out, is(object, objects[object]))
			fallthrough
		default:
			if !empty {
				objects[object][name] = sent(&f, &e)
			}
		}
	}
	return out
}

// sent is the value of a field on the wire.
func sent(f *model.EditField, e *model.Edit) any {
	switch {
	case f.Type == model.FieldTasks:
		return sentTasks(e.Tasks)
	case f.Type == model.FieldVersion:
		return e.Version
	case f.Text != nil:
		return *f.Text(e)
	case f.Switch != nil:
		return **f.Switch(e)
	case f.Digits:
		return strconv.Itoa(*f.Number(e))
	}
	return int64(*f.Number(e))
}

// sentTasks: "Task" in the specification of the doc tools: 1 to do, 2 done.
func sentTasks(tasks []model.DocTask) []fields {
	out := make([]fields, 0, len(tasks))
	for _, t := range tasks {
		state := int64(1)
		if t.Done {
			state = 2
		}
		out = append(out, fields{"state": state, "content": t.Text})
	}
	return out
}

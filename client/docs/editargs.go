package docs

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"aloft/client"
	"aloft/model/text"

	"aloft/client/docs/tool"
	"aloft/model"
)

// editCall is the call of an edit: what its row in package model does not have.
type editCall struct {
	tool tool.Tool
	at   string // the argument for its position or ranges, "" = none
	// filled is the tool for an edit with a text, 0 = the same.
	filled tool.Tool
	more   func(model.Edit) []tool.Arg // arguments that are no field of the row
	check  func(model.Edit) *model.EditFault
}

var editCalls = map[model.EditKind]editCall{
	model.EditText:         {tool: tool.InsertText, at: "index"},
	model.EditParagraph:    {tool: tool.InsertParagraph, filled: tool.InsertParagraphText, at: "idx"},
	model.EditReplace:      {tool: tool.ReplaceText, at: "ranges", check: checkApart},
	model.EditReplaceAll:   {tool: tool.ReplaceAll},
	model.EditFormat:       {tool: tool.TextProperty, at: "ranges", check: checkRanges},
	model.EditTask:         {tool: tool.InsertTask, at: "idx"},
	model.EditImage:        {tool: tool.InsertImage, at: "index", more: newImage, check: checkImage},
	model.EditPageBreak:    {tool: tool.InsertPageBreak, at: "index"},
	model.EditTable:        {tool: tool.InsertTable, at: "index"},
	model.EditComment:      {tool: tool.InsertComment, at: "range", check: checkRange},
	model.EditReplaceImage: {tool: tool.ReplaceImage, at: "idx", more: imageForImage, check: checkOldImage},
	model.EditMarkdown:     {tool: tool.InsertMarkdown, at: "index", more: markdownArgs},
	model.EditRevert:       {tool: tool.Revert},
	model.EditRevisions:    {tool: tool.ResolveRevisions, more: verdictArgs},
	model.EditResolve:      {tool: tool.ResolveComments, more: settleArgs},
}

// suggestArg makes an edit tracked changes of a person. The specification has no such
// argument: it is sent to a service whose own schema has it.
const suggestArg = "suggest_as"

// tryArg is no argument of the specification either: the service only says whether it would make the edit.
const tryArg = "dry_run"

func (c *editCall) place(s *model.EditSpec, e model.Edit) tool.Arg {
	ranges := make([]tool.Fields, 0, len(e.Ranges))
	for _, r := range inOrder(e.Ranges) {
		ranges = append(ranges, tool.Fields{"begin": r.Begin, "end": r.End})
	}
	switch {
	case !s.Ranged():
		return tool.Is(c.at, e.At)
	case s.One:
		return tool.Is(c.at, ranges[0])
	}
	return tool.Is(c.at, ranges)
}

func newImage(e model.Edit) []tool.Arg {
	if e.Image.ID != "" {
		return []tool.Arg{tool.Is("image_id", e.Image.ID)}
	}
	return []tool.Arg{tool.Is("content", base64.StdEncoding.EncodeToString(e.Image.Data))}
}

func imageForImage(e model.Edit) []tool.Arg {
	old := tool.Is("old_attachment_id", e.OldImage.Attachment)
	if u := oldURL(e.OldImage); u != "" {
		old = tool.Is("old_image_url", u)
	}
	return append([]tool.Arg{old}, newImage(e)...)
}

// verdictArgs: the tool is an extra one, with the names of the embedded service.
func verdictArgs(e model.Edit) []tool.Arg {
	word := "accept"
	if e.Verdict.Reject {
		word = "reject"
	}
	out := []tool.Arg{tool.Is("action", word)}
	if e.Verdict.IDs != nil {
		out = append(out, tool.Is("revision_ids", strings.Join(e.Verdict.IDs, ",")))
	}
	if e.Verdict.Author != "" {
		out = append(out, tool.Is("author", e.Verdict.Author))
	}
	return out
}

// settleArgs: the tool is an extra one, too.
func settleArgs(e model.Edit) []tool.Arg {
	word := "resolve"
	if e.Verdict.Reject {
		word = "reopen"
	}
	return []tool.Arg{tool.Is("action", word), tool.Is("comment_ids", strings.Join(e.Verdict.IDs, ","))}
}

func markdownArgs(e model.Edit) []tool.Arg {
	coded := tool.Is("base64_markdown", base64.StdEncoding.EncodeToString([]byte(e.Text)))
	coded.Or = []tool.Arg{tool.Is("markdown", e.Text)}
	return []tool.Arg{coded}
}

// editArgs returns the tool of an edit and its arguments, without document and
// version.
func editArgs(e model.Edit) (tool.Tool, []tool.Arg) {
	c := editCalls[e.Kind]
	s, _ := e.Kind.Spec()
	t := c.tool
	if c.filled != 0 && e.Text != "" {
		t = c.filled
	}
	var out []tool.Arg
	if c.at != "" {
		out = append(out, c.place(&s, e))
	}
	fields := fieldArgs(&s, e)
	for i := range fields {
		// What it makes is body text, and not each service has a value for that.
		fields[i].Spare = t == tool.InsertParagraphText && fields[i].Name == "level" && e.Paragraph.Level == model.LevelBody
	}
	out = append(out, fields...)
	if c.more != nil {
		out = append(out, c.more(e)...)
	}
	if e.Suggest != "" {
		out = append(out, tool.Is(suggestArg, e.Suggest))
	}
	if e.Try {
		out = append(out, tool.Is(tryArg, true))
	}
	return t, out
}

// fieldArgs are the fields of an edit. An empty one that may be empty is the
// service's default, except the text of a replacement.
func fieldArgs(s *model.EditSpec, e model.Edit) []tool.Arg {
	var out []tool.Arg
	objects := map[string]tool.Fields{}
	for _, f := range s.Fields {
		if f.Wire == "" {
			continue
		}
		empty := f.Empty(&e)
		object, name, within := strings.Cut(f.Wire, ".")
		switch {
		case !within:
			out = append(out, tool.Arg{Name: f.Wire, Value: sent(&f, &e), Says: said(&f, &e), Needless: empty && !f.Need && !s.Replaces})
		case objects[object] == nil:
			objects[object] = tool.Fields{}
			out = append(out, tool.Is(object, objects[object]))
			fallthrough
		default:
			if !empty {
				objects[object][name] = sent(&f, &e)
			}
		}
	}
	return out
}

// said is the word of a choice.
func said(f *model.EditField, e *model.Edit) string {
	for _, c := range f.Choices {
		if c.Value == *f.Number(e) {
			return c.Word
		}
	}
	return ""
}

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
func sentTasks(tasks []model.DocTask) []tool.Fields {
	out := make([]tool.Fields, 0, len(tasks))
	for _, t := range tasks {
		state := int64(1)
		if t.Done {
			state = 2
		}
		out = append(out, tool.Fields{"state": state, "content": t.Text})
	}
	return out
}

// checkEdit refuses what the service would refuse or misinterpret, as far as that
// is known here.
func checkEdit(e model.Edit) *model.EditFault {
	if e.At < 0 {
		return bad(text.BadCall, "docs", "position")
	}
	if f := e.Check(); f != nil {
		return f
	}
	if check := editCalls[e.Kind].check; check != nil {
		return check(e)
	}
	return nil
}

func bad(what text.Text, args ...any) *model.EditFault {
	return &model.EditFault{What: what, Args: args}
}

func checkRanges(e model.Edit) *model.EditFault {
	if len(e.Ranges) == 0 {
		return bad(text.BadCall, "docs", "range")
	}
	for _, r := range inOrder(e.Ranges) {
		if r.Begin < 0 || r.Begin >= r.End {
			return bad(text.BadCall, "docs", "range")
		}
	}
	return nil
}

// checkApart: ranges to be replaced must not overlap.
func checkApart(e model.Edit) *model.EditFault {
	if f := checkRanges(e); f != nil {
		return f
	}
	sorted := inOrder(e.Ranges)
	for i := 1; i < len(sorted); i++ {
		if a, b := sorted[i-1], sorted[i]; b.Begin < a.End {
			return bad(text.BadCall, "docs", "range")
		}
	}
	return nil
}

// checkRange: newer services accept an empty range for a comment.
func checkRange(e model.Edit) *model.EditFault {
	switch rs := e.Ranges; {
	case len(rs) != 1, rs[0].Begin < 0 || rs[0].Begin > rs[0].End:
		return bad(text.BadCall, "docs", "range")
	}
	return nil
}

// checkImage: either the bytes or the id.
func checkImage(e model.Edit) *model.EditFault {
	switch i := e.Image; {
	case (len(i.Data) == 0) == (i.ID == ""):
		return bad(text.BadCall, "docs", "image")
	case len(i.Data) > client.MaxImage:
		size, most := text.Sizes(int64(len(i.Data)), client.MaxImage)
		return bad(text.DocsImageLarge, size, most)
	case len(i.Data) > 0 && client.ImageType(i.Data) == "":
		return bad(text.DocsImageKind, client.ImageTypes)
	}
	return nil
}

// checkOldImage: all three groups of arguments are required.
func checkOldImage(e model.Edit) *model.EditFault {
	old := e.OldImage
	switch {
	case old == nil, (oldURL(old) == "") == (old.Attachment == ""), e.At != old.Position:
		return bad(text.BadCall, "docs", "old image")
	}
	return checkImage(e)
}

// oldURL is the URL without its query, with which the service's comparison fails.
func oldURL(i *model.DocImage) string {
	u, _, _ := strings.Cut(i.URL, "?")
	return u
}

func inOrder(rs []model.Range) []model.Range {
	return slices.SortedFunc(slices.Values(rs), func(a, b model.Range) int { return cmp.Compare(a.Begin, b.Begin) })
}

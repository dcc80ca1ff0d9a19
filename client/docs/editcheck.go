package docs

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"aloft/model"
	"aloft/model/text"
)

// lineBreaks are what a paragraph cannot hold.
const lineBreaks = "\n\r\v\f\u0085\u2028\u2029"

func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// wrong is why an edit is refused before it is sent.
type wrong struct {
	what text.Text
	args []any
	hint text.Text
}

func bad(what text.Text, args ...any) *wrong { return &wrong{what: what, args: args} }

// badText refuses what cannot be a text of one line; many lines are for Markdown.
func badText(s string) *wrong {
	switch what := plain(s); what {
	case "":
		return nil
	case text.DocsEditNewline:
		return &wrong{what: what, hint: text.DocsEditNewlineHint}
	default:
		return bad(what)
	}
}

// checkEdit says why the service would refuse an edit, or would make something
// else of it than is meant; nil = it is sound as far as can be seen from here.
func checkEdit(e model.Edit) *wrong {
	if e.At < 0 {
		return bad(text.DocsEditPosition, e.At)
	}
	switch e.Kind {
	case model.EditText:
		if e.Text == "" {
			return bad(text.DocsEditEmpty)
		}
		return badText(e.Text)
	case model.EditParagraph:
		return checkParagraph(e)
	case model.EditReplace:
		if w := checkRanges(e.Ranges, true); w != nil {
			return w
		}
		return badText(e.Text)
	case model.EditReplaceAll:
		if e.Old == "" {
			return bad(text.DocsFindNothing)
		}
		if w := badText(e.Old); w != nil {
			return w
		}
		return badText(e.Text)
	case model.EditFormat:
		return checkFormat(e)
	case model.EditTask:
		return checkTasks(e.Tasks)
	case model.EditImage:
		return checkImage(e.Image)
	case model.EditPageBreak:
		return nil
	case model.EditTable:
		if e.Rows < 1 || e.Cols < 1 {
			return bad(text.DocsEditTable, e.Rows, e.Cols)
		}
		return nil
	case model.EditComment:
		return checkComment(e)
	case model.EditReplaceImage:
		return checkOldImage(e)
	case model.EditMarkdown:
		switch {
		case strings.TrimSpace(e.Text) == "":
			return bad(text.DocsEditEmpty)
		case !isText(e.Text):
			return bad(text.DocsEditUTF8)
		}
		return nil
	case model.EditRevert:
		if e.Version < 1 {
			return bad(text.DocsEditNoVersion)
		}
		return nil
	}
	return bad(text.DocsEditKind, string(e.Kind))
}

// checkParagraph: "Parameter rules" in the specification of the doc tools.
func checkParagraph(e model.Edit) *wrong {
	p := e.Paragraph
	switch {
	case p.Level < 0 || p.Level > model.LevelSubtitle:
		return bad(text.DocsEditLevel, p.Level)
	case p.List < 0 || p.List > 2:
		return bad(text.DocsEditList, p.List)
	case p.ListLevel < 0 || p.ListLevel > 9:
		return bad(text.DocsEditListLevel, p.ListLevel)
	case p.Indent < 0:
		return bad(text.DocsEditIndent, p.Indent)
	}
	return badText(e.Text)
}

// checkRanges: each holds something, and where they are replaced they do not
// overlap.
func checkRanges(rs []model.Range, apart bool) *wrong {
	if len(rs) == 0 {
		return bad(text.DocsEditNoRange)
	}
	sorted := inOrder(rs)
	for i, r := range sorted {
		switch {
		case r.Begin < 0 || r.Begin >= r.End:
			return bad(text.DocsEditRange, r.Begin, r.End)
		case apart && i > 0 && r.Begin < sorted[i-1].End:
			return bad(text.DocsEditOverlap, sorted[i-1].Begin, sorted[i-1].End, r.Begin, r.End)
		}
	}
	return nil
}

func checkFormat(e model.Edit) *wrong {
	if e.Props.Empty() {
		return bad(text.DocsEditNoProps)
	}
	for _, c := range []string{e.Props.Color, e.Props.Background} {
		if c != "" && (len(c) != 6 || strings.Trim(c, "0123456789abcdefABCDEF") != "") {
			return bad(text.DocsEditColor, c)
		}
	}
	return checkRanges(e.Ranges, false)
}

func checkTasks(tasks []model.DocTask) *wrong {
	if len(tasks) == 0 {
		return bad(text.DocsEditNoTask)
	}
	for _, t := range tasks {
		if w := badText(t.Text); w != nil {
			return w
		}
	}
	return nil
}

// checkComment: newer generations take a range without anything in it
// (facts/documents.md "doc.*").
func checkComment(e model.Edit) *wrong {
	switch {
	case strings.TrimSpace(e.Text) == "":
		return bad(text.DocsEditEmpty)
	case !isText(e.Text):
		return bad(text.DocsEditUTF8)
	case len(e.Ranges) != 1:
		return bad(text.DocsEditOneRange, len(e.Ranges))
	case e.Ranges[0].Begin < 0 || e.Ranges[0].Begin > e.Ranges[0].End:
		return bad(text.DocsEditRange, e.Ranges[0].Begin, e.Ranges[0].End)
	}
	return nil
}

// checkImage: exactly one of the bytes and the id.
func checkImage(i model.NewImage) *wrong {
	switch {
	case (len(i.Data) == 0) == (i.ID == ""):
		return bad(text.DocsEditImage)
	case i.Width < 0 || i.Height < 0:
		return bad(text.DocsEditImageSize, i.Width, i.Height)
	case len(i.Data) > maxImage:
		return bad(text.DocsImageLarge, len(i.Data), maxImage)
	case len(i.Data) > 0 && imageType(i.Data) == "":
		return bad(text.DocsImageKind, imageTypes)
	}
	return nil
}

// checkOldImage: all three groups of arguments must be there ("doc.replace_image"
// in the specification of the doc tools).
func checkOldImage(e model.Edit) *wrong {
	old := e.OldImage
	switch {
	case old == nil, (oldURL(old) == "") == (old.Attachment == ""):
		return bad(text.DocsEditOldImage)
	case e.At != old.Position:
		return bad(text.DocsEditOldPlace, old.Position, e.At)
	}
	return checkImage(e.Image)
}

// oldURL is the address without its query, with which the service's comparison
// would fail.
func oldURL(i *model.DocImage) string {
	u, _, _ := strings.Cut(i.URL, "?")
	return u
}

// imageTypes are those that services take (facts/documents.md "doc.*").
const imageTypes = "png, jpg, gif, bmp, webp, svg"

// imageType is the type of an image by its first bytes, "" = none of these.
func imageType(b []byte) string {
	for _, t := range []struct{ magic, name string }{
		{"\x89PNG\r\n\x1a\n", "png"}, {"\xff\xd8\xff", "jpg"}, {"GIF87a", "gif"}, {"GIF89a", "gif"}, {"BM", "bmp"},
	} {
		if bytes.HasPrefix(b, []byte(t.magic)) {
			return t.name
		}
	}
	if len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP" {
		return "webp"
	}
	head := b[:min(len(b), imageHead)]
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	if bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<svg")) {
		return "svg"
	}
	return ""
}

// imageHead is how many first bytes tell the type: an svg has words before it.
const imageHead = 4096

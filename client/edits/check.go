package edits

import (
	"strings"
	"unicode/utf8"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// check refuses what the service would refuse, or would not understand, before
// anything is read ("Editing tools" in the specification of the doc tools).
func (d *doc) check(e *model.Edit) error {
	bad := func(t text.Text, args ...any) *client.Error { return d.fail(client.KindInvalid, t, args...) }
	for _, s := range append([]string{e.Text, e.Old}, taskTexts(e.Tasks)...) {
		if !utf8.ValidString(s) {
			err := bad(text.EditsNotUTF8)
			err.Hint = text.EditsNotUTF8Hint
			return err
		}
		if e.Kind != model.EditMarkdown && e.Kind != model.EditComment && strings.ContainsAny(s, "\n\r\v\f\u2028\u2029") {
			err := bad(text.EditsNewline)
			err.Hint = text.EditsNewlineHint
			if s == e.Old {
				err.What, err.Hint = text.EditsOldNewline, text.WhereMatchHint
			}
			return err
		}
	}
	switch e.Kind {
	case model.EditText, model.EditComment, model.EditMarkdown:
		if e.Text == "" || e.Kind != model.EditText && strings.TrimSpace(e.Text) == "" {
			return bad(text.EditsNoText)
		}
	case model.EditParagraph:
		return d.checkStyle(e.Paragraph)
	case model.EditReplace, model.EditReplaceAll:
		switch {
		case e.Old == "" && (len(e.Ranges) == 0 || e.Kind == model.EditReplaceAll):
			return bad(text.EditsNoOld)
		case e.Old == e.Text && e.Old != "":
			return bad(text.EditsSame)
		}
	case model.EditFormat:
		if e.Props.Empty() {
			return bad(text.EditsNoProps)
		}
		for _, c := range []string{e.Props.Color, e.Props.Background} {
			if c != "" && (len(c) != 6 || strings.Trim(c, "0123456789abcdefABCDEF") != "") {
				return bad(text.EditsColour, c)
			}
		}
	case model.EditTask:
		if len(e.Tasks) == 0 {
			return bad(text.EditsNoTasks)
		}
		for _, t := range e.Tasks {
			if strings.TrimSpace(t.Text) == "" {
				return bad(text.EditsNoTasks)
			}
		}
	case model.EditTable:
		if e.Rows < 1 || e.Cols < 1 {
			return bad(text.EditsTable, e.Rows, e.Cols)
		}
	case model.EditRevert:
		if e.Version <= 0 {
			return bad(text.EditsNoVersionOf)
		}
	case model.EditImage, model.EditReplaceImage, model.EditPageBreak:
	default:
		return bad(text.EditsUnknownKind, string(e.Kind))
	}
	return nil
}

func (d *doc) checkStyle(s model.ParagraphStyle) error {
	switch {
	case s.Level < 0 || s.Level > model.LevelSubtitle:
		return d.fail(client.KindInvalid, text.EditsLevel, s.Level)
	case s.List < 0 || s.List > 2:
		return d.fail(client.KindInvalid, text.EditsListKind, s.List)
	case s.ListLevel < 0 || s.ListLevel > 9:
		return d.fail(client.KindInvalid, text.EditsListLevel, s.ListLevel)
	case s.Indent < 0:
		return d.fail(client.KindInvalid, text.EditsIndent, s.Indent)
	}
	return nil
}

func taskTexts(ts []model.DocTask) []string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = t.Text
	}
	return out
}

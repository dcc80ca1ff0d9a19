package edits

import (
	"strings"

	"aloft/model"
	"aloft/model/lazy"
)

// filled makes a paragraph with its text, in as few steps as the service allows. Behind: the place
// is the end of a block.
func (p *planner) filled(step model.EditStep, behind bool) []chunk {
	if behind && p.d.ed.TextParagraph(step.Edit.Paragraph) {
		return one(step)
	}
	empty, into := step, step
	empty.Edit.Text = ""
	into.Edit = model.Edit{Kind: model.EditText, At: step.Edit.At, Text: step.Edit.Text, Suggest: step.Edit.Suggest}
	into.Into, into.Behind = true, behind
	// The specification does not say whose the level of a new paragraph is; that of Markdown is its own.
	if step.Edit.Paragraph != (model.ParagraphStyle{}) || p.d.ed.Fits(p.d.ref, empty.Edit) != nil {
		step.Edit = model.Edit{Kind: model.EditMarkdown, At: step.Edit.At, Text: inMarkdown(step.Edit), Suggest: step.Edit.Suggest}
		if step.Edit.Text != "" && p.d.ed.Fits(p.d.ref, step.Edit) == nil {
			return one(step)
		}
	}
	return one(empty, into)
}

// plainText has no sign that a service may take for Markdown.
var plainText = lazy.Regexp(`^\pL[\pL\pN ,;:'"?()%!/-]*(\.( [\pL\pN ,;:'"?()%!/-]+)?)*$`)

// inMarkdown is a paragraph as Markdown, "" = that is not certainly the same.
func inMarkdown(e model.Edit) string {
	s := e.Paragraph
	switch {
	case !plainText().MatchString(e.Text) || strings.HasSuffix(e.Text, " ") || s.Indent > 0 || s.ListLevel > 1 || s.List > 0 && s.Level > 0 && s.Level < model.LevelBody:
		return ""
	case s.List == 1:
		return "- " + e.Text
	case s.List == 2:
		return "1. " + e.Text
	case s.Level >= 1 && s.Level <= 6:
		return strings.Repeat("#", s.Level) + " " + e.Text
	case s.Level == model.LevelBody:
		return e.Text
	}
	return ""
}

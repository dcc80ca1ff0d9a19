package engine

import (
	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// Extra is what an edit needs in addition to model.Edit.
type Extra struct {
	Remark  Remark        // EditComment: id, author and time
	Picture *word.Picture // EditImage, EditReplaceImage
	Locate  Locate
}

// Do makes an edit of model.Edit. EditRevert is not supported.
func Do(d *word.Document, e model.Edit, x Extra) (*word.Document, error) {
	switch e.Kind {
	case model.EditText:
		return InsertText(d, e.At, e.Text)
	case model.EditParagraph:
		if e.Text != "" {
			return InsertParagraphWithText(d, e.At, e.Text, e.Paragraph)
		}
		return InsertParagraph(d, e.At, e.Paragraph)
	case model.EditReplace:
		return ReplaceText(d, e.Ranges, e.Text)
	case model.EditReplaceAll:
		n, _, err := FindAndReplace(d, e.Old, e.Text)
		return n, err
	case model.EditFormat:
		return UpdateTextProperty(d, e.Ranges, e.Props)
	case model.EditTask:
		tasks := make([]Task, len(e.Tasks))
		for i, t := range e.Tasks {
			tasks[i] = Task{1, t.Text}
			if t.Done {
				tasks[i].State = 2
			}
		}
		return InsertTask(d, e.At, tasks)
	case model.EditImage, model.EditReplaceImage:
		if x.Picture == nil {
			return nil, &Error{Kind: KindImageGroup, What: text.EngineNoNewImage}
		}
		if e.Kind == model.EditImage {
			return InsertImage(d, e.At, x.Picture)
		}
		if e.OldImage == nil {
			return nil, &Error{Kind: KindImageGroup, What: text.EngineNoOldImage}
		}
		return ReplaceImage(d, e.At, *e.OldImage, x.Picture, x.Locate)
	case model.EditPageBreak:
		return InsertPageBreak(d, e.At)
	case model.EditTable:
		return InsertTable(d, e.At, e.Rows, e.Cols)
	case model.EditComment:
		if len(e.Ranges) != 1 {
			return nil, empty(text.EngineNoRanges)
		}
		x.Remark.Text, x.Remark.Reply = e.Text, e.Reply
		return InsertComment(d, e.Ranges[0], x.Remark)
	case model.EditResolve:
		return ResolveComments(d, e.Verdict.IDs, !e.Verdict.Reject)
	case model.EditMarkdown:
		return InsertMarkdown(d, e.At, []byte(e.Text), nil)
	}
	return nil, &Error{Kind: KindNoEdit, What: "%q is not an edit of a document's text", Args: []any{string(e.Kind)}}
}

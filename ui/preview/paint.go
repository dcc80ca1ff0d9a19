package preview

import (
	"aloft/model"
	"aloft/themes"
	"aloft/ui/kit"
)

// paints are the styles, ready to apply.
type paints struct {
	heading              [3]kit.Paint
	body, meta, position kit.Paint
	cursor, blurred      kit.Paint
	title, titleFocus    kit.Paint
	count, bad, match    kit.Paint
	remark               kit.Paint
	added, gone, bar     kit.Paint
	picked, caret        kit.Paint
}

// headingOf returns the style of headings of a level.
func (p *paints) headingOf(level int) kit.Paint {
	switch level {
	case model.LevelTitle, 1:
		return p.heading[0]
	case 2:
		return p.heading[1]
	case model.LevelBody:
		return p.body
	}
	return p.heading[2]
}

func newPaints(s *themes.Styles) paints {
	n := kit.NewPaint
	return paints{
		heading: [3]kit.Paint{n(s.PreviewHeading1), n(s.PreviewHeading2), n(s.PreviewHeading3)},
		body:    n(s.PreviewBody), meta: n(s.PreviewMeta), position: n(s.PreviewPosition),
		cursor: n(s.RowCursor), blurred: n(s.RowCursorUnfocused),
		title: n(s.PaneTitle), titleFocus: n(s.PaneTitleFocus), count: n(s.PaneCount),
		picked: n(s.RowSelected.Reverse(true)), caret: n(s.RowMatch.Reverse(true).Underline(true).Bold(true)),
		bad: n(s.StatusError), match: n(s.RowMatch), remark: n(s.PreviewInsert.Underline(true)),
		added: n(s.StatusOK.Bold(true)), gone: n(s.StatusError.Strikethrough(true)), bar: n(s.StatusOK),
	}
}

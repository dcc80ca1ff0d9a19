package webhook

import (
	"aloft/themes"
	"aloft/ui/kit"
)

// bars draws the parts of a view and the lines around and between them.
type bars struct {
	kit.Frame
	p *viewPaints
}

func newBars(env *Env, p *viewPaints) bars { return bars{env.Frame(), p} }

// viewPaints are the styles of the views, ready to apply.
type viewPaints struct {
	title, titleFocus, count    kit.Paint
	match, row, rowNew, rowMeta kit.Paint
	cursor, blurred             kit.Paint
	looks                       [asAsks + 1]kit.Paint
}

func newViewPaints(st *themes.Styles) viewPaints {
	n := kit.NewPaint
	return viewPaints{
		title: n(st.PaneTitle), titleFocus: n(st.PaneTitleFocus), count: n(st.PaneCount),
		match: n(st.RowMatch), row: n(st.RowText), rowNew: n(st.RowNew), rowMeta: n(st.RowMeta),
		cursor: n(st.RowCursor), blurred: n(st.RowCursorUnfocused),
		looks: [asAsks + 1]kit.Paint{
			asText: n(st.PreviewBody), asHead: n(st.PreviewHeading1), asMeta: n(st.RowMeta), asBad: n(st.JobFailed),
			asOK: n(st.HookOK), asAsks: n(st.StatusWarn),
		},
	}
}

// title returns the style of a part's name.
func (b bars) title(focus bool) kit.Paint {
	if focus {
		return b.p.titleFocus
	}
	return b.p.title
}

package themes

import (
	"strings"

	"charm.land/lipgloss/v2"

	"aloft/model"
	"aloft/model/text"
)

// Swatch shows the styles in one line, for a list of themes.
func (s *Styles) Swatch(c *text.Catalogue) string {
	g := &s.Glyphs
	return strings.Join([]string{
		s.RowFolder.Render(c.Say(text.SampleFolder)),
		s.RowText.Render(c.Say(text.SampleFile)),
		s.RowText.Inherit(s.RowCursor).Render(g.Cursor + c.Say(text.SampleCursor)),
		s.RowSelected.Render(g.Selected + c.Say(text.SampleMarked)),
		s.StatusOK.Render(c.Say(text.SampleOK)),
		s.StatusWarn.Render(c.Say(text.SampleWarn)),
		s.StatusError.Render(g.Failed + c.Say(text.SampleError)),
		s.StatusHint.Render(c.Say(text.SampleHint)),
	}, " ")
}

// Sample shows the styles as a small pane with a status line and a job.
func (s *Styles) Sample(c *text.Catalogue) string {
	const inner = 34
	g := &s.Glyphs
	border, focus := s.PaneBorder, s.PaneBorderFocus
	title := " drive: " + g.Crumb + " " + c.Say(text.SampleFolder) + " "
	out := []string{border.Render(g.TopLeft+g.Top) + s.PaneTitleFocus.Render(title) +
		border.Render(strings.Repeat(g.Top, inner-1-model.Width(title))+g.TopRight)}
	row := func(mark string, style lipgloss.Style, t text.Text) {
		meta := c.Say("12 KB")
		name := model.Fit(mark+c.Say(t), inner-len(meta)-1)
		out = append(out, border.Render(g.Left)+style.Render(name)+s.RowMeta.Render(meta+" ")+border.Render(g.Right))
	}
	row(" ", s.RowFolder, text.SampleFolder)
	row(" ", s.RowText, text.SampleFile)
	row(g.Cursor, s.RowText.Inherit(s.RowCursor), text.SampleCursor)
	row(g.Cursor, s.RowText.Inherit(s.RowCursorUnfocused), "unfocused cursor")
	row(g.Selected, s.RowSelected, text.SampleMarked)
	row(g.Copy, s.RowCopy, "marked to copy")
	row(g.Cut, s.RowCut, "marked to move")
	row(g.Failed, s.RowFailed, "failed")
	row(g.Stale, s.RowStale, "out of date")
	count := " 2/9 "
	out = append(out, border.Render(g.BottomLeft+strings.Repeat(g.Bottom, inner-len(count)-1))+
		s.PaneCount.Render(count)+border.Render(g.Bottom+g.BottomRight))
	out = append(out,
		s.JobRunning.Render(c.Say(text.SampleFile))+" "+s.JobBar.Render(strings.Repeat(g.BarFull, 8))+
			s.JobBarRest.Render(strings.Repeat(g.BarRest, 6))+" "+focus.Render("8/14"),
		s.StatusKey.Render("F1")+" "+s.StatusHint.Render(c.Say(text.SampleHint))+"  "+
			s.StatusOK.Render(c.Say(text.SampleOK))+"  "+s.StatusWarn.Render(c.Say(text.SampleWarn))+"  "+
			s.StatusError.Render(c.Say(text.SampleError)))
	return strings.Join(out, "\n")
}

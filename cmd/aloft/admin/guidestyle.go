package admin

import (
	"fmt"
	"image/color"
	"strings"

	gansi "charm.land/glamour/v2/ansi"
	"charm.land/glamour/v2/styles"
	"charm.land/lipgloss/v2"

	"aloft/themes"
)

// guideStyle is a theme for Glamour: its own style without colours, with those of the reader.
func guideStyle(st *themes.Styles) gansi.StyleConfig {
	out := styles.NoTTYStyleConfig
	none, indent := uint(0), uint(2)
	body, meta, insert := primitive(st.PreviewBody), primitive(st.PreviewMeta), primitive(st.PreviewInsert)
	out.Document = gansi.StyleBlock{StylePrimitive: body, Margin: &none}
	out.Code.StylePrimitive = insert
	out.CodeBlock.StyleBlock = gansi.StyleBlock{StylePrimitive: insert, Indent: &indent, Margin: &none}
	out.Link, out.LinkText = meta, body
	for i, h := range []*gansi.StyleBlock{&out.H1, &out.H2, &out.H3} {
		h.StylePrimitive = primitive([]lipgloss.Style{st.PreviewHeading1, st.PreviewHeading2, st.PreviewHeading3}[i])
		h.Prefix = strings.Repeat("#", i+1) + " "
	}
	bold := true
	out.Strong = gansi.StylePrimitive{Bold: &bold}
	cross := "+"
	if st.Glyphs.Top == "─" {
		out.Item.BlockPrefix, cross = "• ", "┼"
	}
	out.Table.CenterSeparator, out.Table.ColumnSeparator, out.Table.RowSeparator = &cross, &st.Glyphs.Left, &st.Glyphs.Top
	return out
}

// primitive is a role of a theme for Glamour.
func primitive(s lipgloss.Style) gansi.StylePrimitive {
	bold, italic, underline := s.GetBold(), s.GetItalic(), s.GetUnderline()
	return gansi.StylePrimitive{Color: colour(s.GetForeground()), BackgroundColor: colour(s.GetBackground()), Bold: &bold, Italic: &italic, Underline: &underline}
}

// colour is a colour for Glamour: a number of the terminal's, or red, green and blue. nil = none.
func colour(c color.Color) *string {
	if _, none := c.(lipgloss.NoColor); none || c == nil {
		return nil
	}
	name := fmt.Sprint(c)
	if r, g, b, _ := c.RGBA(); strings.ContainsAny(name, "{ ") {
		name = fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	}
	return &name
}

package preview

import (
	"bytes"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	gansi "charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"aloft/model"
	"aloft/model/budget"
	"aloft/model/markdown"
	"aloft/themes"
)

// maxGlamour limits rendered text in bytes: glamour takes 45 ms for 64 KiB, and a new width discards the result.
const maxGlamour = 64 << 10

// rendered renders Markdown in the theme's styles, in lines of at most width cells. It takes milliseconds, so it must
// not run on the update loop. The style is explicit because glamour's default asks the terminal, and the program
// would read the answer as keys.
func rendered(md string, style gansi.StyleConfig, width int, struck deletions) ([]string, error) {
	src := []byte(md)
	root, err := parsed(src)
	if err != nil {
		return nil, err
	}
	return drawnNodes(root, src, style, width, model.Clean, struck)
}

func parsed(src []byte) (ast.Node, error) {
	return markdown.New(budget.New(budget.Screen(), nil), extension.DefinitionList).Parse(src)
}

// drawnNodes draws parsed Markdown, with deleted text in it. It does what glamour.NewTermRenderer does, which has a
// parser without a budget.
func drawnNodes(root ast.Node, src []byte, style gansi.StyleConfig, width int, clean func(string) string, struck deletions) ([]string, error) {
	var all, lines []string
	tables := map[int]bool{} // lines that are rows of one
	for root.HasChildren() {
		// Glamour wraps table cells, but then starts the lines of a list at the left edge. So each table is drawn
		// separately.
		part := apart(root)
		drawn, err := glamoured(part, src, style, 0, clean)
		if err != nil {
			return nil, err
		}
		if table, is := part.FirstChild().(*extast.Table); is {
			// Without a width the addresses below a table are cut to nothing.
			below, err := glamoured(part, src, style, width, clean)
			if err != nil {
				return nil, err
			}
			drawn = append(fitTable(upToBlank(drawn), table.Alignments, &style.Table, width), below[len(upToBlank(below)):]...)
			for i := range drawn {
				tables[len(all)+min(len(all), 1)+i] = true
			}
		}
		if len(all) > 0 {
			all = append(all, "")
		}
		all = append(all, drawn...)
	}
	begins := lead()
	for _, line := range struck.into(all, tables) {
		lines = append(lines, hanging(line, width, begins)...)
	}
	return trimBlank(lines), nil
}

// glamoured renders a part in lines, without blank ones around it.
func glamoured(part ast.Node, src []byte, style gansi.StyleConfig, wrap int, clean func(string) string) ([]string, error) {
	draw := renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(
		gansi.NewRenderer(gansi.Options{Styles: style, WordWrap: wrap, PreserveNewLines: true}), 1000)))
	var out bytes.Buffer
	if err := draw.Render(&out, src, part); err != nil {
		return nil, err
	}
	var lines []string
	for line := range strings.SplitSeq(out.String(), "\n") {
		lines = append(lines, onlyColours(line, clean))
	}
	return trimBlank(lines), nil
}

// upToBlank returns the lines before the first blank one.
func upToBlank(lines []string) []string {
	if i := slices.IndexFunc(lines, isBlank); i >= 0 {
		return lines[:i]
	}
	return lines
}

func isBlank(line string) bool { return strings.TrimSpace(ansi.Strip(line)) == "" }

// apart takes the first table out of a document, or everything before it.
func apart(root ast.Node) ast.Node {
	part := ast.NewDocument()
	for n := root.FirstChild(); n != nil; n = root.FirstChild() {
		if part.HasChildren() && (n.Kind() == extast.KindTable || part.LastChild().Kind() == extast.KindTable) {
			break
		}
		part.AppendChild(part, n)
	}
	return part
}

// Plain renders Markdown for a dialog in the theme's styles, in lines of exactly that width. It takes milliseconds,
// so it must not run on the update loop. ok is false for a text that is too long.
func Plain(md string, st *themes.Styles, width int) (lines []string, ok bool) {
	if len(md) > maxGlamour || width < 8 {
		return nil, false
	}
	p, err := drawnAs(md, signed(markdownStyle(st)), model.Ruler{}, width, deletions{})
	if err != nil {
		return nil, false
	}
	return p.groups, true
}

// signed keeps the # marks of headings. Without an outline nothing else shows a heading or its level.
func signed(style gansi.StyleConfig) gansi.StyleConfig {
	for i, h := range []*gansi.StyleBlock{&style.H1, &style.H2, &style.H3, &style.H4, &style.H5, &style.H6} {
		h.Prefix = strings.Repeat("#", i+1) + " "
	}
	return style
}

// onlyColours reduces a rendered line to clean text and style sequences, since a text may smuggle other sequences
// past the Markdown parser as character references. It drops trailing spaces.
func onlyColours(line string, clean func(string) string) string {
	var b strings.Builder
	b.Grow(len(line))
	text := 0 // start of the text after the last sequence
	flush := func(end int) { b.WriteString(clean(line[text:end])) }
	for i := 0; i < len(line); {
		if line[i] != 0x1b {
			i++
			continue
		}
		flush(i)
		seq, _, n, _ := ansi.DecodeSequence(line[i:], ansi.NormalState, nil)
		if n == 0 {
			n = 1
		}
		if strings.HasPrefix(seq, "\x1b[") && strings.HasSuffix(seq, "m") {
			b.WriteString(seq)
		}
		i += n
		text = i
	}
	flush(len(line))
	return trimEnd(b.String())
}

// trimEnd drops the trailing spaces of a rendered line. Glamour styles each one separately.
func trimEnd(s string) string {
	plain := strings.TrimRight(ansi.Strip(s), " ")
	if w := ansi.StringWidth(plain); w < ansi.StringWidth(s) {
		s = ansi.Truncate(s, w, "")
		if strings.Contains(s, "\x1b[") {
			s += ansi.ResetStyle
		}
	}
	return s
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && isBlank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && isBlank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// markdownStyle returns glamour's style for a theme's roles.
func markdownStyle(st *themes.Styles) gansi.StyleConfig {
	g := &st.Glyphs
	body, meta, insert := primitive(st.PreviewBody), primitive(st.PreviewMeta), primitive(st.PreviewInsert)
	heading := func(s lipgloss.Style) gansi.StyleBlock {
		p := primitive(s)
		p.Bold = yes()
		return gansi.StyleBlock{StylePrimitive: p}
	}
	task := body
	vertical, horizontal := g.Left, g.Top
	bullet := "• "
	if horizontal != "─" {
		vertical, horizontal, bullet = "|", "-", "* "
	}
	cross := "┼"
	if horizontal == "-" {
		cross = "+"
	}
	item := body
	item.BlockPrefix = bullet
	number := body
	number.BlockPrefix = ". "
	rule := meta
	rule.Format = "\n" + strings.Repeat(horizontal, 8) + "\n"
	quote := vertical + " "
	code := gansi.StyleBlock{StylePrimitive: insert}
	return gansi.StyleConfig{
		Document:   gansi.StyleBlock{StylePrimitive: body},
		BlockQuote: gansi.StyleBlock{StylePrimitive: meta, Indent: number1(1), IndentToken: &quote},
		Paragraph:  gansi.StyleBlock{StylePrimitive: body},
		List:       gansi.StyleList{StyleBlock: gansi.StyleBlock{StylePrimitive: body}, LevelIndent: 2},
		Heading:    gansi.StyleBlock{StylePrimitive: gansi.StylePrimitive{BlockSuffix: "\n"}},
		H1:         heading(st.PreviewHeading1), H2: heading(st.PreviewHeading2), H3: heading(st.PreviewHeading3),
		H4: heading(st.PreviewHeading3), H5: heading(st.PreviewHeading3), H6: heading(st.PreviewHeading3),
		Strikethrough:  gansi.StylePrimitive{CrossedOut: yes()},
		Emph:           gansi.StylePrimitive{Italic: yes()},
		Strong:         gansi.StylePrimitive{Bold: yes()},
		HorizontalRule: rule,
		Item:           item,
		Enumeration:    number,
		Task:           gansi.StyleTask{StylePrimitive: task, Ticked: "[x] ", Unticked: "[ ] "},
		Link:           gansi.StylePrimitive{Color: meta.Color, Underline: yes()},
		LinkText:       gansi.StylePrimitive{Bold: yes()},
		Image:          meta,
		ImageText:      meta,
		Code:           code,
		CodeBlock: gansi.StyleCodeBlock{StyleBlock: gansi.StyleBlock{
			StylePrimitive: insert, Indent: number1(2), Margin: number1(0),
		}},
		Table: gansi.StyleTable{
			StyleBlock:      gansi.StyleBlock{StylePrimitive: body},
			CenterSeparator: &cross, ColumnSeparator: &vertical, RowSeparator: &horizontal,
		},
		DefinitionTerm:        gansi.StylePrimitive{Bold: yes()},
		DefinitionDescription: gansi.StylePrimitive{BlockPrefix: "\n"},
	}
}

func yes() *bool { b := true; return &b }

func number1(n uint) *uint { return &n }

// primitive returns a role in glamour's form.
func primitive(s lipgloss.Style) gansi.StylePrimitive {
	var p gansi.StylePrimitive
	p.Color, p.BackgroundColor = colourName(s.GetForeground()), colourName(s.GetBackground())
	if s.GetBold() {
		p.Bold = yes()
	}
	if s.GetItalic() {
		p.Italic = yes()
	}
	if s.GetUnderline() {
		p.Underline = yes()
	}
	if s.GetReverse() {
		p.Inverse = yes()
	}
	return p
}

// colourName returns a colour in glamour's form, or nil for the terminal's own.
func colourName(c color.Color) *string {
	var name string
	switch c := c.(type) {
	case nil, lipgloss.NoColor:
		return nil
	case ansi.BasicColor:
		name = strconv.Itoa(int(c))
	case ansi.IndexedColor:
		name = strconv.Itoa(int(c))
	default:
		r, g, b, _ := c.RGBA()
		name = fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	}
	return &name
}

// drawnPage renders a part of a section in styles. Tables become records if wanted or if they have too many columns
// for the width.
func drawnPage(md string, st *themes.Styles, ruler model.Ruler, on paper, struck deletions) (*page, error) {
	return drawnAs(recorded(md, on.width, on.records), markdownStyle(st), ruler, on.width, struck)
}

func drawnAs(md string, style gansi.StyleConfig, ruler model.Ruler, width int, struck deletions) (*page, error) {
	lines, err := rendered(prepared(md), style, width, struck)
	if err != nil {
		return nil, err
	}
	struck.at = map[int][]mark{}
	for i := range lines {
		struck.at[i] = struckCells(lines[i], ruler)
		lines[i] = padded(strings.ReplaceAll(lines[i], struckTag, ""), width, ruler)
	}
	return &page{groups: lines, drawn: true, width: width, ruler: ruler, struck: struck}, nil
}

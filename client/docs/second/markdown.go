package second

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	headingLine = regexp.MustCompile(`^(#{1,9})\s+(.*?)\s*#*$`)
	bulletLine  = regexp.MustCompile(`^(\s*)[-*+]\s+(.*)$`)
	numberLine  = regexp.MustCompile(`^(\s*)\d+[.)]\s+(.*)$`)
	taskLine    = regexp.MustCompile(`^\[([ xX])\]\s+(.*)$`)
	ruleLine    = regexp.MustCompile(`^\s*\|?(\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$`)
)

// Markdown parses the syntax of doc.insert_markdown ("Parameter rules" in the
// specification), line by line.
func Markdown(md string) []tok {
	lines := strings.Split(strings.ReplaceAll(md, "\r\n", "\n"), "\n")
	var out []tok
	var text []string
	flush := func() {
		if len(text) > 0 {
			out = append(append(out, spans(strings.Join(text, " "), Look{})...), tok{sort: mark})
		}
		text = nil
	}
	for i := 0; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], " \t")
		if fence := strings.TrimLeft(line, " "); strings.HasPrefix(fence, "```") {
			flush()
			var code []string
			for i++; i < len(lines) && !strings.HasPrefix(strings.TrimLeft(lines[i], " "), "```"); i++ {
				code = append(code, lines[i])
			}
			out = append(out, box(CodeBlock, code)...)
			continue
		}
		if i+1 < len(lines) && strings.Contains(line, "|") && strings.Contains(lines[i+1], "-") && ruleLine.MatchString(lines[i+1]) {
			flush()
			rows := []string{line}
			for i += 2; i < len(lines) && strings.Contains(lines[i], "|"); i++ {
				rows = append(rows, lines[i])
			}
			i--
			out = append(out, grid(rows)...)
			continue
		}
		switch {
		case line == "":
			flush()
		case headingLine.MatchString(line):
			flush()
			m := headingLine.FindStringSubmatch(line)
			out = append(append(out, spans(m[2], Look{})...), tok{sort: mark, par: Par{Level: len(m[1])}})
		case bulletLine.MatchString(line) || numberLine.MatchString(line):
			flush()
			out = append(out, item(line)...)
		default:
			text = append(text, strings.TrimLeft(line, " \t"))
		}
	}
	flush()
	return out
}

func item(line string) []tok {
	m, list := bulletLine.FindStringSubmatch(line), 1
	if m == nil {
		m, list = numberLine.FindStringSubmatch(line), 2
	}
	p := Par{List: list, Depth: min(9, 1+len(strings.ReplaceAll(m[1], "\t", "    "))/2)}
	text := m[2]
	if t := taskLine.FindStringSubmatch(text); t != nil {
		p, text = Par{Task: 1}, t[2]
		if t[1] != " " {
			p.Task = 2
		}
	}
	return append(spans(text, Look{}), tok{sort: mark, par: p})
}

// box is a box of lines.
func box(kind string, lines []string) []tok {
	out := []tok{{sort: open, name: kind}}
	if len(lines) == 0 {
		lines = []string{""}
	}
	for _, l := range lines {
		out = append(out, paragraph(l, Par{})...)
	}
	out[len(out)-1].ends = "b"
	return out
}

// Box inserts a box of some kind with its lines, for tests.
func (d Flat) Box(at int64, kind string, lines ...string) (Flat, error) {
	return d.blocks(at, box(kind, lines))
}

func grid(rows []string) []tok {
	var cells [][][]tok
	width := 0
	for i, row := range rows {
		row = strings.Trim(strings.TrimSpace(row), "|")
		var out [][]tok
		for _, c := range split(row) {
			out = append(out, spans(strings.TrimSpace(c), Look{Bold: i == 0}))
		}
		if i == 0 {
			width = len(out)
		}
		for len(out) < width {
			out = append(out, nil)
		}
		cells = append(cells, out[:width])
	}
	return flatTable(cells)
}

// split splits a row at its bars, except those after a backslash.
func split(row string) []string {
	out := []string{""}
	for i := 0; i < len(row); i++ {
		switch {
		case row[i] == '\\' && i+1 < len(row):
			out[len(out)-1] += row[i : i+2]
			i++
		case row[i] == '|':
			out = append(out, "")
		default:
			out[len(out)-1] += row[i : i+1]
		}
	}
	return out
}

// spans parses emphasis, code and links in a line.
func spans(s string, look Look) []tok {
	var out []tok
	for s != "" {
		if s[0] == '\\' && len(s) > 1 && strings.IndexByte("\\`*_{}[]()#+-.!|~<>", s[1]) >= 0 {
			out = append(out, units(s[1:2], look)...)
			s = s[2:]
			continue
		}
		if inner, rest, ok := wrapped(s, look); ok {
			out, s = append(out, inner...), rest
			continue
		}
		n := strings.IndexAny(s[1:], "\\`*_~[!") + 1
		if n == 0 {
			n = len(s)
		}
		out = append(out, units(s[:n], look)...)
		s = s[n:]
	}
	return out
}

// wrapped parses what is between two marks of Markdown at the start of a line.
func wrapped(s string, l Look) (inner []tok, rest string, ok bool) {
	between := func(m string) (string, bool) {
		if !strings.HasPrefix(s, m) {
			return "", false
		}
		end := strings.Index(s[len(m):], m)
		if end <= 0 || s[len(m)] == ' ' {
			return "", false
		}
		rest = s[len(m)+end+len(m):]
		return s[len(m) : len(m)+end], true
	}
	if text, ok := between("`"); ok {
		l.Code = true
		return units(text, l), rest, true
	}
	for _, m := range []string{"**", "__", "~~", "*", "_"} {
		text, ok := between(m)
		if !ok {
			continue
		}
		switch m {
		case "**", "__":
			l.Bold = true
		case "~~":
			l.Strike = true
		default:
			l.Italic = true
		}
		return spans(text, l), rest, true
	}
	image := strings.HasPrefix(s, "![")
	if text, ok := strings.CutPrefix(strings.TrimPrefix(s, "!"), "["); ok && (image || s[0] == '[') {
		if name, behind, ok := strings.Cut(text, "]("); ok {
			if url, rest, ok := strings.Cut(behind, ")"); ok {
				if image {
					return []tok{{sort: thing, name: thingImage, image: Image{URL: url, Alt: name}}}, rest, true
				}
				l.Link = url
				return spans(name, l), rest, true
			}
		}
	}
	return nil, s, false
}

// Content is the document in Markdown.
func (d Flat) Content() string {
	var b strings.Builder
	d.write(&b, d.Blocks())
	return b.String()
}

func (d Flat) write(b *strings.Builder, all []Block) {
	for i, x := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		switch x.Kind {
		case Paragraph:
			b.WriteString(lead(x.Par))
			b.WriteString(d.inlines(x.From, x.To))
			b.WriteByte('\n')
		case Table:
			for r, row := range x.Rows {
				b.WriteByte('|')
				for _, c := range row {
					b.WriteString(" " + strings.ReplaceAll(strings.TrimSpace(strings.Join(d.lines(c), " ")), "|", `\|`) + " |")
				}
				b.WriteByte('\n')
				if r == 0 {
					b.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
				}
			}
		case CodeBlock:
			b.WriteString("```\n")
			for _, c := range x.Children {
				b.WriteString(said(d.toks[c.From:c.To], nil) + "\n")
			}
			b.WriteString("```\n")
		default:
			d.write(b, x.Children)
		}
	}
}

// lines are the paragraphs of a cell, those of tables in it too.
func (d Flat) lines(c Cell) []string {
	var out []string
	for _, s := range d.spans() {
		if s.from >= c.From && s.to <= c.To {
			out = append(out, d.inlines(s.from, s.to))
		}
	}
	return out
}

func lead(p Par) string {
	switch {
	case p.Level == 11:
		return "# "
	case p.Level >= 1 && p.Level <= 9:
		return strings.Repeat("#", p.Level) + " "
	case p.Task == 1:
		return "- [ ] "
	case p.Task == 2:
		return "- [x] "
	case p.List == 1:
		return strings.Repeat("  ", max(0, p.Depth-1)) + "- "
	case p.List == 2:
		return strings.Repeat("  ", max(0, p.Depth-1)) + "1. "
	}
	return ""
}

// inlines returns a line with its emphasis.
func (d Flat) inlines(from, to int) string {
	var b strings.Builder
	for from < to {
		end := from + 1
		for end < to && d.toks[end].sort == d.toks[from].sort && d.toks[end].look == d.toks[from].look {
			end++
		}
		run := d.toks[from:end]
		switch run[0].sort {
		case unit:
			b.WriteString(dressed(said(run, nil), run[0].look))
		case thing:
			for _, t := range run {
				if t.name == thingImage {
					b.WriteString("![" + t.image.Alt + "](" + t.image.URL + ")")
				}
			}
		}
		from = end
	}
	return b.String()
}

func dressed(s string, l Look) string {
	if l.Code {
		return "`" + s + "`"
	}
	var escaped strings.Builder
	for _, r := range s {
		if slices.Contains([]rune("\\`*_[]|~"), r) {
			escaped.WriteByte('\\')
		}
		escaped.WriteRune(r)
	}
	s = escaped.String()
	if l.Italic {
		s = "*" + s + "*"
	}
	if l.Bold {
		s = "**" + s + "**"
	}
	if l.Strike {
		s = "~~" + s + "~~"
	}
	if l.Link != "" {
		s = "[" + s + "](" + l.Link + ")"
	}
	return s
}

// Name writes the number of a comment as its id.
func Name(id int64) string {
	if id == 0 {
		return ""
	}
	return "c" + strconv.FormatInt(id, 10)
}

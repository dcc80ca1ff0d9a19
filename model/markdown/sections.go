package markdown

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// Section is the own text of a heading: what stands between it and the next
// heading of any level, in Markdown, without the line of the heading.
type Section struct {
	Node     *model.OutlineNode
	Markdown string
	Found    bool // its heading was found in the text
	Cut      bool // the text ends, or may end, before the section does
}

// Sections are the text of a document, split by its outline.
type Sections struct {
	Lead string    // before the first heading, where the outline has no node for it
	All  []Section // one for each node, in the order of model.Outline.Walk
	Cut  bool      // the text ends before the document does
}

// SplitSections gives each heading of the outline its own text. Headings are found
// by their order and their text, also where the service's Markdown escapes or
// numbers them or writes deep ones as plain lines; what looks like a heading in
// fenced code is not one.
func SplitSections(o model.Outline, markdown string) Sections {
	var s Sections
	var nodes []*model.OutlineNode
	o.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		s.All = append(s.All, Section{Node: n})
		if n.Level != model.LevelBody {
			nodes = append(nodes, n)
		}
		return true
	})
	lines, open := scanLines(markdown)
	at := align(nodes, lines)
	starts := make(map[*model.OutlineNode]int, len(nodes))
	for i, n := range nodes {
		if at[i] >= 0 {
			starts[n] = at[i]
		}
	}
	text := func(from, to int) string {
		begin, end := len(markdown), len(markdown)
		if from < len(lines) {
			begin = lines[from].begin
		}
		if to < len(lines) {
			end = lines[to].begin
		}
		return strings.Trim(markdown[begin:max(begin, end)], "\n")
	}
	next, last := len(lines), -1 // from the end: where the section behind begins
	for i := len(s.All) - 1; i >= 0; i-- {
		one := &s.All[i]
		at, ok := starts[one.Node]
		if !ok {
			continue
		}
		one.Found, one.Markdown = true, text(at+lines[at].rows, next)
		if last < 0 {
			last = i
		}
		next = at
	}
	s.Lead = text(0, next)
	for i := range s.All { // the text before the first heading has a node, but no line
		if s.All[i].Node.Level == model.LevelBody && !s.All[i].Found && (i == 0 || i == 1 && s.All[0].Node.Level == model.LevelTitle && !s.All[0].Found) {
			s.All[i].Found, s.All[i].Markdown, s.Lead = true, s.Lead, ""
			last = max(last, i)
		}
	}
	// What the outline has at the end and the text lacks was cut off.
	s.Cut = open
	for i := last + 1; i < len(s.All); i++ {
		s.Cut = s.Cut || s.All[i].Node.Level != model.LevelBody && bare(s.All[i].Node.Title) != ""
	}
	if s.Cut {
		for i := max(last, 0); i < len(s.All); i++ {
			s.All[i].Cut = true
		}
	}
	return s
}

// line is a line of Markdown that may be a heading.
type line struct {
	begin   int    // byte in the text
	rows    int    // 2 when it is a setext heading
	heading bool   // written as a heading
	code    bool   // in fenced code
	body    string // without spaces around
}

// scanLines finds lines, headings and fences. open: a fence is never closed.
func scanLines(md string) (out []line, open bool) {
	var fence Fence
	for begin := 0; begin < len(md); {
		end := strings.IndexByte(md[begin:], '\n')
		if end < 0 {
			end = len(md)
		} else {
			end += begin
		}
		raw := strings.TrimRight(md[begin:end], "\r \t")
		body := strings.TrimLeft(raw, " ")
		l := line{begin: begin, rows: 1, body: body}
		flush := len(raw)-len(body) < 4
		if l.code = fence.Open(); flush {
			l.code = fence.Code(body)
		}
		if !l.code {
			rest := strings.TrimLeft(body, "#")
			l.heading = flush && strings.HasPrefix(body, "#") && (rest == "" || rest[0] == ' ')
			if n := len(out); n > 0 && flush && underline(body) && out[n-1].body != "" && !out[n-1].heading && !out[n-1].code {
				out[n-1].heading, out[n-1].rows = true, 2
			}
		}
		out = append(out, l)
		begin = end + 1
	}
	return out, fence.Open()
}

func underline(s string) bool {
	return s != "" && (strings.Trim(s, "=") == "" || strings.Trim(s, "-") == "")
}

// align finds the line of each heading, -1 = none: first lines that are headings,
// by their exact text, then by what Markdown renders of them, then without numbers;
// at last any line between the neighbours that were found.
func align(nodes []*model.OutlineNode, lines []line) []int {
	at := make([]int, len(nodes))
	titles := make([]string, len(nodes))
	for i, n := range nodes {
		at[i], titles[i] = -1, bare(n.Title)
	}
	asIs := func(s string) string { return s }
	unnumbered := func(s string) string { return headingNumber().ReplaceAllString(s, "") }
	raw := func(s string) string { return bare(headText(s)) }
	shown := func(s string) string { return bare(shownText(headText(s))) }
	pass := func(fits func(j int) bool, shown, key func(string) string) {
		from, below := 0, 0
		for i := 0; i <= len(at); i++ {
			if i < len(at) && at[i] < 0 {
				continue
			}
			above := len(lines)
			if i < len(at) {
				above = at[i]
			}
			if from < i {
				between(at, titles, lines, from, i, below, above, fits, shown, key)
			}
			if i < len(at) {
				from, below = i+1, at[i]+1
			}
		}
	}
	heading := func(j int) bool { return lines[j].heading }
	blank := func(j int) bool { return j < 0 || j >= len(lines) || lines[j].body == "" || lines[j].heading }
	alone := func(j int) bool { return !lines[j].code && !blank(j) && blank(j-1) && blank(j+1) }
	pass(heading, raw, asIs) // escaped or not, it is the same so far
	pass(heading, shown, asIs)
	pass(heading, shown, unnumbered)
	pass(alone, shown, asIs)
	// Headings that render as nothing are matched by order alone.
	empty := func(j int) bool { return lines[j].heading && shown(lines[j].body) == "" }
	pass(empty, shown, func(s string) string {
		if s == "" {
			return "#"
		}
		return ""
	})
	return at
}

// between aligns the headings from..to with the lines below..above.
func between(at []int, titles []string, lines []line, from, to, below, above int, fits func(j int) bool, shown, key func(string) string) {
	var a, b []string
	var nodes, places []int
	for i := from; i < to; i++ {
		if k := key(titles[i]); k != "" {
			a, nodes = append(a, k), append(nodes, i)
		}
	}
	for j := below; j < above; j++ {
		if fits(j) {
			b, places = append(b, key(shown(lines[j].body))), append(places, j)
		}
	}
	for _, p := range text.CommonLines(a, b) {
		at[nodes[p[0]]] = places[p[1]]
	}
}

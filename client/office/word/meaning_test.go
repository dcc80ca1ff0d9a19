package word_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
	node "golang.org/x/net/html"

	"aloft/client/office/word/loss"
)

// meaning is what a Markdown text means, as a renderer that knows nothing of our reader and writer
// shows it: blocks, one a line, with runs of text and their marks. What was told as lost is
// taken from it first. The source of it is not in it: which signs are used, tight lists and loose ones, line ends.
func meaning(src string, told loss.List) string {
	g := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))
	if told.Count(loss.HTML) > 0 {
		g.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(tagsAsText{}, 1)))
	}
	var b bytes.Buffer
	if err := g.Convert([]byte(src), &b); err != nil {
		panic(err)
	}
	root, err := node.Parse(strings.NewReader(b.String()))
	if err != nil {
		panic(err)
	}
	m := &meant{told: told}
	m.blocks(find(root, "body"), "")
	return m.b.String()
}

// tagsAsText shows raw HTML as the text that it becomes.
type tagsAsText struct{}

func (t tagsAsText) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHTMLBlock, func(w util.BufWriter, src []byte, n ast.Node, in bool) (ast.WalkStatus, error) {
		if !in {
			return ast.WalkContinue, nil
		}
		h := n.(*ast.HTMLBlock)
		s := string(h.Lines().Value(src))
		if h.HasClosure() {
			s += string(h.ClosureLine.Value(src))
		}
		var lines []string
		for l := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
			lines = append(lines, string(util.EscapeHTML([]byte(l))))
		}
		fmt.Fprintf(w, "<p>%s</p>\n", strings.Join(lines, "<br>"))
		return ast.WalkSkipChildren, nil
	})
	r.Register(ast.KindRawHTML, func(w util.BufWriter, src []byte, n ast.Node, in bool) (ast.WalkStatus, error) {
		s := n.(*ast.RawHTML).Segments.Value(src)
		if in && bytes.HasPrefix(bytes.ToLower(s), []byte("<br")) {
			_, _ = w.WriteString("<br>")
		} else if in {
			_, _ = w.Write(util.EscapeHTML(s))
		}
		return ast.WalkSkipChildren, nil
	})
}

func find(n *node.Node, name string) *node.Node {
	if n.Type == node.ElementNode && n.Data == name {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if f := find(c, name); f != nil {
			return f
		}
	}
	return nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func attribute(n *node.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// meant writes a meaning down.
type meant struct {
	b    strings.Builder
	told loss.List
	runs []run
}

type run struct{ text, marks string }

const blockNames = " h1 h2 h3 h4 h5 h6 p blockquote ul ol li pre table hr div section "

func isBlock(n *node.Node) bool {
	return n.Type == node.ElementNode && strings.Contains(blockNames, " "+n.Data+" ")
}

func (m *meant) line(pad, s string) { fmt.Fprintf(&m.b, "%s%s\n", pad, s) }

// blocks writes the children of an element; text between blocks is a paragraph.
func (m *meant) blocks(n *node.Node, pad string) {
	flush := func() {
		if s := m.shown(); s != "" {
			m.line(pad, s)
		}
		m.runs = nil
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !isBlock(c) {
			m.inline(c, nil)
			continue
		}
		flush()
		switch c.Data {
		case "p":
			m.blocks(c, pad)
		case "h1", "h2", "h3", "h4", "h5", "h6":
			if m.told.Count(loss.Inside) > 0 && n.Data == "li" {
				m.under(c, []string{"strong"})
				flush()
				break
			}
			m.under(c, nil)
			m.line(pad, "# "+c.Data[1:]+" "+m.shown())
			m.runs = nil
		case "pre":
			code := find(c, "code")
			m.line(pad, fmt.Sprintf("code %s %q", attribute(code, "class"), strings.TrimRight(textOf(code), "\n")))
		case "table":
			m.table(c, pad)
		default:
			s := c.Data + " " + attribute(c, "start") + attribute(c, "class")
			m.line(pad, strings.TrimSpace(s))
			m.blocks(c, pad+"  ")
		}
	}
	flush()
}

func (m *meant) table(n *node.Node, pad string) {
	m.line(pad, "table")
	var walk func(*node.Node)
	walk = func(n *node.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch c.Data {
			case "tr":
				m.line(pad, " row")
				walk(c)
			case "td":
				m.under(c, nil)
				m.line(pad, "  td "+attribute(c, "align")+attribute(c, "style")+" "+m.shown())
				m.runs = nil
			case "th": // bold anyway
				m.under(c, []string{"strong"})
				m.line(pad, "  th "+attribute(c, "align")+attribute(c, "style")+" "+m.shown())
				m.runs = nil
			default:
				walk(c)
			}
		}
	}
	walk(n)
}

func textOf(n *node.Node) string {
	if n.Type == node.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(textOf(c))
	}
	return b.String()
}

func (m *meant) under(n *node.Node, marks []string) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		m.inline(c, marks)
	}
}

func (m *meant) put(s string, marks []string) {
	t := strings.Join(marks, " ")
	if n := len(m.runs); n > 0 && m.runs[n-1].marks == t {
		m.runs[n-1].text += s
		return
	}
	m.runs = append(m.runs, run{s, t})
}

// with adds a mark, once, in a fixed order: emphasis in emphasis is emphasis.
func with(marks []string, mark string) []string {
	var out []string
	for _, x := range marks {
		if x == mark || strings.HasPrefix(mark, "a ") && strings.HasPrefix(x, "a ") {
			return marks
		}
	}
	done := false
	for _, x := range marks {
		if !done && x > mark {
			out, done = append(out, mark), true
		}
		out = append(out, x)
	}
	if !done {
		out = append(out, mark)
	}
	return out
}

func (m *meant) inline(n *node.Node, marks []string) {
	switch {
	case n.Type == node.TextNode:
		m.put(n.Data, marks)
	case n.Type == node.CommentNode:
		m.put("<!--"+n.Data+"-->", []string{"raw"})
	case n.Type != node.ElementNode:
	default:
		switch n.Data {
		case "br":
			m.put("\x01", nil)
		case "sup": // a footnote's number
			m.under(n, []string{"sup"})
		case "em", "strong", "del", "code":
			m.under(n, with(marks, n.Data))
		case "a":
			if m.told.Count(loss.NoLink) > 0 && attribute(n, "href") == "" {
				m.under(n, marks)
				return
			}
			m.under(n, with(marks, fmt.Sprintf("a %s %q", attribute(n, "href"), oneLine(attribute(n, "title")))))
		case "img":
			link := ""
			for _, x := range marks {
				if strings.HasPrefix(x, "a ") {
					link = x
				}
			}
			m.runs = append(m.runs, run{"\x00" + attribute(n, "src"), fmt.Sprintf("img %q %q %s", attribute(n, "alt"), oneLine(attribute(n, "title")), link)})
		case "input":
			_, on := n.Attr, false
			for _, a := range n.Attr {
				on = on || a.Key == "checked"
			}
			m.runs = append(m.runs, run{"\x00", fmt.Sprint("box ", on)})
		default:
			m.put(fmt.Sprint(n.Data, n.Attr), []string{"raw"})
			m.under(n, marks)
		}
	}
}

// shown are the runs: spaces are one, and no mark of theirs is seen.
func (m *meant) shown() string {
	var all []run
	for _, r := range m.runs {
		if strings.Contains(r.marks, "code") || strings.HasPrefix(r.text, "\x00") {
			all = append(all, r)
			continue
		}
		s := strings.ReplaceAll(r.text, "\u200b", "") // the text of an empty item
		for _, w := range splitSpaces(s) {
			x := run{w, r.marks}
			if w == " " || w == "\x01" {
				x.marks = ""
			}
			if n := len(all); w == " " && n > 0 && (all[n-1].text == " " || all[n-1].text == "\x01") {
				continue
			}
			if n := len(all); w == "\x01" && n > 0 && all[n-1].text == " " {
				all = all[:n-1]
			}
			all = append(all, x)
		}
	}
	for len(all) > 0 && (all[0].text == " " || all[0].text == "\x01") {
		all = all[1:]
	}
	for len(all) > 0 && (all[len(all)-1].text == " " || all[len(all)-1].text == "\x01") {
		all = all[:len(all)-1]
	}
	var b strings.Builder
	last := ""
	for _, r := range all {
		if r.text != " " && r.text != "\x01" && r.marks != last {
			fmt.Fprintf(&b, "{%s}", r.marks)
			last = r.marks
		}
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(r.text, "\x01", "⏎"), "\x00", "□"))
	}
	return b.String()
}

// splitSpaces splits a text into words, single spaces and line breaks.
func splitSpaces(s string) []string {
	var out []string
	word := ""
	end := func() {
		if word != "" {
			out = append(out, word)
		}
		word = ""
	}
	for _, r := range s {
		switch r {
		case ' ', '\n', '\t':
			end()
			out = append(out, " ")
		case '\x01':
			end()
			out = append(out, "\x01")
		default:
			word += string(r)
		}
	}
	end()
	return out
}

package preview

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"aloft/model"
)

// A drawn text is found in its Markdown by drawing it once more with a tag before each character: a style sequence
// that no terminal knows, so it takes no room, and survives wrapping, indenting and tables.

// firstTag is the number of the first character's tag, beyond all styles.
const firstTag = 1000

// object stands in a text for what is no text in the document. A search does not go across it.
const object = "\uFFFC"

// unit is a character of the text.
type unit struct {
	at, end int    // in the Markdown
	text    string // as the document has it
	block   int
}

// span is what opens before a character and closes after another: an emphasis, a link.
type span struct {
	from, to    int // units
	open, close string
}

// tagged is the text of Markdown, in blocks: a paragraph, an item, a cell, a line of code.
type tagged struct {
	md     string
	units  []unit
	spans  []span
	blocks int
	code   map[int]bool // blocks that are lines of code

	src  []byte    // the prepared Markdown, and then its tagged text
	read int       // how far the prepared Markdown was read
	from []int     // of the prepared Markdown, by byte: its place in md
	gone []replace // images
	name *regexp.Regexp
}

// replace is a part of the prepared Markdown that stands for something else.
type replace struct{ from, to int }

// tag reads the characters of Markdown. The nodes that it returns have their tags, in the bytes of src.
func tag(md string) (*tagged, ast.Node, error) {
	ready := prepared(md)
	t := &tagged{md: md, code: map[int]bool{}, src: []byte(ready), name: regexp.MustCompile(`^&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);`)}
	t.follow(ready)
	root, err := parsed(t.src)
	if err != nil {
		return nil, nil, err
	}
	t.src = t.src[:len(t.src):len(t.src)]
	t.walk(root)
	return t, root, nil
}

// follow finds each byte of the prepared Markdown in the Markdown.
func (t *tagged) follow(ready string) {
	t.from = make([]int, len(ready)+1)
	for i, j := 0, 0; j < len(t.from); {
		in, out := t.md[i:], ready[j:]
		was, by := utf8.DecodeRuneInString(in)
		now, n := utf8.DecodeRuneInString(out)
		words, end := "", 0
		if strings.HasPrefix(in, "![") && strings.HasPrefix(out, `!\[`) {
			words, end = picture(in)
		}
		switch {
		case words != "" && strings.HasPrefix(out, words):
			t.gone = append(t.gone, replace{j, j + len(words)})
			n, by = len(words), end
		case strings.HasPrefix(in, "\r\n") && now == '\n':
			by = 2
		case was == '\t' && now == ' ':
			n = 4
		case was != now && strings.HasPrefix(in, "&#"):
			by = strings.IndexByte(in, ';') + 1
		}
		for range max(n, 1) {
			if j < len(t.from) {
				t.from[j] = i
				j++
			}
		}
		i = min(i+by, len(t.md))
	}
}

// picture returns what is drawn in place of an image at the start of a text, and the length of the image.
func picture(in string) (words string, end int) {
	mid := strings.Index(in, "](")
	if mid < 2 {
		return "", 0
	}
	if end = strings.IndexByte(in[mid:], ')'); end < 0 {
		return "", 0
	}
	clean := func(s string) string { return model.Clean(strings.ReplaceAll(s, "\t", "    ")) }
	return pictureWords(clean(in[2:mid]), clean(in[mid+2:mid+end])), mid + end + 1
}

func (t *tagged) walk(n ast.Node) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		in, out := n.Lines(), text.NewSegments()
		for i := range in.Len() {
			s := in.At(i)
			t.blocks++
			t.code[t.blocks] = true
			line := t.put(s, true)
			line.Padding = s.Padding
			out.Append(line)
		}
		n.(interface{ SetLines(*text.Segments) }).SetLines(out)
		return
	case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *extast.TableCell, *extast.DefinitionTerm:
		t.blocks++
		t.inlines(n, false)
		return
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		t.walk(c)
	}
}

// inlines reads what a block or an inline holds; raw = without escapes.
func (t *tagged) inlines(n ast.Node, raw bool) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		from := len(t.units)
		switch n := c.(type) {
		case *ast.Text:
			n.Segment = t.put(n.Segment, raw)
			switch at := t.last(); {
			case n.HardLineBreak():
				t.add(at, at, "\n")
			case n.SoftLineBreak():
				t.add(at, at, " ")
			}
		case *ast.CodeSpan:
			t.inlines(n, true)
			if from < len(t.units) {
				before := t.md[:t.units[from].at]
				marks := cmp.Or(before[len(strings.TrimRight(before, "`")):], "`")
				t.span(from, marks, marks)
			}
		case *ast.Emphasis:
			t.inlines(n, raw)
			if from < len(t.units) {
				mark := "*"
				if at := t.units[from].at; at > 0 && t.md[at-1] == '_' {
					mark = "_"
				}
				mark = strings.Repeat(mark, n.Level)
				t.span(from, mark, mark)
			}
		case *extast.Strikethrough:
			t.inlines(n, raw)
			t.span(from, "~~", "~~")
		case *ast.Link:
			t.inlines(n, raw)
			to := string(n.Destination)
			if strings.ContainsAny(to, " ()") {
				to = "<" + to + ">"
			}
			t.span(from, "[", "]("+to+")")
		case *ast.AutoLink:
			c = t.autoLink(n)
		case *ast.Image:
			t.add(t.last(), t.last(), object)
		case *ast.RawHTML:
			if s := n.Segments.At(0); strings.HasPrefix(strings.ToLower(string(s.Value(t.src))), "<br") {
				t.add(t.from[s.Start], t.from[s.Stop], "\n")
			}
		default:
			t.inlines(n, raw)
		}
	}
}

// put reads the characters of a text and returns the text with their tags.
func (t *tagged) put(s text.Segment, raw bool) text.Segment {
	begin := len(t.src)
	in := string(t.src[s.Start:s.Stop])
	for i := 0; i < len(in); {
		at := s.Start + i
		c, _ := ansi.FirstGraphemeCluster(in[i:], ansi.GraphemeWidth)
		end, means := at+len(c), c
		from, to := at, end
		switch {
		case t.inPicture(at) != nil:
			p := t.inPicture(at)
			from, to, end, means = p.from, p.to, min(p.to, s.Stop), object
		case raw:
		case c == `\` && i+1 < len(in) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", in[i+1]) >= 0:
			end, means = at+2, in[i+1:i+2]
			to = end
		case c == "&":
			if name := t.name.FindString(in[i:]); name != "" && html.UnescapeString(name) != name {
				end, means = at+len(name), html.UnescapeString(name)
				to = end
			}
		}
		if strings.TrimSpace(means) != "" {
			t.src = append(t.src, "\x1b["+strconv.Itoa(firstTag+len(t.units))+"m"...)
		}
		if means != "\n" { // of a line of code
			t.add(t.from[from], t.from[to], means)
		}
		t.src = append(t.src, in[i:end-s.Start]...)
		i = end - s.Start
	}
	t.read = max(t.read, s.Stop)
	return text.NewSegment(begin, len(t.src))
}

// inPicture returns the image that a place of the prepared Markdown belongs to, or nil.
func (t *tagged) inPicture(at int) *replace {
	for i := range t.gone {
		if t.gone[i].from <= at && at < t.gone[i].to {
			return &t.gone[i]
		}
	}
	return nil
}

// add adds a character. An image is one, whatever is drawn of it.
func (t *tagged) add(at, end int, means string) {
	if n := len(t.units); means == object && n > 0 && t.units[n-1].at == at && t.units[n-1].block == t.blocks {
		means = ""
	}
	t.units = append(t.units, unit{at, end, means, t.blocks})
}

func (t *tagged) last() int {
	if n := len(t.units); n > 0 {
		return t.units[n-1].end
	}
	return 0
}

func (t *tagged) span(from int, open, shut string) {
	if from < len(t.units) {
		t.spans = append(t.spans, span{from, len(t.units) - 1, open, shut})
	}
}

// autoLink returns a node that draws the same as an address in the text, with tags if it is drawn as it is written.
func (t *tagged) autoLink(n *ast.AutoLink) ast.Node {
	label := string(n.Label(t.src))
	at := strings.Index(string(t.src[t.read:len(t.from)-1]), label)
	if at < 0 {
		return n
	}
	at += t.read
	out := ast.NewLink()
	out.Destination = []byte("#") // glamour draws no such address
	out.AppendChild(out, ast.NewTextSegment(t.put(text.NewSegment(at, at+len(label)), true)))
	before, whole := strings.CutSuffix(string(n.URL(t.src)), label)
	if !whole || inTable(n) {
		return n
	}
	begin := len(t.src)
	t.src = append(t.src, before...)
	out.InsertBefore(out, out.FirstChild(), ast.NewTextSegment(text.NewSegment(begin, len(t.src))))
	n.Parent().ReplaceChild(n.Parent(), n, out)
	return out
}

func inTable(n ast.Node) bool {
	for n = n.Parent(); n != nil; n = n.Parent() {
		if n.Kind() == extast.KindTableCell {
			return true
		}
	}
	return false
}

// block returns the text of a block, from one character to before another.
func (t *tagged) block(from, to int) string {
	var b strings.Builder
	for _, u := range t.units[from:to] {
		b.WriteString(u.text)
	}
	return b.String()
}

// shows reports whether a drawn character may be the unit's: the first of an image, or a sign whose escape is drawn
// too.
func (u *unit) shows(s string) bool {
	return strings.TrimSpace(s) != "" && (u.text == object || s == `\` || strings.HasPrefix(u.text, s))
}

// slice returns the Markdown from one character to another, with the marks that are open at its ends. With signs, a
// block that it begins or ends with keeps its line.
func (t *tagged) slice(first, last int, signs bool) string {
	at, end := t.units[first].at, t.units[last].end
	open, shut := "", ""
	if signs && (first == 0 || t.units[first-1].block != t.units[first].block) {
		at = strings.LastIndexByte(t.md[:at], '\n') + 1
	} else {
		for _, s := range slices.Backward(t.spans) {
			if s.from <= first && first <= s.to {
				open += s.open
			}
		}
	}
	if signs && (last == len(t.units)-1 || t.units[last+1].block != t.units[last].block) {
		if n := strings.IndexByte(t.md[end:], '\n'); n >= 0 {
			end += n
		} else {
			end = len(t.md)
		}
	} else {
		for _, s := range t.spans {
			if s.from <= last && last <= s.to {
				shut += s.close
			}
		}
	}
	if signs && t.code[t.units[first].block] {
		open = "```\n"
	}
	if signs && t.code[t.units[last].block] {
		shut = "\n```"
	}
	return open + t.md[at:end] + shut
}

// isTag reports whether a sequence is a tag, not a style.
func isTag(seq string) bool {
	k, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(seq, "\x1b["), "m"))
	return err == nil && k >= firstTag-1
}

// untagged returns a drawn line without its tags, and the characters that begin at bytes of it.
func untagged(line string) (string, map[int]int) {
	var b strings.Builder
	at := map[int]int{}
	for i := 0; i < len(line); {
		if line[i] != 0x1b {
			b.WriteByte(line[i])
			i++
			continue
		}
		seq, _, n, _ := ansi.DecodeSequence(line[i:], ansi.NormalState, nil)
		if s, ok := strings.CutPrefix(seq, "\x1b["); ok {
			if k, err := strconv.Atoi(strings.TrimSuffix(s, "m")); err == nil && k >= firstTag {
				at[b.Len()] = k - firstTag
			}
		}
		i += max(n, 1)
	}
	return b.String(), at
}

package patch

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/model/text"
)

// Suggestion says whose tracked changes edits become.
type Suggestion struct {
	Author string
	When   time.Time
}

// NotTracked says why the file cannot have the edits as tracked changes.
type NotTracked struct{ Why text.Text }

func (e *NotTracked) Error() string { return string(e.Why) }

// Suggest writes a document into its file as Into does, but what it differs in from the
// file becomes tracked changes: whoever rejects them has the document of the file again.
// A comment on text that is gone stays.
func Suggest(w io.Writer, d *word.Document, r io.ReaderAt, size int64, limits word.Limits, s Suggestion) error {
	p, err := openPatcher(d, r, size, limits, sums{}, nil)
	if err != nil {
		return err
	}
	if p == nil {
		return &NotTracked{"there is no file yet to hold the tracked changes"}
	}
	p.exact, p.by = true, &suggestion{Suggestion: s}
	for _, part := range p.text.data {
		for _, name := range trackedNames() {
			p.by.last = max(p.by.last, highest(part, name))
		}
	}
	if err := p.patch(); err != nil {
		return err
	}
	return p.out.save(w, p.w)
}

// trackedNames are the elements of tracked changes, and those that share their numbers.
func trackedNames() []string {
	return []string{
		"ins", "del", "moveFrom", "moveTo", "rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "trPrChange", "tcPrChange", "tblGridChange", "tblPrExChange",
		"cellIns", "cellDel", "cellMerge", "numberingChange", "bookmarkStart", "moveFromRangeStart", "moveToRangeStart", "customXmlInsRangeStart", "customXmlDelRangeStart",
	}
}

// SameWords reports whether two documents have the same paragraphs, and with ordered in the
// same order: what was put behind the notes of a file is before them when it is read again.
func SameWords(a, b *word.Document, ordered bool) bool {
	words := func(d *word.Document) (out []string) {
		word.EachParagraph(d.Blocks(), func(p *word.Paragraph) { out = append(out, word.Flat(p.Inlines())) })
		if !ordered {
			slices.Sort(out)
		}
		return out
	}
	return slices.Equal(words(a), words(b))
}

// suggestion writes the elements of tracked changes.
type suggestion struct {
	Suggestion
	last int // number of one
}

// tag begins an element of a tracked change.
func (s *suggestion) tag(name string) string {
	s.last++
	when := ""
	if !s.When.IsZero() {
		when = ` w:date="` + s.When.UTC().Format(time.RFC3339) + `"`
	}
	return `<w:` + name + ` w:id="` + strconv.Itoa(s.last) + `" w:author="` + parts.EscapeXML(word.OneLine(s.Author)) + `"` + when + `>`
}

// mark is an element of a tracked change without content.
func (s *suggestion) mark(name string) string {
	return strings.TrimSuffix(s.tag(name), ">") + "/>"
}

// mine reports whether an element is a tracked change of the same person.
func (s *suggestion) mine(n *parts.Node) bool {
	return n != nil && n.Attr("author") == word.OneLine(s.Author)
}

// adopt makes the last of new paragraphs a part of the one before them, where none
// follows: of two paragraphs that are one without the change, the second is the one that
// stays, and the last of a text cannot go.
func (s *suggestion) adopt(is []flatBlock, inFile func(word.Block) bool) []flatBlock {
	plain := func(i int, line bool) *word.Paragraph {
		if i < 0 || i >= len(is) || is[i].line != line {
			return nil
		}
		q, _ := is[i].Block.(*word.Paragraph)
		return q
	}
	for i := range is {
		line := is[i].line
		q := plain(i, line)
		if q == nil || q.Format.Source > 0 || plain(i+1, false) != nil || plain(i+1, true) != nil {
			continue
		}
		first := i
		for plain(first-1, line) != nil && plain(first-1, line).Format.Source <= 0 {
			first--
		}
		before := plain(first-1, line)
		if before == nil || !inFile(before) {
			continue
		}
		f := q.Format
		f.Source = before.Format.Source
		is = slices.Clone(is)
		is[i].Block = word.NewParagraph(f, q.Inlines()...)
	}
	return is
}

// untracked refuses what is no tracked change.
func (p *patcher) untracked(why text.Text) {
	if p.by != nil && p.out.err == nil {
		p.out.err = &NotTracked{why}
	}
}

// inserted makes new blocks, or what is new in a paragraph, tracked insertions.
func (p *patcher) inserted(xml string) string {
	if p.by == nil || xml == "" {
		return xml
	}
	t := fileText{limits: p.text.limits, data: map[word.Source][]byte{word.SourceMain: []byte(xml)}}
	in := insertion{suggestion: p.by}
	in.content(t.parse(word.SourceMain, parts.Span{From: 0, To: int64(len(xml))}, len(xml)), false)
	p.text.err = cmp.Or(p.text.err, t.err)
	return string(applied([]byte(xml), 0, in.cuts))
}

// insertion is what to add to new XML, so that it is a tracked insertion.
type insertion struct {
	*suggestion
	cuts []cut
}

func (s *insertion) put(at int64, xml string) {
	s.cuts = append(s.cuts, cut{parts.Span{From: at, To: at}, xml})
}

// content goes through elements beside each other. last: the last paragraph is that of a
// cell, which stays.
func (s *insertion) content(in []*parts.Node, last bool) {
	from := -1
	begin := func(from, i int) int {
		if from < 0 {
			return i
		}
		return from
	}
	end := func(i int) {
		if from >= 0 {
			s.put(in[from].From, s.tag("ins"))
			s.put(in[i-1].To, `</w:ins>`)
		}
		from = -1
	}
	for i, n := range in {
		switch n.Name {
		case "r", "oMath", "oMathPara":
			from = begin(from, i)
			continue
		case "sdt":
			if n.First("p") == nil {
				from = begin(from, i)
				continue
			}
		}
		end(i)
		switch n.Name {
		case "p":
			if !last || i < len(in)-1 {
				s.paragraphMark(n)
			}
			s.content(n.Kids, false)
		case "hyperlink":
			s.content(n.Kids, false)
		case "sdt":
			s.control(n)
		case "tbl":
			for _, row := range n.Kids {
				if row.Name == "tr" {
					s.row(row)
				}
			}
		}
	}
	end(len(in))
}

func (s *insertion) paragraphMark(n *parts.Node) {
	mark := s.mark("ins")
	switch ppr := n.Kid("pPr"); {
	case ppr == nil:
		s.put(n.Open, `<w:pPr><w:rPr>`+mark+`</w:rPr></w:pPr>`)
	case ppr.Kid("rPr") != nil:
		s.put(ppr.Kid("rPr").Open, mark)
	default:
		s.put(ppr.Close, `<w:rPr>`+mark+`</w:rPr>`)
	}
}

// control inserts a control around paragraphs: its two ends are tracked changes beside
// those of what is in it.
func (s *insertion) control(n *parts.Node) {
	in := n.Kid("sdtContent")
	for _, at := range [2][2]int64{{n.From, in.Open}, {in.Close, n.To}} {
		s.put(at[0], s.mark("customXmlInsRangeStart"))
		s.put(at[1], `<w:customXmlInsRangeEnd w:id="`+strconv.Itoa(s.last)+`"/>`)
	}
	s.content(in.Kids, false)
}

func (s *insertion) row(n *parts.Node) {
	if pr := n.Kid("trPr"); pr != nil && pr.Open < pr.To {
		s.put(pr.Close, s.mark("ins"))
	} else {
		s.put(n.Open, `<w:trPr>`+s.mark("ins")+`</w:trPr>`)
	}
	for _, k := range n.Kids {
		if k.Name == "tc" {
			s.content(slices.DeleteFunc(slices.Clone(k.Kids), func(k *parts.Node) bool { return k.Name == "tcPr" }), true)
		}
	}
}

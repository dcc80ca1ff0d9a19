package preview

import (
	"regexp"
	"strings"
	"unicode"

	"aloft/model"
	"aloft/model/markdown"
)

// Link is a link, a footnote or an image of the text.
type Link struct {
	Text    string // clean; the text of a footnote
	Address string // raw; "" for a footnote
	Image   bool
	Note    string // the name of a footnote, else ""
	Head    int    // the heading above it
	to      goal   // its target within the document
}

// Inside reports whether the link leads to a place in the document.
func (l *Link) Inside() bool { return l.to.text != "" || l.to.ord < 0 }

// Links returns a function that lists the links of the text in order, with the first one at or after the visible
// text. It may be slow, so it must not run on the update loop.
func (r *Reader) Links() func() (all []Link, at int) {
	if r.doc == nil || r.doc.body == nil {
		return nil
	}
	heads, b, from := r.doc.heads, r.doc.body, r.doc.at
	return func() (all []Link, at int) {
		s := newLinkScan(heads)
		for head := range heads {
			if head < len(b.texts) {
				for _, part := range b.texts[head].parts {
					s.part(head, part)
				}
			}
		}
		all = s.links()
		for at < len(all)-1 && all[at].Head < from {
			at++
		}
		return all, at
	}
}

// Follow goes to a link's target in the document, or else to the link.
func (r *Reader) Follow(l *Link) {
	if r.doc == nil || r.doc.body == nil || l.Head >= len(r.doc.heads) {
		return
	}
	r.toText()
	if l.Inside() {
		r.contents.goTo(l.to.head)
		r.text.seek(l.to.spot, l.to.text)
		return
	}
	r.contents.goTo(l.Head)
}

// linkScan collects links and the possible targets of their addresses.
type linkScan struct {
	form    *regexp.Regexp
	defined *regexp.Regexp
	all     []Link
	refs    map[string]string // addresses by name, lower case
	notes   map[string]Link   // footnotes by name
	slugs   map[string]int    // headings by anchor
}

func newLinkScan(heads []heading) *linkScan {
	s := &linkScan{
		// A link or an image, by name, in angle brackets, or bare; a footnote, which services without footnotes
		// escape.
		form:    regexp.MustCompile(`(!?)\[((?:[^\[\]\\]|\\.)*)\]\(\s*<?([^\s)>]+)[^)]*\)|\[([^\[\]^]+)\]\[([^\[\]]*)\]|<(https?://[^>\s]+)>|(https?://[^\s<>()\[\]]+)|\\?\[\^([^\[\]\s\\]+)\\?\]`),
		defined: regexp.MustCompile(`^\\?\[(\^?)([^\[\]\\]+)\\?\]:\s*(.*)$`),
		refs:    map[string]string{}, notes: map[string]Link{}, slugs: map[string]int{},
	}
	for i := len(heads) - 1; i >= 0; i-- {
		s.slugs[slug(heads[i].title)] = i
	}
	return s
}

func (s *linkScan) part(head int, md string) {
	if !strings.ContainsAny(md, "[<") && !strings.Contains(md, "://") {
		return
	}
	var fence markdown.Fence
	for line := range strings.SplitSeq(md, "\n") {
		line = strings.TrimSpace(line)
		if fence.Code(line) || !strings.Contains(line, "[") && !strings.Contains(line, "://") {
			continue
		}
		if d := s.defined.FindStringSubmatch(line); d != nil {
			address, _, _ := strings.Cut(d[3], " ")
			switch {
			case d[1] != "":
				s.notes[d[2]] = Link{Text: model.Clean(markdown.ShownLine(d[3])), to: goal{spot{head: head}, "[^" + d[2] + "]:"}}
			default:
				s.refs[strings.ToLower(d[2])] = strings.Trim(address, "<>")
			}
			continue
		}
		for _, m := range s.form.FindAllStringSubmatch(line, -1) {
			l := Link{Head: head, Image: m[1] != ""}
			switch {
			case m[3] != "":
				l.Text, l.Address = m[2], m[3]
			case m[4] != "":
				if l.Text, l.Address = m[4], "\x00"+m[5]; m[5] == "" {
					l.Address = "\x00" + m[4]
				}
			case m[8] != "":
				l.Note = m[8]
			default:
				l.Address = m[6] + strings.TrimRight(m[7], ".,;:!?'\"")
			}
			s.all = append(s.all, l)
		}
	}
}

// links returns the links with a target.
func (s *linkScan) links() (out []Link) {
	for _, l := range s.all {
		switch name, byName := strings.CutPrefix(l.Address, "\x00"); {
		case l.Note != "":
			note, ok := s.notes[l.Note]
			if !ok {
				continue
			}
			l.Text, l.to = note.Text, note.to
		case byName:
			if l.Address = s.refs[strings.ToLower(name)]; l.Address == "" {
				continue
			}
		}
		if anchor, ok := strings.CutPrefix(l.Address, "#"); ok {
			head, known := s.slugs[strings.ToLower(anchor)]
			if !known {
				continue
			}
			l.to = goal{spot: spot{head, -1}}
		}
		if l.Note == "" {
			l.Text = model.Clean(markdown.ShownLine(l.Text))
		}
		if l.Image && l.Text == "" {
			l.Text = fileName(l.Address)
		}
		out = append(out, l)
	}
	return out
}

// slug returns the anchor that web pages give a heading.
func slug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, title)
}

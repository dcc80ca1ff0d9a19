package preview

import (
	"context"
	"slices"
	"strings"
	"unicode/utf16"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// remarks are the comments of the current version.
type remarks struct {
	model.DocComments
	threads []thread
	at      int // the current thread, -1 = none
	err     error
}

// thread is a comment with its replies and the commented words.
type thread struct {
	spot
	words   string // "" = unknown
	lost    bool   // not found in the text: use the heading
	first   int    // of the comments
	replies int
}

// remarksMsg carries the comments of a document or their error.
type remarksMsg struct {
	key     string
	version int64
	remarks remarks
}

// readRemarks requests the comments of the current version once its text is there, and then the blocks that contain
// them.
func (l *loader) readRemarks(d *doc) tea.Cmd {
	ed, err := l.editor(d.place)
	if err != nil || d.outline.Loose {
		return nil
	}
	d.load.remarks = true
	ctx, key, ref, o, heads, b := l.env.Ctx, d.key, d.ref(), d.outline, d.heads, d.body
	return func() tea.Msg {
		m := remarksMsg{key: key, version: o.Version, remarks: remarks{at: -1}}
		m.remarks.DocComments, m.remarks.err = comments(ctx, ed, ref, o.Version)
		if m.remarks.err == nil && len(m.remarks.All) > 0 {
			s, err := ed.Structure(ctx, ref, o.Version, client.Options{Class: client.Interactive, Lane: "reader-comments"})
			if err == nil && s.Version == m.remarks.Version {
				m.remarks.threads = threads(m.remarks.All, &s, heads, b)
			} else {
				m.remarks.threads = threads(m.remarks.All, &model.Structure{}, heads, b)
			}
		}
		return m
	}
}

// comments returns the comments of a version; another version has other positions.
func comments(ctx context.Context, ed client.Editor, ref model.Ref, version int64) (model.DocComments, error) {
	all, err := ed.Comments(ctx, ref, version, client.Options{Class: client.Interactive, Lane: "reader-comments"})
	if err == nil && all.Version != version {
		return model.DocComments{}, client.Errorf(client.KindConflict, "read", ref.Place, "the comments are of another version of the document.")
	}
	return all, err
}

func (r *Reader) remarksRead(m remarksMsg) tea.Cmd {
	d := r.store.docs[m.key]
	if d == nil || d.outline == nil || d.outline.Version != m.version {
		return nil
	}
	d.load.remarks = false
	d.remarks = &m.remarks
	r.gen++
	return nil
}

// threads finds the commented words. Positions are the service's; the words are only for reading and no edit uses
// them.
func threads(all []model.DocComment, s *model.Structure, heads []heading, b *body) []thread {
	var out []thread
	blocks := leaves(nil, s.Nodes)
	d, texts := &doc{heads: heads}, map[int]lines{}
	for i := range all {
		c := &all[i]
		if n := len(out); n > 0 && c.Parent != "" {
			out[n-1].replies++
			continue
		}
		t := thread{spot: spot{head: max(0, d.headAt(c.Range.Begin)), ord: -1}, first: i, lost: true}
		if _, known := texts[t.head]; !known && b != nil && t.head < len(b.texts) {
			texts[t.head] = linesOf(b.texts[t.head].parts)
		}
		if i := blockAt(blocks, c.Range.Begin); i >= 0 {
			alike := 0 // blocks before it in the section with the same beginning
			for j := i - 1; j >= 0 && max(0, d.headAt(blocks[j].Start)) == t.head; j-- {
				if blocks[j].Preview == blocks[i].Preview && blocks[j].Kind != model.NodeHeading {
					alike++
				}
			}
			t.find(c, &blocks[i], alike, all, heads, texts[t.head])
		}
		out = append(out, t)
	}
	return out
}

// leaves returns the blocks with text of their own.
func leaves(out []model.StructureNode, in []model.StructureNode) []model.StructureNode {
	for _, n := range in {
		for _, r := range n.Rows {
			for _, c := range r.Cells {
				out = append(out, model.StructureNode{Kind: model.NodeParagraph, Start: c.Start, End: c.End, Preview: c.Preview})
			}
		}
		if len(n.Children) > 0 {
			out = leaves(out, n.Children)
		} else if len(n.Rows) == 0 {
			out = append(out, n)
		}
	}
	return out
}

// blockAt returns the block at a position, or -1.
func blockAt(blocks []model.StructureNode, at int64) int {
	return slices.IndexFunc(blocks, func(n model.StructureNode) bool { return n.Start <= at && at <= n.End })
}

// find finds the words of a comment in a block: the line by the block's beginning, and the words by their distance
// from it.
func (t *thread) find(c *model.DocComment, n *model.StructureNode, alike int, all []model.DocComment, heads []heading, in lines) {
	words, more := n.Begins()
	var before []string
	if n.Kind == model.NodeHeading {
		words, t.lost = heads[t.head].title, false
	} else if i := in.beginning(words, more, alike); i >= 0 {
		words, before, t.ord, t.lost = in.shown[i], in.bare[:i], 0, false
	}
	from := c.Range.Begin - n.Start
	for _, o := range all { // each thread takes a position at its start and at its end
		if o.Parent != "" {
			continue
		}
		for _, mark := range []int64{o.Range.Begin - 1, o.Range.End} {
			if mark >= n.Start && mark < c.Range.Begin {
				from--
			}
		}
	}
	units := utf16.Encode([]rune(words))
	from = max(0, min(from, int64(len(units))))
	to := min(from+c.Range.Len(), int64(len(units)))
	for _, o := range all { // also within the words
		for _, mark := range []int64{o.Range.Begin - 1, o.Range.End} {
			if o.Parent == "" && mark > c.Range.Begin && mark < c.Range.End {
				to--
			}
		}
	}
	t.words = strings.TrimSpace(string(utf16.Decode(units[from:max(from, to)])))
	if t.words == "" {
		t.ord, t.lost = -1, true
	}
	if t.ord < 0 {
		return
	}
	for _, line := range before {
		t.ord += strings.Count(line, squeeze(t.words))
	}
	t.ord += strings.Count(squeeze(string(utf16.Decode(units[:from]))), squeeze(t.words))
}

// lines returns the lines of a section and its table cells as they render; bare has no spaces.
type lines struct{ shown, bare []string }

func linesOf(parts []string) (out lines) {
	for _, part := range parts {
		for raw := range strings.SplitSeq(part, "\n") {
			for cell := range strings.SplitSeq(markdown.ShownLine(raw), "|") {
				out.shown = append(out.shown, strings.TrimSpace(cell))
				out.bare = append(out.bare, squeeze(cell))
			}
		}
	}
	return out
}

// beginning returns the line that begins like a block, after that many others, or -1. more says that the block
// continues.
func (l lines) beginning(block string, more bool, alike int) int {
	want := squeeze(block)
	return slices.IndexFunc(l.bare, func(s string) bool {
		if want == "" || s != want && !(more && strings.HasPrefix(s, want)) {
			return false
		}
		alike--
		return alike < 0
	})
}

// Remarks returns the comments of the current version and the words of each thread. ok is false while they are
// unknown.
func (r *Reader) Remarks() (all model.DocComments, words map[string]string, ok bool) {
	if r.doc == nil || r.doc.remarks == nil || r.doc.remarks.err != nil {
		return model.DocComments{}, nil, false
	}
	words = map[string]string{}
	for _, t := range r.doc.remarks.threads {
		words[r.doc.remarks.All[t.first].ID] = t.words
	}
	return r.doc.remarks.DocComments, words, true
}

// Remark returns the comment that the text was last scrolled to, or "".
func (r *Reader) Remark() (id string) {
	if r.doc == nil || r.doc.remarks == nil || r.doc.remarks.at < 0 {
		return ""
	}
	m := r.doc.remarks
	return m.All[m.threads[m.at].first].ID
}

// stepRemark goes to the next or previous comment: first from the visible text, then around.
func (r *Reader) stepRemark(by int) tea.Cmd {
	d, say := r.doc, r.env.Text.Say
	switch m := d.remarks; {
	case d.outline != nil && d.outline.Loose:
		return told(say("the service has no comments for smart documents"))
	case m == nil:
		return told(say(text.ReaderNotRead))
	case m.err != nil:
		err := m.err
		return func() tea.Msg { return Told{Err: err} }
	case len(m.threads) == 0:
		return told(say("the document has no comments"))
	case m.at >= 0:
		m.at = (m.at + by + len(m.threads)) % len(m.threads)
	default:
		if m.at = slices.IndexFunc(m.threads, func(t thread) bool { return t.head >= d.at }); m.at < 0 {
			m.at = 0
		}
		if by < 0 {
			m.at = (m.at - 1 + len(m.threads)) % len(m.threads)
		}
	}
	r.ToRemark(d.remarks.All[d.remarks.threads[d.remarks.at].first].ID)
	return told(d.remarks.say(r.env.Text))
}

// ToRemark scrolls to the commented words. It returns false if they are unknown.
func (r *Reader) ToRemark(id string) bool {
	if r.doc == nil || r.doc.remarks == nil {
		return false
	}
	m := r.doc.remarks
	i := slices.IndexFunc(m.threads, func(t thread) bool {
		return slices.ContainsFunc(m.All[t.first:t.first+1+t.replies], func(c model.DocComment) bool { return c.ID == id })
	})
	if i < 0 {
		return false
	}
	m.at = i
	t := m.threads[i]
	r.toText()
	r.seek(t.spot, t.words)
	r.follow()
	r.gen++
	return true
}

// say shows the current comment in a line.
func (m *remarks) say(c *text.Catalogue) string {
	t := m.threads[m.at]
	first := m.All[t.first]
	s := c.Say("comment %d/%d  %s: %s", m.at+1, len(m.threads), model.Clean(first.Author), model.Clean(model.OneLine(first.Text)))
	if t.replies > 0 {
		s += "  " + c.Say("%d {reply|replies}", t.replies)
	}
	return s
}

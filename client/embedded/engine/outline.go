package engine

import (
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/model"
)

// preceding is how many characters LastPosition returns.
const preceding = 10

// LastPosition returns the mark of the last paragraph, which is one of the body. The text before it may belong to
// earlier paragraphs; a table or box ends it.
func LastPosition(d *word.Document) model.LastPosition {
	out := model.LastPosition{Position: int64(d.Len() - 1), Version: d.Version}
	left := preceding
	for i := len(d.Blocks()) - 1; i >= 0 && left > 0; i-- {
		p, ok := d.Blocks()[i].(*word.Paragraph)
		if !ok {
			break
		}
		in := p.Inlines()
		for j := len(in) - 1; j >= 0 && left > 0; j-- {
			s := lastRunes(in[j].Text, left)
			if in[j].Kind == word.Run {
				left -= len([]rune(s))
				out.Preceding = s + out.Preceding
			}
		}
	}
	return out
}

// Outline is the tree of the headings of the body. The content of a heading extends
// to the next one that is not under it; an empty one has its own end as the
// position of its content. Text before the first heading is a node of its own, and so is the mark of an altChunk.
func Outline(d *word.Document) model.Outline {
	out := model.Outline{Version: d.Version}
	var path []*model.OutlineNode
	closes := func(rank, at int) {
		for len(path) > 0 && rankOf(path[len(path)-1].Level) >= rank {
			n := path[len(path)-1]
			path = path[:len(path)-1]
			if n.ContentEnd = int64(at - 1); n.ContentEnd == n.TitleEnd {
				n.ContentStart = n.TitleEnd
			}
		}
	}
	for i, b := range d.Blocks() {
		p, ok := b.(*word.Paragraph)
		if i == 0 && !(ok && outlined(p.Format)) {
			n := &model.OutlineNode{Level: model.LevelBody}
			out.Nodes, path = append(out.Nodes, n), append(path, n)
		}
		mark := ok && !outlined(p.Format) && chunk(p)
		if !ok || !outlined(p.Format) && !mark {
			continue
		}
		at, end := d.Start(i), int64(d.Start(i)+p.Len()-1)
		n := &model.OutlineNode{Title: plain(p), Level: p.Level, TitleStart: int64(at), TitleEnd: end, ContentStart: end + 1}
		if mark {
			n.Title, n.Level, n.ContentStart, n.ContentEnd = "["+word.Chunk+"]", model.LevelBody, end, end
		} else {
			closes(rankOf(p.Level), at)
		}
		if k := len(path) - 1; k < 0 {
			out.Nodes = append(out.Nodes, n)
		} else {
			path[k].Children = append(path[k].Children, n)
		}
		if !mark {
			path = append(path, n)
		}
	}
	closes(0, d.Len())
	return out
}

// chunk reports whether a paragraph has the mark of text in another format.
func chunk(p *word.Paragraph) bool {
	_, text := p.Plain()
	return !text && slices.ContainsFunc(p.Inlines(), func(l word.Inline) bool { return l.Kind == word.AddOn && l.Text == word.Chunk })
}

// rankOf orders levels: the title above all, text without a heading has no
// children.
func rankOf(level int) int {
	switch level {
	case model.LevelTitle:
		return 0
	case model.LevelBody:
		return 10
	}
	return level
}

// plain is a paragraph's text without its objects.
func plain(p *word.Paragraph) string {
	if in := p.Inlines(); len(in) == 1 && in[0].Kind == word.Run {
		return in[0].Text
	}
	var b strings.Builder
	for _, l := range p.Inlines() {
		switch l.Kind {
		case word.Run:
			b.WriteString(l.Text)
		case word.Tab, word.LineBreak:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

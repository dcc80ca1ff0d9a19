package edits

import (
	"fmt"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// maxDiff is how many lines of one changed text the Markdown shows.
const maxDiff = 200

// page is a comparison as Markdown.
type page struct{ lines []text.DiffLine }

func (p *page) add(sign rune, lines ...string) {
	for _, l := range lines {
		p.lines = append(p.lines, text.DiffLine{Sign: sign, Text: l})
	}
}

// asMarkdown lists the differences by headings, then the texts that changed, line
// by line; at is where the text of each begins.
func asMarkdown(cat *text.Catalogue, c client.Comparison, was, is markdown.Sections) (lines []text.DiffLine, at map[*model.OutlineNode]int) {
	var p page
	p.add('#', "# "+cat.Say("Comparison"))
	p.add(0, "", "- "+cat.Say("Old: %s, version %d", code(c.A.Place.String()), c.A.Version),
		"- "+cat.Say("New: %s, version %d", code(c.B.Place.String()), c.B.Version), "")
	if c.ByLength {
		p.add(0, cat.Say("The text of these versions could not be read. Sections are compared by length and by the beginning of each paragraph."), "")
	}
	if len(c.Changes) == 0 {
		p.add(0, cat.Say("No differences were found."))
		return p.lines, nil
	}
	p.add('#', "## "+cat.Say("%d {difference|differences}", len(c.Changes)))
	p.add(0, "", fmt.Sprintf("| %s | %s | %s |", cat.Say("Change"), cat.Say("Section"), cat.Say("Parent")), "|---|---|---|")
	for _, ch := range c.Changes {
		name, under := rowOf(cat, ch)
		p.add(0, fmt.Sprintf("| %s | %s | %s |", model.Word(cat, ch.Kind), name, under))
	}
	texts := map[*model.OutlineNode]string{}
	for _, s := range []markdown.Sections{was, is} {
		for _, one := range s.All {
			texts[one.Node] = one.Markdown
		}
	}
	at = map[*model.OutlineNode]int{}
	for _, ch := range c.Changes {
		if ch.Kind != model.SectionChanged || len(was.All) == 0 || len(is.All) == 0 || texts[ch.Old] == texts[ch.New] {
			continue
		}
		if len(at) == 0 {
			p.add(0, "")
			p.add('#', "## "+cat.Say("Changed texts"))
		}
		p.add(0, "")
		at[ch.New] = len(p.lines)
		p.add('#', "### "+titleOf(cat, ch.New))
		p.add(0, "")
		p.diffBlock(cat, texts[ch.Old], texts[ch.New])
	}
	return p.lines, at
}

func titleOf(cat *text.Catalogue, n *model.OutlineNode) string {
	if n.Level == model.LevelBody {
		return cat.Say("text before the headings")
	}
	return model.EscapeMarkdown(n.Title)
}

func pathOf(cat *text.Catalogue, above []string) string {
	if len(above) == 0 {
		return cat.Say("the document")
	}
	return strings.Join(model.Each(above, model.EscapeMarkdown), " › ")
}

// rowOf is a change as a name and its parent.
func rowOf(cat *text.Catalogue, ch model.OutlineChange) (name, under string) {
	if ch.New == nil {
		return titleOf(cat, ch.Old), pathOf(cat, ch.OldPath)
	}
	name, under = titleOf(cat, ch.New), pathOf(cat, ch.NewPath)
	switch ch.Kind {
	case model.SectionRenamed:
		name = cat.Say("%s (was %s)", name, titleOf(cat, ch.Old))
	case model.SectionMoved:
		if was := pathOf(cat, ch.OldPath); was != under {
			under = cat.Say("%s (was under %s)", under, was)
		}
	}
	return name, under
}

func code(s string) string {
	s = model.Clean(s)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// diffBlock shows two texts line by line, in fenced code that no line can end.
func (p *page) diffBlock(cat *text.Catalogue, old, now string) {
	fence := "```"
	for strings.Contains(old, fence) || strings.Contains(now, fence) {
		fence += "`"
	}
	p.add(0, fence+"diff")
	lines := text.DiffLines(old, now)
	for i, l := range lines {
		if i == maxDiff {
			p.add(0, cat.Say("… %d more {line|lines}", len(lines)-i))
			break
		}
		p.add(l.Sign, model.Clean(l.Text))
	}
	p.add(0, fence)
}

package edits

import (
	"fmt"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/diff"
	"aloft/model/markdown"
	"aloft/model/text"
)

// maxDiff is how many lines of one changed text the Markdown shows.
const maxDiff = 200

// asMarkdown lists the differences by headings, then the texts that changed, line
// by line.
func asMarkdown(c client.Comparison, was, is markdown.Sections) string {
	var cat *text.Catalogue
	var b strings.Builder
	say := func(t text.Text, args ...any) { b.WriteString(cat.Say(t, args...)) }
	b.WriteString("# ")
	say("Comparison")
	b.WriteString("\n\n- ")
	say("Old: %s, version %d", code(c.A.Place.String()), c.A.Version)
	b.WriteString("\n- ")
	say("New: %s, version %d", code(c.B.Place.String()), c.B.Version)
	b.WriteString("\n\n")
	if c.ByLength {
		say("The text of these versions could not be read: sections are compared by length and by how their paragraphs begin.")
		b.WriteString("\n\n")
	}
	if len(c.Changes) == 0 {
		say("No differences were found.")
		return b.String() + "\n"
	}
	b.WriteString("## " + cat.Say("%d {difference|differences}", len(c.Changes)) + "\n\n")
	fmt.Fprintf(&b, "| %s | %s | %s |\n|---|---|---|\n", cat.Say("Change"), cat.Say("Section"), cat.Say("Under"))
	for _, ch := range c.Changes {
		name, under := rowOf(cat, ch)
		fmt.Fprintf(&b, "| %s | %s | %s |\n", cat.Say(changeWord(ch.Kind)), name, under)
	}
	texts := map[*model.OutlineNode]string{}
	for _, s := range []markdown.Sections{was, is} {
		for _, one := range s.All {
			texts[one.Node] = one.Markdown
		}
	}
	first := true
	for _, ch := range c.Changes {
		if ch.Kind != model.SectionChanged || len(was.All) == 0 || len(is.All) == 0 || texts[ch.Old] == texts[ch.New] {
			continue
		}
		if first {
			b.WriteString("\n## " + cat.Say("Changed texts") + "\n")
			first = false
		}
		b.WriteString("\n### " + titleOf(cat, ch.New) + "\n\n")
		b.WriteString(diffBlock(cat, texts[ch.Old], texts[ch.New]))
	}
	return b.String()
}

func changeWord(k model.ChangeKind) text.Text {
	switch k {
	case model.SectionAdded:
		return "added"
	case model.SectionGone:
		return "gone"
	case model.SectionMoved:
		return "moved"
	case model.SectionRenamed:
		return "renamed"
	}
	return "changed"
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
	out := make([]string, len(above))
	for i, t := range above {
		out[i] = model.EscapeMarkdown(t)
	}
	return strings.Join(out, " › ")
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
func diffBlock(cat *text.Catalogue, old, now string) string {
	fence := "```"
	for strings.Contains(old, fence) || strings.Contains(now, fence) {
		fence += "`"
	}
	var b strings.Builder
	b.WriteString(fence + "diff\n")
	lines := diff.DiffLines(old, now)
	for i, l := range lines {
		if i == maxDiff {
			b.WriteString(cat.Say("… %d more {line|lines}", len(lines)-i) + "\n")
			break
		}
		b.WriteString(string(l.Sign) + model.Clean(l.Text) + "\n")
	}
	b.WriteString(fence + "\n")
	return b.String()
}

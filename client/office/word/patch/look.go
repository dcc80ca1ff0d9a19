package patch

import (
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

// look writes properties with the styles of the file.
type look struct {
	file   *read.File
	ours   map[string]string // styles of ours by id, as they are called in the file
	define []string          // definitions of styles to add
}

// styleNames are the names of our styles, by which files of other programs have
// theirs.
var styleNames = map[string]string{
	"Title": "title", "Subtitle": "subtitle", "ListParagraph": "list paragraph", "SourceCode": "source code", "Quote": "quote", "FootnoteText": "footnote text", "FootnoteReference": "footnote reference", "CommentText": "annotation text",
	"VerbatimChar": "verbatim char", "Hyperlink": "hyperlink", "CommentReference": "annotation reference", "TableGrid": "table grid",
}

// style is what a style of ours is called in the file; one that is missing is added.
func (l *look) style(id string) string {
	if got := l.ours[id]; got != "" {
		return got
	}
	name := styleNames[id]
	if level, ok := strings.CutPrefix(id, "Heading"); ok {
		name = "heading " + level
	}
	if found := l.file.Styles.Named(name); found != "" {
		l.ours[id] = found
		return found
	}
	as := id
	for l.file.Styles[as] != nil {
		as += "0"
	}
	l.ours[id] = as
	xml := write.Style(id)
	xml = strings.Replace(xml, `w:styleId="`+id+`"`, `w:styleId="`+as+`"`, 1)
	xml = strings.ReplaceAll(xml, `<w:next w:val="Normal"/>`, "")
	base := ""
	if has := l.file.Styles.Normal(); has != "" {
		base = `<w:basedOn w:val="` + parts.EscapeXML(has) + `"/>`
	}
	xml = strings.ReplaceAll(xml, `<w:basedOn w:val="Normal"/>`, base)
	l.define = append(l.define, strings.ReplaceAll(xml, `<w:basedOn w:val="TableNormal"/>`, ""))
	return as
}

// restyle changes run properties where the model's differ.
func (l *look) restyle(in []property, was, is word.Props) []property {
	flip := func(names []string, was, is bool) {
		if was == is {
			return
		}
		for _, name := range names {
			in = set(in, runOrder, name, "")
		}
		xml := "<w:" + names[0] + "/>"
		if !is {
			xml = "<w:" + names[0] + ` w:val="0"/>`
		}
		in = set(in, runOrder, names[0], xml)
	}
	flip([]string{"b"}, was.Bold, is.Bold)
	flip([]string{"i"}, was.Italic, is.Italic)
	flip([]string{"smallCaps"}, was.SmallCaps, is.SmallCaps)
	flip([]string{"strike", "dstrike"}, was.Strike, is.Strike)
	if was.Underline != is.Underline {
		in = set(in, runOrder, "u", map[bool]string{true: `<w:u w:val="single"/>`, false: `<w:u w:val="none"/>`}[is.Underline])
	}
	if was.Color != is.Color {
		xml := ""
		if is.Color != "" {
			xml = `<w:color w:val="` + is.Color + `"/>`
		}
		in = set(in, runOrder, "color", xml)
	}
	if was.Background != is.Background {
		xml := ""
		if is.Background != "" {
			xml = `<w:shd w:val="clear" w:color="auto" w:fill="` + is.Background + `"/>`
		}
		in = set(set(in, runOrder, "highlight", ""), runOrder, "shd", xml)
	}
	if was.Code != is.Code {
		xml := ""
		if is.Code {
			xml = `<w:rStyle w:val="` + l.style("VerbatimChar") + `"/>`
		}
		in = set(in, runOrder, "rStyle", xml)
	}
	return in
}

// reformat are the properties of a paragraph of the file with another format,
// and in another list if num is not 0.
func (l *look) reformat(in []property, was, is word.Format, num int) []property {
	same := func() bool { return num == 0 && sameFormat(was, is) }
	if same() {
		return in
	}
	if was.Indent != is.Indent {
		in = set(in, paraOrder, "ind", `<w:ind w:left="`+strconv.Itoa(720*is.Indent)+`"/>`)
		was.Indent = is.Indent
	}
	if was.Task = is.Task; same() {
		return in
	}
	in = without(in, "pStyle", "numPr", "outlineLvl")
	switch {
	case is.List != word.NoList:
		in = without(in, "ind")
		in = set(in, paraOrder, "numPr", l.numPr(is.ListLevel, num))
	case is.IsHeading(), is.Level == word.Title, is.Level == word.Subtitle:
		in = set(without(in, "ind"), paraOrder, "pStyle", `<w:pStyle w:val="`+l.style(styleOf(is.Level))+`"/>`)
	}
	return in
}

func (l *look) numPr(level, id int) string {
	return `<w:numPr><w:ilvl w:val="` + strconv.Itoa(level-1) + `"/><w:numId w:val="` + strconv.Itoa(id) + `"/></w:numPr>`
}

// styleOf is the style of ours for a heading, a title or a subtitle.
func styleOf(level int) string {
	switch level {
	case word.Title:
		return "Title"
	case word.Subtitle:
		return "Subtitle"
	}
	return "Heading" + strconv.Itoa(level)
}

// letters are the properties of a run that text beside it gets: the look of its
// letters as far as the model does not have it.
func letters(in []property) []property {
	return only(in, "rFonts", "spacing", "w", "kern", "position", "sz", "szCs", "rtl", "cs", "lang", "noProof", "snapToGrid")
}

package read

import (
	"encoding/xml"
	"io"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
)

// Kinds of content that no conversion loses; Check counts them.
const (
	heldHeading    loss.Kind = "headings"
	heldItem       loss.Kind = "list-items"
	heldTask       loss.Kind = "tasks"
	heldTable      loss.Kind = "tables"
	heldImage      loss.Kind = "images"
	heldLink       loss.Kind = "links"
	heldComment    loss.Kind = "comments"
	heldBox        loss.Kind = "boxes"
	heldRuby       loss.Kind = "readings"
	heldLook       loss.Kind = "paragraph-form"
	heldTableLook  loss.Kind = "table-form"
	heldFormatted  loss.Kind = "form-revisions"
	heldBookmark   loss.Kind = "bookmarks"
	heldControl    loss.Kind = "content-controls"
	heldPermission loss.Kind = "permissions"
	heldTag        loss.Kind = "tags"
	heldStrange    loss.Kind = "unknown"
	heldPart       loss.Kind = "parts"
)

// held are what Check says of them.
var held = []loss.Row{
	{Kind: heldHeading, What: "%d {heading|headings}", Outcome: loss.Kept},
	{Kind: heldItem, What: "%d list {item|items}", Outcome: loss.Kept},
	{Kind: heldTask, What: "%d {task|tasks}", Outcome: loss.Kept},
	{Kind: heldTable, What: "%d {table|tables}", Outcome: loss.Kept},
	{Kind: heldImage, What: "%d {image|images}", Outcome: loss.Kept},
	{Kind: heldLink, What: "%d {link|links}", Outcome: loss.Kept},
	{Kind: heldComment, What: "%d {comment or reply|comments and replies}", Outcome: loss.Kept},
	{Kind: heldBox, What: "%d text {box, block of code or highlight|boxes, blocks of code and highlights}", Outcome: loss.Kept},
	{Kind: heldRuby, What: "%d phonetic {guide|guides} above text, shown in brackets", Outcome: loss.Simpler},
	{Kind: heldLook, What: "the formatting of %d {paragraph|paragraphs}: fonts, sizes, alignment, spacing and the like", Outcome: loss.Unseen},
	{Kind: heldTableLook, What: "the formatting of %d {table|tables}: widths, borders, shading", Outcome: loss.Unseen},
	{Kind: heldFormatted, What: "%d tracked {change|changes} of formatting", Outcome: loss.Unseen},
	{Kind: heldBookmark, What: "%d {bookmark|bookmarks}", Outcome: loss.Unseen},
	{Kind: heldControl, What: "%d content {control|controls}", Outcome: loss.Unseen},
	{Kind: heldPermission, What: "%d editing {permission|permissions}", Outcome: loss.Unseen},
	{Kind: heldTag, What: "%d smart {tag|tags} or {mark|marks} of other programs", Outcome: loss.Unseen},
	{Kind: heldStrange, What: "%d unknown {element|elements}", Outcome: loss.Unseen},
	{Kind: heldPart, What: "%d other {part|parts} of the file: styles, settings, themes and the like", Outcome: loss.Unseen},
}

// Check reads a Word file and finds what an import keeps of it: the losses of
// read.Docx, and what the file has besides. Errors are of type *word.Error.
func Check(r io.ReaderAt, size int64, limits word.Limits) ([]loss.Finding, error) {
	x, d, err := newReader(r, size, limits, nil)
	if err != nil {
		return nil, err
	}
	x.holds(d)
	shown := map[string]bool{"[content_types].xml": true}
	for _, r := range x.Refs {
		switch r.Kind {
		case "footnotes", "endnotes", "header", "footer":
			if f := x.Package.Parts[parts.Name(r.Target)]; f != nil && !r.External {
				shown[parts.Name(r.Target)] = true
				if err := x.elements(r.Target); err != nil {
					return nil, err
				}
			}
		case "image", "comments", "commentsExtended":
			shown[parts.Name(r.Target)] = true
		}
	}
	if err := x.elements(x.Main); err != nil {
		return nil, err
	}
	shown[parts.Name(x.Main)] = true
	for name := range x.Package.Parts {
		if !shown[name] && !strings.HasSuffix(name, ".rels") {
			x.lost[heldPart]++
		}
	}
	out := append(x.lost.List(), x.lost.Findings(held)...)
	if x.lost[loss.Rewrite] > 0 {
		for i, f := range out {
			if f.Outcome != loss.Kept {
				out[i].Outcome = loss.Lost
			}
		}
	}
	return out, nil
}

// holds counts what the reader understands.
func (x *reader) holds(d *word.Document) {
	var blocks func([]word.Block)
	blocks = func(in []word.Block) {
		for _, b := range in {
			switch b := b.(type) {
			case *word.Table:
				x.lost[heldTable]++
				for _, row := range b.Rows() {
					for _, c := range row {
						blocks(c.Blocks())
					}
				}
			case *word.Box:
				x.lost[heldBox]++
				blocks(b.Blocks())
			case *word.Paragraph:
				x.holdsIn(b)
			}
		}
	}
	blocks(d.Blocks())
	x.lost[heldComment] = len(d.Comments())
}

func (x *reader) holdsIn(p *word.Paragraph) {
	switch {
	case p.Level != word.Body:
		x.lost[heldHeading]++
	case p.Task != word.NoTask:
		x.lost[heldTask]++
	case p.List != word.NoList:
		x.lost[heldItem]++
	}
	link := ""
	for _, i := range p.Inlines() {
		if i.Kind == word.Image && i.Picture.Data != nil {
			x.lost[heldImage]++
		}
		if i.Props.Link != "" && i.Props.Link != link {
			x.lost[heldLink]++
		}
		link = i.Props.Link
	}
}

// elementKinds are elements that an import keeps, and that no other count has.
var elementKinds = map[string]loss.Kind{
	"ruby": heldRuby, "bookmarkStart": heldBookmark, "sdt": heldControl, "permStart": heldPermission, "smartTag": heldTag, "customXml": heldTag,
	"rPrChange": heldFormatted, "pPrChange": heldFormatted, "sectPrChange": heldFormatted, "tblPrChange": heldFormatted, "tblPrExChange": heldFormatted,
	"trPrChange": heldFormatted, "tcPrChange": heldFormatted, "tblGridChange": heldFormatted, "numberingChange": heldFormatted,
	"cellIns": heldFormatted, "cellDel": heldFormatted, "cellMerge": heldFormatted,
}

// nameSet makes a set of names.
func nameSet(s string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		out[w] = true
	}
	return out
}

// containers are elements that are looked into; all others that are known count as
// a whole.
func containers() map[string]bool {
	return nameSet(`document body hdr ftr footnotes footnote endnotes endnote p r tbl tr tc hyperlink ins del moveFrom moveTo fldSimple sdt sdtContent smartTag customXml
		AlternateContent Choice Fallback bdo dir pPr rPr tblPr tblPrEx trPr tcPr tblGrid sectPr numPr`)
}

// known are the other elements of a text, by ECMA-376 part 1 chapter 17; those of
// drawings and equations are in theirs.
func known() map[string]bool {
	return nameSet(`t tab ptab br cr sym noBreakHyphen softHyphen delText instrText delInstrText fldChar drawing pict object ruby oMath oMathPara background
		footnoteReference endnoteReference footnoteRef endnoteRef annotationRef separator continuationSeparator commentReference commentRangeStart commentRangeEnd
		bookmarkStart bookmarkEnd moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd permStart permEnd proofErr lastRenderedPageBreak contentPart
		sdtPr sdtEndPr smartTagPr customXmlPr altChunk subDoc pgNum dayShort dayLong monthShort monthLong yearShort yearLong fldData
		customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd customXmlMoveFromRangeStart customXmlMoveFromRangeEnd
		customXmlMoveToRangeStart customXmlMoveToRangeEnd`)
}

// plainProps are the properties of paragraphs and text that are shown.
func plainProps() map[string]bool {
	return nameSet(`pStyle numPr outlineLvl pageBreakBefore ind rPr sectPr ilvl numId ins del moveFrom moveTo rStyle b bCs i iCs smallCaps strike color highlight u
		vertAlign vanish lang noProof pPrChange rPrChange`)
}

// elements counts the elements of a part by their names.
func (x *reader) elements(part string) error {
	rc, err := x.Package.Open(part)
	if err != nil {
		return word.Damaged(part, err)
	}
	defer rc.Close()
	p, err := parts.NewPuller(rc, x.Package.Limits)
	if err != nil {
		return word.Damaged(part, err)
	}
	in, leaf, plain := containers(), known(), plainProps()
	pass := 0      // depth of the element that is passed over, 0 = none
	said := false  // of this paragraph, that it has a form
	table := false // and of this table
	for {
		t, err := p.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return word.Damaged(part, err)
		}
		s, begins := t.(xml.StartElement)
		if !begins {
			if len(p.Open) < pass {
				pass = 0
			}
			continue
		}
		if err := x.Package.Limits.Budget.Work(1); err != nil {
			return err
		}
		name, above := s.Name.Local, ""
		if len(p.Open) > 1 {
			above = p.Open[len(p.Open)-2].Local
		}
		if pass > 0 {
			continue
		}
		if !in[name] {
			pass = len(p.Open)
		}
		if name == "p" {
			said = false
		}
		if name == "tbl" {
			table = false
		}
		kind, counted := elementKinds[name]
		switch {
		case counted:
			x.lost[kind]++
		case above == "pPr" || above == "rPr" || above == "numPr":
			if !plain[name] && !said {
				said = true
				x.lost[heldLook]++
			}
		case above == "tblPr" || above == "tblPrEx" || above == "trPr" || above == "tcPr" || above == "tblGrid":
			if !table {
				table = true
				x.lost[heldTableLook]++
			}
		case above == "sectPr" || in[name] || leaf[name]:
		default:
			x.lost[heldStrange]++
		}
	}
}

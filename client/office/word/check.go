package word

import (
	"encoding/xml"
	"io"
	"strings"
)

// Kinds of content that no conversion loses; Check counts them.
const (
	heldHeading    LossKind = "headings"
	heldItem       LossKind = "list-items"
	heldTask       LossKind = "tasks"
	heldTable      LossKind = "tables"
	heldImage      LossKind = "images"
	heldLink       LossKind = "links"
	heldComment    LossKind = "comments"
	heldBox        LossKind = "boxes"
	heldRuby       LossKind = "readings"
	heldLook       LossKind = "paragraph-form"
	heldTableLook  LossKind = "table-form"
	heldFormatted  LossKind = "form-revisions"
	heldBookmark   LossKind = "bookmarks"
	heldControl    LossKind = "content-controls"
	heldPermission LossKind = "permissions"
	heldTag        LossKind = "tags"
	heldStrange    LossKind = "unknown"
	heldPart       LossKind = "parts"
)

// heldTexts are what Check says of them, each without its count.
var heldTexts = []Finding{
	{heldHeading, 0, Kept, "%d {heading|headings}"},
	{heldItem, 0, Kept, "%d list {item|items}"},
	{heldTask, 0, Kept, "%d {task|tasks}"},
	{heldTable, 0, Kept, "%d {table|tables}"},
	{heldImage, 0, Kept, "%d {picture|pictures}"},
	{heldLink, 0, Kept, "%d {link|links}"},
	{heldComment, 0, Kept, "%d {comment or reply|comments and replies}"},
	{heldBox, 0, Kept, "%d text {box, block of code or highlight|boxes, blocks of code and highlights}"},
	{heldRuby, 0, Simpler, "%d {text|texts} with a reading above, shown in brackets"},
	{heldLook, 0, Unseen, "the form of %d {paragraph|paragraphs}: fonts, sizes, alignment, spacing and the like"},
	{heldTableLook, 0, Unseen, "the form of %d {table|tables}: widths, borders, shading"},
	{heldFormatted, 0, Unseen, "%d tracked {change|changes} of the form"},
	{heldBookmark, 0, Unseen, "%d {bookmark|bookmarks}"},
	{heldControl, 0, Unseen, "%d content {control|controls}"},
	{heldPermission, 0, Unseen, "%d editing {permission|permissions}"},
	{heldTag, 0, Unseen, "%d smart {tag|tags} or {mark|marks} of other programs"},
	{heldStrange, 0, Unseen, "%d {element|elements} of no known kind"},
	{heldPart, 0, Unseen, "%d other {part|parts} of the file: styles, settings, themes and the like"},
}

// Check reads a Word file and finds what an import keeps of it: the losses of
// ReadDocx, and what the file has besides. Errors are of type *Error.
func Check(r io.ReaderAt, size int64, limits Limits) ([]Finding, error) {
	x, d, err := newReader(r, size, limits, nil)
	if err != nil {
		return nil, err
	}
	x.holds(d)
	shown := map[string]bool{"[content_types].xml": true}
	for _, r := range x.refs {
		switch r.kind {
		case "footnotes", "endnotes", "header", "footer":
			if f := x.pk.parts[partName(r.target)]; f != nil && !r.external {
				shown[partName(r.target)] = true
				if err := x.elements(r.target); err != nil {
					return nil, err
				}
			}
		case "image", "comments", "commentsExtended":
			shown[partName(r.target)] = true
		}
	}
	if err := x.elements(x.main); err != nil {
		return nil, err
	}
	shown[partName(x.main)] = true
	for name := range x.pk.parts {
		if !shown[name] && !strings.HasSuffix(name, ".rels") {
			x.lost[heldPart]++
		}
	}
	out := x.lost.findings()
	for _, f := range heldTexts {
		if f.Count = x.lost[f.Kind]; f.Count > 0 {
			out = append(out, f)
		}
	}
	if x.lost[LossRewrite] > 0 {
		for i, f := range out {
			if f.Outcome != Kept {
				out[i].Outcome = Lost
			}
		}
	}
	return out, nil
}

// holds counts what the reader understands.
func (x *reader) holds(d *Document) {
	var blocks func([]Block)
	blocks = func(in []Block) {
		for _, b := range in {
			switch b := b.(type) {
			case *Table:
				x.lost[heldTable]++
				for _, row := range b.Rows() {
					for _, c := range row {
						blocks(c.Blocks())
					}
				}
			case *Box:
				x.lost[heldBox]++
				blocks(b.Blocks())
			case *Paragraph:
				x.holdsIn(b)
			}
		}
	}
	blocks(d.Blocks())
	x.lost[heldComment] = len(d.Comments())
}

func (x *reader) holdsIn(p *Paragraph) {
	switch {
	case p.Level != Body:
		x.lost[heldHeading]++
	case p.Task != NoTask:
		x.lost[heldTask]++
	case p.List != NoList:
		x.lost[heldItem]++
	}
	link := ""
	for _, i := range p.Inlines() {
		if i.Kind == Image && i.Picture.Data != nil {
			x.lost[heldImage]++
		}
		if i.Props.Link != "" && i.Props.Link != link {
			x.lost[heldLink]++
		}
		link = i.Props.Link
	}
}

// elementKinds are elements that an import keeps, and that no other count has.
var elementKinds = map[string]LossKind{
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
	rc, err := x.pk.open(part)
	if err != nil {
		return damaged(part, err)
	}
	defer rc.Close()
	p, err := newPuller(rc, x.pk.lim)
	if err != nil {
		return damaged(part, err)
	}
	in, leaf, plain := containers(), known(), plainProps()
	pass := 0      // depth of the element that is passed over, 0 = none
	said := false  // of this paragraph, that it has a form
	table := false // and of this table
	for {
		t, err := p.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return damaged(part, err)
		}
		s, begins := t.(xml.StartElement)
		if !begins {
			if len(p.open) < pass {
				pass = 0
			}
			continue
		}
		if err := x.pk.lim.Budget.Work(1); err != nil {
			return err
		}
		name, above := s.Name.Local, ""
		if len(p.open) > 1 {
			above = p.open[len(p.open)-2].Local
		}
		if pass > 0 {
			continue
		}
		if !in[name] {
			pass = len(p.open)
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

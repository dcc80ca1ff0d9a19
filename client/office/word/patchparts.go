package word

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"
)

// near is how far a new paragraph looks for one of its kind.
const near = 100

// like is the paragraph of the file whose properties a new one gets: the nearest one
// in the same run of blocks that has its format; of lists only the item next to it.
func (p *patcher) like(is []flatBlock, i int) *node {
	q := is[i].Block.(*Paragraph)
	fits := func(k int) *node {
		o, ok := is[k].Block.(*Paragraph)
		if !ok || o.Format.Source <= 0 || is[k].line != is[i].line {
			return nil
		}
		was, known := p.trace.blocks[o.Format.Source]
		if !known || !p.asRead(o) {
			return nil
		}
		a, b := o.Format, q.Format
		if b.List != NoList {
			a.ListLevel = b.ListLevel
		}
		if !sameFormat(a, b) || q.Task != NoTask {
			return nil
		}
		for _, n := range p.parse(o.Format.Source.part(), was) {
			if n.name == "p" {
				return n
			}
		}
		return nil
	}
	most := near
	if q.List != NoList {
		if q.Start > 0 {
			return nil // it begins a list
		}
		most = 1
	}
	for step := 1; step <= most; step++ {
		for _, k := range []int{i - step, i + step} {
			if k >= 0 && k < len(is) {
				if n := fits(k); n != nil {
					return n
				}
			}
		}
	}
	return nil
}

// asRead reports whether a paragraph has the format that its element gives it.
func (p *patcher) asRead(q *Paragraph) bool {
	if p.formats == nil {
		p.formats = map[Source]Format{}
		eachParagraph(p.old.Blocks(), func(q *Paragraph) {
			if q.Format.Source > 0 {
				p.formats[q.Format.Source] = q.Format
			}
		})
	}
	f, ok := p.formats[q.Format.Source]
	return ok && sameFormat(f, q.Format)
}

// paragraphLike writes a new paragraph with the properties of one of the file.
func (p *patcher) paragraphLike(q *Paragraph, like *node) string {
	part := sourceMain
	if !bytes.HasPrefix(p.data[part][like.from:], []byte("<w:p")) {
		return p.eachLocal(p.w.blocksXML([]Block{q}))
	}
	ppr := p.properties(part, like.kid("pPr"))
	ppr = without(ppr, "sectPr", "pageBreakBefore", "framePr", "pPrChange", "rPr", "outlineLvl", "divId", "cnfStyle")
	if q.List != NoList {
		if num := like.kid("pPr").kid("numPr"); num != nil {
			id, _ := strconv.Atoi(num.val("numId"))
			ppr = set(ppr, paraOrder, "numPr", p.numPr(q.ListLevel, id))
		}
	}
	var base []property
	for _, r := range like.find("r") {
		if r.kid("t") != nil {
			base = letters(p.properties(part, r.kid("rPr")))
			break
		}
	}
	var out strings.Builder
	out.WriteString(`<w:p>`)
	out.WriteString(joined("pPr", ppr))
	for k := 0; k < len(q.Inlines()); {
		l := q.Inlines()[k]
		if carriesProps(l.Kind) && l.Props.Link == "" && !l.Props.Code {
			w := weaving{p: p, part: part}
			w.in(nil, p.restyle(base, Props{}, l.Props))
			for _, t := range p.tokens([]Inline{l}) {
				w.letter(t)
			}
			w.close()
			out.WriteString(w.out.String())
			k++
			continue
		}
		to := k + 1
		for to < len(q.Inlines()) && l.Props.Link != "" && q.Inlines()[to].Props.Link == l.Props.Link {
			to++
		}
		out.WriteString(p.eachLocal(p.w.inlinesXML(q.Inlines()[k:to])))
		k = to
	}
	out.WriteString(`</w:p>`)
	return out.String()
}

// add puts new elements behind the last one in the root of a part.
func (p *patcher) add(name, xml string, before ...string) {
	data, err := p.current(name)
	if err != nil {
		p.fail(err)
		return
	}
	at := bytes.LastIndex(data, []byte("</"))
	for _, b := range before {
		if i := bytes.Index(data, []byte(b)); i >= 0 {
			at = min(at, i)
		}
	}
	if at < 0 { // <Relationships … />
		end := bytes.LastIndex(data, []byte("/>"))
		start := bytes.LastIndexByte(data[:max(end, 0)], '<')
		if start < 0 {
			return
		}
		tag, _, _ := strings.Cut(string(data[start+1:end]), " ")
		p.parts[name] = []byte(string(data[:end]) + ">" + xml + "</" + tag + ">" + string(data[end+2:]))
		return
	}
	p.parts[name] = []byte(string(data[:at]) + xml + string(data[at:]))
}

// current is a part with the changes so far.
func (p *patcher) current(name string) ([]byte, error) {
	if data := p.parts[name]; data != nil {
		return data, nil
	}
	return p.pk.text(name)
}

// create adds a part to the file, with a relationship of the main part to it.
func (p *patcher) create(base, kind, relType, contentType, data string) string {
	dir := path.Dir(p.main)
	name := path.Join(dir, base+".xml")
	for i := 1; p.pk.parts[partName(name)] != nil; i++ {
		name = path.Join(dir, base+strconv.Itoa(i)+".xml")
	}
	p.parts[name] = []byte(data)
	p.names = append(p.names, name)
	p.rels = append(p.rels, rel{kind: relType + kind, target: path.Base(name)})
	p.types = append(p.types, `<Override xmlns="`+typesNS+`" PartName="/`+esc(name)+`" ContentType="`+contentType+`"/>`)
	return name
}

// patchParts adds what the new text needs: numbering, styles, pictures, and the
// relationships and content types of all that.
func (p *patcher) patchParts() {
	p.patchNumbering()
	if len(p.define) > 0 {
		name := p.refs.of("styles")
		p.add(name, p.declared(name, strings.Join(p.define, "")))
	}
	p.relate(p.main, p.w.rel0, p.w.refs, p.rels)
	const types = "[Content_Types].xml"
	have, err := p.current(types)
	if err != nil {
		p.fail(err)
		return
	}
	low := strings.ToLower(string(have))
	for _, e := range p.w.extensions() {
		if !strings.Contains(low, `extension="`+e+`"`) {
			low += `extension="` + e + `"`
			p.types = append(p.types, `<Default xmlns="`+typesNS+`" Extension="`+e+`" ContentType="`+mimeOf(e)+`"/>`)
		}
	}
	if len(p.types) > 0 {
		p.add(types, strings.Join(p.types, ""))
	}
}

// relate adds relationships to a part: those of the writer, with numbers from first
// on, and those to new parts.
func (p *patcher) relate(part string, first int, refs, parts []rel) {
	var xml strings.Builder
	one := func(kind, target, mode string) {
		fmt.Fprintf(&xml, `<Relationship xmlns="%s" Id="rId%d" Type="%s" Target="%s"%s/>`, relsNS, first, kind, esc(target), mode)
		first++
	}
	for _, r := range refs {
		mode := ""
		if r.external {
			mode = ` TargetMode="External"`
		}
		one(p.office()+r.kind, r.target, mode)
	}
	for _, r := range parts {
		one(r.kind, r.target, "")
	}
	dir, base := path.Split(part)
	name := dir + "_rels/" + base + ".rels"
	switch {
	case xml.Len() == 0:
	case p.pk.parts[partName(name)] == nil:
		p.parts[name] = []byte(xmlHead + `<Relationships xmlns="` + relsNS + `">` + xml.String() + `</Relationships>`)
		p.names = append(p.names, name)
	default:
		p.add(name, xml.String())
	}
}

// ofPart makes what the writer refers to in f relationships of another part.
func (p *patcher) ofPart(name string, f func()) {
	has, err := p.pk.rels(name)
	if err != nil {
		p.fail(err)
	}
	first := has.last() + 1
	p.relate(name, first, p.w.inPart(first, f), nil)
}

// patchNumbering adds the definitions and instances of new lists.
func (p *patcher) patchNumbering() {
	if !p.w.listsIn(p.parts[p.main]) {
		return
	}
	_, base := p.nums.last()
	definitions, instances := p.w.listXML(base + 1)
	name := p.refs.of("numbering")
	if name == "" {
		p.create("numbering", "numbering", p.office(), typeWord+"numbering+xml", xmlHead+`<w:numbering `+p.nsW()+`>`+definitions+instances+`</w:numbering>`)
		return
	}
	p.add(name, p.declared(name, definitions), "<w:num ", "<w:numIdMacAtCleanup")
	p.add(name, p.declared(name, instances), "<w:numIdMacAtCleanup")
}

func (p *patcher) office() string {
	if p.strict {
		return strictly(relOffice)
	}
	return relOffice
}

func (p *patcher) nsW() string { return `xmlns:w="` + p.bound["w"] + `"` }

// declared gives the elements of new XML the namespace of w where the root of the
// part does not.
func (p *patcher) declared(name, xml string) string {
	data, err := p.current(name)
	if err != nil {
		p.fail(err)
		return xml
	}
	if strings.Contains(string(data[:min(len(data), 4096)]), p.nsW()) {
		return xml
	}
	var out strings.Builder
	depth, from := 0, 0
	eachTag([]byte(xml), func(end, step int) {
		if depth += step; depth == 0 {
			one := xml[from:end]
			at := strings.IndexAny(one, " />")
			out.WriteString(one[:at] + " " + p.nsW() + one[at:])
			from = end
		}
	})
	return out.String()
}

// asUTF8 is the text of a part with the declaration of its new encoding.
func asUTF8(data []byte) []byte {
	end := bytes.Index(data, []byte("?>"))
	if !bytes.HasPrefix(data, []byte("<?xml")) || end < 0 {
		return data
	}
	head := strings.ToLower(string(data[:end]))
	if !strings.Contains(head, "encoding") || strings.Contains(head, "utf-8") || strings.Contains(head, "utf8") {
		return data
	}
	return append([]byte(strings.TrimSpace(xmlHead)), data[end+2:]...)
}

package patch

import (
	"slices"
	"strings"

	"aloft/client/office/word/parts"
)

// patchParts adds what the new text needs: numbering, styles, pictures, and the
// relationships and content types of all that.
func (p *patcher) patchParts() {
	p.patchNumbering()
	if styles := strings.Join(p.look.define, ""); styles != "" {
		if name := p.out.has("styles"); name != "" {
			p.out.add(name, p.out.declared(name, styles))
		} else {
			p.out.create("styles", parts.XMLHead+`<w:styles `+p.out.nsW()+`>`+styles+`</w:styles>`)
		}
	}
	p.out.relate(p.Main, p.w.First, p.w.Refs, p.out.rels)
	p.out.declareTypes(p.w.Extensions())
}

// ofPart makes what the writer refers to in f relationships of another part.
func (p *patcher) ofPart(name string, f func()) {
	has, err := p.Package.Rels(name)
	if err != nil {
		p.out.fail(err)
	}
	first := has.Last() + 1
	p.out.relate(name, first, p.w.InPart(first, f), nil)
}

// patchNumbering adds the definitions and instances of new lists.
func (p *patcher) patchNumbering() {
	used := slices.ContainsFunc(p.out.main, p.w.ListsIn)
	for _, data := range p.out.parts { // one of footnotes may be new
		used = used || p.w.ListsIn(data)
	}
	if !used {
		return
	}
	_, base := p.Nums.Last()
	definitions, instances := p.w.Lists(base + 1)
	name := p.out.has("numbering")
	if name == "" {
		p.out.create("numbering", parts.XMLHead+`<w:numbering `+p.out.nsW()+`>`+definitions+instances+`</w:numbering>`)
		return
	}
	p.out.add(name, p.out.declared(name, definitions), "<w:num ", "<w:numIdMacAtCleanup")
	p.out.add(name, p.out.declared(name, instances), "<w:numIdMacAtCleanup")
}

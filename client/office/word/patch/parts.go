package patch

import (
	"strings"

	"aloft/client/office/word/parts"
)

// patchParts adds what the new text needs: numbering, styles, pictures, and the
// relationships and content types of all that.
func (p *patcher) patchParts() {
	p.patchNumbering()
	if len(p.look.define) > 0 {
		name := p.Refs.Of("styles")
		p.out.add(name, p.out.declared(name, strings.Join(p.look.define, "")))
	}
	p.out.relate(p.Main, p.w.First, p.w.Refs, p.out.rels)
	const types = "[Content_Types].xml"
	have, err := p.out.current(types)
	if err != nil {
		p.out.fail(err)
		return
	}
	low := strings.ToLower(string(have))
	for _, e := range p.w.Extensions() {
		if !strings.Contains(low, `extension="`+e+`"`) {
			low += `extension="` + e + `"`
			p.out.types = append(p.out.types, `<Default xmlns="`+parts.TypesNS+`" Extension="`+e+`" ContentType="`+parts.MIME(e)+`"/>`)
		}
	}
	if len(p.out.types) > 0 {
		p.out.add(types, strings.Join(p.out.types, ""))
	}
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
	if !p.w.ListsIn(p.out.parts[p.Main]) {
		return
	}
	_, base := p.Nums.Last()
	definitions, instances := p.w.Lists(base + 1)
	name := p.Refs.Of("numbering")
	if name == "" {
		p.out.create("numbering", parts.XMLHead+`<w:numbering `+p.out.nsW()+`>`+definitions+instances+`</w:numbering>`)
		return
	}
	p.out.add(name, p.out.declared(name, definitions), "<w:num ", "<w:numIdMacAtCleanup")
	p.out.add(name, p.out.declared(name, instances), "<w:numIdMacAtCleanup")
}

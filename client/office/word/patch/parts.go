package patch

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"

	"aloft/client/office/word/parts"
)

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
	return p.Package.Text(name)
}

// create adds a part to the file, with a relationship of the main part to it.
func (p *patcher) create(base, kind, relType, contentType, data string) string {
	dir := path.Dir(p.Main)
	name := path.Join(dir, base+".xml")
	for i := 1; p.Package.Parts[parts.Name(name)] != nil; i++ {
		name = path.Join(dir, base+strconv.Itoa(i)+".xml")
	}
	p.parts[name] = []byte(data)
	p.names = append(p.names, name)
	p.rels = append(p.rels, parts.Rel{Kind: relType + kind, Target: path.Base(name)})
	p.types = append(p.types, `<Override xmlns="`+parts.TypesNS+`" PartName="/`+parts.EscapeXML(name)+`" ContentType="`+contentType+`"/>`)
	return name
}

// patchParts adds what the new text needs: numbering, styles, pictures, and the
// relationships and content types of all that.
func (p *patcher) patchParts() {
	p.patchNumbering()
	if len(p.define) > 0 {
		name := p.Refs.Of("styles")
		p.add(name, p.declared(name, strings.Join(p.define, "")))
	}
	p.relate(p.Main, p.w.First, p.w.Refs, p.rels)
	const types = "[Content_Types].xml"
	have, err := p.current(types)
	if err != nil {
		p.fail(err)
		return
	}
	low := strings.ToLower(string(have))
	for _, e := range p.w.Extensions() {
		if !strings.Contains(low, `extension="`+e+`"`) {
			low += `extension="` + e + `"`
			p.types = append(p.types, `<Default xmlns="`+parts.TypesNS+`" Extension="`+e+`" ContentType="`+parts.MIME(e)+`"/>`)
		}
	}
	if len(p.types) > 0 {
		p.add(types, strings.Join(p.types, ""))
	}
}

// relate adds relationships to a part: those of the writer, with numbers from first
// on, and those to new parts.
func (p *patcher) relate(part string, first int, refs, created []parts.Rel) {
	var xml strings.Builder
	one := func(kind, target, mode string) {
		fmt.Fprintf(&xml, `<Relationship xmlns="%s" Id="rId%d" Type="%s" Target="%s"%s/>`, parts.RelsNS, first, kind, parts.EscapeXML(target), mode)
		first++
	}
	for _, r := range refs {
		mode := ""
		if r.External {
			mode = ` TargetMode="External"`
		}
		one(p.office()+r.Kind, r.Target, mode)
	}
	for _, r := range created {
		one(r.Kind, r.Target, "")
	}
	dir, base := path.Split(part)
	name := dir + "_rels/" + base + ".rels"
	switch {
	case xml.Len() == 0:
	case p.Package.Parts[parts.Name(name)] == nil:
		p.parts[name] = []byte(parts.XMLHead + `<Relationships xmlns="` + parts.RelsNS + `">` + xml.String() + `</Relationships>`)
		p.names = append(p.names, name)
	default:
		p.add(name, xml.String())
	}
}

// ofPart makes what the writer refers to in f relationships of another part.
func (p *patcher) ofPart(name string, f func()) {
	has, err := p.Package.Rels(name)
	if err != nil {
		p.fail(err)
	}
	first := has.Last() + 1
	p.relate(name, first, p.w.InPart(first, f), nil)
}

// patchNumbering adds the definitions and instances of new lists.
func (p *patcher) patchNumbering() {
	if !p.w.ListsIn(p.parts[p.Main]) {
		return
	}
	_, base := p.Nums.Last()
	definitions, instances := p.w.Lists(base + 1)
	name := p.Refs.Of("numbering")
	if name == "" {
		p.create("numbering", "numbering", p.office(), parts.TypeWord+"numbering+xml", parts.XMLHead+`<w:numbering `+p.nsW()+`>`+definitions+instances+`</w:numbering>`)
		return
	}
	p.add(name, p.declared(name, definitions), "<w:num ", "<w:numIdMacAtCleanup")
	p.add(name, p.declared(name, instances), "<w:numIdMacAtCleanup")
}

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

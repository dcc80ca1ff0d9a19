package read

import (
	"cmp"
	"path"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
)

// drawing reads a DrawingML object: pictures and text boxes are kept, all others
// leave a placeholder.
func (x *reader) drawing(n *parts.Node, props word.Props, p *paragraph) error {
	frame := n.Kid("inline")
	if frame == nil {
		if frame = n.Kid("anchor"); frame == nil {
			return nil
		}
	}
	doc := frame.Kid("docPr")
	boxes := n.Find("txbxContent")
	if frame.Name == "anchor" {
		x.lost[loss.Float]++
	}
	for _, b := range boxes {
		if err := x.box(b, doc.Attr("name"), p); err != nil {
			return err
		}
	}
	if l := x.rels[doc.Kid("hlinkClick").Attr("id")].Target; l != "" {
		props.Link = l
	}
	pics := n.Find("pic")
	for _, pic := range pics {
		blip := pic.Path("blipFill", "blip")
		size := frame.Kid("extent")
		if s := pic.Path("spPr", "xfrm", "ext"); len(pics) > 1 && s != nil {
			size = s
		}
		img := &word.Picture{Alt: alt(doc), Title: title(doc), Name: pic.Path("nvPicPr", "cNvPr").Attr("name"), Width: emu(size.Attr("cx")), Height: emu(size.Attr("cy"))}
		x.image(img, blip.Attr("embed"), blip.Attr("link"), props, p)
	}
	if len(pics)+len(boxes) > 0 {
		return nil
	}
	kind := loss.Drawing
	if n.First("chart") != nil {
		kind = loss.Chart
	}
	x.lost[kind]++
	p.put(word.Inline{Kind: word.Drawing, Text: alt(doc)})
	return nil
}

// alt is the alternative text: in older files it is called the title.
func alt(doc *parts.Node) string {
	return cmp.Or(doc.Attr("descr"), doc.Attr("title"))
}

func title(doc *parts.Node) string {
	if s := doc.Attr("title"); s != alt(doc) {
		return word.OneLine(s)
	}
	return ""
}

func emu(s string) int {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 {
		return 0
	}
	return int(min(max((n+parts.Pixel/2)/parts.Pixel, 1), 1<<20))
}

// image adds a picture: embedded bytes, or a link where there are none.
func (x *reader) image(img *word.Picture, embed, link string, props word.Props, p *paragraph) {
	if x.inCode() {
		return
	}
	img.Alt = strings.TrimSpace(word.OneLine(img.Alt))
	if r, ok := x.rels[embed]; ok && !r.External {
		if b := x.Package.Picture(r.Target); b != nil {
			img.Data = b
			if e := parts.Ext(r.Target); parts.Ext(img.Name) != e || strings.ContainsAny(img.Name, "/\\") {
				img.Name = path.Base(r.Target)
			}
			p.put(word.Inline{Kind: word.Image, Picture: img, Props: props})
			return
		}
	}
	for _, id := range []string{link, embed} {
		if r, ok := x.rels[id]; ok && r.External {
			img.URL, img.Name = r.Target, ""
			x.lost[loss.Linked]++
			p.put(word.Inline{Kind: word.Image, Picture: img, Props: props})
			return
		}
	}
	x.lost[loss.Picture]++
	p.put(word.Inline{Kind: word.Drawing, Text: img.Alt})
}

// box reads a text box; it is put behind the block in which it was found.
func (x *reader) box(n *parts.Node, name string, p *paragraph) error {
	marks, fields, base := x.marks, x.fields, x.base
	x.marks, x.fields, x.base = nil, nil, 0
	in, err := x.contents(n.Kids, nil)
	x.marks, x.fields, x.base = marks, fields, base
	if err != nil {
		return err
	}
	name, ours := strings.CutPrefix(name, parts.TagPrefix)
	if !ours {
		name = ""
	}
	b := word.NewBox(word.TextBox, "", name, in...).From(x.source(n))
	p.sink.boxes = append(p.sink.boxes, b)
	return nil
}

// vml reads a shape of the older kind.
func (x *reader) vml(n *parts.Node, props word.Props, p *paragraph) error {
	boxes := n.Find("txbxContent")
	for _, b := range boxes {
		if err := x.box(b, "", p); err != nil {
			return err
		}
	}
	found := len(boxes) > 0
	for _, shape := range n.Kids {
		for _, data := range shape.Find("imagedata") {
			w, h := vmlSize(shape.Attr("style"))
			img := &word.Picture{Alt: shape.Attr("alt"), Name: data.Attr("title"), Width: w, Height: h}
			x.image(img, data.Attr("id"), data.Attr("href"), props, p)
			found = true
		}
		if v := shape.Attr("hr"); v == "t" || v == "true" { // a line across the page
			p.put(word.Inline{Kind: word.Rule})
			found = true
		}
	}
	if found {
		return nil
	}
	for _, shape := range n.Kids {
		switch shape.Name {
		case "shape", "rect", "oval", "line", "roundrect", "group", "polyline", "curve", "arc":
			x.lost[loss.Drawing]++
			p.put(word.Inline{Kind: word.Drawing, Text: strings.TrimSpace(shape.Attr("alt"))})
			return nil
		}
	}
	return nil
}

func vmlSize(style string) (w, h int) {
	for _, s := range strings.Split(style, ";") {
		k, v, _ := strings.Cut(s, ":")
		switch strings.TrimSpace(k) {
		case "width":
			w = points(v)
		case "height":
			h = points(v)
		}
	}
	return w, h
}

func points(s string) int {
	s = strings.TrimSpace(s)
	scale := 1.0
	for unit, f := range map[string]float64{"pt": 96.0 / 72, "in": 96, "px": 1, "cm": 96 / 2.54, "mm": 96 / 25.4} {
		if v, ok := strings.CutSuffix(s, unit); ok {
			s, scale = v, f
			break
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n > 0) {
		return 0
	}
	return int(min(max(n*scale+0.5, 1), 1<<20))
}

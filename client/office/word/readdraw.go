package word

import (
	"path"
	"strconv"
	"strings"
)

// drawing reads a DrawingML object: pictures and text boxes are kept, all others
// leave a placeholder.
func (x *reader) drawing(n *node, props Props, p *paragraph) error {
	frame := n.kid("inline")
	if frame == nil {
		if frame = n.kid("anchor"); frame == nil {
			return nil
		}
	}
	doc := frame.kid("docPr")
	boxes := n.find("txbxContent")
	if frame.name == "anchor" {
		x.lost[LossFloat]++
	}
	for _, b := range boxes {
		if err := x.box(b, doc.attr("name"), p); err != nil {
			return err
		}
	}
	if l := x.rels[doc.kid("hlinkClick").attr("id")].target; l != "" {
		props.Link = l
	}
	pics := n.find("pic")
	for _, pic := range pics {
		blip := pic.path("blipFill", "blip")
		size := frame.kid("extent")
		if s := pic.path("spPr", "xfrm", "ext"); len(pics) > 1 && s != nil {
			size = s
		}
		img := &Picture{Alt: alt(doc), Name: pic.path("nvPicPr", "cNvPr").attr("name"), Width: emu(size.attr("cx")), Height: emu(size.attr("cy"))}
		x.image(img, blip.attr("embed"), blip.attr("link"), props, p)
	}
	if len(pics)+len(boxes) > 0 {
		return nil
	}
	kind := LossDrawing
	if n.first("chart") != nil {
		kind = LossChart
	}
	x.lost[kind]++
	p.put(Inline{Kind: Drawing, Text: alt(doc)})
	return nil
}

func alt(doc *node) string {
	if s := doc.attr("descr"); s != "" {
		return s
	}
	return doc.attr("title")
}

func emu(s string) int {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 {
		return 0
	}
	return int(min(max((n+pixel/2)/pixel, 1), 1<<20))
}

// image adds a picture: embedded bytes, or a link where there are none.
func (x *reader) image(img *Picture, embed, link string, props Props, p *paragraph) {
	if x.inCode() {
		return
	}
	img.Alt = strings.TrimSpace(oneLine(img.Alt))
	if r, ok := x.rels[embed]; ok && !r.external {
		if b := x.pk.picture(r.target); b != nil {
			img.Data = b
			if e := ext(r.target); ext(img.Name) != e || strings.ContainsAny(img.Name, "/\\") {
				img.Name = path.Base(r.target)
			}
			p.put(Inline{Kind: Image, Picture: img, Props: props})
			return
		}
	}
	for _, id := range []string{link, embed} {
		if r, ok := x.rels[id]; ok && r.external {
			img.URL, img.Name = r.target, ""
			x.lost[LossLinked]++
			p.put(Inline{Kind: Image, Picture: img, Props: props})
			return
		}
	}
	x.lost[LossPicture]++
	p.put(Inline{Kind: Drawing, Text: img.Alt})
}

// box reads a text box; it is put behind the block in which it was found.
func (x *reader) box(n *node, name string, p *paragraph) error {
	marks, fields := x.marks, x.fields
	x.marks, x.fields = nil, nil
	in, err := x.contents(n.kids, nil)
	x.marks, x.fields = marks, fields
	if err != nil {
		return err
	}
	name, ours := strings.CutPrefix(name, tagPrefix)
	if !ours {
		name = ""
	}
	b := NewBox(TextBox, "", name, in...).From(x.source(n))
	p.sink.boxes = append(p.sink.boxes, b)
	return nil
}

// vml reads a shape of the older kind.
func (x *reader) vml(n *node, props Props, p *paragraph) error {
	boxes := n.find("txbxContent")
	for _, b := range boxes {
		if err := x.box(b, "", p); err != nil {
			return err
		}
	}
	found := len(boxes) > 0
	for _, shape := range n.kids {
		for _, data := range shape.find("imagedata") {
			w, h := vmlSize(shape.attr("style"))
			img := &Picture{Alt: shape.attr("alt"), Name: data.attr("title"), Width: w, Height: h}
			x.image(img, data.attr("id"), data.attr("href"), props, p)
			found = true
		}
		if v := shape.attr("hr"); v == "t" || v == "true" { // a line across the page
			p.put(Text(ruler))
			found = true
		}
	}
	if found {
		return nil
	}
	for _, shape := range n.kids {
		switch shape.name {
		case "shape", "rect", "oval", "line", "roundrect", "group", "polyline", "curve", "arc":
			x.lost[LossDrawing]++
			p.put(Inline{Kind: Drawing, Text: strings.TrimSpace(shape.attr("alt"))})
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

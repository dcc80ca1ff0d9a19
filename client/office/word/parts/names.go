package parts

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"aloft/client/office/word"
)

// NSMain are the namespaces of the main part that we write.
const NSMain = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" mc:Ignorable="w14 w15"`

// TypeWord begins the types of the parts of a Word file, NSW is its namespace.
const (
	TypeWord = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	NSW      = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
)

// TagPrefix marks our own content controls.
const TagPrefix = "aloft:"

// AnchorPrefix is the prefix of the bookmarks of boxes' anchors.
const AnchorPrefix = "_aloft_box_"

// Pixel is how many English metric units a pixel has, at 96 to the inch.
const Pixel = 9525

// Step is the twentieths of a point of one step of an indent: half an inch.
const Step = 720

// Inside is how many steps everything in a box of ours is indented by; boxed: it is in
// another one.
func Inside(base, indent int, boxed bool) int {
	if boxed {
		base++
	}
	return base + indent
}

// namespaces are those of NSMain by their prefix.
var namespaces = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, s := range strings.Split(NSMain, " ") {
		if name, uri, ok := strings.Cut(s, `="`); ok && strings.HasPrefix(name, "xmlns:") {
			out[strings.TrimPrefix(name, "xmlns:")] = strings.TrimSuffix(uri, `"`)
		}
	}
	return out
})

// Namespace is that of a prefix in our own files.
func Namespace(prefix string) string { return namespaces()[prefix] }

// Strictly is a namespace or kind of relationship in strict files.
func Strictly(uri string) string {
	rest, ok := strings.CutPrefix(uri, "http://schemas.openxmlformats.org/")
	if !ok {
		return uri
	}
	for _, dir := range []string{"wordprocessingml", "drawingml", "officeDocument"} {
		if r, ok := strings.CutPrefix(rest, dir+"/2006/"); ok {
			return "http://purl.oclc.org/ooxml/" + dir + "/" + r
		}
	}
	return uri
}

// Understood: the namespaces that a choice of alternate content requires, by their prefixes,
// are of the formats, or extensions that their programs write. bound returns what a prefix
// stands for there, "" = nobody says.
func Understood(requires string, bound func(prefix string) string) bool {
	for _, prefix := range strings.Fields(requires) {
		uri := cmp.Or(bound(prefix), usualPrefixes[prefix])
		known := slices.ContainsFunc([]string{"http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/", "urn:schemas-microsoft-com:"},
			func(of string) bool { return strings.HasPrefix(uri, of) })
		if of, ok := strings.CutPrefix(uri, microsoft); !known && (!ok || !slices.Contains(extensions, of)) {
			return false
		}
	}
	return true
}

const microsoft = "http://schemas.microsoft.com/office/"

// extensions are namespaces beneath microsoft.
var extensions = strings.Fields(`word/2006/wordml word/2010/wordml word/2012/wordml word/2015/wordml/symex word/2016/wordml/cid word/2018/wordml
	word/2018/wordml/cex word/2020/wordml/sdtdatahash word/2023/wordml/word16du word/2024/wordml/sdtformatlock
	word/2010/wordprocessingDrawing word/2010/wordprocessingCanvas word/2010/wordprocessingGroup word/2010/wordprocessingInk
	word/2010/wordprocessingShape word/2012/wordprocessingDrawing drawing/2010/main drawing/2012/main drawing/2014/main
	drawing/2010/picture drawing/2010/slicer drawing/2012/slicer drawing/2012/chart drawing/2014/chart drawing/2014/chartex
	drawing/2015/9/8/chartex drawing/2015/10/21/chartex drawing/2016/5/9/chartex drawing/2016/5/10/chartex drawing/2016/5/11/chartex
	drawing/2016/5/12/chartex drawing/2016/5/13/chartex drawing/2016/5/14/chartex drawing/2016/ink drawing/2017/model3d drawing/2016/SVG/main
	drawing/2013/main/command drawing/2017/decorative powerpoint/2010/main powerpoint/2012/main powerpoint/2013/main/command
	powerpoint/2014/inkAction powerpoint/2015/main powerpoint/2015/09/main powerpoint/2015/10/main powerpoint/2018/8/main`)

// usualPrefixes are for parts that do not say at their root what a prefix stands for.
var usualPrefixes = map[string]string{
	"wps": microsoft + "word/2010/wordprocessingShape", "wpg": microsoft + "word/2010/wordprocessingGroup",
	"wpc": microsoft + "word/2010/wordprocessingCanvas", "wpi": microsoft + "word/2010/wordprocessingInk",
	"wp14": microsoft + "word/2010/wordprocessingDrawing", "w14": microsoft + "word/2010/wordml", "w15": microsoft + "word/2012/wordml",
	"p14": microsoft + "powerpoint/2010/main", "p15": microsoft + "powerpoint/2012/main",
	"w16se": microsoft + "word/2015/wordml/symex", "a14": microsoft + "drawing/2010/main", "am3d": microsoft + "drawing/2017/model3d",
	"aink": microsoft + "drawing/2016/ink", "v": "urn:schemas-microsoft-com:vml",
	"cx": microsoft + "drawing/2014/chartex", "cx1": microsoft + "drawing/2015/9/8/chartex", "cx2": microsoft + "drawing/2015/10/21/chartex",
}

// EscapeXML escapes text inside an element or an attribute.
func EscapeXML(s string) string {
	s = word.Storable(s)
	if !strings.ContainsAny(s, "&<>\"\n\t\r") {
		return s
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;", "\t", "&#9;", "\r", "&#13;").Replace(s)
}

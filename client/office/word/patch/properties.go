package patch

import (
	"slices"
	"strings"
)

// property is an element of pPr or rPr.
type property struct{ name, xml string }

// paraOrder and runOrder are the elements of pPr and rPr in the order of the schema
// (ECMA-376 part 1, 17.3.1.26 and 17.3.2.28).
var (
	paraOrder = order("pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange")
	runOrder  = order("ins del moveFrom moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange")
)

func order(s string) func(string) int {
	names := strings.Fields(s)
	return func(name string) int { return slices.Index(names, name) }
}

// set replaces properties of a name, or removes them with "".
func set(in []property, rank func(string) int, name, xml string) []property {
	out := slices.DeleteFunc(slices.Clone(in), func(x property) bool { return x.name == name })
	if xml == "" {
		return out
	}
	at := slices.IndexFunc(out, func(x property) bool { return rank(x.name) > rank(name) })
	if at < 0 {
		at = len(out)
	}
	return slices.Insert(out, at, property{name, xml})
}

func without(in []property, names ...string) []property {
	return slices.DeleteFunc(slices.Clone(in), func(x property) bool { return slices.Contains(names, x.name) })
}

// only are the properties of these names.
func only(in []property, names ...string) []property {
	return slices.DeleteFunc(slices.Clone(in), func(x property) bool { return !slices.Contains(names, x.name) })
}

func joined(tag string, in []property) string {
	if len(in) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<w:" + tag + ">")
	for _, x := range in {
		b.WriteString(x.xml)
	}
	b.WriteString("</w:" + tag + ">")
	return b.String()
}

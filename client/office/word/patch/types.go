package patch

import (
	"errors"
	"path"
	"strings"

	"aloft/client/office/word/parts"
)

// typesPart is the part with the types of all others.
const typesPart = "[Content_Types].xml"

// typed are the parts that have a content type of their own, and with a dot the
// extensions that have one; a file that has lost its content types has none.
func (o *output) typed() map[string]bool {
	out := map[string]bool{}
	_, err := o.file.Package.Each(typesPart, func(n *parts.Node) error {
		switch n.Name {
		case "Override":
			out[parts.Name(n.Attr("PartName"))] = true
		case "Default":
			out["."+strings.ToLower(n.Attr("Extension"))] = true
		}
		return nil
	})
	if err != nil && !errors.Is(err, parts.ErrNoPart) {
		o.fail(err)
	}
	return out
}

// declareTypes writes the content types of new parts, and of the extensions of new
// pictures and relationships. A file without the part stays so: no program that needs it
// opened that file.
func (o *output) declareTypes(extensions []string) {
	typed := o.typed()
	for _, name := range o.names {
		if path.Ext(name) == ".rels" {
			extensions = append(extensions, "rels")
		}
	}
	for _, e := range extensions {
		if !typed["."+e] {
			typed["."+e] = true
			is := parts.MIME(e)
			if e == "rels" {
				is = parts.TypeRels
			}
			o.types = append(o.types, `<Default xmlns="`+parts.TypesNS+`" Extension="`+e+`" ContentType="`+is+`"/>`)
		}
	}
	if len(o.types) > 0 && o.file.Package.Parts[parts.Name(typesPart)] != nil {
		o.add(typesPart, strings.Join(o.types, ""))
	}
}

package patch

import (
	"errors"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// typesPart is the part with the types of all others.
const typesPart = "[Content_Types].xml"

// typed are the parts that have a content type of their own, and with a dot the
// extensions that have one; a file whose content types are lost or damaged has none.
func (o *output) typed() map[string]bool {
	out := map[string]bool{}
	err := o.file.Package.Each(typesPart, func(n *parts.Node) error {
		switch n.Name {
		case "Override":
			out[parts.Name(n.Attr("PartName"))] = true
		case "Default":
			out["."+strings.ToLower(n.Attr("Extension"))] = true
		}
		return nil
	})
	if err != nil && !errors.Is(err, word.ErrDamaged) {
		o.fail(err)
	}
	return out
}

// declareTypes writes the content types of new parts, and of the extensions of new
// pictures. A file without the part stays so: no program that needs it opened that file.
func (o *output) declareTypes(extensions []string) {
	typed := o.typed()
	for _, e := range extensions {
		if !typed["."+e] {
			typed["."+e] = true
			o.types = append(o.types, `<Default xmlns="`+parts.TypesNS+`" Extension="`+e+`" ContentType="`+parts.MIME(e)+`"/>`)
		}
	}
	if len(o.types) > 0 && o.file.Package.Parts[parts.Name(typesPart)] != nil {
		o.add(typesPart, strings.Join(o.types, ""))
	}
}

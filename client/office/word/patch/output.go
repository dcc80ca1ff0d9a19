package patch

import (
	"archive/zip"
	"bytes"
	"cmp"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client/office/word/parts"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

// output is what the file has instead of what it had.
type output struct {
	file   *read.File
	strict bool
	main   [][]byte          // the changed main part, in pieces: it may be as long as a book
	parts  map[string][]byte // other changed and new parts by their name
	names  []string          // of the new ones
	rels   []parts.Rel       // to new parts
	types  []string          // content types to add
	err    error             // the first one
}

func (o *output) fail(err error) { o.err = cmp.Or(o.err, err) }

// current is a part with the changes so far.
func (o *output) current(name string) ([]byte, error) {
	if data := o.parts[name]; data != nil {
		return data, nil
	}
	return o.file.Package.Text(name)
}

// add puts new elements behind the last one in the root of a part.
func (o *output) add(name, xml string, before ...string) {
	data, err := o.current(name)
	if err != nil {
		o.fail(err)
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
		o.parts[name] = []byte(string(data[:end]) + ">" + xml + "</" + tag + ">" + string(data[end+2:]))
		return
	}
	o.parts[name] = []byte(string(data[:at]) + xml + string(data[at:]))
}

// has is the name of the part of a kind that the main part refers to, "" = the file has
// none: a relationship to a part that is lost counts for nothing.
func (o *output) has(kind string) string {
	name := o.file.Refs.Of(kind)
	if o.file.Package.Parts[parts.Name(name)] == nil {
		return ""
	}
	return name
}

// create adds a part to the file, with a relationship of the main part to it and a
// content type: the end of its kind is its name. Where the file refers to a part that is
// lost, the new one takes its place.
func (o *output) create(kind, data string) string {
	dir, base := path.Dir(o.file.Main), path.Base(kind)
	typed := o.typed()
	name := o.file.Refs.Of(base)
	if name == "" || o.parts[name] != nil {
		name = path.Join(dir, base+".xml")
		for i := 1; o.file.Package.Parts[parts.Name(name)] != nil || typed[parts.Name(name)]; i++ {
			name = path.Join(dir, base+strconv.Itoa(i)+".xml")
		}
		o.rels = append(o.rels, parts.Rel{Kind: kind, Target: path.Base(name)})
	}
	o.parts[name] = []byte(data)
	o.names = append(o.names, name)
	if !typed[parts.Name(name)] {
		o.types = append(o.types, `<Override xmlns="`+parts.TypesNS+`" PartName="/`+parts.EscapeXML(name)+`" ContentType="`+parts.TypeWord+base+`+xml"/>`)
	}
	return name
}

// relate adds relationships to a part: those of the writer, with numbers from first
// on, and those to new parts.
func (o *output) relate(part string, first int, refs, created []parts.Rel) {
	var xml strings.Builder
	for i, r := range slices.Concat(refs, created) {
		xml.WriteString(r.XML(first+i, ` xmlns="`+parts.RelsNS+`"`, o.office()))
	}
	dir, base := path.Split(part)
	name := dir + "_rels/" + base + ".rels"
	switch {
	case xml.Len() == 0:
	case o.file.Package.Parts[parts.Name(name)] == nil:
		o.parts[name] = []byte(parts.XMLHead + `<Relationships xmlns="` + parts.RelsNS + `">` + xml.String() + `</Relationships>`)
		o.names = append(o.names, name)
	default:
		o.add(name, xml.String())
	}
}

// declared gives the elements of new XML the namespace of w where the root of the
// part does not.
func (o *output) declared(name, xml string) string {
	data, err := o.current(name)
	if err != nil {
		o.fail(err)
		return xml
	}
	if strings.Contains(string(data[:min(len(data), 4096)]), o.nsW()) {
		return xml
	}
	return eachElement(xml, func(string) string { return " " + o.nsW() })
}

// local gives each element of a run of new ones the namespaces that the root does not
// declare.
func (o *output) local(xml string) string { return o.within(xml, o.file.Bound) }

// within does so for a part whose root declares these.
func (o *output) within(xml string, bound map[string]string) string {
	return eachElement(xml, func(s string) string {
		add := ""
		for _, prefix := range []string{"a", "m", "mc", "o", "pic", "r", "v", "w14", "wp", "wps"} {
			ns := parts.Namespace(prefix)
			if o.strict {
				ns = parts.Strictly(ns)
			}
			if bound[prefix] != ns && (strings.Contains(s, "<"+prefix+":") || strings.Contains(s, " "+prefix+":")) {
				add += ` xmlns:` + prefix + `="` + ns + `"`
			}
		}
		return add
	})
}

func (o *output) office() string {
	if o.strict {
		return parts.Strictly(parts.RelOffice)
	}
	return parts.RelOffice
}

func (o *output) nsW() string { return `xmlns:w="` + o.file.Bound["w"] + `"` }

// save writes the file: changed parts anew, new ones at the end, all others byte for
// byte as they were packed.
func (o *output) save(w io.Writer, pictures *write.Pieces) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, parts.Fastest())
	changed := map[string][][]byte{}
	for name, data := range o.parts {
		if data != nil {
			changed[parts.Name(name)] = [][]byte{asUTF8(data)}
		}
	}
	if o.main != nil {
		o.main[0] = asUTF8(o.main[0])
		changed[parts.Name(o.file.Main)] = o.main
	}
	put := func(name string, data [][]byte, modified time.Time) error {
		e, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: modified})
		for _, piece := range data {
			if err == nil {
				_, err = e.Write(piece)
			}
		}
		return err
	}
	for _, f := range o.file.Package.Files {
		key := parts.Name(f.Name)
		if data := changed[key]; data != nil && o.file.Package.Parts[key] == f {
			if err := put(f.Name, data, f.Modified); err != nil {
				return err
			}
			delete(changed, key)
			continue
		}
		head := f.FileHeader
		e, err := z.CreateRaw(&head)
		if err != nil {
			return err
		}
		src, err := f.OpenRaw()
		if err != nil {
			return err
		}
		if _, err := io.Copy(e, src); err != nil {
			return err
		}
	}
	for _, name := range o.names {
		if err := put(name, changed[parts.Name(name)], time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
			return err
		}
	}
	if err := pictures.Save(z, path.Dir(o.file.Main)); err != nil {
		return err
	}
	return z.Close()
}

package kit

import (
	"path"
	"strings"
	"sync"

	"aloft/model"
	"aloft/model/text"
)

// Class is what an entry is for a person: one colour and one icon.
type Class int

const (
	Other Class = iota
	Folder
	Doc
	Sheet
	Slide
	Picture
	Archive
	Code
	Media
	Form
	Drawing
	Link
)

// class describes a Class: its word for files, which have no kind of their own, its icons, and the names of such files.
// The second icon is that of Font Awesome in any Nerd Font.
type class struct {
	word          text.Text
	unicode, nerd string
	extensions    string
}

var classes = [...]class{
	Other:   {"", "▫", "\uf15b", ""},
	Folder:  {"", "▰", "\uf07b", ""},
	Doc:     {"", "≣", "\uf15c", "doc,docx,odt,rtf,pdf,md,markdown,txt,text,tex,epub,pages,org,rst,log"},
	Sheet:   {"", "⊞", "\uf1c3", "xls,xlsx,ods,csv,tsv,numbers"},
	Slide:   {"", "▭", "\uf1c4", "ppt,pptx,odp,key"},
	Picture: {"picture", "◪", "\uf1c5", "png,jpg,jpeg,gif,webp,bmp,tif,tiff,svg,heic,heif,avif,ico,psd,raw"},
	Archive: {"archive", "⊠", "\uf1c6", "zip,tar,gz,tgz,bz2,xz,zst,7z,rar,jar,iso,deb,rpm,dmg,cab"},
	Code: {"code", "⋄", "\uf1c9", "go,rs,c,h,cc,cpp,hpp,py,rb,js,ts,jsx,tsx,java,kt,swift,cs,php,pl,lua,sh,bash,zsh,fish,sql,html,css," +
		"scss,xml,json,yaml,yml,toml,ini,conf,cfg,mod,sum,diff,patch,proto"},
	Media:   {"media", "♫", "\uf1c8", "mp3,flac,ogg,opus,wav,m4a,aac,wma,mid,mp4,mkv,webm,avi,mov,m4v,wmv,mpg,mpeg"},
	Form:    {"", "☑", "\uf046", ""},
	Drawing: {"", "⌬", "\uf0e8", "xmind,drawio,vsdx"},
	Link:    {"", "↪", "\uf0c1", ""},
}

// byExtension is the class of a file by the end of its name.
var byExtension = sync.OnceValue(func() map[string]Class {
	m := map[string]Class{}
	for c := range classes {
		for ext := range strings.SplitSeq(classes[c].extensions, ",") {
			if ext != "" {
				m[ext] = Class(c)
			}
		}
	}
	return m
})

var byKind = map[model.Kind]Class{
	model.KindFolder: Folder, model.KindSpace: Folder,
	model.KindDoc: Doc, model.KindSmartCanvas: Doc,
	model.KindSheet: Sheet, model.KindSmartSheet: Sheet,
	model.KindSlide: Slide, model.KindForm: Form, model.KindMind: Drawing, model.KindFlowchart: Drawing, model.KindLink: Link,
}

// ClassOf returns the class of an entry: by its kind, and for a file by its name.
func ClassOf(e *model.Entry) Class {
	if c, ok := byKind[e.Kind]; ok {
		return c
	}
	ext := path.Ext(e.Name)
	if c, ok := byExtension()[strings.TrimPrefix(ext, ".")]; ok || ext == "" {
		return c
	}
	return byExtension()[strings.ToLower(ext[1:])]
}

// Icons is the setting of the icons before names.
type Icons int

const (
	NoIcons Icons = iota
	UnicodeIcons
	NerdIcons // of a patched font
)

// IconsOf reads the setting.
func IconsOf(s string) Icons {
	switch s {
	case "unicode":
		return UnicodeIcons
	case "nerd":
		return NerdIcons
	}
	return NoIcons
}

// Of returns the icon of a class with the blank after it, iconWidth cells, or "".
func (i Icons) Of(c Class, r model.Ruler) string {
	switch {
	case i == NerdIcons:
		return classes[c].nerd + " "
	case i == NoIcons:
		return ""
	}
	return r.Fit(classes[c].unicode, iconWidth)
}

const iconWidth = 2

// TypeWord returns an entry's kind for the kind column.
func TypeWord(c *text.Catalogue, e *model.Entry) string {
	if (e.Kind == model.KindOther || e.Kind == model.KindFile) && (e.MIME == "application/pdf" || strings.Contains(e.Link, "/pdf/")) {
		return c.Say("pdf")
	}
	if e.Kind == model.KindFile {
		if word := classes[ClassOf(e)].word; word != "" {
			return c.Say(word)
		}
	}
	return KindName(c, e.Kind)
}

var kindNames = map[model.Kind]text.Text{
	model.KindFolder:      "folder",
	model.KindFile:        "file",
	model.KindDoc:         "doc",
	model.KindSheet:       "sheet",
	model.KindSlide:       "slides",
	model.KindForm:        "form",
	model.KindMind:        "mind",
	model.KindFlowchart:   "flow",
	model.KindSmartCanvas: "smart",
	model.KindSmartSheet:  "s-sheet",
	model.KindSpace:       "space",
	model.KindLink:        "link",
}

// KindName returns the name of a kind.
func KindName(c *text.Catalogue, k model.Kind) string {
	if t, ok := kindNames[k]; ok {
		return c.Say(t)
	}
	return c.Say("other")
}

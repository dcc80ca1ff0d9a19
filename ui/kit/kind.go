package kit

import (
	"path"
	"slices"
	"strings"
	"sync"

	"charm.land/lipgloss/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
)

// Class is what an entry is for a person: one colour and one icon.
type Class int

const (
	Other Class = iota
	Folder
	Doc
	Sheet
	Slide
	Text
	Picture
	Archive
	Code
	Media
	Program
	Form
	Drawing
	Link
	Broken // a link that leads nowhere
	Classes
)

// class describes a Class: its word for files, which have no kind of their own, its icons, its colour, what such entries are,
// and the names of such files. The second icon is that of Font Awesome in any Nerd Font. The first is of a width that all
// tables of widths agree about.
type class struct {
	word          text.Text
	unicode, nerd string
	style         func(*themes.Styles) lipgloss.Style
	kinds         []model.Kind
	extensions    string
}

type (
	styles = *themes.Styles
	style  = lipgloss.Style
	kinds  = []model.Kind
)

var classes = [Classes]class{
	Other:  {"", "▫", "\uf15b", func(s styles) style { return s.RowOther }, nil, ""},
	Folder: {"", "▰", "\uf07b", func(s styles) style { return s.RowFolder }, kinds{model.KindFolder, model.KindSpace}, ""},
	Doc: {"", "≣", "\uf1c2", func(s styles) style { return s.RowDoc }, kinds{model.KindDoc, model.KindSmartCanvas},
		"doc,docx,odt,rtf,pdf,epub,pages"},
	Sheet:   {"", "⊞", "\uf1c3", func(s styles) style { return s.RowSheet }, kinds{model.KindSheet, model.KindSmartSheet}, "xls,xlsx,ods,csv,tsv,numbers"},
	Slide:   {"", "▭", "\uf1c4", func(s styles) style { return s.RowSlide }, kinds{model.KindSlide}, "ppt,pptx,odp,key"},
	Text:    {"text", "≋", "\uf15c", func(s styles) style { return s.RowText }, nil, "txt,text,md,markdown,tex,org,rst,log"},
	Picture: {"picture", "◪", "\uf1c5", func(s styles) style { return s.RowPicture }, nil, "png,jpg,jpeg,gif,webp,bmp,tif,tiff,svg,heic,heif,avif,ico,psd,raw"},
	Archive: {"archive", "⊠", "\uf1c6", func(s styles) style { return s.RowArchive }, nil, "zip,tar,gz,tgz,bz2,xz,zst,7z,rar,jar,iso,deb,rpm,dmg,cab"},
	Code: {"code", "⋄", "\uf1c9", func(s styles) style { return s.RowCode }, nil, "go,rs,c,h,cc,cpp,hpp,py,rb,js,ts,jsx,tsx,java,kt,swift,cs,php,pl," +
		"lua,sh,bash,zsh,fish,sql,html,css,scss,xml,json,yaml,yml,toml,ini,conf,cfg,mod,sum,diff,patch,proto"},
	Media:   {"media", "♫", "\uf1c8", func(s styles) style { return s.RowMedia }, nil, "mp3,flac,ogg,opus,wav,m4a,aac,wma,mid,mp4,mkv,webm,avi,mov,m4v,wmv,mpg,mpeg"},
	Program: {"program", "⋙", "\uf013", func(s styles) style { return s.RowProgram }, nil, "exe,msi,bat,cmd,com,appimage"},
	Form:    {"", "⊡", "\uf046", func(s styles) style { return s.RowForm }, kinds{model.KindForm}, ""},
	Drawing: {"drawing", "⌬", "\uf0e8", func(s styles) style { return s.RowDrawing }, kinds{model.KindMind, model.KindFlowchart}, "xmind,drawio,vsdx"},
	Link:    {"link", "⇢", "\uf0c1", func(s styles) style { return s.RowLink }, kinds{model.KindLink}, "url,webloc,desktop,lnk"},
	Broken:  {"", "⇥", "\uf127", func(s styles) style { return s.RowBroken }, nil, ""},
}

// Style is the colour of a class.
func (c Class) Style(s *themes.Styles) lipgloss.Style { return classes[c].style(s) }

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

// ClassOf returns the class of an entry: by its kind, and for a file by its name and by whether it can be run.
func ClassOf(e *model.Entry) Class {
	if e.Broken {
		return Broken
	}
	for c := range classes {
		if slices.Contains(classes[c].kinds, e.Kind) {
			return Class(c)
		}
	}
	if isPDF(e) {
		return Doc
	}
	ext := strings.TrimPrefix(path.Ext(e.Name), ".")
	c, ok := byExtension()[ext]
	if !ok && ext != "" {
		c = byExtension()[strings.ToLower(ext)]
	}
	if e.Runs && (c == Other || c == Code) {
		return Program
	}
	return c
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

// isPDF reports whether an entry is a PDF by what its service says: its name may have no end.
func isPDF(e *model.Entry) bool {
	return (e.Kind == model.KindOther || e.Kind == model.KindFile) && (e.MIME == "application/pdf" || strings.Contains(e.Link, "/pdf/"))
}

// TypeWord returns an entry's kind for the kind column.
func TypeWord(c *text.Catalogue, e *model.Entry) string {
	if isPDF(e) {
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

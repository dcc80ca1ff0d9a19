package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"aloft/client/office/word"
)

// Pictures stores the bytes of pictures beside the documents. Key stores them, if
// they are missing, and returns their key; Bytes finds them again without opening
// them. It is not called for pictures that are only linked.
type Pictures interface {
	Key(word.Bytes) (string, error)
	Bytes(key string, size int64) (word.Bytes, error)
}

// The stored form: names are short since a large document has hundreds of
// thousands. Zero values are omitted. Form 1 had no sources, form 2 no alignments, no
// footnotes, no titles, no indents of tables and boxes, and lines across the page as text.
type (
	keptChange struct {
		Form     int           `json:"form"`
		Version  int64         `json:"v"`
		Base     *string       `json:"base,omitempty"`
		Splices  []keptSplice  `json:"s,omitempty"`
		Comments *keptComments `json:"c,omitempty"`
	}
	keptSplice struct {
		At     int         `json:"at,omitempty"`
		Del    int         `json:"del,omitempty"`
		Blocks []keptBlock `json:"b,omitempty"`
	}
	keptComments struct {
		At  int           `json:"at,omitempty"`
		Del int           `json:"del,omitempty"`
		Put []keptComment `json:"put,omitempty"`
	}
	// keptBlock is a paragraph, unless it has Rows or Box.
	keptBlock struct {
		Source word.Source     `json:"o,omitempty"`
		Indent int             `json:"d,omitempty"` // of a table or box
		Note   int             `json:"e,omitempty"` // of a table or box
		Align  []int           `json:"a,omitempty"` // of a table
		Format *keptFormat     `json:"f,omitempty"`
		Text   string          `json:"t,omitempty"` // of a paragraph of plain text only
		In     []keptInline    `json:"i,omitempty"`
		Rows   [][][]keptBlock `json:"r,omitempty"`
		Box    *keptBox        `json:"x,omitempty"`
	}
	keptFormat struct {
		Level     int       `json:"l,omitempty"`
		List      word.List `json:"k,omitempty"`
		ListLevel int       `json:"n,omitempty"`
		Start     int       `json:"s,omitempty"`
		Indent    int       `json:"i,omitempty"`
		Task      word.Task `json:"t,omitempty"`
		Note      int       `json:"e,omitempty"`
	}
	keptBox struct {
		Kind     word.BoxKind `json:"k,omitempty"`
		Language string       `json:"l,omitempty"`
		Name     string       `json:"n,omitempty"`
		Blocks   []keptBlock  `json:"b,omitempty"`
	}
	keptInline struct {
		Kind    word.Kind    `json:"k,omitempty"`
		Text    string       `json:"t,omitempty"`
		Name    string       `json:"n,omitempty"`
		Props   *keptProps   `json:"p,omitempty"`
		Picture *keptPicture `json:"g,omitempty"`
	}
	keptProps struct {
		Bold       bool   `json:"b,omitempty"`
		Italic     bool   `json:"i,omitempty"`
		Underline  bool   `json:"u,omitempty"`
		Strike     bool   `json:"s,omitempty"`
		SmallCaps  bool   `json:"m,omitempty"`
		Code       bool   `json:"c,omitempty"`
		Color      string `json:"f,omitempty"`
		Background string `json:"g,omitempty"`
		Link       string `json:"l,omitempty"`
		Title      string `json:"t,omitempty"`
		Note       int    `json:"e,omitempty"`
	}
	keptPicture struct {
		Key    string `json:"k,omitempty"`
		Size   int64  `json:"s,omitempty"`
		URL    string `json:"u,omitempty"`
		Name   string `json:"n,omitempty"`
		Alt    string `json:"a,omitempty"`
		Title  string `json:"t,omitempty"`
		Width  int    `json:"w,omitempty"`
		Height int    `json:"h,omitempty"`
	}
	keptComment struct {
		ID       string `json:"id"`
		Parent   string `json:"up,omitempty"`
		Author   string `json:"by,omitempty"`
		Initials string `json:"in,omitempty"`
		When     string `json:"at,omitempty"`
		Text     string `json:"t,omitempty"`
		Done     bool   `json:"done,omitempty"`
	}
)

// form is the version of the stored form that is written.
const form = 3

// EncodeDocument writes a document for storage, as JSON, block by block. The same
// document gives the same bytes.
func EncodeDocument(w io.Writer, d *word.Document, p Pictures) error {
	k := keeper{pics: p}
	put := func(s string) {
		if k.err == nil {
			_, k.err = io.WriteString(w, s)
		}
	}
	put(fmt.Sprintf(`{"form":%d,"v":%d,`, form, d.Version))
	if d.Base != "" {
		put(`"base":`)
		k.write(w, d.Base)
		put(",")
	}
	put(`"b":[`)
	for i, b := range d.Blocks() {
		if i > 0 {
			put(",")
		}
		k.write(w, k.blocks([]word.Block{b})[0])
	}
	put("]")
	if c := k.comments(d.Comments()); len(c) > 0 {
		put(`,"c":`)
		k.write(w, c)
	}
	put("}")
	return k.err
}

// EncodeChange encodes a change for the log, as JSON.
func EncodeChange(c Change, p Pictures) ([]byte, error) {
	k := keeper{pics: p}
	out := keptChange{Form: form, Version: c.Version, Base: c.Base}
	for _, s := range c.Splices {
		out.Splices = append(out.Splices, keptSplice{s.At, s.Del, k.blocks(s.Blocks)})
	}
	if s := c.Comments; s != nil {
		out.Comments = &keptComments{s.At, s.Del, k.comments(s.Put)}
	}
	var b bytes.Buffer
	k.write(&b, out)
	return b.Bytes(), k.err
}

// keeper builds the stored form; it keeps the first error.
type keeper struct {
	pics Pictures
	buf  bytes.Buffer
	err  error
}

// write writes a value without the line break that the encoder adds.
func (k *keeper) write(w io.Writer, v any) {
	if k.err != nil {
		return
	}
	k.buf.Reset()
	e := json.NewEncoder(&k.buf)
	e.SetEscapeHTML(false)
	if k.err = e.Encode(v); k.err == nil {
		_, k.err = w.Write(bytes.TrimSuffix(k.buf.Bytes(), []byte("\n")))
	}
}

func (k *keeper) blocks(in []word.Block) []keptBlock {
	out := make([]keptBlock, len(in))
	for i, b := range in {
		out[i].Source = word.SourceOf(b)
		switch b := b.(type) {
		case *word.Paragraph:
			if f := b.Format; !f.Plain() {
				out[i].Format = &keptFormat{f.Level, f.List, f.ListLevel, f.Start, f.Indent, f.Task, f.Note}
			}
			l := b.Inlines()
			if len(l) == 1 && l[0].Kind == word.Run && l[0].Props == (word.Props{}) {
				out[i].Text = l[0].Text
				break
			}
			out[i].In = k.inlines(l)
		case *word.Table:
			out[i].Indent, out[i].Note = b.Indent, b.Note
			for _, a := range b.Align {
				out[i].Align = append(out[i].Align, int(a))
			}
			for _, r := range b.Rows() {
				row := make([][]keptBlock, len(r))
				for j, c := range r {
					row[j] = k.blocks(c.Blocks())
				}
				out[i].Rows = append(out[i].Rows, row)
			}
		case *word.Box:
			out[i].Indent, out[i].Note = b.Indent, b.Note
			out[i].Box = &keptBox{b.Kind, b.Language, b.Name, k.blocks(b.Blocks())}
		}
	}
	return out
}

func (k *keeper) inlines(in []word.Inline) []keptInline {
	out := make([]keptInline, len(in))
	for i, l := range in {
		out[i] = keptInline{Kind: l.Kind, Text: l.Text, Name: l.Name}
		if l.Props != (word.Props{}) {
			p := keptProps(l.Props)
			out[i].Props = &p
		}
		if p := l.Picture; p != nil {
			g := &keptPicture{URL: p.URL, Name: p.Name, Alt: p.Alt, Title: p.Title, Width: p.Width, Height: p.Height}
			if p.Data != nil && k.err == nil {
				g.Size = p.Data.Size()
				g.Key, k.err = k.pics.Key(p.Data)
			}
			out[i].Picture = g
		}
	}
	return out
}

func (k *keeper) comments(in []word.Comment) []keptComment {
	var out []keptComment
	for _, c := range in {
		n := keptComment{c.ID, c.Parent, c.Author, c.Initials, "", c.Text, c.Done}
		if !c.When.IsZero() {
			n.When = c.When.UTC().Format(time.RFC3339Nano)
		}
		out = append(out, n)
	}
	return out
}

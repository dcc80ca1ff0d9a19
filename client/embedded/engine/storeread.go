package engine

import (
	"time"

	"aloft/client/office/word"
)

// loader builds documents from the stored form. Equal pictures become one.
type loader struct {
	scanner
	pics Pictures
	same map[keptPicture]*word.Picture
	form int // that was written
}

// deepest is how deep tables may nest.
const deepest = 300

// DecodeDocument decodes a document from its parts in order, which it lets go: the texts
// are parts of them. An error is of KindStored, or that of Pictures.
func DecodeDocument(parts []string, p Pictures) (*word.Document, error) {
	l := newLoader("", p)
	l.more = parts
	var version int64
	var blocks []word.Block
	var comments []word.Comment
	base := ""
	l.whole(field{"base", func() { l.piece(func() { base = l.string() }) }},
		field{"v", func() { l.piece(func() { version = int64(l.number()) }) }},
		field{"b", func() {
			l.array(func() {
				var b word.Block
				l.piece(func() { b = l.block(0) })
				blocks = append(blocks, b)
			})
		}},
		field{"c", func() { l.piece(func() { comments = l.comments() }) }})
	if l.err != nil {
		return nil, l.err
	}
	d := word.NewDocument(version, blocks, comments)
	d.Base = base
	return d, nil
}

// DecodeChange decodes a change, with the errors of DecodeDocument.
func DecodeChange(data []byte, p Pictures) (Change, error) {
	l := newLoader(string(data), p)
	var out Change
	l.whole(field{"v", &out.Version}, field{"base", func() { out.Base = new(l.string()) }},
		field{"s", func() { l.array(func() { out.Splices = append(out.Splices, l.splice()) }) }},
		field{"c", func() { out.Comments = l.commentSplice() }})
	return out, l.err
}

func newLoader(data string, p Pictures) *loader {
	return &loader{scanner: scanner{data: data}, pics: p, same: map[keptPicture]*word.Picture{}}
}

// whole reads everything.
func (l *loader) whole(all ...field) {
	l.fields(append(all, field{"form", func() {
		if l.piece(func() { l.form = l.number() }); l.form < 1 || l.form > form {
			l.fail("form %d", l.form)
		}
	}})...)
	if l.end(); l.form == 0 {
		l.fail("no form")
	}
}

// field is a key of the stored form and where its value is stored: a number, a
// string, a bool, or a function.
type field struct {
	key  string
	into any
}

// fields reads an object that has these keys and no others.
func (l *loader) fields(all ...field) {
	l.object(func(key string) {
		for i := range all {
			if key == all[i].key {
				l.into(all[i].into)
				return
			}
		}
		l.unknown(key)
	})
}

func (l *loader) into(to any) {
	switch to := to.(type) {
	case *int:
		*to = l.number()
	case *int64:
		*to = int64(l.number())
	case *string:
		*to = l.string()
	case *bool:
		*to = l.yes()
	case func():
		to()
	}
}

func (l *loader) splice() (out word.Splice) {
	l.fields(field{"at", &out.At}, field{"del", &out.Del}, field{"b", func() { out.Blocks = l.blocks(0) }})
	return out
}

func (l *loader) commentSplice() *CommentSplice {
	var out CommentSplice
	l.fields(field{"at", &out.At}, field{"del", &out.Del}, field{"put", func() { out.Put = l.comments() }})
	return &out
}

func (l *loader) blocks(depth int) []word.Block {
	if depth > deepest {
		l.fail("deeper than %d", deepest)
	}
	var out []word.Block
	l.array(func() { out = append(out, l.block(depth)) })
	return out
}

func (l *loader) block(depth int) (out word.Block) {
	var f word.Format
	var in []word.Inline
	var words string
	var from word.Source
	indent, note := 0, 0
	var align []word.Align
	l.object(func(key string) {
		switch key {
		case "o":
			from = word.Source(l.number())
		case "d":
			indent = l.number()
		case "e":
			note = l.number()
		case "a":
			l.array(func() { align = append(align, word.Align(l.small(int(word.Right)))) })
		case "f":
			f = l.format()
		case "t":
			if words = l.string(); l.form < 3 && words == word.Ruler {
				in, words = []word.Inline{{Kind: word.Rule}}, ""
			}
		case "i":
			in = l.inlines()
		case "r":
			out = l.table(depth)
		case "x":
			out = l.box(depth)
		default:
			l.unknown(key)
		}
	})
	switch b := out.(type) {
	case *word.Table:
		b.Indent, b.Note, b.Align = indent, note, align
		return b.From(from)
	case *word.Box:
		b.Indent, b.Note = indent, note
		return b.From(from)
	}
	f.Source = from
	if in == nil {
		return word.NewParagraph(f, word.Text(words))
	}
	return word.NewParagraph(f, in...)
}

func (l *loader) table(depth int) word.Block {
	var rows [][]word.Cell
	l.array(func() {
		var row []word.Cell
		l.array(func() { row = append(row, word.NewCell(l.blocks(depth+1)...)) })
		rows = append(rows, row)
	})
	return word.NewTable(rows...)
}

func (l *loader) box(depth int) word.Block {
	var k keptBox
	var in []word.Block
	l.fields(field{"k", func() { k.Kind = word.BoxKind(l.small(int(word.HighlightBlock))) }}, field{"l", &k.Language}, field{"n", &k.Name},
		field{"b", func() { in = l.blocks(depth + 1) }})
	return word.NewBox(k.Kind, k.Language, k.Name, in...)
}

func (l *loader) format() (f word.Format) {
	l.fields(field{"l", &f.Level}, field{"k", func() { f.List = word.List(l.small(int(word.Number))) }}, field{"n", &f.ListLevel},
		field{"s", &f.Start}, field{"i", &f.Indent}, field{"t", func() { f.Task = word.Task(l.small(int(word.Done))) }}, field{"e", &f.Note})
	return f
}

func (l *loader) inlines() []word.Inline {
	var out []word.Inline
	l.array(func() {
		var i word.Inline
		l.object(func(key string) {
			switch key {
			case "k":
				i.Kind = word.Kind(l.small(int(word.Rule)))
			case "t":
				i.Text = l.string()
			case "n":
				i.Name = l.string()
			case "p":
				i.Props = l.props()
			case "g":
				i.Picture = l.picture()
			default:
				l.unknown(key)
			}
		})
		if (i.Kind == word.Image) != (i.Picture != nil) {
			l.fail("an image without a picture, or a picture without an image")
		}
		out = append(out, i)
	})
	return out
}

func (l *loader) props() (p word.Props) {
	l.fields(field{"b", &p.Bold}, field{"i", &p.Italic}, field{"u", &p.Underline}, field{"s", &p.Strike}, field{"m", &p.SmallCaps},
		field{"c", &p.Code}, field{"f", &p.Color}, field{"g", &p.Background}, field{"l", &p.Link}, field{"t", &p.Title}, field{"e", &p.Note})
	return p
}

func (l *loader) picture() *word.Picture {
	var k keptPicture
	l.fields(field{"k", &k.Key}, field{"s", &k.Size}, field{"u", &k.URL}, field{"n", &k.Name}, field{"a", &k.Alt}, field{"t", &k.Title},
		field{"w", &k.Width}, field{"h", &k.Height})
	if p := l.same[k]; p != nil {
		return p
	}
	p := &word.Picture{URL: k.URL, Name: k.Name, Alt: k.Alt, Title: k.Title, Width: k.Width, Height: k.Height}
	if k.Key != "" && l.err == nil {
		p.Data, l.err = l.pics.Bytes(k.Key, k.Size)
	}
	if l.err == nil {
		l.same[k] = p
	}
	return p
}

func (l *loader) comments() []word.Comment {
	var out []word.Comment
	l.array(func() {
		var c word.Comment
		l.fields(field{"id", &c.ID}, field{"up", &c.Parent}, field{"by", &c.Author}, field{"in", &c.Initials}, field{"t", &c.Text},
			field{"done", &c.Done}, field{"at", func() { c.When = l.time() }})
		out = append(out, c)
	})
	return out
}

func (l *loader) time() time.Time {
	when, err := time.Parse(time.RFC3339Nano, l.string())
	if err != nil {
		l.fail("%v", err)
	}
	return when.UTC()
}

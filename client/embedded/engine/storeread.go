package engine

import (
	"time"

	"aloft/client/office/word"
)

// loader builds documents from the stored form. Pictures that are the same become
// one.
type loader struct {
	scanner
	pics Pictures
	same map[keptPicture]*word.Picture
}

// deepest is how far tables may lie in one another.
const deepest = 300

// DecodeDocument reads a document again; an error is of KindStored, or that of the
// pictures.
func DecodeDocument(data []byte, p Pictures) (*word.Document, error) {
	l := newLoader(data, p)
	var version int64
	var blocks []word.Block
	var comments []word.Comment
	l.whole(func(key string) bool {
		switch key {
		case "v":
			version = int64(l.number())
		case "b":
			blocks = l.blocks(0)
		case "c":
			comments = l.comments()
		default:
			return false
		}
		return true
	})
	if l.err != nil {
		return nil, l.err
	}
	return word.NewDocument(version, blocks, comments), nil
}

// DecodeChange reads a change again, with the errors of DecodeDocument.
func DecodeChange(data []byte, p Pictures) (Change, error) {
	l := newLoader(data, p)
	var out Change
	l.whole(func(key string) bool {
		switch key {
		case "v":
			out.Version = int64(l.number())
		case "s":
			l.array(func() { out.Splices = append(out.Splices, l.splice()) })
		case "c":
			out.Comments = l.commentSplice()
		default:
			return false
		}
		return true
	})
	if l.err != nil {
		return Change{}, l.err
	}
	return out, nil
}

func newLoader(data []byte, p Pictures) *loader {
	return &loader{scanner: scanner{data: data}, pics: p, same: map[keptPicture]*word.Picture{}}
}

// whole reads all of it; f reads the value of a key that it knows.
func (l *loader) whole(f func(key string) bool) {
	wrote := 0
	l.object(func(key []byte) {
		switch {
		case string(key) == "form":
			if wrote = l.number(); wrote != form {
				l.fail("form %d", wrote)
			}
		case !f(string(key)):
			l.unknown(key)
		}
	})
	if l.end(); wrote == 0 {
		l.fail("no form")
	}
}

func (l *loader) splice() (out word.Splice) {
	l.object(func(key []byte) {
		switch string(key) {
		case "at":
			out.At = l.number()
		case "del":
			out.Del = l.number()
		case "b":
			out.Blocks = l.blocks(0)
		default:
			l.unknown(key)
		}
	})
	return out
}

func (l *loader) commentSplice() *CommentSplice {
	var out CommentSplice
	l.object(func(key []byte) {
		switch string(key) {
		case "at":
			out.At = l.number()
		case "del":
			out.Del = l.number()
		case "put":
			out.Put = l.comments()
		default:
			l.unknown(key)
		}
	})
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
	l.object(func(key []byte) {
		switch string(key) {
		case "f":
			f = l.format()
		case "t":
			in = []word.Inline{word.Text(l.string())}
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
	if out == nil {
		out = word.NewParagraph(f, in...)
	}
	return out
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
	l.object(func(key []byte) {
		switch string(key) {
		case "k":
			k.Kind = word.BoxKind(l.small(int(word.HighlightBlock)))
		case "l":
			k.Language = l.string()
		case "n":
			k.Name = l.string()
		case "b":
			in = l.blocks(depth + 1)
		default:
			l.unknown(key)
		}
	})
	return word.NewBox(k.Kind, k.Language, k.Name, in...)
}

func (l *loader) format() (f word.Format) {
	l.object(func(key []byte) {
		switch string(key) {
		case "l":
			f.Level = l.number()
		case "k":
			f.List = word.List(l.small(int(word.Number)))
		case "n":
			f.ListLevel = l.number()
		case "s":
			f.Start = l.number()
		case "i":
			f.Indent = l.number()
		case "t":
			f.Task = word.Task(l.small(int(word.Done)))
		default:
			l.unknown(key)
		}
	})
	return f
}

func (l *loader) inlines() []word.Inline {
	var out []word.Inline
	l.array(func() {
		var i word.Inline
		l.object(func(key []byte) {
			switch string(key) {
			case "k":
				i.Kind = word.Kind(l.small(int(word.CommentEnd)))
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
	l.object(func(key []byte) {
		switch string(key) {
		case "b":
			p.Bold = l.yes()
		case "i":
			p.Italic = l.yes()
		case "u":
			p.Underline = l.yes()
		case "s":
			p.Strike = l.yes()
		case "m":
			p.SmallCaps = l.yes()
		case "c":
			p.Code = l.yes()
		case "f":
			p.Color = l.string()
		case "g":
			p.Background = l.string()
		case "l":
			p.Link = l.string()
		default:
			l.unknown(key)
		}
	})
	return p
}

func (l *loader) picture() *word.Picture {
	var k keptPicture
	l.object(func(key []byte) {
		switch string(key) {
		case "k":
			k.Key = l.string()
		case "s":
			k.Size = int64(l.number())
		case "u":
			k.URL = l.string()
		case "n":
			k.Name = l.string()
		case "a":
			k.Alt = l.string()
		case "w":
			k.Width = l.number()
		case "h":
			k.Height = l.number()
		default:
			l.unknown(key)
		}
	})
	if p := l.same[k]; p != nil {
		return p
	}
	p := &word.Picture{URL: k.URL, Name: k.Name, Alt: k.Alt, Width: k.Width, Height: k.Height}
	if k.Key != "" && l.err == nil {
		p.Data, l.err = l.pics.Bytes(k.Key, k.Size)
	}
	l.same[k] = p
	return p
}

func (l *loader) comments() []word.Comment {
	var out []word.Comment
	l.array(func() {
		var c word.Comment
		l.object(func(key []byte) {
			switch string(key) {
			case "id":
				c.ID = l.string()
			case "up":
				c.Parent = l.string()
			case "by":
				c.Author = l.string()
			case "in":
				c.Initials = l.string()
			case "at":
				when, err := time.Parse(time.RFC3339Nano, l.string())
				if err != nil {
					l.fail("%v", err)
				}
				c.When = when.UTC()
			case "t":
				c.Text = l.string()
			case "done":
				c.Done = l.yes()
			default:
				l.unknown(key)
			}
		})
		out = append(out, c)
	})
	return out
}

package word

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"aloft/model"
)

// Props are the properties of text.
type Props struct {
	Bold, Italic, Underline, Strike, SmallCaps, Code bool

	Color      string // RRGGBB in capitals, "" = as the paragraph
	Background string
	Link       string // a URL, or "#" and the anchor of a heading
	Title      string // of the link
	Note       int    // the footnote that it refers to: the text is its number in brackets
}

// Kind is the kind of an inline.
type Kind uint8

const (
	Run Kind = iota // text; all others are objects of length 1
	Image
	PageBreak
	LineBreak
	Tab
	Equation
	Drawing
	AddOn
	BoxAnchor
	CommentStart
	CommentEnd
	Rule // a line across the page
)

// Inline is a piece of a paragraph: text with one set of properties, or an object.
type Inline struct {
	Kind    Kind
	Text    string // of a Run; the text of an Equation, a Drawing or an AddOn
	Props   Props
	Picture *Picture // of an Image
	Name    string   // the comment's id, or the name of the anchored box
}

// Len is the inline's length in positions.
func (i Inline) Len() int {
	if i.Kind == Run {
		return Units(i.Text)
	}
	return 1
}

// Units is the length of text in UTF-16 code units.
func Units(s string) int { return int(model.Units(s)) }

// CutUnits returns the byte offset in s behind at most that many units, and the
// number of units before it: fewer where s ends, or inside a surrogate pair.
func CutUnits(s string, units int) (at, n int) {
	for at, r := range s {
		w := utf16.RuneLen(r)
		if n+w > units {
			return at, n
		}
		n += w
	}
	return len(s), n
}

// Text returns a run without properties.
func Text(s string) Inline { return Inline{Text: s} }

// Styled returns a run.
func Styled(s string, p Props) Inline { return Inline{Text: s, Props: p} }

// plain reports whether it is text without properties, in its normal form.
func (i *Inline) plain() bool {
	return i.Kind == Run && i.Text != "" && i.Props == Props{} && !strings.ContainsAny(i.Text, "\n\r\t\v\f") && legal(i.Text) == i.Text
}

// tidy is the normal form of a paragraph's inlines: text without line ends, tabs
// and what XML does not allow, neighbours with equal properties in one run, no
// empty runs.
func tidy(in []Inline) []Inline {
	out := make([]Inline, 0, len(in))
	for _, i := range in {
		i.Props = i.Props.tidy()
		if i.Kind != Run {
			out = append(out, bare(i))
			continue
		}
		i.Picture, i.Name = nil, ""
		rest := i.Text
		for rest != "" {
			at := strings.IndexAny(rest, "\n\r\t\v\f")
			if at < 0 {
				out = append(out, Inline{Text: legal(rest), Props: i.Props})
				break
			}
			if at > 0 {
				out = append(out, Inline{Text: legal(rest[:at]), Props: i.Props})
			}
			switch c := rest[at]; {
			case c == '\t':
				out = append(out, bare(Inline{Kind: Tab, Props: i.Props}))
			case c == '\r' && strings.HasPrefix(rest[at+1:], "\n"): // one line end
			default:
				out = append(out, bare(Inline{Kind: LineBreak, Props: i.Props}))
			}
			rest = rest[at+1:]
		}
	}
	for k := range out {
		if k > 0 && out[k].Kind == Run && out[k-1].Kind == Run && out[k].Props == out[k-1].Props || out[k].Props.Note != 0 {
			return cited(Glue(out))
		}
	}
	return out
}

// cited keeps references to footnotes that are whole.
func cited(in []Inline) []Inline {
	broken := false
	for k, i := range in {
		if n := i.Props.Note; n != 0 && (n < 0 || i.Kind != Run || i.Text != Reference(n)) {
			in[k].Props.Note, broken = 0, true
		}
	}
	if broken {
		return Glue(in)
	}
	return in
}

// bare removes from an object what it cannot have.
func bare(i Inline) Inline {
	switch i.Kind {
	case Tab, LineBreak:
		return Inline{Kind: i.Kind, Props: i.Props}
	case Image:
		if i.Picture == nil {
			return Inline{Kind: Drawing}
		}
		if i.Picture.Data == nil && i.Picture.URL == "" { // only its alternative text
			return bare(Inline{Kind: Drawing, Text: i.Picture.Alt})
		}
		return Inline{Kind: Image, Picture: i.Picture, Props: Props{Link: i.Props.Link, Title: i.Props.Title}}
	case Equation, Drawing, AddOn:
		i.Text = strings.TrimSpace(legal(flatLine(i.Text)))
		if i.Text == Placeholder(i.Kind) {
			i.Text = ""
		}
		return Inline{Kind: i.Kind, Text: i.Text}
	case BoxAnchor, CommentStart, CommentEnd:
		return Inline{Kind: i.Kind, Name: i.Name}
	}
	return Inline{Kind: i.Kind}
}

// flatLine joins text to one line.
func flatLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '\n', '\r', '\t', '\v', '\f':
			return ' '
		}
		return r
	}, s)
}

// OneLine is a foreign text as one line.
func OneLine(s string) string { return legal(flatLine(s)) }

// legal replaces what XML files do not allow, so that a text is the same before and
// after it was written.
func legal(s string) string { return allowed(s, "") }

// allowed replaces what XML files do not allow, and control characters but for these.
func allowed(s, controls string) string {
	ok := utf8.ValidString(s)
	for i := 0; ok && i < len(s); i++ {
		ok = s[i] >= 0x20 && s[i] != 0xef || strings.IndexByte(controls, s[i]) >= 0
	}
	if ok {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r < 0x20 && !strings.ContainsRune(controls, r) || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// Placeholder is the text of an object that has none of its own.
func Placeholder(k Kind) string {
	switch k {
	case Image:
		return "Image"
	case Equation:
		return "Math"
	case Drawing:
		return "Drawing"
	case AddOn:
		return "AddOn"
	}
	return ""
}

func (p Props) tidy() Props {
	if p.Color != "" {
		p.Color = Hex(p.Color)
	}
	if p.Background != "" {
		p.Background = Hex(p.Background)
	}
	if p.Link != "" {
		p.Link = strings.TrimSpace(legal(flatLine(p.Link)))
	}
	if p.Link == "" {
		p.Title = ""
	} else if p.Title != "" {
		p.Title = legal(flatLine(p.Title))
	}
	return p
}

// Flat is the text of inlines: an object has its own, or none.
func Flat(in []Inline) string {
	var b strings.Builder
	for _, i := range in {
		switch i.Kind {
		case Run, Equation, Drawing, AddOn:
			b.WriteString(i.Text)
		case Tab:
			b.WriteByte('\t')
		case LineBreak, PageBreak:
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Glue joins runs of equal properties, all at once: there may be very many.
func Glue(in []Inline) []Inline {
	out := make([]Inline, 0, len(in))
	for k := 0; k < len(in); {
		i, end := in[k], k+1
		if i.Kind != Run {
			out, k = append(out, i), end
			continue
		}
		for i.Text != "" && end < len(in) && in[end].Kind == Run && (in[end].Props == i.Props || in[end].Text == "") {
			end++
		}
		if end > k+1 {
			var b strings.Builder
			for _, r := range in[k:end] {
				b.WriteString(r.Text)
			}
			i.Text = b.String()
		}
		if k = end; i.Text != "" {
			out = append(out, i)
		}
	}
	return out
}

// Chunk is the text of the mark for a part of the text in another format (altChunk).
const Chunk = "text in another format"

// Ruler is a line across the page as text.
const Ruler = "———"

// Storable replaces what XML files do not allow, even escaped, where the model
// allows it: in comments, names and URLs.
func Storable(s string) string { return allowed(s, "\n\t\r") }

// Hex returns RRGGBB, "" for "auto" and invalid colours.
func Hex(s string) string {
	s = strings.ToUpper(strings.TrimPrefix(s, "#"))
	if len(s) != 6 || strings.Trim(s, "0123456789ABCDEF") != "" {
		return ""
	}
	return s
}

// Bytes are the bytes of a picture: in a part of the file that was read, in a
// store, on the disk. They are opened only when they are needed.
type Bytes interface {
	Open() (io.ReadCloser, error)
	Size() int64
}

// Picture is an image: bytes, or a URL where nothing is embedded.
type Picture struct {
	Data          Bytes
	URL           string // of a picture that is only linked
	Name          string // file name; its extension is the format
	Alt           string // alternative text
	Title         string // what is shown when somebody points at it
	Width, Height int    // in pixels at 96 to the inch, 0 = not known
}

// Held are bytes in memory.
type Held []byte

// Open returns a reader of them.
func (h Held) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(h)), nil }

// Size is their number.
func (h Held) Size() int64 { return int64(len(h)) }

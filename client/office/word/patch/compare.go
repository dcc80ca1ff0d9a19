package patch

import (
	"cmp"
	"crypto/sha256"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/model/text"
)

// token is one character or object of a paragraph.
type token struct {
	key string // equal for equal ones, but for the properties
	word.Inline
}

const lineKey = "\x003\x00\x00" // of a LineBreak

// sums identify the bytes of pictures: by them blocks are compared.
type sums map[any][32]byte

// of identifies the bytes of a picture.
func (s sums) of(b word.Bytes) [32]byte {
	if held, ok := b.(word.Held); ok {
		return sha256.Sum256(held)
	}
	key := cmp.Or[any](parts.Entry(b), b)
	if sum, known := s[key]; known {
		return sum
	}
	h := sha256.New()
	rc, err := b.Open()
	if err == nil {
		_, err = io.Copy(h, rc)
		rc.Close()
	}
	sum := [32]byte(h.Sum(nil))
	if err != nil {
		sum = [32]byte{1} // unreadable on both sides, it stays what it is
	}
	s[key] = sum
	return sum
}

// tokens are those of inlines.
func (s sums) tokens(in []word.Inline) []token {
	n := 0
	for _, l := range in {
		n += l.Len()
	}
	out := make([]token, 0, n)
	for _, l := range in {
		if l.Kind == word.Run {
			for rest := l.Text; rest != ""; { // a letter is a part of the text, not a copy
				_, n := utf8.DecodeRuneInString(rest)
				out = append(out, token{rest[:n], word.Styled(rest[:n], l.Props)})
				rest = rest[n:]
			}
			continue
		}
		key := "\x00" + strconv.Itoa(int(l.Kind)) + "\x00" + l.Name + "\x00" + l.Text
		if g := l.Picture; g != nil {
			key += g.URL + "\x00" + g.Name + "\x00" + g.Alt + "\x00" + strconv.Itoa(g.Width) + "x" + strconv.Itoa(g.Height)
			if g.Data != nil {
				sum := s.of(g.Data)
				key += string(sum[:])
			}
		}
		out = append(out, token{key, l})
	}
	return out
}

// same reports whether two blocks are the same but for their source, and for the
// number that a list begins with: in the file the items count themselves.
func (s sums) same(a, b word.Block) bool {
	switch a := a.(type) {
	case *word.Paragraph:
		b, ok := b.(*word.Paragraph)
		return ok && a.Len() == b.Len() && sameFormat(a.Format, b.Format) && slices.EqualFunc(a.Inlines(), b.Inlines(), s.sameInline)
	case *word.Table:
		b, ok := b.(*word.Table)
		return ok && a.Len() == b.Len() && slices.EqualFunc(a.Rows(), b.Rows(), func(x, y []word.Cell) bool {
			return slices.EqualFunc(x, y, func(c, d word.Cell) bool { return c.Len() == d.Len() && s.sameBlocks(c.Blocks(), d.Blocks()) })
		})
	case *word.Box:
		b, ok := b.(*word.Box)
		return ok && a.Kind == b.Kind && a.Len() == b.Len() && s.sameBlocks(a.Blocks(), b.Blocks())
	}
	return false
}

// known finds the paragraphs of a document that are as the file has them. One without
// another from the same place is written as it is, so that nobody looks into it again.
// Those with pictures or comments are left out: a picture is read from the file, and comments
// may get other ids.
func (s sums) known(d *word.Document) func(*word.Paragraph) *word.Paragraph {
	from := map[word.Source]*word.Paragraph{}
	word.EachParagraph(d.Blocks(), func(p *word.Paragraph) {
		if _, several := from[p.Source]; several || slices.ContainsFunc(p.Inlines(), func(i word.Inline) bool { return i.Picture != nil || i.Name != "" }) {
			from[p.Source] = nil
			return
		}
		from[p.Source] = p
	})
	return func(was *word.Paragraph) *word.Paragraph {
		if p := from[was.Source]; was.Source > 0 && p != nil && p.Format == was.Format && s.same(p, was) {
			return p
		}
		return nil
	}
}

func (s sums) sameBlocks(a, b []word.Block) bool { return slices.EqualFunc(a, b, s.same) }

func (s sums) sameInline(a, b word.Inline) bool {
	// What no edit changes: a version of before that the model knew it lacks it.
	a.Props.Title, b.Props.Title, a.Props.Note, b.Props.Note = "", "", 0, 0
	if a.Picture == nil || b.Picture == nil {
		return a == b
	}
	x, y := *a.Picture, *b.Picture
	a.Picture, b.Picture = nil, nil
	if a != b || (x.Data == nil) != (y.Data == nil) {
		return false
	}
	was, is := x.Data, y.Data
	x.Data, y.Data, x.Title, y.Title = nil, nil, "", ""
	if x != y || was == nil {
		return x == y
	}
	return was.Size() == is.Size() && s.of(was) == s.of(is)
}

func sameFormat(a, b word.Format) bool {
	a.Source, b.Source, a.Start, b.Start, a.Note, b.Note = 0, 0, 0, 0, 0, 0
	return a == b
}

// aligned is for each token of b the one of a that it was, -1 for a new one: first by
// whole words, then what is between those by characters.
func aligned(a, b []token) []int {
	return alignedWords(a, b, func(out []int, fa, ta, fb, tb int) {
		for _, m := range text.CommonLines(keys(a[fa:ta]), keys(b[fb:tb])) {
			out[fb+m[1]] = fa + m[0]
		}
	})
}

// alignedWords aligns the words that both have; between aligns what is between two of them.
func alignedWords(a, b []token, between func(out []int, fa, ta, fb, tb int)) []int {
	out := slices.Repeat([]int{-1}, len(b))
	wa, wb := wordsOf(a), wordsOf(b)
	fa, fb := 0, 0
	for _, m := range text.CommonLines(texts(a, wa), texts(b, wb)) {
		x, y := wa[m[0]], wb[m[1]]
		between(out, fa, x[0], fb, y[0])
		for k := range x[1] - x[0] {
			out[y[0]+k] = x[0] + k
		}
		fa, fb = x[1], y[1]
	}
	between(out, fa, len(a), fb, len(b))
	return out
}

// wordsOf splits tokens into words and single others.
func wordsOf(in []token) [][2]int {
	var out [][2]int
	inWord := false
	for i, t := range in {
		r, _ := utf8.DecodeRuneInString(t.key)
		letter := t.Kind == word.Run && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r)
		if letter && inWord {
			out[len(out)-1][1] = i + 1
		} else {
			out = append(out, [2]int{i, i + 1})
		}
		inWord = letter
	}
	return out
}

func keys(in []token) []string {
	out := make([]string, len(in))
	for i, t := range in {
		out[i] = t.key
	}
	return out
}

func texts(in []token, at [][2]int) []string {
	out := make([]string, len(at))
	for i, w := range at {
		out[i] = strings.Join(keys(in[w[0]:w[1]]), "")
	}
	return out
}

// len16 is the length of a paragraph of these tokens.
func len16(in []token) int {
	n := 1
	for _, t := range in {
		n += t.Len()
	}
	return n
}

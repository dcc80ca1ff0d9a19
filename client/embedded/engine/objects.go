package engine

import (
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// InsertImage inserts a picture into a paragraph.
func InsertImage(d *word.Document, at int64, p *word.Picture) (*word.Document, error) {
	return insertObject(d, at, word.Inline{Kind: word.Image, Picture: storable(p)})
}

// storable is a copy of a picture, with strings that every file can store.
func storable(p *word.Picture) *word.Picture {
	n := *p
	for _, s := range []*string{&n.URL, &n.Name, &n.Alt} {
		*s = word.Storable(*s)
	}
	return &n
}

// InsertPageBreak inserts a page break into a paragraph.
func InsertPageBreak(d *word.Document, at int64) (*word.Document, error) {
	return insertObject(d, at, word.Inline{Kind: word.PageBreak})
}

func insertObject(d *word.Document, at int64, l word.Inline) (*word.Document, error) {
	return insertInlines(d, at, func(_, _ []word.Inline) []word.Inline { return []word.Inline{l} })
}

// known is how a picture is identified outside.
func (w Locate) known(p *word.Picture) model.DocImage {
	switch {
	case w != nil:
		return w(p)
	case p.Data == nil:
		return model.DocImage{Source: model.ImageByURL, URL: p.URL}
	}
	return model.DocImage{Source: model.ImageByAttachment, Attachment: p.Name}
}

// Images returns the pictures by position.
func Images(d *word.Document, where Locate) model.DocImages {
	out := model.DocImages{Version: d.Version}
	image := func(l word.Inline) bool { return l.Kind == word.Image }
	each(d, func(p *word.Paragraph, at int) {
		if !slices.ContainsFunc(p.Inlines(), image) {
			return
		}
		for _, l := range p.Inlines() {
			if image(l) {
				i := where.known(l.Picture)
				i.Position = int64(at)
				out.All = append(out.All, i)
			}
			at += l.Len()
		}
	})
	return out
}

// ReplaceImage replaces the picture at the position, if it is the expected one: old
// has its URL, without the query, or its attachment. If the new one has no size, it
// gets the old one's.
func ReplaceImage(d *word.Document, at int64, old model.DocImage, p *word.Picture, where Locate) (*word.Document, error) {
	switch {
	case old.URL == "" && old.Attachment == "":
		return nil, &Error{Kind: KindImageGroup, What: text.EngineNoOldImage}
	case old.URL != "" && old.Attachment != "":
		return nil, &Error{Kind: KindBothImages, What: text.EngineTwoOldImages}
	case strings.Contains(old.URL, "?"):
		return nil, &Error{Kind: KindQuery, What: "the old image's address has a query", Hint: "leave out everything from the ? on"}
	}
	none := &Error{KindNoImage, "there is no image at position %d", []any{at}, text.EngineImageHint}
	return swap(d, at, func(b word.Block, off int, _ bool) ([]word.Block, error) {
		para, ok := b.(*word.Paragraph)
		if !ok {
			return nil, none
		}
		before, after, err := cut(para.Inlines(), off)
		if err != nil {
			return nil, err
		}
		if len(after) == 0 || after[0].Kind != word.Image {
			return nil, none
		}
		is := where.known(after[0].Picture)
		url, _, _ := strings.Cut(is.URL, "?")
		if old.URL != "" && old.URL != url || old.Attachment != "" && old.Attachment != is.Attachment {
			return nil, &Error{KindOtherImage, "the image at position %d is another one", []any{at}, text.EngineImageHint}
		}
		n := storable(p)
		if n.Width <= 0 || n.Height <= 0 {
			n.Width, n.Height = after[0].Picture.Width, after[0].Picture.Height
		}
		after[0].Picture = n
		return []word.Block{word.NewParagraph(para.Format, append(before, after...)...)}, nil
	})
}

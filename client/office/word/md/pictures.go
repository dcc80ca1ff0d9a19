package md

import (
	"cmp"
	"encoding/base64"
	"io"
	"mime"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
)

// maxPicture is the size of a picture in or beside a text: what services take. maxPictures is
// that of all.
const (
	maxPicture  = 10 << 20
	maxPictures = 256 << 20
)

// picture embeds an image in the text or beside it; all others stay links.
func (m *reading) picture(n *ast.Image) *word.Picture {
	dest := unescapeText(string(n.Destination))
	var alt string
	for _, i := range m.inlines(n, word.Props{}) {
		if i.Kind == word.Image {
			alt += i.Picture.Alt
		}
		alt += word.Flat([]word.Inline{i})
	}
	alt = strings.TrimSpace(word.OneLine(alt))
	title := word.OneLine(unescapeText(string(n.Title)))
	key := dest + "\n" + alt + "\n" + title
	if p := m.pics[key]; p != nil {
		return p
	}
	p := &word.Picture{URL: dest, Alt: alt, Title: title}
	m.pics[key] = p
	if data := inText(dest); data != nil {
		format, w, h := parts.Sniff(data[:min(len(data), 64<<10)])
		if format != "" && m.opt.Budget.Hold(len(data)) == nil {
			p.URL, p.Data, p.Name = "", word.Held(data), "image."+format
			if w > 0 && h > 0 {
				p.Width, p.Height = parts.Fit(w, h)
			}
			return p
		}
	}
	name := path.Clean(parts.UnescapeURL(dest))
	if strings.Contains(dest, "://") || isData(dest) {
		m.lost[loss.Linked]++
		return p
	}
	if m.opt.Open == nil || name == ".." || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/") || name == "." || strings.Contains(name, `\`) {
		m.lost[loss.Picture]++
		return p
	}
	b := &opened{open: m.opt.Open, name: name}
	head, err := b.head()
	format, w, h := parts.Sniff(head)
	if m.size += b.size; err != nil || format == "" || b.size > maxPicture || m.size > cmp.Or(m.opt.Pictures, maxPictures) {
		m.lost[loss.Picture]++
		return p
	}
	p.Data, p.Name = b, path.Base(name)
	if w > 0 && h > 0 {
		p.Width, p.Height = parts.Fit(w, h)
	}
	return p
}

func isData(dest string) bool {
	return len(dest) > 5 && strings.EqualFold(dest[:5], "data:")
}

// inText are the bytes of a picture that is in its address; nil: there is none, or it is too
// large.
func inText(dest string) []byte {
	if !isData(dest) || len(dest) > 2*maxPicture {
		return nil
	}
	kind, body, ok := strings.Cut(dest[5:], ",")
	if !ok {
		return nil
	}
	kind, coded := strings.CutSuffix(kind, ";base64")
	if media, _, err := mime.ParseMediaType(kind); err != nil || !strings.HasPrefix(media, "image/") {
		return nil
	}
	text := parts.UnescapeURL(body)
	data := []byte(text)
	if coded {
		var err error
		if data, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "=")); err != nil {
			return nil
		}
	}
	if len(data) == 0 || len(data) > maxPicture {
		return nil
	}
	return data
}

// opened is a picture beside the text, opened for each read.
type opened struct {
	open func(string) (io.ReadCloser, error)
	name string
	size int64
}

func (o *opened) Open() (io.ReadCloser, error) { return o.open(o.name) }
func (o *opened) Size() int64                  { return o.size }

// head reads the first bytes, and measures the size.
func (o *opened) head() ([]byte, error) {
	rc, err := o.Open()
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	head, err := io.ReadAll(io.LimitReader(rc, 64<<10))
	if err != nil {
		return nil, err
	}
	n, err := io.Copy(io.Discard, io.LimitReader(rc, maxPicture))
	o.size = int64(len(head)) + n
	return head, err
}

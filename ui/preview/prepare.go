package preview

import (
	"html"
	"strings"
	"unicode"

	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// prepared prepares foreign Markdown for rendering: clean lines, images as words, no character references to control
// characters.
func prepared(md string) string {
	var b strings.Builder
	b.Grow(len(md) + len(md)/8)
	var fence markdown.Fence
	for line := range strings.SplitSeq(md, "\n") {
		line = model.Clean(strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    "))
		if !fence.Code(strings.TrimSpace(line)) {
			line = references(pictures(line))
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

// pictures replaces images by their description. An address is useless here and may be long and secret.
func pictures(line string) string {
	if !strings.Contains(line, "![") {
		return line
	}
	var b strings.Builder
	for {
		i := strings.Index(line, "![")
		if i < 0 {
			break
		}
		mid := strings.Index(line[i:], "](")
		if mid < 0 {
			break
		}
		end := strings.IndexByte(line[i+mid:], ')')
		if end < 0 {
			break
		}
		b.WriteString(line[:i])
		b.WriteString(pictureWords(line[i+2:i+mid], line[i+mid+2:i+mid+end]))
		line = line[i+mid+end+1:]
	}
	return b.String() + line
}

// pictureWords returns what is drawn in place of an image, as Markdown.
func pictureWords(alt, address string) string {
	if alt = strings.TrimSpace(alt); alt == "" {
		alt = fileName(address)
	}
	return `!\[` + alt + `\]`
}

// fileName returns the name of an image without a description: the end of its address, if that is a plain name.
func fileName(address string) string {
	address, _, _ = strings.Cut(strings.Trim(address, "<> "), " ")
	address, _, _ = strings.Cut(address, "?")
	name := address[strings.LastIndexByte(address, '/')+1:]
	odd := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	}
	if name == "" || strings.ContainsFunc(name, odd) {
		var c *text.Catalogue
		return c.Say("image")
	}
	return name
}

// references replaces references to control characters.
func references(line string) string {
	if !strings.Contains(line, "&#") {
		return line
	}
	var b strings.Builder
	for {
		i := strings.Index(line, "&#")
		if i < 0 {
			break
		}
		end := strings.IndexByte(line[i:], ';')
		if end < 0 {
			break
		}
		ref := line[i : i+end+1]
		b.WriteString(line[:i])
		if s := html.UnescapeString(ref); strings.ContainsFunc(s, unicode.IsControl) {
			b.WriteRune(model.Shown)
		} else {
			b.WriteString(ref)
		}
		line = line[i+end+1:]
	}
	return b.String() + line
}

package patch

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"aloft/client/office/word/parts"
)

// cut replaces a range of a part.
type cut struct {
	parts.Span
	xml string
}

// applied replaces ranges of data, which begins at an offset. Of ranges in each
// other the outer one counts: its text has the inner one's already.
func applied(data []byte, offset int64, cuts []cut) []byte {
	pieces := spliced(data, offset, cuts)
	if pieces == nil {
		return data
	}
	return bytes.Join(pieces, nil)
}

// spliced is applied, in pieces of data and of the cuts; nil where that is data itself.
func spliced(data []byte, offset int64, cuts []cut) (out [][]byte) {
	cuts = slices.Clone(cuts)
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	// What is put at one place stands before what is replaced from there on.
	slices.SortStableFunc(cuts, func(a, b cut) int {
		if a.From == b.From && (a.From == a.To) != (b.From == b.To) {
			if a.From == a.To {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.From, b.From)
	})
	at, same := offset, true
	for _, c := range cuts {
		if c.From < at {
			continue
		}
		same = same && string(data[c.From-offset:c.To-offset]) == c.xml
		out = append(out, data[at-offset:c.From-offset], []byte(c.xml))
		at = c.To
	}
	if same {
		return nil
	}
	return append(out, data[at-offset:])
}

// outermost is the first offset in a piece of XML where the fewest elements are
// open.
func outermost(xml []byte) int64 {
	depth, least, best := 0, 0, 0
	eachTag(xml, func(end int, step int) {
		if depth += step; depth < least {
			least, best = depth, end
		}
	})
	return int64(best)
}

// eachTag calls f behind each tag of a piece of XML: step is 1 for one that opens an
// element, -1 for one that closes it, 0 for any other.
func eachTag(xml []byte, f func(end, step int)) {
	for at := 0; ; {
		i := bytes.IndexByte(xml[at:], '<')
		if i < 0 {
			return
		}
		at += i
		rest := xml[at:]
		size := 0
		for _, q := range [][2]string{{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}} {
			if bytes.HasPrefix(rest, []byte(q[0])) {
				if size = bytes.Index(rest, []byte(q[1])) + len(q[1]); size < len(q[1]) {
					return
				}
			}
		}
		if size > 0 {
			at += size
			continue
		}
		size = tagEnd(rest)
		if size == 0 {
			return
		}
		at += size
		switch {
		case rest[1] == '/':
			f(at, -1)
		case rest[size-2] == '/':
			f(at, 0)
		default:
			f(at, 1)
		}
	}
}

// tagEnd is the offset behind the tag that text begins in, 0 = it does not end.
func tagEnd(text []byte) int {
	var quote byte
	for k, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return k + 1
		}
	}
	return 0
}

// highest is the largest id attribute of elements of a name. One near the end of what an id
// may be counts for nothing: there is room below it.
func highest(text []byte, name string) int {
	most := 0
	for rest := text; ; {
		i := bytes.Index(rest, []byte(":"+name+" "))
		if i < 0 {
			return most
		}
		rest = rest[i+len(name)+1:]
		for tag := rest[:tagEnd(rest)]; ; {
			k := bytes.Index(tag, []byte("id="))
			if k < 0 {
				break
			}
			n, digits := 0, bytes.TrimLeft(tag[k+3:], `"'`)
			for _, c := range digits[:min(len(digits), 10)] {
				if c < '0' || c > '9' {
					break
				}
				n = 10*n + int(c-'0')
			}
			if n < 1<<30 {
				most = max(most, n)
			}
			tag = tag[k+3:]
		}
	}
}

// asUTF8 is the text of a part with the declaration of its new encoding.
func asUTF8(data []byte) []byte {
	end := bytes.Index(data, []byte("?>"))
	if !bytes.HasPrefix(data, []byte("<?xml")) || end < 0 {
		return data
	}
	head := strings.ToLower(string(data[:end]))
	if !strings.Contains(head, "encoding") || strings.Contains(head, "utf-8") || strings.Contains(head, "utf8") {
		return data
	}
	return append([]byte(strings.TrimSpace(parts.XMLHead)), data[end+2:]...)
}

// nameEnd is the offset behind the name in a tag.
func nameEnd(tag string) int {
	if i := strings.IndexAny(tag, " \t\r\n/>"); i >= 0 {
		return i
	}
	return len(tag)
}

// endTag is the end of the element that a tag begins.
func endTag(tag string) string { return "</" + tag[1:nameEnd(tag)] + ">" }

// eachElement adds attributes to each element of a run of them.
func eachElement(xml string, attrs func(element string) string) string {
	var out strings.Builder
	depth, from := 0, 0
	eachTag([]byte(xml), func(end, step int) {
		if depth += step; depth == 0 {
			one := xml[from:end]
			at := nameEnd(one)
			out.WriteString(one[:at] + attrs(one) + one[at:])
			from = end
		}
	})
	return out.String() + xml[from:]
}

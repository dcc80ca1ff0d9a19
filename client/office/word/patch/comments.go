package patch

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

const (
	nsW14 = `xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`
	nsW15 = `xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"`
)

// patchComments adds the comments that are new, and takes out those that are gone
// with the text that they were about.
func (p *patcher) patchComments() {
	file := map[string]string{} // ids in the file by ours
	most := -1
	for theirs, ours := range p.Comments {
		file[ours] = theirs
		n, err := strconv.Atoi(theirs)
		if err == nil {
			p.w.IDs[ours] = n
			most = max(most, n)
		}
	}
	was, is := map[string]word.Comment{}, map[string]bool{}
	for _, c := range p.old.Comments() {
		was[c.ID] = c
	}
	var fresh, settled []word.Comment // settled: resolved, or opened again
	for _, c := range p.d.Comments() {
		is[c.ID] = true
		switch o, known := was[c.ID]; {
		case !known:
			fresh = append(fresh, c)
			most++
			p.w.IDs[c.ID] = most
		case o.Done != c.Done:
			settled = append(settled, c)
		}
	}
	var gone []string
	for _, c := range p.old.Comments() {
		if p.by == nil && !is[c.ID] {
			gone = append(gone, file[c.ID])
		}
	}
	if len(fresh)+len(gone)+len(settled) == 0 {
		return
	}
	for _, c := range fresh {
		if _, old := file[c.Parent]; c.Parent != "" && !old {
			p.w.Replies[c.Parent] = append(p.w.Replies[c.Parent], p.w.IDs[c.ID])
		}
	}
	p.markReplies(file, fresh)
	for _, id := range gone {
		for _, m := range p.Trace.Marks[id] {
			p.text.inner[word.SourceMain] = append(p.text.inner[word.SourceMain], cut{m.Span, ""})
		}
	}
	p.commentPart(file, fresh, settled, gone)
}

// markReplies puts the signs of new replies beside those of the comments of the file
// that they answer.
func (p *patcher) markReplies(file map[string]string, fresh []word.Comment) {
	to := map[string][]string{}
	for _, c := range fresh {
		if id := file[c.Parent]; c.Parent != "" && id != "" {
			to[id] = append(to[id], strconv.Itoa(p.w.IDs[c.ID]))
		}
	}
	for id, replies := range to {
		for _, m := range p.Trace.Marks[id] {
			xml := string(p.text.data[word.SourceMain][m.From:m.To])
			for _, r := range replies {
				xml += `<w:` + m.Name + ` w:id="` + r + `"/>`
			}
			p.text.inner[word.SourceMain] = append(p.text.inner[word.SourceMain], cut{m.Span, xml})
		}
	}
}

// commentPart changes the part of the comments, and the one that says which answers
// which.
func (p *patcher) commentPart(file map[string]string, fresh, settled []word.Comment, gone []string) {
	name, extended := p.out.has("comments"), p.out.has("commentsExtended")
	paras := map[string]string{} // ids of the last paragraphs of the file's comments
	p.numberParas(name)
	if name == "" {
		name = p.out.create("comments", parts.XMLHead+`<w:comments `+p.out.nsW()+` `+nsW14+`></w:comments>`)
	} else {
		data, err := p.out.current(name)
		if err != nil {
			p.out.fail(err)
			return
		}
		paras = p.commentParas(name, data, file, slices.Concat(fresh, settled), gone)
	}
	needed := len(settled) > 0
	var xml, ex strings.Builder
	for _, c := range settled {
		if extended == "" || !p.markDone(extended, paras[c.ID], c.Done) {
			fmt.Fprintf(&ex, `<w15:commentEx %s w15:paraId="%s" w15:done="%s"/>`, nsW15, paras[c.ID], bit(c.Done))
		}
	}
	for _, c := range fresh {
		n := p.w.IDs[c.ID]
		id := p.paraID(n)
		xml.WriteString(p.w.Comment(n, c, id))
		parent := ""
		if c.Parent != "" {
			needed = true
			above := paras[c.Parent]
			if above == "" {
				above = p.paraID(p.w.IDs[c.Parent])
			}
			parent = ` w15:paraIdParent="` + above + `"`
		}
		fmt.Fprintf(&ex, `<w15:commentEx %s w15:paraId="%s"%s w15:done="%s"/>`, nsW15, id, parent, bit(c.Done))
	}
	if len(fresh) > 0 {
		one := p.out.declared(name, xml.String())
		if data, err := p.out.current(name); err == nil && !strings.Contains(string(data[:min(len(data), 4096)]), nsW14) {
			one = strings.ReplaceAll(one, ` w14:paraId=`, ` `+nsW14+` w14:paraId=`)
		}
		p.out.add(name, one)
	}
	switch {
	case ex.Len() == 0:
	case extended != "":
		p.out.add(extended, ex.String())
	case needed:
		for parent, id := range paras { // threads of the file that are answered
			of := func(c word.Comment) bool { return c.ID == parent }
			if slices.ContainsFunc(fresh, func(c word.Comment) bool { return c.Parent == parent }) && !slices.ContainsFunc(settled, of) {
				fmt.Fprintf(&ex, `<w15:commentEx %s w15:paraId="%s" w15:done="%s"/>`, nsW15, id, bit(slices.ContainsFunc(p.d.Comments(), func(c word.Comment) bool { return of(c) && c.Done })))
			}
		}
		p.out.create(parts.RelExtended, parts.XMLHead+`<w15:commentsEx `+nsW15+`>`+ex.String()+`</w15:commentsEx>`)
	}
}

func bit(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// markDone writes whether a comment is resolved into its element of the part that says so;
// false when it has none there.
func (p *patcher) markDone(name, para string, done bool) bool {
	data, err := p.out.current(name)
	if err != nil {
		p.out.fail(err)
		return true
	}
	said := regexp.MustCompile(`([\w.-]*:?)done=(?:"[^"]*"|'[^']*')`)
	prefix := regexp.MustCompile(`([\w.-]*:)paraId=`)
	var cuts []cut
	t := fileText{limits: p.Package.Limits, data: map[word.Source][]byte{word.SourceMain: data}}
	for _, root := range t.parse(word.SourceMain, parts.Span{From: 0, To: int64(len(data))}, 1) {
		for _, n := range root.Find("commentEx") {
			if para == "" || !strings.EqualFold(n.Attr("paraId"), para) {
				continue
			}
			tag := string(data[n.From:n.Open])
			now := said.ReplaceAllString(tag, `${1}done="`+bit(done)+`"`)
			if !said.MatchString(tag) {
				now = prefix.ReplaceAllString(tag, `${1}done="`+bit(done)+`" ${1}paraId=`)
			}
			cuts = append(cuts, cut{n.Tag(), now})
		}
	}
	if t.err != nil {
		p.out.fail(t.err)
	}
	if len(cuts) > 0 {
		p.out.parts[name] = applied(data, 0, cuts)
	}
	return len(cuts) > 0
}

// firstPara begins the ids of our paragraphs of comments.
const firstPara = 0x20000000

// numberParas lets the ids of new paragraphs of comments begin behind those of the file: a
// program may have given its comments other numbers since we wrote them.
func (p *patcher) numberParas(comments string) {
	p.para = firstPara
	all := slices.Collect(maps.Values(p.text.data))
	if data, err := p.out.current(comments); err == nil {
		all = append(all, data)
	}
	for _, data := range all {
		for _, one := range bytes.Split(data, []byte("paraId="))[1:] {
			id, err := strconv.ParseInt(string(one[min(len(one), 1):min(len(one), 9)]), 16, 64)
			if err == nil && id >= firstPara && id < 2*firstPara {
				p.para = max(p.para, int(id)+1)
			}
		}
	}
}

// paraID is the id of the last paragraph of a comment that had none.
func (p *patcher) paraID(comment int) string { return fmt.Sprintf("%08X", p.para+comment) }

// commentParas removes comments, and returns the ids of the paragraphs by which new
// replies refer to the file's; one without gets it.
func (p *patcher) commentParas(name string, data []byte, file map[string]string, about []word.Comment, gone []string) map[string]string {
	out := map[string]string{}
	var cuts []cut
	u, err := parts.NewPuller(bytes.NewReader(data), p.Package.Limits)
	if err == nil {
		_, err = u.Root()
	}
	if err != nil {
		p.out.fail(err)
		return out
	}
	ours := map[string]string{}
	for id, theirs := range file {
		ours[theirs] = id
	}
	err = p.Package.Children(u, name, func(n *parts.Node) error {
		id := n.Attr("id")
		if n.Name != "comment" {
			return nil
		}
		if slices.Contains(gone, id) {
			cuts = append(cuts, cut{n.Span, ""})
			return nil
		}
		all := n.Find("p")
		answered := slices.ContainsFunc(about, func(c word.Comment) bool { return c.ID == ours[id] || c.Parent != "" && c.Parent == ours[id] })
		if !answered || len(all) == 0 || out[ours[id]] != "" {
			return nil
		}
		last := all[len(all)-1]
		if out[ours[id]] = last.Attr("paraId"); out[ours[id]] == "" {
			num, _ := strconv.Atoi(id)
			out[ours[id]] = p.paraID(num)
			at := last.From + int64(nameEnd(string(data[last.From:last.Open])))
			cuts = append(cuts, cut{parts.Span{From: at, To: at}, ` ` + nsW14 + ` w14:paraId="` + out[ours[id]] + `"`})
		}
		return nil
	})
	if err != nil {
		p.out.fail(err)
	}
	if len(cuts) > 0 {
		p.out.parts[name] = applied(data, 0, cuts)
	}
	return out
}

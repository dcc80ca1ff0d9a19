package pane

import (
	"strconv"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// viewTitle is the upper line: the pane's number and the breadcrumbs, which
// drop from the left.
func (p *Pane) viewTitle() string {
	g := &p.env.Styles.Glyphs
	lead, corner := g.Top, ""
	if p.env.Boxed {
		lead, corner = g.TopLeft+g.Top, g.TopRight
	}
	fill := g.Top
	if p.env.Bare {
		lead, fill = " ", " "
	}
	r := p.env.Ruler
	room := p.w - r.Width(lead) - r.Width(corner) - 2
	title := p.crumbs(max(0, room))
	rest := max(0, room-r.Width(title))
	paint := p.paint.title
	if p.focus {
		paint = p.paint.titleFocus
	}
	return p.paint.border.On(lead) + paint.On(" "+title+" ") +
		p.paint.border.On(strings.Repeat(fill, rest)+corner)
}

// crumbs is the number and as much of the path's end as fits the width.
func (p *Pane) crumbs(width int) string {
	g, r := &p.env.Styles.Glyphs, p.env.Ruler
	head := strconv.Itoa(int(p.id)+1) + " " + Root(p.place)
	if p.place.IsRoot() {
		return r.TruncateEnd(head+" /", width)
	}
	sep := " " + g.Crumb + " "
	whole := head + " /"
	names := make([]string, len(p.place.Path))
	for i, s := range p.place.Path {
		names[i] = p.title(s)
		whole += sep + names[i]
	}
	if r.Width(whole) <= width {
		return whole
	}
	dots := g.Ellipsis
	for i := range names {
		cut := head + " " + dots + sep + strings.Join(names[i:], sep)
		if r.Width(cut) <= width || i == len(names)-1 {
			left := width - r.Width(head+" "+dots+sep)
			if r.Width(cut) > width && left > 4 {
				cut = head + " " + dots + sep + r.Truncate(names[i], left)
			}
			return r.TruncateEnd(cut, width)
		}
	}
	return ""
}

// title of a part of the path: without the id that may be pinned to it. Where
// there is only an id, the title is told when it is known.
func (p *Pane) title(s model.Step) string {
	raw, id := s.Name, s.ID
	if raw == "" && id != "" {
		raw = id
		if p.env.Told != nil {
			if e := p.env.Told(id); e != nil {
				raw = e.Name
			}
		}
	}
	return model.Clean(raw)
}

// Root is how a source is called in titles: "drive:", "work/drive:".
func Root(p model.Place) string {
	s := string(p.Scheme) + ":"
	if p.Account != "" {
		s = p.Account + "/" + s
	}
	return model.Clean(s)
}

// viewFoot is the lower line: what is selected, where the cursor is.
func (p *Pane) viewFoot() string {
	g := &p.env.Styles.Glyphs
	lead, tail := "", g.Bottom
	if p.env.Boxed {
		lead, tail = g.BottomLeft, g.Bottom+g.BottomRight
	}
	fill := g.Bottom
	if p.env.Bare {
		fill, tail = " ", " "
	}
	r := p.env.Ruler
	foot := r.TruncateEnd(p.foot(), p.w-6)
	if foot != "" {
		foot = " " + foot + " "
	}
	rest := max(0, p.w-r.Width(lead)-r.Width(tail)-r.Width(foot))
	return p.paint.border.On(lead+strings.Repeat(fill, rest)) + p.paint.count.On(foot) + p.paint.border.On(tail)
}

func (p *Pane) foot() string {
	c := p.env.Text
	var b strings.Builder
	add := func(s string) {
		if b.Len() > 0 {
			b.WriteString("  ")
		}
		b.WriteString(s)
	}
	if p.rows.Ranging() {
		add(c.Say("range"))
	}
	if f := p.Filter(); f != "" {
		add(c.Say("filter %s", model.Clean(f)))
	}
	if p.state.listed {
		l := p.rows.Listing()
		total := strconv.Itoa(p.rows.Len())
		if !l.Complete {
			total += "+"
		}
		if p.rows.Current() != nil {
			total = strconv.Itoa(p.rows.Cursor()+1) + "/" + total
		}
		add(total)
	}
	here, elsewhere := p.Selected()
	switch {
	case elsewhere > 0:
		add(c.Say("sel %d + %d elsewhere", here, elsewhere))
	case here > 0:
		add(c.Say("sel %d", here))
	}
	switch {
	case p.state.err != nil && p.state.listed:
		add(p.env.Styles.Glyphs.Stale + " " + p.short(p.state.err))
	case p.state.slow && p.state.listed:
		add(c.Say("~ updating"))
	case p.state.listed && p.env.Expected.Behind(p.place, p.env.Now()):
		add(p.env.Styles.Glyphs.Stale + " " + c.Say("not shown yet"))
	case p.state.listed && p.rows.Listing().Cut == model.CutWindow:
		add(c.Say("the service shows no more"))
	}
	if p.other != "" {
		add(p.other)
	}
	return b.String()
}

// short says in a word or two what kept a folder from being listed.
func (p *Pane) short(err error) string {
	switch client.KindOf(err) {
	case client.KindAuth:
		return p.env.Text.Say("signed out")
	case client.KindNetwork:
		return p.env.Text.Say("offline")
	}
	return p.env.Text.Say("not updated")
}

// note is the sentence that stands in a list without rows: lines that are cut
// and painted.
func (p *Pane) note() []string {
	say, paint := p.sentence()
	if say == "" {
		return nil
	}
	r, width := p.env.Ruler, p.cols.inner
	var out []string
	line := " "
	for _, word := range strings.Fields(say) {
		if r.Width(line)+1+r.Width(word) > width-1 && line != " " {
			out = append(out, paint.On(r.Fit(line, width)))
			line = " "
		}
		line += " " + word
	}
	return append(out, paint.On(r.Fit(r.TruncateEnd(line, width), width)))
}

func (p *Pane) sentence() (string, kit.Paint) {
	c, k := p.env.Text, p.env.Keys
	switch {
	case p.state.listed && p.rows.Len() > 0:
		return "", kit.Paint{}
	case p.state.err == errStopped:
		return c.Say("Stopped. %s lists the folder.", k.Key(keys.Refresh)), p.paint.note
	case p.state.err != nil && !p.state.listed:
		return p.why(), p.paint.bad
	case p.state.loading && p.state.slow && !p.state.listed:
		return c.Say("Loading… Esc stops."), p.paint.note
	case p.state.loading && !p.state.listed:
		return "", kit.Paint{}
	case p.state.listed && p.Filter() != "" && p.rows.Total() > 0:
		return c.Say("Nothing matches the filter. Esc shows all."), p.paint.note
	case p.state.listed && p.rows.Listing().Complete:
		if key := k.Key(keys.New); key != "" {
			say := text.Text("This folder is empty. %s makes a new folder.")
			switch {
			case p.place.Scheme == model.SchemeDocs:
				say = "This folder is empty. %s makes a folder or a document."
			case p.place.Scheme == model.SchemeSpace && p.place.IsRoot():
				say = "There are no spaces. %s makes one."
			case p.place.Scheme == model.SchemeSpace:
				say = "There are no pages here. %s makes one."
			}
			return c.Say(say, key), p.paint.note
		}
		return c.Say("This folder is empty."), p.paint.note
	}
	return "", kit.Paint{}
}

func (p *Pane) why() string {
	c, k := p.env.Text, p.env.Keys
	switch client.KindOf(p.state.err) {
	case client.KindAuth:
		return c.Say("You are signed out of this account.")
	case client.KindNetwork:
		return c.Say("The service cannot be reached. %s tries again.", k.Key(keys.Refresh))
	case client.KindNotFound:
		return c.Say("This folder is not there any more. %s goes up.", k.Key(keys.Parent))
	}
	return c.Say("The folder could not be listed. %s tries again.", k.Key(keys.Refresh))
}

package pane

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// titleLine draws the upper line: the pane's number, the breadcrumbs, cut from the left, and the tabs.
func (v *view) titleLine() string {
	f := v.env.Frame()
	e := f.Edge(false)
	if f.Borders == kit.Boxed {
		e.Lead += e.Fill
	} else {
		e.End = ""
	}
	r := v.env.Ruler
	room := max(0, v.w-r.Width(e.Lead+e.End)-2)
	tabs := v.tabLine(room / 2)
	title := v.crumbs(max(0, room-r.Width(tabs))) + tabs
	paint := v.paint.title
	if v.focus {
		paint = v.paint.titleFocus
	}
	return f.Line(v.w, e, paint.On(" "+title+" "), r.Width(title)+2, false)
}

// mostOfTab is how much of a tab's name the line shows.
const mostOfTab = 12

// tabLine lists the tabs with the current one in brackets: by the names of their folders beside the whole path, or by
// numbers. If those do not fit either, it shows the current one and the count. It is empty with a single tab.
func (v *view) tabLine(width int) string {
	n, r := len(v.tabs.all), v.env.Ruler
	if n < 2 {
		return ""
	}
	list := func(gap string, name func(i int) string) string {
		out := " "
		for i := range n {
			s := name(i)
			if i == v.tabs.at {
				s = "[" + s + "]"
			}
			out += gap + s
		}
		return out
	}
	names := list("  ", func(i int) string {
		if i == v.tabs.at {
			return r.Truncate(v.tabName(v.place), mostOfTab)
		}
		return r.Truncate(v.tabName(v.tabs.all[i].place), mostOfTab)
	})
	if r.Width(names+v.crumbs(v.w)) <= 2*width {
		return names
	}
	if numbers := list(" ", func(i int) string { return strconv.Itoa(i + 1) }); len(numbers) <= width {
		return numbers
	}
	return fmt.Sprintf("  [%d/%d]", v.tabs.at+1, n)
}

// tabName is the name of a tab's folder, or of its source.
func (v *view) tabName(p model.Place) string {
	switch {
	case p.IsResults():
		return model.Clean(p.ResultsTitle())
	case p.IsRoot():
		return Root(p)
	}
	return v.stepTitle(p.Last())
}

// crumbs returns the number and as much of the path's end as fits the width.
func (v *view) crumbs(width int) string {
	g, r := &v.env.Styles.Glyphs, v.env.Ruler
	head := strconv.Itoa(int(v.id)+1) + " " + Root(v.place)
	if v.place.IsRoot() {
		return r.TruncateEnd(head+" /", width)
	}
	sep := " " + g.Crumb + " "
	if v.place.IsResults() {
		return r.TruncateEnd(head+sep+model.Clean(v.place.ResultsTitle()), width)
	}
	whole := head + " /"
	names := make([]string, len(v.place.Path))
	for i, s := range v.place.Path {
		names[i] = v.stepTitle(s)
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

// stepTitle is a part of the path without a pinned id. If there is only an id, it returns the title, if known.
func (v *view) stepTitle(s model.Step) string {
	raw, id := s.Name, s.ID
	if raw == "" && id != "" {
		raw = id
		if v.env.Told != nil {
			if e := v.env.Told(id); e != nil {
				raw = e.Name
			}
		}
	}
	return model.Clean(raw)
}

// Root is the name of a source in titles: "drive:", "work/drive:".
func Root(p model.Place) string {
	s := string(p.Scheme) + ":"
	if p.Account != "" {
		s = p.Account + "/" + s
	}
	return model.Clean(s)
}

// footLine draws the lower line: the selection and the position of the cursor.
func (v *view) footLine() string {
	f := v.env.Frame()
	e := f.Edge(true)
	if f.Borders == kit.Boxed {
		e.End = e.Fill + e.End
	} else {
		e.Lead = ""
	}
	foot := f.Ruler.TruncateEnd(v.foot(), v.w-6)
	if foot != "" {
		foot = " " + foot + " "
	}
	return f.Line(v.w, e, v.paint.count.On(foot), f.Ruler.Width(foot), true)
}

// mostAsked is how much of a filter or search the line shows.
const mostAsked = 16

func (v *view) foot() string {
	c := v.env.Text
	var b strings.Builder
	add := func(s string) {
		if b.Len() > 0 {
			b.WriteString("  ")
		}
		b.WriteString(s)
	}
	if v.rows.Ranging() {
		add(c.Say("range"))
	}
	if order := v.sorted(); order != "" {
		add(order)
	}
	if f := v.Filter(); f != "" {
		add(c.Say(text.StateFilter, v.env.Ruler.Truncate(model.Clean(f), mostAsked)))
	}
	if f := v.Finding(); f != "" {
		add(c.Say(text.StateFind, v.env.Ruler.Truncate(model.Clean(f), mostAsked)))
	}
	if v.listed {
		l := v.rows.Head()
		total := strconv.Itoa(v.rows.Len())
		if !l.Complete {
			total += "+"
		}
		if v.rows.Current() != nil {
			total = strconv.Itoa(v.rows.Cursor()+1) + "/" + total
		}
		add(total)
		if n := v.rows.Dotted(); n > 0 {
			add(c.Say("%d hidden", n))
		}
	}
	switch {
	case v.elsewhere > 0:
		add(c.Say("sel %d + %d elsewhere", v.here, v.elsewhere))
	case v.here > 0:
		sel := c.Say("sel %d", v.here)
		if sum, whole := v.rows.SelectedSize(); whole {
			sel += " (" + kit.Size(sum) + ")"
		}
		add(sel)
	}
	switch {
	case v.listing.err != nil && v.listed:
		add(v.env.Styles.Glyphs.Stale + " " + v.short(v.listing.err))
	case v.listing.slow && v.listed && v.place.IsResults():
		add(c.Say("~ searching"))
	case v.listing.slow && v.listed:
		add(c.Say("~ updating"))
	case v.listed && v.env.Expected.Behind(v.place, v.now):
		add(v.env.Styles.Glyphs.Stale + " " + c.Say("not up to date"))
	case v.listed && v.rows.Head().Cut == model.CutWindow:
		add(c.Say("the service lists no more"))
	}
	if v.other != "" {
		add(v.other)
	}
	return b.String()
}

// sorted names the order, or returns "" for the usual one.
func (v *view) sorted() string {
	usual := model.Order{By: model.SortName}
	if v.place.IsResults() {
		usual.By = model.SortFound
	}
	if v.order == usual {
		return ""
	}
	c, dir := v.env.Text, v.env.Styles.Glyphs.Up
	switch {
	case v.order.Desc && v.env.Plain:
		dir = c.Say("descending")
	case v.order.Desc:
		dir = v.env.Styles.Glyphs.Down
	case v.env.Plain:
		dir = c.Say("ascending")
	}
	return c.Say(Heading(v.order.By)) + " " + dir
}

// short says in a word or two why a folder could not be listed.
func (v *view) short(err error) string {
	switch client.KindOf(err) {
	case client.KindAuth:
		return v.env.Text.Say("signed out")
	case client.KindNetwork:
		return v.env.Text.Say("offline")
	}
	if v.place.IsResults() {
		return v.env.Text.Say("in part")
	}
	return v.env.Text.Say("not updated")
}

// note returns the sentence of a list without rows, as cut and styled lines.
func (v *view) note() []string {
	say, paint := v.sentence()
	if say == "" {
		return nil
	}
	r, width := v.env.Ruler, v.inner
	out := kit.Wrap(r, say, width-3)
	for i, l := range out {
		out[i] = paint.On(r.Fit("  "+l, width))
	}
	return out
}

func (v *view) sentence() (string, kit.Paint) {
	c, k := v.env.Text, v.env.Keys
	switch {
	case v.listed && v.rows.Len() > 0:
		return "", kit.Paint{}
	case v.place.IsResults():
		return v.resultsSentence()
	case v.listing.err == errStopped:
		return c.Say("Stopped. %s reloads.", k.Key(keys.Refresh)), v.paint.note
	case v.listing.err != nil && !v.listed:
		return v.why(), v.paint.bad
	case v.listing.awaited && v.listing.slow && !v.listed:
		return c.Say("Loading… Esc stops."), v.paint.note
	case v.listing.awaited && !v.listed:
		return "", kit.Paint{}
	case v.listed && v.Filter() != "" && v.rows.Total() > 0:
		return c.Say("Nothing matches the filter. Esc shows all."), v.paint.note
	case v.rows.Dotted() > 0:
		return c.Say("Only hidden files here; %s shows them.", k.Key(keys.Dots)), v.paint.note
	case v.listed && v.rows.Head().Complete:
		if key := k.Key(keys.New); key != "" {
			return c.Say(v.empty(), key), v.paint.note
		}
		return c.Say("This folder is empty."), v.paint.note
	}
	return "", kit.Paint{}
}

// resultsSentence is the sentence of an empty list of results.
func (v *view) resultsSentence() (string, kit.Paint) {
	c, again := v.env.Text, v.env.Keys.Key(keys.Refresh)
	switch err := v.listing.err; {
	case err == errStopped:
		return c.Say("Stopped. %s reloads.", again), v.paint.note
	case err != nil && client.KindOf(err) == client.KindNetwork:
		return c.Say("The service cannot be reached. %s tries again.", again), v.paint.bad
	case err != nil && !v.listed:
		return c.Say("%s. %s tries again.", strings.TrimSuffix(client.Sentence(err).In(c), "."), again), v.paint.bad
	case v.listing.awaited && v.listing.slow:
		return c.Say("Loading… Esc stops."), v.paint.note
	case v.listing.awaited:
		return "", kit.Paint{}
	case v.listed && v.Filter() != "" && v.rows.Total() > 0:
		return c.Say("Nothing matches the filter. Esc shows all."), v.paint.note
	}
	if empty := v.env.Results[v.place.String()].Empty; empty != "" {
		return empty, v.paint.note
	}
	return c.Say("Nothing found. %s goes back.", v.env.Keys.Key(keys.Back)), v.paint.note
}

func (v *view) why() string {
	c, k := v.env.Text, v.env.Keys
	switch client.KindOf(v.listing.err) {
	case client.KindAuth:
		return c.Say("You are signed out. %s signs in.", k.Key(keys.SignIn))
	case client.KindNetwork:
		return c.Say("The service cannot be reached. %s tries again.", k.Key(keys.Refresh))
	case client.KindNotFound:
		return c.Say("This folder no longer exists. %s goes up.", k.Key(keys.Parent))
	}
	return c.Say("The folder could not be listed. %s tries again.", k.Key(keys.Refresh))
}

// empty is the sentence of an empty folder. It depends on what its source can create.
func (v *view) empty() text.Text {
	src, err := v.env.Sources.For(v.place)
	if maker, ok := src.(client.Creator); ok && err == nil {
		switch kinds := maker.CreateKinds(v.place); {
		case len(kinds) == 0:
			return "There are no spaces. %s makes one."
		case slices.Contains(kinds, model.KindLink) && !slices.Contains(kinds, model.KindFile):
			return "There are no pages here. %s makes one."
		}
	}
	return "This folder is empty. %s adds something."
}

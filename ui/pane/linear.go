package pane

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// manyCells is more than any title needs.
const manyCells = 1000

// Said returns the pane in words without its rows: its title, and the state of the list.
func (p *Pane) Said() (title string, rest []string) {
	v, c := p.view(), p.env.Text
	add := func(is bool, s string) {
		if is {
			rest = append(rest, s)
		}
	}
	say, _ := v.sentence()
	add(say != "", say)
	add(v.rows.Ranging(), c.Say("range"))
	add(true, v.sorted())
	if !p.Typing() { // what is typed says it
		f, find := v.Filter(), v.Finding()
		add(f != "", c.Say(text.StateFilter, model.Clean(f)))
		add(find != "", c.Say(text.StateFind, model.Clean(find)))
	}
	sel := c.Say("selected %d", v.here)
	if sum, whole := v.rows.SelectedSize(); whole {
		sel += " (" + kit.Size(sum) + ")"
	}
	add(v.here > 0 && v.elsewhere == 0, sel)
	add(v.elsewhere > 0, c.Say("selected %d here + %d elsewhere", v.here, v.elsewhere))
	if v.listing.err != nil && v.listed {
		rest = append(rest, v.short(v.listing.err))
	}
	add(v.rows.Dotted() > 0, c.Say("%d hidden", v.rows.Dotted()))
	add(v.listed && v.rows.Head().Cut == model.CutWindow, c.Say("the service lists no more"))
	return v.crumbs(manyCells) + v.tabLine(manyCells), rest
}

// Now returns the current row in words, with facts of its entry; nothing before the folder is listed.
func (p *Pane) Now(facts []string) kit.Current {
	c := p.env.Text
	if p.Typing() && p.typing.inRow() != nil {
		now := p.typing.inRow().Current()
		now.Label = c.Say("new name") + "  "
		return now
	}
	if !p.listed && p.listing.err == nil {
		return kit.Current{}
	}
	v := p.view()
	i := v.rows.Cursor()
	if p.Current() == nil {
		if p.parentRow() == 0 {
			return kit.Current{}
		}
		return kit.Current{Text: ".." + "  " + c.Say("parent folder")}
	}
	said := []string{model.CleanName(p.Current().Name)}
	if v.rows.Shared()[p.Current().Name] {
		said[0] += " " + kit.IDTail(p.Current().ID)
	}
	g := &v.env.Styles.Glyphs
	switch v.mark(i) {
	case g.Selected, g.Differs:
		said = append(said, c.Say("selected"))
	case g.Cut:
		said = append(said, c.Say("to move"))
	case g.Copy:
		said = append(said, c.Say("to copy"))
	case g.Stale:
		said = append(said, c.Say("not up to date"))
	}
	of := v.rows.Len()
	at := c.Say("%d of %d", i+1, of)
	if !v.rows.Head().Complete {
		at += "+"
	}
	return kit.Current{Text: strings.Join(append(append(said, facts...), at), "  ")}
}

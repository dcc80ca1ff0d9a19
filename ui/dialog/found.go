package dialog

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// HitAsked requests an action on an entry of a list: HitInfo, HitLink, HitExport,
// HitCopy, HitShare, HitDelete or RecentRemove. Asked is the page of the recent
// list that it was on.
type HitAsked struct {
	Origin Origin
	Action keys.Action
	Hit    client.Hit
	Asked  RecentAsked
}

// noFolder is shown below the line that says why.
const noFolder text.Text = "not possible without its folder"

// found is a list of entries from different folders: what was searched for, what
// was used lately.
type found struct {
	list
	from Origin
	hits []client.Hit
	many map[string]bool // names that several have
	// never are the actions that no entry of this list has.
	never []keys.Action
}

func (d *found) set(hits []client.Hit) {
	d.hits, d.n = hits, len(hits)
	l := model.Listing{Steady: true}
	for i := range hits {
		l.Entries = append(l.Entries, hits[i].Entry)
	}
	d.many = l.Twins()
	d.hide = slices.Clone(d.never)
	if d.n == 0 {
		d.hide = append(d.hide, keys.DlgAccept)
		d.hide = append(d.hide, hitActions...)
	}
	d.clamp()
}

// hitActions are about the entry under the cursor.
var hitActions = []keys.Action{
	keys.HitInfo, keys.HitLink, keys.HitExport, keys.HitCopy, keys.HitShare, keys.HitDelete, keys.RecentRemove,
}

// begin makes the list's rows: name, kind, and where it is as far as is known.
func (d *found) begin(env *Env, c keys.Context, title, wait string) {
	d.list = list{
		env: env, context: c, title: title, want: wide, tall: 14, empty: wait,
		detail: d.place, row: d.drawHit,
	}
}

func (d *found) drawHit(i, w int) line {
	e := &d.hits[i].Entry
	name := model.CleanName(e.Name)
	if p := d.hits[i].Place; d.many[e.Name] && p != nil && p.IsLoose() {
		name += " " + kit.IDTail(e.ID)
	}
	if e.Enterable() {
		name += "/"
	}
	right := known(d.env, e)
	if p := d.hits[i].Place; p != nil && !p.IsLoose() {
		right = d.env.Ruler.TruncateStart(where(*p), w/2)
	} else if e.Facts().Space != "" {
		right += "  " + d.env.Text.Say("in a space")
	}
	return line{plain, two(d.env, name, right, w)}
}

// nowhere: neither its folder is known nor an id that would do instead.
func (d *found) nowhere(i int) bool {
	return d.hits[i].Place == nil && !d.from.Place.Scheme.Documents()
}

// place is where a hit is, when that is known.
func (d *found) place(i int) string {
	p := d.hits[i].Place
	switch {
	case p != nil && !p.IsLoose():
		return where(*p)
	case d.hits[i].Entry.ID != "" && p != nil:
		return d.env.Text.Say("the list does not say in which folder; %s asks the service", d.env.Keys.Key(keys.DlgAccept))
	}
	return d.env.Text.Say("the service does not say where")
}

// act is what a key means for the hit under the cursor. Looking leaves the list
// open; whatever goes elsewhere or changes something closes it.
func (d *found) act(a keys.Action, asked RecentAsked) (cmd tea.Cmd, open, mine bool) {
	switch {
	case !slices.Contains(hitActions, a):
		return nil, true, false
	case d.n == 0:
		return nil, true, true
	}
	if a != keys.HitInfo && a != keys.HitLink && d.nowhere(d.cursor) {
		d.say(warn, d.env.Text.Say(noFolder))
		return nil, true, true
	}
	stays := a == keys.HitInfo || a == keys.HitLink || a == keys.HitShare || a == keys.RecentRemove
	return answer(HitAsked{Origin: d.from, Action: a, Hit: d.hits[d.cursor], Asked: asked}), stays, true
}

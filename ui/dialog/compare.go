package dialog

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// Compared gives an open Compare its result.
type Compared struct {
	ID         string
	Comparison client.Comparison
	Err        error
}

// CompareSaveAsked requests to save a comparison. The dialog stays open.
type CompareSaveAsked[T any] struct {
	Tag        T
	Comparison client.Comparison
}

// CompareReadAsked requests the changed text from a line on. The dialog stays open.
type CompareReadAsked struct {
	Title string
	Lines []text.DiffLine
	At    int
}

type compare struct {
	list
	id    string
	save  func(client.Comparison) tea.Msg
	found *client.Comparison
	pairs []pair // all sections, in the order of the new document
	shown []pair
	all   bool
}

// pair is a section in both documents, side by side.
type pair struct {
	old, now           *model.OutlineNode
	oldDepth, nowDepth int
	kinds              []model.ChangeKind
	detail             string
}

// NewCompare waits for Compared and shows two outlines side by side: CompareSaveAsked.
func NewCompare[T any](env *Env, id string, tag T, title string) Dialog {
	d := &compare{id: id}
	d.save = func(c client.Comparison) tea.Msg { return CompareSaveAsked[T]{Tag: tag, Comparison: c} }
	d.list = list{
		env: env, context: keys.InCompare, title: model.Clean(title), want: 200, tall: 40, empty: env.Text.Say("reading…"),
		row: d.draw, detail: func(i int) string { return d.shown[i].detail },
		hide: []keys.Action{keys.CompareExport, keys.CompareAll, keys.DlgAccept}, // nothing to act on yet
	}
	return d
}

// Update handles a key or the result.
func (d *compare) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(Compared); ok {
		if m.ID == d.id {
			d.take(m)
		}
		return nil, true
	}
	switch a := action(d.env, d.context, msg); a {
	case keys.DlgAccept:
		if d.found != nil && d.win.Len > 0 {
			p := d.shown[d.win.At]
			n := cmp.Or(p.now, p.old)
			return answer(CompareReadAsked{d.title, d.found.Lines, d.found.At[n]}), true
		}
	case keys.CompareAll:
		d.all = !d.all
		d.fill()
	case keys.CompareExport:
		if d.found != nil {
			return answer(d.save(*d.found)), true
		}
	default:
		return d.rest(a)
	}
	return nil, true
}

func (d *compare) take(m Compared) {
	if m.Err != nil {
		d.empty = client.Sentence(m.Err).In(d.env.Text)
		return
	}
	c := m.Comparison
	d.found, d.hide = &c, nil
	d.title = d.env.Text.Say("%s  |  %s", versionName(d.env, c.A), versionName(d.env, c.B))
	d.low = d.env.Text.Say("%d {difference|differences}", len(c.Changes))
	if c.ByLength {
		d.low += "  " + d.env.Text.Say("(by length: no text could be read)")
	}
	d.pairs = pairs(d.env, &c)
	d.all = len(c.Changes) == 0 || len(d.pairs) <= d.tall
	d.fill()
}

// fill shows all sections or only the differing ones.
func (d *compare) fill() {
	d.shown = nil
	for _, p := range d.pairs {
		if d.all || len(p.kinds) > 0 {
			d.shown = append(d.shown, p)
		}
	}
	d.win.Len = len(d.shown)
	if d.win.Len == 0 {
		d.empty = d.env.Text.Say("No section differs.")
	}
	d.clamp()
}

func versionName(env *Env, v client.DocVersion) string {
	return env.Text.Say("%s, version %d", model.Clean(v.Place.Base()), v.Version)
}

// pairs pairs the sections of two outlines in the order of the new one. Deleted sections follow the section before
// them.
func pairs(env *Env, c *client.Comparison) []pair {
	byNew := map[*model.OutlineNode][]model.OutlineChange{}
	gone := map[*model.OutlineNode]bool{}
	partner := map[*model.OutlineNode]*model.OutlineNode{} // new by old
	for _, ch := range c.Changes {
		if ch.New != nil {
			byNew[ch.New] = append(byNew[ch.New], ch)
			if ch.Old != nil {
				partner[ch.Old] = ch.New
			}
		} else if ch.Old != nil {
			gone[ch.Old] = true
		}
	}
	olds, depth := flatOutline(c.OldOutline)
	news, nowDepth := flatOutline(c.NewOutline)
	used := map[*model.OutlineNode]bool{}
	for _, n := range partner {
		used[n] = true
	}
	added := func(n *model.OutlineNode) bool {
		return slices.ContainsFunc(byNew[n], func(ch model.OutlineChange) bool { return ch.Kind == model.SectionAdded })
	}
	// Sections without a change are paired by title and order.
	old := map[*model.OutlineNode]*model.OutlineNode{}
	for o, n := range partner {
		old[n] = o
	}
	waiting := map[string][]*model.OutlineNode{}
	for _, o := range olds {
		if !gone[o] && partner[o] == nil {
			waiting[o.Title] = append(waiting[o.Title], o)
		}
	}
	for _, n := range news {
		if q := waiting[n.Title]; !used[n] && !added(n) && len(q) > 0 {
			old[n], waiting[n.Title] = q[0], q[1:]
		}
	}
	after := map[*model.OutlineNode][]*model.OutlineNode{} // deleted sections by the section before them
	var last *model.OutlineNode
	for _, o := range olds {
		if gone[o] {
			after[last] = append(after[last], o)
			continue
		}
		last = o
	}
	var out []pair
	put := func(behind *model.OutlineNode) {
		for _, o := range after[behind] {
			out = append(out, pair{old: o, oldDepth: depth[o], kinds: []model.ChangeKind{model.SectionGone},
				detail: ChangeText(env, model.OutlineChange{Kind: model.SectionGone, Old: o})})
		}
	}
	put(nil)
	for _, n := range news {
		p := pair{old: old[n], now: n, nowDepth: nowDepth[n], oldDepth: depth[old[n]]}
		var said []string
		for _, ch := range byNew[n] {
			p.kinds = append(p.kinds, ch.Kind)
			said = append(said, ChangeText(env, ch))
		}
		p.detail = strings.Join(said, "; ")
		out = append(out, p)
		if p.old != nil {
			put(p.old)
		}
	}
	return out
}

// flatOutline returns all nodes in order and their depths.
func flatOutline(o model.Outline) (all []*model.OutlineNode, depth map[*model.OutlineNode]int) {
	depth = map[*model.OutlineNode]int{}
	o.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		all, depth[n] = append(all, n), len(above)
		return true
	})
	return all, depth
}

// mark marks a section by characters, since colour alone is not enough.
func (p *pair) mark() string {
	s := ""
	for _, k := range p.kinds {
		s += map[model.ChangeKind]string{
			model.SectionAdded: "+", model.SectionGone: "-", model.SectionChanged: "~", model.SectionMoved: ">", model.SectionRenamed: "=",
		}[k]
	}
	return s
}

const markCells = 3

func (d *compare) draw(i, w int) line {
	p := &d.shown[i]
	r := d.env.Ruler
	half := (w - markCells - 2) / 2
	side := func(n *model.OutlineNode, depth int) string {
		if n == nil {
			return r.Fit("", half)
		}
		title := cmp.Or(strings.TrimSpace(model.Clean(n.Title)), d.env.Text.Say(text.NoHeading))
		return r.Fit(r.TruncateEnd(strings.Repeat("  ", min(depth, 6))+title, half), half)
	}
	l := line{plain, side(p.old, p.oldDepth) + " " + r.Fit(p.mark(), markCells) + " " + side(p.now, p.nowDepth)}
	switch {
	case len(p.kinds) == 0:
		l.role = dim
	case p.now == nil || p.old == nil:
		l.role = strong
	}
	return l
}

// NewCompareText shows a comparison as text.
func NewCompareText(env *Env, m CompareReadAsked) Dialog {
	d := newView(env, m.Title, len(m.Lines))
	d.want, d.tall, d.win.At = 200, 60, m.At
	roles := map[rune]role{'+': insert, '-': warn, '#': strong}
	d.row = func(i, w int) line {
		return line{roles[m.Lines[i].Sign], model.Clean(strings.ReplaceAll(m.Lines[i].String(), "\t", "    "))}
	}
	d.copy = func(i int) string { return m.Lines[i].String() }
	return d
}

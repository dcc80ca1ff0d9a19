package dialog

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// DocRow is a row of a list about a document, raw.
type DocRow struct {
	Left, Right string
	Detail      string // shown in full below the list
	Refused     string // why no action accepts it; shown instead
	Dim         bool
}

// DocListOptions configure a list of parts of a document.
type DocListOptions struct {
	ID      string // of this reading, as in DocListed
	Context keys.Context
	Title   string // raw
	Wait    string // shown during reading
	Empty   string // shown without rows
	Acts    []keys.Action
	Enter   string // what Enter does, raw; "" = nothing
}

// DocListed fills a DocList.
type DocListed[T any] struct {
	ID   string
	Tag  T // returned with the choice
	Rows []DocRow
	At   int // row of the cursor at first
	Low  string
	Err  error
}

// DocListChosen carries the row and the action: DlgAccept or one of the Acts.
type DocListChosen[T any] struct {
	Tag    T
	Action keys.Action
	Row    int
}

type docList[T any] struct {
	list
	opt DocListOptions
	tag T
	all []DocRow
}

// NewDocList waits for DocListed and shows it: DocListChosen.
func NewDocList[T any](env *Env, o DocListOptions) Dialog {
	d := &docList[T]{opt: o}
	d.list = list{
		env: env, context: o.Context, title: model.Clean(o.Title), want: wide, tall: 14, empty: o.Wait,
		verb: model.Clean(o.Enter),
		row: func(i, w int) line {
			r := &d.all[i]
			l := line{plain, two(env, model.Clean(r.Left), model.Clean(r.Right), w)}
			if r.Dim {
				l.role = dim
			}
			return l
		},
		detail: func(i int) string { return model.Clean(d.all[i].Detail) },
	}
	d.hides()
	return d
}

// hides hides hints of keys that do nothing now.
func (d *docList[T]) hides() {
	d.hide = nil
	if d.opt.Enter == "" || d.win.Len == 0 {
		d.hide = append(d.hide, keys.DlgAccept)
	}
	if d.win.Len == 0 {
		d.hide = append(d.hide, d.opt.Acts...)
	}
}

// Update handles a key or the rows.
func (d *docList[T]) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(DocListed[T]); ok {
		if m.ID == d.opt.ID {
			d.tag, d.all = m.Tag, m.Rows
			d.win.Len, d.low, d.win.At = len(m.Rows), model.Clean(m.Low), m.At
			d.empty = d.opt.Empty
			if m.Err != nil {
				d.empty = client.Sentence(m.Err).In(d.env.Text)
			}
			d.clamp()
			d.hides()
		}
		return nil, true
	}
	a := action(d.env, d.context, msg)
	switch {
	case a == keys.DlgAccept && d.opt.Enter == "":
		return nil, true
	case slices.Contains(d.opt.Acts, a) && d.win.Len > 0 && d.all[d.win.At].Refused != "":
		d.say(warn, model.Clean(d.all[d.win.At].Refused))
		return nil, true
	case a == keys.DlgAccept, slices.Contains(d.opt.Acts, a):
		return d.choose(a)
	}
	return d.rest(a)
}

func (d *docList[T]) choose(a keys.Action) (tea.Cmd, bool) {
	if d.win.Len == 0 {
		return nil, true
	}
	return answer(DocListChosen[T]{Tag: d.tag, Action: a, Row: d.win.At}), false
}

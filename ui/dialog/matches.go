package dialog

import (
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// MatchesOptions configure a choice among the matches of a text.
type MatchesOptions[T any] struct {
	Tag      T // returned in the answer
	Matches  model.Matches
	Sections []string // the heading above each match, raw
	Begin    int      // the match with the cursor at first, from 0
	One      bool     // only one can be chosen
}

// MatchesAnswered answers Matches with the chosen ones, from 1.
type MatchesAnswered[T any] struct {
	Tag  T
	Pick []int
	OK   bool
}

type matches[T any] struct {
	list
	opt   MatchesOptions[T]
	taken map[int]bool
}

// NewMatches shows all matches of a text and lets the user mark some: MatchesAnswered.
func NewMatches[T any](env *Env, o MatchesOptions[T]) Dialog {
	d := &matches[T]{opt: o, taken: map[int]bool{}}
	n, what := len(o.Matches.All), strconv.Quote(model.Clean(o.Matches.Text))
	d.list = list{
		env: env, context: keys.InMatches, title: env.Text.Say("%d {match|matches} of %s", n, what), win: kit.List{At: o.Begin, Len: n}, want: wide, tall: 14,
		detail: d.place, row: d.draw, low: env.Text.Say(text.MatchesVersion, o.Matches.Version),
	}
	if o.One {
		d.title = env.Text.Say("Which of the %d {match|matches} of %s?", n, what)
		d.hide, d.verb = []keys.Action{keys.MatchToggle, keys.MatchAll}, env.Text.Say("choose this one")
	}
	d.clamp()
	return d
}

func (d *matches[T]) all() {
	for i := range d.win.Len {
		d.taken[i] = true
	}
}

func (d *matches[T]) draw(i, w int) line {
	mark := " "
	if d.taken[i] {
		mark = d.env.Styles.Glyphs.Selected
	}
	section, room := "", w-2
	if i < len(d.opt.Sections) && d.opt.Sections[i] != "" {
		section = d.env.Ruler.Truncate(model.Clean(d.opt.Sections[i]), room/2)
		room -= d.env.Ruler.Width(section) + 2
	}
	return line{plain, mark + " " + two(d.env, d.opt.Matches.All[i].Line(d.env.Ruler, d.opt.Matches.Text, room), section, w-2)}
}

func (d *matches[T]) place(i int) string {
	m := &d.opt.Matches.All[i]
	return m.Line(d.env.Ruler, d.opt.Matches.Text, len(m.Context)+1)
}

// Update answers a key.
func (d *matches[T]) Update(msg tea.Msg) (tea.Cmd, bool) {
	a := action(d.env, d.context, msg)
	if a == keys.MatchToggle && d.opt.One {
		a = keys.DlgAccept
	}
	switch a {
	case keys.DlgCancel:
		return answer(MatchesAnswered[T]{Tag: d.opt.Tag}), false
	case keys.DlgAccept:
		return d.done()
	case keys.MatchToggle:
		if d.win.Len > 0 {
			if d.taken[d.win.At] = !d.taken[d.win.At]; !d.taken[d.win.At] {
				delete(d.taken, d.win.At)
			}
			d.move(keys.DlgDown)
		}
	case keys.MatchAll:
		switch {
		case d.opt.One:
			d.say(warn, d.env.Text.Say("only one can be chosen"))
		case len(d.taken) == d.win.Len:
			clear(d.taken)
		default:
			d.all()
		}
	default:
		return d.rest(a)
	}
	d.low = d.env.Text.Say(text.MatchesVersion, d.opt.Matches.Version)
	if len(d.taken) > 0 {
		d.low = d.env.Text.Say("%d taken", len(d.taken))
	}
	return nil, true
}

// done takes the marked matches, or the current one if none is marked.
func (d *matches[T]) done() (tea.Cmd, bool) {
	if d.win.Len == 0 {
		return nil, true
	}
	out := MatchesAnswered[T]{Tag: d.opt.Tag, OK: true}
	for i := range d.win.Len {
		if d.taken[i] || len(d.taken) == 0 && i == d.win.At {
			out.Pick = append(out.Pick, i+1)
		}
	}
	return answer(out), false
}

// mouse marks a row on its second click.
func (d *matches[T]) mouse(at image.Point, wheel int) keys.Action {
	a := d.list.mouse(at, wheel)
	if a == keys.DlgAccept && !d.opt.One {
		return keys.MatchToggle
	}
	return a
}

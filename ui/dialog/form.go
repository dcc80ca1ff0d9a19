package dialog

import (
	"cmp"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// FieldKind is what a field of a form takes.
type FieldKind int

const (
	FieldNote  FieldKind = iota // nothing: it only says something
	FieldLine                   // one line
	FieldArea                   // several lines
	FieldPick                   // one of several, one below the other
	FieldCycle                  // one of several, beside each other
)

// FormOption is one of several.
type FormOption struct {
	Label, Right string // raw; Right stands at the end of the row
	Refused      string // why it cannot be taken, "" when it can
}

// FormField is one question of a form.
type FormField struct {
	Name        string // of its value in the answer
	Kind        FieldKind
	Label       string
	Value       string // FieldLine, FieldArea; FieldNote: what is said, raw
	Default     string // FieldLine: what is meant where nothing is typed; it shows
	Placeholder string
	Rows        int // FieldArea
	Options     []FormOption
	At          int
	Complete    bool // FieldLine: Tab completes
	Check       func(string) error
	When        func(at map[string]int) bool // it is asked only with those options; nil = always
	// PastedWith: text that is pasted outside of any field goes into this one, and
	// the field of that name takes that option.
	PastedWith string
	PastedAt   int
}

// FormButton is what can be done with a form.
type FormButton struct{ Label, Value string }

// FormOptions of several questions in one box.
type FormOptions struct {
	Origin  Origin
	Tag     any
	Title   string // raw
	Fields  []FormField
	Buttons []FormButton // behind Cancel; the first is what Enter means
	// Check says why the whole cannot be taken, "" when it can, and the field to
	// go to.
	Check func(FormValues) (field, why string)
}

// FormValues are what was entered, by the names of the fields.
type FormValues struct {
	Text map[string]string
	At   map[string]int
}

// FormAnswered answers a Form. Button is "" when the person backed out; what was
// entered is told then too, so that it is not lost.
type FormAnswered struct {
	Origin Origin
	Tag    any
	Button string
	Values FormValues
}

// asked is a question being answered.
type asked struct {
	FormField
	in   *input.Model
	area *area
}

func (f *asked) asks() bool   { return f.Kind != FieldNote }
func (f *asked) typing() bool { return f.in != nil || f.area != nil }

func (f *asked) value() string {
	switch {
	case f.in != nil:
		return cmp.Or(f.in.Value(), f.Default)
	case f.area != nil:
		return f.area.value()
	}
	return ""
}

type form struct {
	env    *Env
	opt    FormOptions
	fields []*asked
	focus  int // a stop
	note   string
	top    int // the first row that shows
	spots  []formSpot
}

// formSpot is a place in the box that can be clicked.
type formSpot struct {
	at     image.Rectangle
	stop   int
	option int // -1 = none
}

// NewForm asks several things at once: FormAnswered.
func NewForm(env *Env, o FormOptions) Dialog {
	d := &form{env: env, opt: o}
	for i := range o.Fields {
		f := &asked{FormField: o.Fields[i]}
		switch f.Kind {
		case FieldLine:
			f.in = input.New(env, 0, input.Options{
				Value: f.Value, Cursor: -1, Placeholder: cmp.Or(f.Default, f.Placeholder), Complete: f.Complete, Check: f.Check,
			})
		case FieldArea:
			f.area = newArea(env, f.Value)
		}
		d.fields = append(d.fields, f)
	}
	return d
}

func (d *form) setID(id int) tea.Cmd {
	for _, f := range d.fields {
		if f.in != nil {
			f.in.SetID(id)
		}
	}
	return nil
}

func (d *form) values() FormValues {
	v := FormValues{Text: map[string]string{}, At: map[string]int{}}
	for _, f := range d.fields {
		v.At[f.Name], v.Text[f.Name] = f.At, f.value()
	}
	return v
}

// shown reports whether a field is asked. It is called for every drawn frame, so
// it looks at no text.
func (d *form) shown(f *asked) bool {
	if f.When == nil {
		return true
	}
	at := map[string]int{}
	for _, f := range d.fields {
		at[f.Name] = f.At
	}
	return f.When(at)
}

// stops are the fields that can be gone to. The buttons follow them, Cancel as
// the last: Tab and Enter lead to what was asked for.
func (d *form) stops() []*asked {
	var out []*asked
	for _, f := range d.fields {
		if f.asks() && d.shown(f) {
			out = append(out, f)
		}
	}
	return out
}

// at is the field with the focus, nil when a button has it.
func (d *form) at() *asked {
	if s := d.stops(); d.focus < len(s) {
		return s[d.focus]
	}
	return nil
}

func (d *form) goTo(name string) {
	if i := slices.IndexFunc(d.stops(), func(f *asked) bool { return f.Name == name }); i >= 0 {
		d.focus = i
	}
}

func (d *form) step(by int) {
	n := len(d.stops()) + 1 + len(d.opt.Buttons)
	d.focus = (d.focus + by + n) % n
}

// Context of the keys.
func (d *form) Context() keys.Context {
	if f := d.at(); f != nil && f.typing() {
		return keys.InInput
	}
	return keys.InForm
}

func (d *form) done(button string) (tea.Cmd, bool) {
	if button != "" {
		if name, why := d.trouble(); why != "" {
			d.note = why
			d.goTo(name)
			return nil, true
		}
	}
	return answer(FormAnswered{Origin: d.opt.Origin, Tag: d.opt.Tag, Button: button, Values: d.values()}), false
}

// trouble is why the form cannot be taken as it is, clean.
func (d *form) trouble() (name, why string) {
	for _, f := range d.stops() {
		if f.in != nil {
			if why := f.in.Trouble(); why != "" {
				return f.Name, why
			}
		}
		if f.Kind == FieldPick || f.Kind == FieldCycle {
			if why := f.Options[f.At].Refused; why != "" {
				return f.Name, model.Clean(why)
			}
		}
	}
	if d.opt.Check == nil {
		return "", ""
	}
	name, why = d.opt.Check(d.values())
	return name, model.Clean(why)
}

// Update answers a key, a paste, or completions.
func (d *form) Update(msg tea.Msg) (tea.Cmd, bool) {
	f := d.at()
	switch m := msg.(type) {
	case tea.PasteMsg:
		d.note = ""
		d.pasted(f, m)
		return nil, true
	case input.Completed:
		for _, f := range d.fields {
			if f.in != nil {
				f.in.Update(m)
			}
		}
		return nil, true
	case tea.KeyPressMsg, acted:
	default:
		return nil, true
	}
	a := action(d.env, keys.InForm, msg)
	if f != nil && f.typing() {
		if k, ok := msg.(tea.KeyPressMsg); ok {
			return d.type_(f, a, k)
		}
	}
	d.note = ""
	switch a {
	case keys.DlgCancel:
		return d.done("")
	case keys.FormDone:
		return d.done(d.opt.Buttons[0].Value)
	case keys.FormNext:
		d.step(1)
	case keys.FormPrev:
		d.step(-1)
	case keys.DlgDown, keys.DlgUp:
		d.move(f, a == keys.DlgDown)
	case keys.FormRight, keys.FormLeft:
		d.turn(f, a == keys.FormRight)
	case keys.DlgAccept:
		return d.enter(f)
	case keys.DlgHelp:
		return help(a, keys.InForm), true
	}
	return nil, true
}

// pasted goes to the field with the focus, else to the one that wants it.
func (d *form) pasted(f *asked, m tea.PasteMsg) {
	if f == nil || !f.typing() {
		i := slices.IndexFunc(d.fields, func(f *asked) bool { return f.PastedWith != "" })
		if i < 0 {
			return
		}
		f = d.fields[i]
		for _, o := range d.fields {
			if o.Name == f.PastedWith {
				o.At = f.PastedAt
			}
		}
		d.goTo(f.Name)
	}
	if f.area != nil {
		f.area.update(m)
		return
	}
	f.in.Update(m)
}

// type_ gives a key to a field that is typed into, as far as it does not lead
// out of it.
func (d *form) type_(f *asked, a keys.Action, k tea.KeyPressMsg) (tea.Cmd, bool) {
	d.note = ""
	in := d.env.Keys.Action(keys.InInput, k.String())
	switch {
	case a == keys.FormDone:
		return d.done(d.opt.Buttons[0].Value)
	case k.String() == "ctrl+c":
		return d.done("")
	case f.area != nil:
		switch in {
		case keys.InCancel:
			return d.done("")
		case keys.InComplete:
			d.step(1)
		case keys.InUncomplete:
			d.step(-1)
		default:
			if !f.area.update(k) {
				d.step(map[bool]int{true: -1, false: 1}[in == keys.InHistPrev])
			}
		}
		return nil, true
	}
	if !f.Complete && (in == keys.InComplete || in == keys.InUncomplete) {
		d.step(map[bool]int{true: -1, false: 1}[in == keys.InUncomplete])
		return nil, true
	}
	did, cmd := f.in.Update(k)
	switch did {
	case input.Canceled:
		return d.done("")
	case input.Accepted:
		return d.enter(f)
	case input.Nothing:
		switch in {
		case keys.InHistPrev:
			d.step(-1)
		case keys.InHistNext:
			d.step(1)
		}
	}
	return cmd, true
}

// enter goes on: to the next text that is still empty, else it is done.
func (d *form) enter(f *asked) (tea.Cmd, bool) {
	stops := d.stops()
	if f == nil {
		if i := d.focus - len(stops); i < len(d.opt.Buttons) {
			return d.done(d.opt.Buttons[i].Value)
		}
		return d.done("")
	}
	for i := d.focus + 1; i < len(stops); i++ {
		if stops[i].typing() && stops[i].value() == "" {
			d.focus = i
			return nil, true
		}
	}
	return d.done(d.opt.Buttons[0].Value)
}

// move goes through the options that stand one below the other, and on to the
// next field behind the last.
func (d *form) move(f *asked, down bool) {
	by := map[bool]int{true: 1, false: -1}[down]
	if f != nil && f.Kind == FieldPick {
		if i := f.At + by; i >= 0 && i < len(f.Options) {
			f.At = i
			return
		}
	}
	d.step(by)
}

// turn takes the next option, or goes along the buttons.
func (d *form) turn(f *asked, right bool) {
	by := map[bool]int{true: 1, false: -1}[right]
	if f == nil { // Cancel is drawn before the others
		fields, n := len(d.stops()), 1+len(d.opt.Buttons)
		at := (d.focus - fields + 1 + by + n) % n
		d.focus = fields + (at+n-1)%n
		return
	}
	if n := len(f.Options); n > 0 {
		f.At = (f.At + by + n) % n
	}
}

// mouse takes an option, a field or a button.
func (d *form) mouse(at image.Point, wheel int) keys.Action {
	if wheel != 0 {
		return keys.None
	}
	for _, s := range d.spots {
		if !at.In(s.at) {
			continue
		}
		d.focus, d.note = s.stop, ""
		stops := d.stops()
		if s.stop >= len(stops) {
			return keys.DlgAccept
		}
		if s.option >= 0 {
			stops[s.stop].At = s.option
		}
		return keys.None
	}
	return keys.None
}

// title of the box.
func (d *form) title() string { return model.Clean(d.opt.Title) }

// tip says what the keys do in the field with the focus.
func (d *form) tip(width int) line {
	if d.note != "" {
		return line{warn, d.note}
	}
	f := d.at()
	say, key := d.env.Text.Say, d.env.Keys.Key
	switch {
	case f != nil && f.area != nil:
		return line{dim, say(text.FormTipArea, key(keys.FormNext), key(keys.FormDone))}
	case f != nil && f.in != nil:
		if why := f.in.Trouble(); why != "" && f.value() != "" {
			return line{warn, why}
		}
		if f.Complete {
			return line{dim, say(text.FormTipComplete, key(keys.InComplete), key(keys.FormDone))}
		}
		return line{dim, say(text.FormTipLine, key(keys.FormNext), key(keys.FormDone))}
	}
	return line{dim, hints(d.env, keys.InForm, width)}
}

package dialog

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// FieldKind is the type of a form's field.
type FieldKind int

const (
	FieldNote   FieldKind = iota // text without a value
	FieldLine                    // one line
	FieldArea                    // several lines
	FieldPick                    // one of several, stacked
	FieldCycle                   // one of several, side by side
	FieldHidden                  // a secret, which is never drawn and is in no answer
)

// FormOption is one option of a field.
type FormOption struct {
	Label, Right string // raw; Right is aligned to the right
	Refused      string // why it cannot be chosen, or ""
}

// FormField is one question of a form.
type FormField struct {
	Name        string // key of its value in the answer
	Kind        FieldKind
	Label       string
	Value       string // FieldLine, FieldArea; FieldNote: the text, raw
	Whole       bool   // FieldNote: across the whole box
	Wrong       bool   // FieldNote: a warning
	Default     string // FieldLine: the value of an empty field; it is shown
	Placeholder string
	Rows        int  // FieldArea
	Sends       bool // FieldArea: Enter goes on, another key breaks the line
	Options     []FormOption
	At          int
	Complete    bool   // FieldLine: Tab completes
	Optional    bool   // FieldLine: Enter skips it while it is empty
	Tail        string // FieldLine: the suffix of Value to put the cursor before
	Check       func(string) error
	When        func(at map[string]int) bool // shown only with those options; nil = always
	// PastedWith makes this field take text pasted outside of fields. The named field then gets that option.
	PastedWith string
	PastedAt   int
}

// FormButton is an action of a form.
type FormButton struct {
	Label, Value string
	Key          keys.Action // takes it from any field; None = only by focus
	Anyway       bool        // works even if the form cannot be accepted
}

// FormOptions configure several questions in one box.
type FormOptions[T any] struct {
	Origin  Origin
	Tag     T      // returned in the answer
	Title   string // raw
	Fields  []FormField
	Buttons []FormButton // after Cancel; Enter takes the first
	// Check returns why the form cannot be accepted, or "", and the field to go to.
	Check func(FormValues) (field, why string)
	// Preview is shown below the fields and made again when a value changes; nil = none.
	Preview func(FormValues) FormPreview
}

// FormValues are the entered values by field name.
type FormValues struct {
	Text map[string]string
	At   map[string]int
}

// FormAnswered answers a Form. Button is "" if the user backed out; the values are sent anyway so that they are not
// lost.
type FormAnswered[T any] struct {
	Origin Origin
	Tag    T
	Button string
	Values FormValues
}

// asked is a field and its current value.
type asked struct {
	FormField
	in     *input.Model
	area   *area
	hidden *hidden
}

func (f *asked) asks() bool   { return f.Kind != FieldNote }
func (f *asked) typing() bool { return f.in != nil || f.area != nil || f.hidden != nil }
func (f *asked) blank() bool {
	return f.hidden == nil && f.value() == "" || f.hidden != nil && f.hidden.raw == ""
}

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
	env     *Env
	title   string // clean
	buttons []FormButton
	check   func(FormValues) (field, why string) // nil = always valid
	reply   func(button string, v FormValues) tea.Msg
	send    func(button string) (tea.Cmd, bool) // in place of reply: the form may stay open; nil = it closes
	fields  []*asked
	preview *preview // nil = there is none
	focus   int      // index of a stop
	note    string
	blamed  *asked // the field that the note is about; nil = the form
	top     int    // first visible row

	screenW, screenH int
}

// formSpot is a clickable part of the box.
type formSpot struct {
	at     image.Rectangle
	stop   int
	option int // -1 = none
}

// NewForm asks several things at once: FormAnswered.
func NewForm[T any](env *Env, o FormOptions[T]) Dialog {
	d := &form{env: env, title: model.Clean(o.Title), buttons: o.Buttons, check: o.Check}
	d.reply = func(button string, v FormValues) tea.Msg {
		return FormAnswered[T]{Origin: o.Origin, Tag: o.Tag, Button: button, Values: v}
	}
	for _, f := range o.Fields {
		d.fields = append(d.fields, newAsked(env, f))
	}
	for d.at() != nil && d.at().Default != "" && d.at().Value == "" { // it is known
		d.focus++
	}
	if o.Preview != nil {
		d.preview = &preview{of: o.Preview, made: d.values()}
		d.preview.now = o.Preview(d.preview.made)
	}
	return d
}

func newAsked(env *Env, field FormField) *asked {
	f := &asked{FormField: field}
	switch f.Kind {
	case FieldLine:
		f.in = input.New(env, 0, input.Options{
			Value: f.Value, Cursor: len(f.Value) - len(f.Tail), Placeholder: cmp.Or(f.Default, f.Placeholder), Complete: f.Complete, Check: f.Check,
		})
	case FieldArea:
		f.area = newArea(env, f.Value, f.Rows)
	case FieldHidden:
		f.hidden = &hidden{env: env}
	}
	return f
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

// shown reports whether a field is visible. It runs for every drawn frame, so it looks at no text.
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

// stops are the fields that can have the focus. The buttons follow with Cancel last, so that Tab and Enter lead to
// the action.
func (d *form) stops() []*asked {
	return model.Only(d.fields, func(f *asked) bool { return f.asks() && d.shown(f) })
}

// at returns the focused field, or nil for a button.
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
	n := len(d.stops()) + 1 + len(d.buttons)
	d.focus = (d.focus + by + n) % n
}

// Context returns the context of the keys.
func (d *form) Context() keys.Context {
	if f := d.at(); f != nil && f.typing() {
		return keys.InInput
	}
	return keys.InForm
}

func (d *form) done(button string) (tea.Cmd, bool) {
	if button != "" && !slices.ContainsFunc(d.buttons, func(b FormButton) bool { return b.Value == button && b.Anyway }) {
		if name, why := d.trouble(); why != "" {
			d.goTo(name)
			d.say(d.at(), why)
			return nil, true
		}
	}
	if button != "" && d.send != nil {
		return d.send(button)
	}
	return answer(d.reply(button, d.values())), false
}

// say shows a note under a field, or in place of the tip.
func (d *form) say(of *asked, why string) { d.note, d.blamed = why, of }

// complaint says what is wrong with a field, clean.
func (d *form) complaint(f *asked) string {
	if d.note != "" && d.blamed == f {
		return d.note
	}
	if f.in != nil && f.value() != "" {
		return f.in.Trouble()
	}
	return ""
}

// trouble says why the form cannot be accepted, clean.
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
	if d.check == nil {
		return "", ""
	}
	name, why = d.check(d.values())
	return name, model.Clean(why)
}

// now returns the focused field, or the button.
func (d *form) now() kit.Current {
	f := d.at()
	if f == nil {
		at := d.focus - len(d.stops())
		if at < len(d.buttons) {
			return kit.Current{Text: model.Clean(d.buttons[at].Label)}
		}
		return kit.Current{Text: d.cancel()}
	}
	label := model.Clean(f.Label) + "  "
	switch {
	case f.in != nil:
		now := f.in.Current()
		now.Label = label + now.Label
		if now.Text == "" && f.Default != "" {
			now.Label += "(" + model.Clean(f.Default) + ") "
		}
		return now
	case f.area != nil:
		now := f.area.in.Current()
		now.Label = label
		return now
	case f.hidden != nil:
		return kit.Current{Label: label, Text: f.hidden.text(), Typed: true}
	}
	o := f.Options[f.At]
	said := []string{label + model.Clean(o.Label)}
	if right := model.Clean(o.Right); o.Refused != "" {
		said = append(said, model.Clean(o.Refused))
	} else if right != "" {
		said = append(said, right)
	}
	return kit.Current{Text: strings.Join(append(said, strconv.Itoa(f.At+1)+"/"+strconv.Itoa(len(f.Options))), "  ")}
}

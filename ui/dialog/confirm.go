package dialog

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// ConfirmOptions configure a plain question.
type ConfirmOptions[T any] struct {
	Tag    T // returned in the answer
	Title  string
	Body   []string // raw paragraphs
	Yes    string   // label of the action: a verb, "Delete"
	Danger bool     // destructive: Cancel gets the focus
	Word   string   // must be typed before Yes works; "" = none
}

// confirm is any question with one action and a cancel button.
type confirm struct {
	question
	reply func(Choice) tea.Msg
	// toggle handles view-all; nil = not offered.
	toggle func()
	keys   map[keys.Action]Choice // more keys that answer
}

func newConfirm(env *Env, c keys.Context, title, yes string, isDanger bool, word string) confirm {
	say := env.Text.Say
	d := confirm{question: question{
		env: env, context: c, title: title, want: normal,
		buttons: []button{
			{label: text.Capital(say(text.DlgCancel)), choice: ChoseNothing},
			{action: keys.ConfirmYes, label: text.Capital(yes), choice: ChoseGo, danger: isDanger},
		},
	}}
	if !isDanger {
		d.focus = 1
	}
	if word != "" {
		d.typed = newTyped(env, word)
		d.focus = 1
	}
	d.hide = []keys.Action{keys.ConfirmAll}
	return d
}

// NewConfirm asks yes or no: ConfirmAnswered.
func NewConfirm[T any](env *Env, o ConfirmOptions[T]) Dialog {
	d := newConfirm(env, keys.InConfirm, model.Clean(o.Title), model.Clean(o.Yes), o.Danger, o.Word)
	d.body = paragraphs(env, o.Body)
	d.reply = func(c Choice) tea.Msg { return ConfirmAnswered[T]{Tag: o.Tag, Yes: c == ChoseGo} }
	return &d
}

// Update handles a key.
func (d *confirm) Update(msg tea.Msg) (tea.Cmd, bool) {
	if d.typed != nil {
		return d.typing(msg)
	}
	a := action(d.env, d.context, msg)
	if c, ok := d.keys[a]; ok {
		return answer(d.reply(c)), false
	}
	if a == keys.ConfirmAll && d.toggle != nil {
		d.toggle()
		return nil, true
	}
	if c, taken := d.chosen(a); taken {
		return answer(d.reply(c)), false
	}
	return help(a, d.context), true
}

// typing handles keys while a word must be typed. Enter acts only if the word is right, and Tab switches between the
// buttons.
func (d *confirm) typing(msg tea.Msg) (cmd tea.Cmd, open bool) {
	a := action(d.env, keys.InInput, msg)
	switch a {
	case keys.DlgAccept: // a click
		return d.typedEnter()
	case keys.InCancel, keys.DlgCancel:
		return answer(d.reply(ChoseNothing)), false
	case keys.InComplete, keys.InUncomplete, keys.InPageDown, keys.InPageUp, keys.InHistNext, keys.InHistPrev:
		d.key(besideTyping[a])
	default:
		var did input.Did
		if did, cmd = d.typed.in.Update(msg); did == input.Accepted {
			return d.typedEnter()
		}
		if _, pressed := msg.(tea.KeyPressMsg); pressed {
			d.note = ""
		}
	}
	return cmd, true
}

// besideTyping handles the input's keys in a question with an input.
var besideTyping = map[keys.Action]keys.Action{
	keys.InComplete: keys.BtnNext, keys.InUncomplete: keys.BtnPrev,
	keys.InPageDown: keys.DlgPageDown, keys.InPageUp: keys.DlgPageUp,
	keys.InHistNext: keys.DlgDown, keys.InHistPrev: keys.DlgUp,
}

// typedEnter takes the focused choice if the word is right.
func (d *confirm) typedEnter() (tea.Cmd, bool) {
	c := d.buttons[d.focus].choice
	if c == ChoseGo && !d.typed.right() {
		d.note, d.focus = d.env.Text.Say("type %q first; Esc keeps everything", d.typed.word), 1
		return nil, true
	}
	return answer(d.reply(c)), false
}

package dialog

import (
	"cmp"
	"errors"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// ErrorOptions configure an error that needs a choice.
type ErrorOptions struct {
	Job     string // the failed job, "" = none
	Title   string // what failed; "" = "Something failed"
	Err     error
	Choices []Choice // of retry, skip, skip-all, later, stop; none = only for reading
}

type failure struct {
	question
	opt     ErrorOptions
	details bool
}

// NewError shows an error: ErrorAnswered, CopyAsked.
func NewError(env *Env, o ErrorOptions) Dialog {
	say := env.Text.Say
	title := cmp.Or(model.Clean(o.Title), say("Something failed"))
	d := &failure{opt: o}
	d.question = question{env: env, context: keys.InError, title: title, want: normal, column: len(o.Choices) > 0}
	for _, c := range o.Choices {
		d.buttons = append(d.buttons, errorButton(env, c))
	}
	if len(o.Choices) == 0 {
		d.buttons = []button{{label: say("Close"), choice: ChoseNothing}}
		d.hide = []keys.Action{keys.ErrorRetry, keys.ErrorSkip, keys.ErrorSkipAll, keys.ErrorStop}
	}
	d.body = func(w int) []line {
		out := wrap(env, plain, client.Sentence(o.Err).In(env.Text), w)
		if !d.details {
			if !d.column {
				return out
			}
			if len(errorRows(env, o.Err)) == 0 {
				return append(out, line{}, line{dim, say("%s copy", env.Keys.Key(keys.ErrorCopy))})
			}
			return append(out, line{}, line{dim, say("%s details   %s copy", env.Keys.Key(keys.ErrorDetails), env.Keys.Key(keys.ErrorCopy))})
		}
		out = append(out, line{})
		for _, r := range errorRows(env, o.Err) {
			out = append(out, field(env, r.Label, model.Clean(r.Value), w)...)
		}
		return out
	}
	d.tall = 10 // so that the details fit without resizing
	if len(errorRows(env, o.Err)) == 0 {
		d.tall = max(4, len(d.body(normal-4)))
		d.hide = append(d.hide, keys.ErrorDetails)
	}
	return d
}

func errorButton(env *Env, c Choice) button {
	b := button{choice: c}
	switch c {
	case ChoseRetry:
		b.action, b.label = keys.ErrorRetry, env.Text.Say("try again")
	case ChoseSkip:
		b.action, b.label = keys.ErrorSkip, env.Text.Say("skip this one")
	case ChoseLater:
		b.action, b.label = keys.ErrorSkip, env.Text.Say("leave it in the jobs panel")
	case ChoseSkipAll:
		b.action, b.label = keys.ErrorSkipAll, env.Text.Say("skip all that fail")
	default:
		b.action, b.label = keys.ErrorStop, env.Text.Say("stop; finished work stays")
	}
	return b
}

// errorRows returns all parts of an error, raw.
func errorRows(env *Env, err error) []InfoRow {
	say := env.Text.Say
	var e *client.Error
	if !errors.As(err, &e) {
		return nil
	}
	out := []InfoRow{{say("kind"), string(e.Kind)}, {say("action"), e.Op}}
	if !e.Place.IsZero() {
		out = append(out, InfoRow{say("place"), e.Place.String()})
	}
	if e.Status != 0 {
		out = append(out, InfoRow{say("status"), strconv.Itoa(e.Status)})
	}
	if e.Code != 0 {
		out = append(out, InfoRow{say("code"), strconv.Itoa(e.Code)})
	}
	if e.Trace != "" {
		out = append(out, InfoRow{say("trace"), e.Trace})
	}
	if e.Err != nil {
		out = append(out, InfoRow{say("cause"), e.Err.Error()})
	}
	return out
}

// Update answers a key.
func (d *failure) Update(msg tea.Msg) (tea.Cmd, bool) {
	a := action(d.env, d.context, msg)
	switch a {
	case keys.ErrorDetails:
		d.details = !d.details
		d.top = 0
		d.changed()
		return nil, true
	case keys.ErrorCopy:
		all := client.Sentence(d.opt.Err).In(d.env.Text)
		for _, r := range errorRows(d.env, d.opt.Err) {
			all += "\n" + r.Label + ": " + r.Value
		}
		return answer(CopyAsked{all}), true
	}
	if c, taken := d.chosen(a); taken {
		return answer(ErrorAnswered{Job: d.opt.Job, Choice: c}), false
	}
	return help(a, d.context), true
}

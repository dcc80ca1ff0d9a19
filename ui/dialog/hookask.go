package dialog

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// HookCommand is a command that a delivery wants to run. All fields are raw.
type HookCommand struct {
	Delivery                              string // id
	Command                               string // complete
	Folder, Project, Event, Session, From string
	Cut                                   int64 // bytes of the command missing in Command
}

// HookAskAnswered answers a HookAsk: ChoseGo, ChoseDeny or ChoseLater (also for
// Esc).
type HookAskAnswered struct {
	Delivery string
	Choice   Choice
}

// ChoseDeny is the choice that a command must not run.
const ChoseDeny Choice = "deny"

// HookAsksNoMore closes the question about a delivery that was answered elsewhere or has ended.
type HookAsksNoMore struct{ Delivery string }

// hookAsk asks about a command. No letter answers it, so that keys meant for the panes cannot run the command.
type hookAsk struct {
	question
	c    HookCommand
	rows int // rows of the command on this screen
	seen int // rows shown so far
}

// maxAsked is how many bytes of a command the question shows.
const maxAsked = 64 << 10

// NewHookAsk asks whether a command may run: HookAskAnswered. Only arrows or Tab followed by Enter allow it, and only
// after the end of the command was visible, so that nothing hides below the box.
func NewHookAsk(env *Env, c HookCommand) Dialog {
	say := env.Text.Say
	d := &hookAsk{c: c}
	d.question = question{
		env: env, context: keys.InButtons, title: say("Run this command?"), want: wide,
		buttons: []button{
			{label: text.Capital(say("later")), choice: ChoseLater},
			{label: say("Deny"), choice: ChoseDeny},
			{label: text.Capital(say("allow")), choice: ChoseGo, danger: true},
		},
	}
	d.tip = say("%s next choice  Enter chooses  %s help", env.Keys.Key(keys.BtnNext), env.Keys.Key(keys.DlgHelp))
	d.body = d.lines
	return d
}

func (d *hookAsk) lines(w int) []line {
	c, env := &d.c, d.env
	say := env.Text.Say
	var out []line
	fact := func(label text.Text, value string) {
		if value != "" {
			out = append(out, field(env, say(label), model.Clean(model.OneLine(value)), w)...)
		}
	}
	shown, cut := c.Command, c.Cut
	if len(shown) > maxAsked {
		cut += int64(len(shown) - maxAsked)
		shown = strings.ToValidUTF8(shown[:maxAsked], "")
	}
	out = append(out, hardLines(env, strong, shown, w)...)
	if cut > 0 {
		out = append(out, wrap(env, danger, say("… %d more {byte is|bytes are} not shown here: check the body before you allow the command.", cut), w)...)
	}
	d.rows = len(out)
	out = append(out, line{})
	fact("in", c.Folder)
	fact("event", c.Event)
	fact("project", c.Project)
	fact("session", c.Session)
	fact("from", c.From)
	return out
}

// hardLines breaks a raw text into lines and keeps every space.
func hardLines(env *Env, r role, s string, width int) []line {
	hard := ansi.Hardwrap
	if env.Ruler.Wc {
		hard = ansi.HardwrapWc
	}
	var out []line
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.ReplaceAll(s, "\r\n", "\n"), "\n"), "\n") {
		clean := model.Clean(strings.ReplaceAll(part, "\t", "    "))
		for row := range strings.SplitSeq(hard(clean, max(1, width), true), "\n") {
			out = append(out, line{r, row})
		}
	}
	return out
}

// Update answers a key.
func (d *hookAsk) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(HookAsksNoMore); ok {
		return nil, m.Delivery != d.c.Delivery
	}
	a := action(d.env, d.context, msg)
	// The focus does not wrap around: one key too many must not reach Allow.
	if a == keys.BtnPrev && d.focus == 0 || a == keys.BtnNext && d.focus == len(d.buttons)-1 {
		return nil, true
	}
	c, taken := d.chosen(a)
	l := d.arrange()
	d.seen = max(d.seen, l.from+l.room())
	if !taken {
		return help(a, d.context), true
	}
	if c == ChoseGo && d.seen < d.rows {
		d.scroll(max(1, l.room()-1))
		d.note = d.env.Text.Say("The command is longer: %s shows the rest.", d.env.Keys.Key(keys.DlgPageDown))
		return nil, true
	}
	return answer(HookAskAnswered{Delivery: d.c.Delivery, Choice: cmp.Or(c, ChoseLater)}), false
}

// HookTakenAnswered answers a HookTaken: ChoseRetry, ChoseFreePort or
// ChoseNothing.
type HookTakenAnswered struct{ Choice Choice }

// ChoseFreePort is the choice of any free port.
const ChoseFreePort Choice = "free-port"

// NewHookTaken asks what to do about a port in use by another program: HookTakenAnswered. Why is a raw sentence.
func NewHookTaken(env *Env, why string) Dialog {
	say := env.Text.Say
	d := &choose{reply: func(c Choice) tea.Msg { return HookTakenAnswered{Choice: c} }}
	d.question = question{
		env: env, context: keys.InButtons, title: say("The port is in use"), want: normal, column: true,
		body: func(w int) []line {
			out := wrap(env, plain, model.Clean(model.OneLine(why)), w)
			return append(append(out, line{}), wrap(env, dim, say("Until then, requests to the configured port reach the other program."), w)...)
		},
		buttons: []button{
			{label: say("try the configured port again"), choice: ChoseRetry},
			{label: say("listen on a free port"), choice: ChoseFreePort},
			{label: say("leave it"), choice: ChoseNothing},
		},
	}
	return d
}

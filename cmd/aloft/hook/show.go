package hook

import (
	"strings"
	"unicode/utf8"

	"aloft/client/webhook/store"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
)

// outputPart is how many bytes of an output are read at once.
const outputPart = 256 << 10

func (cs *Commands) showCommand() console.Command {
	return console.Command{
		Use: "show ID", Short: "show one delivery with its request and its output", Long: `ID may be the first characters of an id. --output and --body print only the
output or only the body, in full. A pipe gets it byte for byte; on a terminal,
control characters are left out.`, Words: cs.completeDeliveries, JSON: []any{hooks.DeliveryDetailJSON{}},
		Flags: []console.Flag{
			{Name: "output", Value: false, Help: "print only the output of the work"},
			{Name: "body", Value: false, Help: "print the body of the request, and nothing else"},
		},
		Run: func(in console.Call) error {
			if in.JSON && (in.On("output") || in.On("body")) || in.On("output") && in.On("body") {
				return in.Usage(text.CliOnlyOne, "--json, --output, --body")
			}
			return cs.withDelivery(in.Args[0], func(s *store.Store, d *model.Delivery) error {
				switch {
				case in.On("output"):
					return cs.output(s, d.ID)
				case in.On("body"):
					b, err := s.Body(cs.session.Context(), d.ID)
					if err != nil {
						return err
					}
					return cs.foreign(b)
				}
				all, err := s.Delivery(cs.session.Context(), d.ID)
				if err != nil {
					return err
				}
				if in.JSON {
					return cs.con.Encode(hooks.ToDeliveryDetailJSON(all))
				}
				return cs.show(all)
			})
		},
	}
}

// output prints everything that a delivery has printed so far.
func (cs *Commands) output(s *store.Store, id string) error {
	for at := int64(0); ; {
		part, from, size, err := s.Output(cs.session.Context(), id, at, outputPart)
		if err != nil {
			return err
		}
		if len(part) == 0 {
			return nil
		}
		if err := cs.foreign(part); err != nil {
			return err
		}
		if at = from + int64(len(part)); at >= size {
			return nil
		}
	}
}

// foreign prints foreign bytes: a pipe gets them as they are, a terminal without
// what would act on it.
func (cs *Commands) foreign(b []byte) error {
	if !cs.con.OutIsTerminal() {
		if _, err := cs.con.Writer.Write(b); err != nil {
			return cs.con.OutputFailed(err)
		}
		return nil
	}
	return cs.indented("", string(b))
}

// indented prints a text of many lines, each cleaned.
func (cs *Commands) indented(with, s string) error {
	s = strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r")
	for line := range strings.SplitSeq(model.CleanLines(s), "\n") {
		if err := cs.con.Line(with, line); err != nil {
			return err
		}
	}
	return nil
}

// show prints a delivery for a person.
func (cs *Commands) show(d *model.DeliveryDetail) error {
	if err := cs.con.Line(cs.deliveryLine(&d.Delivery)); err != nil {
		return err
	}
	const layout = "2006-01-02 15:04:05.000"
	var failed error
	row := func(name text.Text, v string) {
		if v != "" && failed == nil {
			failed = cs.con.Line("  ", model.Fit(cs.con.Say(name), 10), model.Clean(v))
		}
	}
	block := func(name text.Text, s string) {
		if strings.TrimSpace(s) == "" || failed != nil {
			return
		}
		if failed = cs.con.Line("  ", cs.con.Say(name)); failed == nil {
			failed = cs.indented("    ", s)
		}
	}
	row("cause", d.Reason.In(cs.con.Catalogue))
	row("route", d.Route)
	row("session", d.Session)
	row("sender", d.Remote)
	row("repeats", d.Of)
	if !d.Started.IsZero() {
		row("began", d.Started.Local().Format(layout))
	}
	if !d.Ended.IsZero() {
		row("ended", d.Ended.Local().Format(layout))
		if !d.Started.IsZero() && d.Exit >= 0 {
			row("exit", console.Itoa(int64(d.Exit)))
		}
	}
	row(text.Typed("work_dir"), d.WorkDir)
	row("folder", d.Dir)
	if d.Kind == model.DeliveryPrompt {
		row("agent", strings.Join(d.Argv, " "))
	}
	for _, n := range d.Notes {
		row(text.CliRowNote, n.In(cs.con.Catalogue))
	}
	row("request", strings.TrimSpace(d.Method+" "+d.Path))
	for _, h := range d.Header {
		row("header", h.Name+": "+h.Value)
	}
	block("body", cs.shownPart(d.Body))
	block("prompt", cs.shownPart([]byte(d.Prompt)))
	out := string(d.Head)
	if d.Between > 0 {
		out += "\n" + cs.con.Say(text.CliHookBetween, console.Size(d.Between)) + "\n"
	}
	block("output", out+string(d.Tail))
	row("file", d.File)
	return failed
}

// shownPart is the beginning of a long text; --body and --json print all of it.
func (cs *Commands) shownPart(b []byte) string {
	const most = 8 << 10
	if len(b) <= most {
		return string(b)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(b[cut]) {
		cut--
	}
	return string(b[:cut]) + "\n" + cs.con.Say(text.CliHookBetween, console.Size(int64(len(b)-cut)))
}

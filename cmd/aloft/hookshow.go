package main

import (
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// hookPart is how much of an output is read at once.
const hookPart = 256 << 10

func (a *app) hookShowCommand() *cobra.Command {
	var f format
	var output, body bool
	c := &cobra.Command{
		Use: "show ID", Short: a.cat.Say("show one delivery with its request and its output"), Long: a.cat.Say(`ID may be the beginning of an id. --output and --body print the whole of these and nothing
else: byte by byte into a pipe, and on a terminal without what would act on it.`), Args: wantArgs(1, 1), ValidArgsFunction: a.completeDeliveries,
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if f.json && (output || body) || output && body {
				return usageErrorFor(c, "only one of --json, --output and --body can be given")
			}
			s, err := a.hookStore()
			if err != nil {
				return err
			}
			defer s.Close()
			d, err := a.delivery(s, args[0])
			if err != nil {
				return err
			}
			switch {
			case output:
				return a.hookOutput(s, d.ID)
			case body:
				b, err := s.Body(a.ctx(), d.ID)
				if err != nil {
					return err
				}
				return a.foreign(b)
			}
			all, err := s.Delivery(a.ctx(), d.ID)
			if err != nil {
				return err
			}
			if f.json {
				return a.encode(model.ToDeliveryDetailJSON(all))
			}
			return a.hookShow(all)
		}),
	}
	a.formatFlags(c, &f, false)
	c.Flags().BoolVar(&output, "output", false, a.cat.Say("print what the work has printed, and nothing else"))
	c.Flags().BoolVar(&body, "body", false, a.cat.Say("print the body of the request, and nothing else"))
	return c
}

// hookOutput prints everything that a delivery's work has printed so far.
func (a *app) hookOutput(s *store.Store, id string) error {
	for at := int64(0); ; {
		part, from, size, err := s.Output(a.ctx(), id, at, hookPart)
		if err != nil {
			return err
		}
		if len(part) == 0 {
			return nil
		}
		if err := a.foreign(part); err != nil {
			return err
		}
		if at = from + int64(len(part)); at >= size {
			return nil
		}
	}
}

// foreign prints what others have made: a pipe gets it byte by byte, a terminal
// without what would act on it.
func (a *app) foreign(b []byte) error {
	if !a.outIsTerminal() {
		if _, err := a.out.Write(b); err != nil {
			return a.outputFailed(err)
		}
		return nil
	}
	return a.indented("", string(b))
}

// indented prints a text of many lines, each cleaned.
func (a *app) indented(with, s string) error {
	for line := range strings.SplitSeq(strings.TrimSuffix(s, "\n"), "\n") {
		var cells []string
		for cell := range strings.SplitSeq(strings.TrimSuffix(line, "\r"), "\t") {
			cells = append(cells, model.Clean(cell))
		}
		if err := a.line(with, strings.Join(cells, "\t")); err != nil {
			return err
		}
	}
	return nil
}

// hookShow prints a delivery for a person.
func (a *app) hookShow(d *model.DeliveryDetail) error {
	if err := a.line(a.deliveryLine(&d.Delivery)); err != nil {
		return err
	}
	const layout = "2006-01-02 15:04:05.000"
	var failed error
	row := func(name text.Text, v string) {
		if v != "" && failed == nil {
			failed = a.line("  ", model.Fit(a.cat.Say(name), 10), model.Clean(v))
		}
	}
	block := func(name text.Text, s string) {
		if strings.TrimSpace(s) == "" || failed != nil {
			return
		}
		if failed = a.line("  ", a.cat.Say(name)); failed == nil {
			failed = a.indented("    ", s)
		}
	}
	row("why", d.Reason)
	row("session", d.Session)
	row("sender", d.Remote)
	row("repeats", d.Of)
	if !d.Started.IsZero() {
		row("began", d.Started.Local().Format(layout))
	}
	if !d.Ended.IsZero() {
		row("ended", d.Ended.Local().Format(layout))
		if !d.Started.IsZero() && d.Exit >= 0 {
			row("exit", itoa(int64(d.Exit)))
		}
	}
	row("work_dir", d.WorkDir)
	row("folder", d.Dir)
	if d.Kind == model.DeliveryPrompt {
		row("agent", strings.Join(d.Argv, " "))
	}
	for _, n := range d.Notes {
		row(text.CliRowNote, n)
	}
	row("request", strings.TrimSpace(d.Method+" "+d.Path))
	for _, h := range d.Header {
		row("header", h.Name+": "+h.Value)
	}
	block("body", shownPart(a, d.Body))
	block("prompt", shownPart(a, []byte(d.Prompt)))
	out := string(d.Head)
	if d.Between > 0 {
		out += "\n" + a.cat.Say(text.CliHookBetween, size(d.Between)) + "\n"
	}
	block("output", out+string(d.Tail))
	row("file", d.File)
	return failed
}

// shownPart is the beginning of a long text; the whole is for --body and --json.
func shownPart(a *app, b []byte) string {
	const most = 8 << 10
	if len(b) <= most {
		return string(b)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(b[cut]) {
		cut--
	}
	return string(b[:cut]) + "\n" + a.cat.Say(text.CliHookBetween, size(int64(len(b)-cut)))
}

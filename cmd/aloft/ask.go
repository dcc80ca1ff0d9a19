package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// dryRun shows a plan. It exits like the run would as far as that is known.
func (a *app) dryRun(plan *model.Plan, w writing) error {
	for _, it := range plan.Items {
		r := jsonResult{Place: it.Place().String(), Action: string(it.Op), Result: resultPlanned, Share: string(it.Policy)}
		if p, ok := it.After(); ok && !p.Equal(it.Place()) {
			r.To = p.String()
		}
		line := text.CliDryItem
		switch {
		case it.Decision == model.DecideSkip:
			r.Result, r.Error, line = resultSkipped, a.why(it), "%s %s: skipped, %s"
		case it.Decision == model.DecideAsk:
			r.Result, r.Error, line = string(model.ItemConflict), a.why(model.Item{Why: model.WhyTaken}), "%s %s: conflict, %s"
		case r.To == "":
			line = text.CliDryOne
		}
		var err error
		if w.asJSON() {
			err = a.encode(r)
		} else if line == text.CliDryOne {
			err = a.line(a.cat.Say(line, r.Action, model.Clean(r.Place)))
		} else if line == text.CliDryItem {
			err = a.line(a.cat.Say(line, r.Action, model.Clean(r.Place), model.Clean(r.To)))
		} else {
			err = a.line(a.cat.Say(line, r.Action, model.Clean(r.Place), r.Error))
		}
		if err != nil {
			return err
		}
	}
	if !w.asJSON() {
		e := plan.Estimate
		if err := a.line(a.cat.Say("%s (%s, %s), about %s", a.cat.Say("%d {request|requests}", e.Requests),
			a.cat.Say("%d {change|changes}", e.Calls),
			a.cat.Say("%d {listing|listings}", e.Lookups), seconds(e.Time))); err != nil {
			return err
		}
	}
	if u := plan.Undecided(); len(u) > 0 {
		return &exitError{code: exitConflict}
	}
	return nil
}

// confirm asks before something is deleted. Without a terminal to ask on,
// nothing is done.
func (a *app) confirm(plan *model.Plan) (bool, error) {
	if !a.inIsTerminal() || !a.errIsTerminal() {
		return false, usageError(text.CliNeedsYes, text.CliHintYes)
	}
	const most = 10
	n := 0
	var mode client.DeleteMode
	for _, it := range plan.Items {
		if !it.Goes() {
			continue
		}
		if n++; n <= most {
			a.sayTo(a.stderr, "  "+model.Clean(it.Place().String())+slash(model.Entry{Kind: it.Kind}))
		}
		mode = client.DeleteMode(it.Mode)
	}
	if n == 0 {
		return true, nil
	}
	if n > most {
		a.sayTo(a.stderr, "  "+a.cat.Say("and %d more", n-most))
	}
	ask, yes := asking(mode)
	_, _ = io.WriteString(a.stderr, a.cat.Say(ask, n)+" ")
	answer, err := a.readLine()
	if err != nil {
		return false, err
	}
	for _, y := range yes {
		if strings.EqualFold(answer, y) {
			return true, nil
		}
	}
	return false, &exitError{exitFailed, client.Errorf(client.KindLocal, string(plan.Op), model.Place{}, text.CliNotDone)}
}

func (a *app) sayTo(w io.Writer, line string) { _, _ = io.WriteString(w, line+"\n") }

// readLine reads an answer. An interrupt ends the wait.
func (a *app) readLine() (string, error) {
	type got struct {
		s   string
		err error
	}
	c := make(chan got, 1)
	go func() {
		s, err := bufio.NewReader(a.stdin).ReadString('\n')
		c <- got{s, err}
	}()
	select {
	case <-a.ctx().Done():
		return "", context.Canceled
	case g := <-c:
		if g.err != nil && !errors.Is(g.err, io.EOF) {
			return "", &client.Error{Kind: client.KindLocal, Op: "input", What: text.CliInput, Args: []any{g.err.Error()}, Err: g.err}
		}
		return strings.TrimSpace(g.s), nil
	}
}

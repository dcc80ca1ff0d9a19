package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) hookLsCommand() *cobra.Command {
	var f format
	var n int
	var all bool
	c := &cobra.Command{
		Use: "ls", Short: a.cat.Say("list what was received, the newest first"), Long: a.cat.Say(`A line has the id, the time, the status that was answered, the state, the kind, the
event, the project, how long it ran, and why it was refused or what it asks for.
States: refused, ignored, duplicate, asking, waiting, running, done, failed, timeout,
stopped, denied, busy, and cut for what the end of the program has cut off.`), Args: wantArgs(0, 0),
		RunE: a.needs(func(c *cobra.Command, _ []string) error {
			if n < 0 {
				return usageErrorFor(c, "-n is 0 or more, not %d", n)
			}
			if all {
				n = 0
			}
			return a.hookLs(f, n)
		}),
	}
	a.formatFlags(c, &f, true)
	c.Flags().IntVarP(&n, "number", "n", 50, a.cat.Say("list so many (0 = all)"))
	c.Flags().BoolVar(&all, "all", false, a.cat.Say("list everything that is kept"))
	return c
}

// hookLs lists the newest n deliveries, 0 = all.
func (a *app) hookLs(f format, n int) error {
	s, err := a.hookStore()
	if err != nil {
		return err
	}
	defer s.Close()
	if !f.json && !f.jsonl {
		a.hookNotes(s)
	}
	out := []model.DeliveryJSON{}
	printed := 0
	var failed error
	err = s.All(a.ctx(), func(d *model.Delivery) bool {
		printed++
		switch {
		case f.jsonl:
			failed = a.encode(model.ToDeliveryJSON(d))
		case f.json:
			out = append(out, model.ToDeliveryJSON(d))
		default:
			failed = a.line(a.deliveryLine(d))
		}
		return failed == nil && printed != n
	})
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return err
	case f.json:
		return a.encode(out)
	}
	return nil
}

// hookNotes says, beside the list, what a person should know of the receiver.
func (a *app) hookNotes(s *store.Store) {
	if h, alive, err := a.hookOwner(); err == nil && alive {
		a.hookInstead(h.Instead, "")
	}
	if n := s.Crowded(); n > 0 {
		e := client.Errorf(client.KindLocal, "hook", model.Place{}, "the room for unread prompts is %d%% full; when it is full senders are answered 503", n)
		e.Hint = "aloft hook messages lists the conversations, and with SESSION --read marks one as read"
		a.warn(e)
	}
}

// deliveryLine is a delivery on one line of columns.
func (a *app) deliveryLine(d *model.Delivery) string {
	what := d.Work
	if d.Reason != "" {
		what = d.Reason
	}
	state := string(d.State)
	if d.Count > 1 {
		state += " ×" + itoa(int64(d.Count))
	}
	if d.Lives > 0 {
		state += " +" + itoa(int64(d.Lives))
	}
	line := fmt.Sprintf("%s  %s  %d  %s %-6s  %s %s %6s  ", d.ID, d.At.Local().Format("2006-01-02 15:04:05"), d.Status, model.Fit(state, 9),
		dash(string(d.Kind)), model.Fit(model.Clean(dash(d.Event)), 12), model.Fit(model.Clean(dash(d.Project)), 10), took(d))
	return strings.TrimRight(line+model.TruncateEnd(model.Clean(model.OneLine(what)), 200), " ")
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// took is how long the work took.
func took(d *model.Delivery) string {
	switch {
	case d.Started.IsZero() || d.Ended.IsZero():
		return "-"
	case d.Ended.Sub(d.Started) < 10*time.Second:
		return fixed(d.Ended.Sub(d.Started).Seconds(), 1) + "s"
	}
	return d.Ended.Sub(d.Started).Round(time.Second).String()
}

// hookStore reads what the receivers of this user keep, whether or not one runs.
func (a *app) hookStore() (*store.Store, error) {
	if a.dirs.State == "" {
		return nil, a.dirsErr
	}
	s, err := store.Follow(a.ctx(), a.hookFolder(), store.Options{})
	return s, err
}

// hookOwner is the receiver of this user that has the store, if one runs.
func (a *app) hookOwner() (h store.Holder, alive bool, err error) {
	if a.dirs.State == "" {
		return h, false, a.dirsErr
	}
	h, alive, err = store.Owner(a.hookFolder())
	return h, alive, err
}

// needReceiver is the receiver that runs, or an error that says there is none.
func (a *app) needReceiver() (store.Holder, error) {
	h, alive, err := a.hookOwner()
	if err == nil && !alive {
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "no receiver of yours is running")
		e.Hint = text.CliHintHookNone
		return h, &exitError{exitFailed, e}
	}
	return h, err
}

// delivery finds a delivery by its id or by a beginning that only one has.
func (a *app) delivery(s *store.Store, id string) (*model.Delivery, error) {
	if d := s.Get(id); d != nil {
		return d, nil
	}
	var found []*model.Delivery
	err := s.All(a.ctx(), func(d *model.Delivery) bool {
		if d.ID == id {
			found = []*model.Delivery{d}
			return false
		}
		if id != "" && strings.HasPrefix(d.ID, id) {
			found = append(found, d)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "there is no delivery %s", model.Clean(id))
	if len(found) > 1 {
		e.What, e.Args = "%s begins %d {delivery|deliveries}", []any{model.Clean(id), len(found)}
	}
	e.Hint = "aloft hook ls"
	return nil, e
}

func (a *app) completeDeliveries(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	return a.completeOf(args, func(s *store.Store) (out []string) {
		for _, d := range s.Deliveries() {
			out = append(out, d.ID+"\t"+model.Clean(string(d.State)+" "+d.Event))
		}
		return out
	})
}

// completeOf completes the first argument with something of the receiver's store.
func (a *app) completeOf(args []string, of func(*store.Store) []string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if _, err := a.load(); err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	s, err := a.hookStore()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer s.Close()
	return of(s), cobra.ShellCompDirectiveNoFileComp
}

package hook

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
)

func (cs *Commands) lsCommand() console.Command {
	return console.Command{
		Use: "ls", Short: "list the deliveries", Long: `Each line shows the id, the time, the HTTP status of the answer, the state, the
kind, the event, the project, the duration, and why it was refused or what it
asks permission for. States: refused, ignored, duplicate, asking, waiting,
running, done, failed, timeout, stopped, denied, busy, and cut (aloft was
killed meanwhile).`, JSON: []any{hooks.DeliveryJSON{}}, Lines: true,
		Flags: []console.Flag{
			{Name: "number", Short: "n", Value: 50, Help: "list at most this many (0 = all)"},
			{Name: "all", Value: false, Help: "list all stored deliveries"},
		},
		Run: func(in console.Call) error {
			n := in.Int("number")
			if n < 0 {
				return in.Usage(text.CliNegative, "-n", n)
			}
			if in.On("all") {
				n = 0
			}
			return cs.ls(in.Format, n)
		},
	}
}

// ls lists the newest n deliveries, 0 = all.
func (cs *Commands) ls(f console.Format, n int) error {
	s, err := cs.openStore()
	if err != nil {
		return err
	}
	defer s.Close()
	if !f.JSON && !f.JSONL {
		if h, alive, err := cs.owner(); err == nil && alive {
			cs.instead(h.Instead, model.Sentence{})
		}
	}
	out := []hooks.DeliveryJSON{}
	printed := 0
	var failed error
	err = s.All(cs.session.Context(), func(d *model.Delivery) bool {
		printed++
		switch {
		case f.JSONL:
			failed = cs.con.Encode(hooks.ToDeliveryJSON(d))
		case f.JSON:
			out = append(out, hooks.ToDeliveryJSON(d))
		default:
			failed = cs.con.Line(cs.deliveryLine(d))
		}
		return failed == nil && printed != n
	})
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return err
	case f.JSON:
		return cs.con.Encode(out)
	}
	return nil
}

// deliveryLine is a delivery on one line of columns.
func (cs *Commands) deliveryLine(d *model.Delivery) string {
	what := d.Work
	if !d.Reason.IsZero() {
		what = d.Reason.In(cs.con.Catalogue)
	}
	state := cs.con.Word(string(d.State))
	if d.Count > 1 {
		state += " ×" + console.Itoa(int64(d.Count))
	}
	if d.Lives > 0 {
		state += " +" + console.Itoa(int64(d.Lives))
	}
	line := fmt.Sprintf("%s  %s  %d  %s %s  %s %s %6s  ", d.ID, d.At.Local().Format("2006-01-02 15:04:05"), d.Status, model.Fit(state, 9),
		model.Pad(cmp.Or(cs.con.Word(string(d.Kind)), "-"), 6), model.Fit(model.Clean(cmp.Or(d.Event, "-")), 12), model.Fit(model.Clean(cmp.Or(d.Project, "-")), 10), took(d))
	return strings.TrimRight(line+model.TruncateEnd(model.Clean(model.OneLine(what)), 200), " ")
}

// took is how long the work took.
func took(d *model.Delivery) string {
	switch {
	case d.Started.IsZero() || d.Ended.IsZero():
		return "-"
	case d.Ended.Sub(d.Started) < 10*time.Second:
		return console.Fixed(d.Ended.Sub(d.Started).Seconds(), 1) + "s"
	}
	return d.Ended.Sub(d.Started).Round(time.Second).String()
}

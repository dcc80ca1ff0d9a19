package webhook

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/jobs"
	"aloft/ui/kit"
)

var states = map[model.DeliveryState]text.Text{
	model.DeliveryRefused:   "refused",
	model.DeliveryIgnored:   "ignored",
	model.DeliveryDuplicate: "repeated",
	model.DeliveryAsking:    text.HookPaneStateAsking,
	model.DeliveryWaiting:   text.HookPaneStateWaiting,
	model.DeliveryRunning:   text.HookPaneStateRunning,
	model.DeliveryDone:      "done",
	model.DeliveryFailed:    "failed",
	model.DeliveryTimeout:   "timeout",
	model.DeliveryStopped:   "stopped",
	model.DeliveryDenied:    "denied",
	model.DeliveryBusy:      "busy",
	model.DeliveryCut:       "cut off",
}

// State returns the state of a delivery in a word.
func State(c *text.Catalogue, s model.DeliveryState) string {
	if t, ok := states[s]; ok {
		return c.Say(t)
	}
	return model.Clean(string(s))
}

// Lasted returns how long a delivery has worked, or "" if it never started.
func Lasted(env *input.Env, d *model.Delivery, now time.Time) string {
	c := env.Text
	if d.Started.IsZero() {
		return ""
	}
	end := d.Ended
	if end.IsZero() {
		if d.State != model.DeliveryRunning || env.Plain { // what moves is not said
			return ""
		}
		end = now
	}
	took := max(0, end.Sub(d.Started))
	if took < time.Second && !d.Ended.IsZero() {
		return c.Say("%d ms", int(took/time.Millisecond))
	}
	return jobs.Duration(c, took.Truncate(time.Second))
}

func statusText(status int) string {
	if status == 0 {
		return ""
	}
	return strconv.Itoa(status)
}

// maxForeign is how much of a foreign text is cleaned for one line.
const maxForeign = 1 << 10

// foreign cleans a foreign text for one line.
func foreign(s string) string {
	return model.Clean(model.OneLine(model.FirstBytes(s, maxForeign)))
}

// orNone returns a text, or a mark for an empty one.
func orNone(c *text.Catalogue, s string) string {
	return cmp.Or(foreign(s), c.Say("-"))
}

// Said returns the main text of a delivery: why nothing ran, or what it requested.
func Said(c *text.Catalogue, d *model.Delivery) string {
	s := foreign(d.Work)
	switch {
	case d.State == model.DeliveryRefused:
		s = strings.TrimSpace(foreign(d.Reason.In(c)) + "  " + foreign(d.Remote))
		if d.Count > 1 {
			s = c.Say(text.HookPaneTimes, d.Count) + "  " + s
		}
		return s
	case d.State == model.DeliveryIgnored, d.State == model.DeliveryDuplicate, d.State == model.DeliveryFailed && d.Started.IsZero():
		if !d.Reason.IsZero() {
			s = strings.TrimSpace(foreign(d.Reason.In(c)) + "  " + s)
		}
	}
	if d.Replay {
		s = c.Say("replay: %s", s)
	}
	return s
}

// Name names a delivery: its event and the end of its id.
func Name(c *text.Catalogue, d *model.Delivery) string {
	r := model.Ruler{}
	return r.TruncateEnd(orNone(c, d.Event), maxName) + " " + kit.IDTail(d.ID)
}

// maxName is how much of an event a sentence shows.
const maxName = 30

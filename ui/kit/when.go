package kit

import (
	"time"

	"aloft/model/text"
)

// When formats a time for the column. Recent times are more precise.
func When(c *text.Catalogue, t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	format := text.Text("Jan 2006")
	switch d := now.Sub(t); {
	case t.Year() == now.Year() && t.YearDay() == now.YearDay():
		format = text.TimeToday
	case d > 0 && d < 300*24*time.Hour || t.Year() == now.Year():
		format = "Jan 02"
	}
	return t.Format(c.Say(format))
}

// Aged says by the clock when older content was read, or "": an age would be wrong while nothing is drawn.
func Aged(c *text.Catalogue, said text.Text, at, now time.Time) string {
	if at.IsZero() || now.Sub(at) < time.Minute {
		return ""
	}
	return c.Say(said, When(c, at, now))
}

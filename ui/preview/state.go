package preview

import (
	"strings"
	"time"

	"aloft/model"
	"aloft/model/text"
)

// State returns the state line while the reader covers the panes: version, age, search.
func (r *Reader) State(now time.Time) string {
	d, c := r.doc, r.env.Text
	if d == nil {
		return ""
	}
	var parts []string
	add := func(s string) { parts = append(parts, s) }
	if d.outline != nil && d.outline.Version != 0 {
		add(c.Say("version %d", d.outline.Version))
	}
	switch {
	case !d.done() && d.load.slow:
		add(c.Say("reading…"))
	case d.err != nil && d.outline != nil:
		add(c.Say("could not be read again"))
	}
	if !d.readAt.IsZero() {
		add(age(c, now.Sub(d.readAt)))
	}
	switch {
	case r.contents.find.asking:
		add(c.Say("looking for %s…", model.Clean(r.contents.find.text)))
	case len(r.contents.find.spots) > 0:
		add(c.Say(text.StateFind, model.Clean(r.contents.find.text)))
	}
	if !r.contents.filter.Empty() {
		add(c.Say(text.StateFilter, model.Clean(r.contents.filter.String())))
	}
	return strings.Join(parts, "   ")
}

// age returns the age of a read, coarse so that it seldom changes.
func age(c *text.Catalogue, d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return c.Say("read just now")
	case d < time.Minute:
		return c.Say("read under a minute ago")
	case d < time.Hour:
		return c.Say("read %d min ago", int(d/time.Minute))
	}
	return c.Say("read %d h ago", int(d/time.Hour))
}

package status

import (
	"strconv"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/pane"
)

// About is what the info column shows of the current entry.
type About struct {
	Place   model.Place // of the entry
	Entry   *model.Entry
	Inside  *Inside // of a folder, nil while unknown
	Listing bool    // listing takes long enough to show
	Err     error   // why listing failed
	Follows bool    // the folder before it was listed: the column keeps its form until this one is
	// Free is the free space where the pane is, All what is there in all; model.Unknown each.
	Free, All int64
}

// Info draws the column.
func (l *Lines) Info(in About, w, h int) []string {
	f, r := l.env.Frame(), l.env.Ruler
	left, right, _ := f.Sides()
	inner := w - 2*f.Side()
	out := make([]string, 0, h)
	title := text.Text("info")
	if in.lists() {
		title = "preview"
	}
	out = append(out, f.Rule(w, f.Edge(false), "3 "+l.env.Text.Say(title), l.paint.column, false))
	body := l.infoLines(in, inner-2)
	if last := h - 3; in.Free >= 0 && in.All > 0 && last > 0 { // the last line is about the place
		for len(body) < last {
			body = append(body, infoLine{"", l.paint.body})
		}
		body = append(body[:last-1], infoLine{"", l.paint.body}, infoLine{l.env.Text.Say("%s of %s free", text.Size(in.Free), text.Size(in.All)), l.paint.meta})
	}
	blank := strings.Repeat(" ", inner)
	for i := range h - 2 {
		line := blank
		if i < len(body) {
			line = " " + body[i].paint.On(r.Fit(body[i].text, inner-1))
		}
		out = append(out, left+line+right)
	}
	return append(out, f.Rule(w, f.Edge(true), "", kit.Paint{}, false))
}

// Coming reports whether the folder is being listed, not for long yet, after one that was.
func (in *About) Coming() bool {
	return in.Follows && in.Inside == nil && !in.Listing && in.Err == nil
}

// lists reports whether the column lists a folder, which tells more than its facts.
func (in *About) lists() bool {
	return (in.Inside != nil || in.Follows && in.Err == nil) && in.Entry != nil && in.Entry.Enterable()
}

type infoLine struct {
	text  string
	paint kit.Paint
}

func (l *Lines) infoLines(in About, width int) []infoLine {
	c, r := l.env.Text, l.env.Ruler
	body, meta, head := l.paint.body, l.paint.meta, l.paint.head
	var out []infoLine
	e := in.Entry
	if e == nil && in.Place.IsResults() {
		return nil
	}
	if e == nil {
		return []infoLine{{c.Say("parent folder"), meta}}
	}
	name, lists := model.CleanName(e.Name), in.lists()
	if lists {
		name += "/"
	}
	for _, part := range wrap(name, width, 3, r) {
		out = append(out, infoLine{part, head})
	}
	out = append(out, infoLine{"", body})
	row := func(label text.Text, value string) {
		if value != "" {
			out = append(out, infoLine{r.TruncateEnd(r.Fit(c.Say(label), 10)+" "+model.Clean(value), width), body})
		}
	}
	changed := text.Text(text.InfoModified)
	if e.From != nil {
		folder, told := e.From.Told()
		at := text.Text(text.InfoPlace)
		if e.From.Known == model.KnownGone {
			at, changed = "was in", "deleted"
		}
		if told {
			row(at, folder.Unpinned().String())
		}
	}
	if !lists {
		row(text.InfoKind, kit.TypeWord(c, e))
	}
	row(text.InfoSize, pane.Size(e))
	if !e.Modified.IsZero() {
		row(changed, e.Modified.Local().Format(c.Say(text.TimeFull)))
	}
	if !e.Created.IsZero() && !lists {
		row(text.InfoCreated, e.Created.Local().Format(c.Say(text.TimeFull)))
	}
	row(text.InfoEditor, e.Facts().Editor)
	row(text.InfoTarget, e.Facts().Target)
	row(text.InfoMode, e.Facts().Mode)
	row(text.InfoOwner, e.Facts().Owner)
	row(text.InfoGroup, e.Facts().Group)
	if e.Facts().Links > 1 && !e.Kind.Container() {
		row(text.InfoNames, strconv.Itoa(e.Facts().Links))
	}
	row(text.InfoStatus, e.Facts().Status)
	row(text.InfoNote, e.Facts().Note)
	row(text.InfoType, e.MIME)
	if e.ID != "" && !in.Place.Scheme.Local() && !lists { // on a disk the id is an internal number
		row(text.InfoID, ShortID(model.Clean(e.ID)))
	}
	row(text.InfoLink, e.Link)
	if e.Kind.Exported() && !e.Gone() {
		key := keys.Open
		if e.Enterable() {
			key = keys.ViewOutline
		}
		out = append(out, infoLine{"", body})
		for _, part := range r.Wrap(c.Say("%s exports and shows it.", l.env.Keys.Key(key)), width) {
			out = append(out, infoLine{part, meta})
		}
	}
	if !e.Enterable() {
		return out
	}
	out = append(out, infoLine{"", body})
	switch {
	case in.Inside != nil:
		return append(out, l.inside(in.Inside, width)...)
	case in.Err != nil:
		for _, part := range l.env.Ruler.Wrap(client.Sentence(in.Err).In(c), width) {
			out = append(out, infoLine{part, l.paint.bad})
		}
	case in.Listing:
		out = append(out, infoLine{c.Say("listing…"), meta})
	case e.Children >= 0:
		out = append(out, infoLine{c.Say(text.InfoEntries, e.Children), meta})
	}
	return out
}

// wrap breaks a text into lines of the width, at most n.
func wrap(s string, width, n int, r model.Ruler) []string {
	var out []string
	for len(s) > 0 && len(out) < n && width > 0 {
		if len(out) == n-1 || r.Width(s) <= width {
			return append(out, r.Truncate(s, width))
		}
		plain := model.Ruler{Wc: r.Wc, Ellipsis: "\x00"}
		head, _, _ := strings.Cut(plain.TruncateEnd(s, width+1), "\x00")
		if head == "" {
			return out
		}
		out = append(out, head)
		s = s[len(head):]
	}
	return out
}

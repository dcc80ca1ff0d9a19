package editing

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// askFound asks for a text in the document and for what shall be done to it.
func (a *Acts) askFound(s subject, what askFor) tea.Cmd {
	t := editTag{subject: s, what: what}
	say := a.Env.Text.Say
	fields := []dialog.FormField{
		{Name: inText, Kind: dialog.FieldLine, Label: say("find"), Default: s.matches.Text},
	}
	title, button := text.Text("Find and replace in %s"), text.Text("Find")
	switch what {
	case askReplace:
		fields = append(fields, dialog.FormField{Name: inNew, Kind: dialog.FieldLine, Label: say("replace by"),
			Placeholder: say("nothing: the found text is deleted")})
	case askComment:
		title = "Comment on found text in %s"
		fields = append(fields, dialog.FormField{Name: inNew, Kind: dialog.FieldArea, Label: say(text.CommentLabel), Rows: 4})
	case askFormat:
		title = "Format found text in %s"
		tri := options(say("leave"), say("on"), say("off"))
		for _, p := range properties {
			fields = append(fields, dialog.FormField{Name: p.name, Kind: dialog.FieldCycle, Label: say(p.label), Options: tri})
		}
		fields = append(fields,
			dialog.FormField{Name: inColor, Kind: dialog.FieldLine, Label: say("colour"), Placeholder: "RRGGBB", Check: checkColor},
			dialog.FormField{Name: inBack, Kind: dialog.FieldLine, Label: say("background"), Placeholder: "RRGGBB", Check: checkColor})
	}
	fields = append(fields, dialog.FormField{Kind: dialog.FieldNote, Value: say("Upper and lower case count. What is found is shown before anything is changed.")})
	return a.form(t, fields, say(title, strconv.Quote(model.Clean(s.entry.Name))), []dialog.FormButton{{Label: say(button), Value: doFind}})
}

// property is one that can be left, set and taken away.
type property struct {
	name  string
	label text.Text
	of    func(*model.TextProps) **bool
}

var properties = [...]property{
	{"bold", text.PropBold, func(p *model.TextProps) **bool { return &p.Bold }},
	{"italic", text.PropItalic, func(p *model.TextProps) **bool { return &p.Italic }},
	{"underline", text.PropUnderline, func(p *model.TextProps) **bool { return &p.Underline }},
	{"strike", text.PropStrike, func(p *model.TextProps) **bool { return &p.Strike }},
	{"smallcaps", text.PropSmallCaps, func(p *model.TextProps) **bool { return &p.SmallCaps }},
}

// propsOf reads the properties of a form: each is left, set or taken away.
func propsOf(v dialog.FormValues) model.TextProps {
	var out model.TextProps
	for _, p := range properties {
		if at := v.At[p.name]; at > 0 {
			on := at == 1
			*p.of(&out) = &on
		}
	}
	hex := func(s string) string { return strings.ToUpper(strings.TrimPrefix(strings.TrimSpace(s), "#")) }
	out.Color, out.Background = hex(v.Text[inColor]), hex(v.Text[inBack])
	return out
}

// foundMsg: the places of a text were found.
type foundMsg struct {
	seq     int
	tag     editTag
	matches model.Matches
	outline *model.Outline
	under   []string // the heading over each of them
	err     error
}

// find looks for the text in the version that the person has seen, else in the
// newest.
func (a *Acts) find(t editTag) tea.Cmd {
	ed, err := a.EditorOf(t.subject.place)
	if err != nil {
		return a.Fail(err)
	}
	ctx, seq := a.begin()
	item, what := act.RefOf(t.subject.place, &t.subject.entry), t.values.Text[inText]
	outline, base := t.subject.outline, t.subject.base()
	opt := client.Options{Class: client.Interactive, Lane: "find"}
	return tea.Batch(a.says("looking for it…"), func() tea.Msg {
		m := foundMsg{seq: seq, tag: t, outline: outline}
		m.matches, m.err = ed.Find(ctx, item, what, base, opt)
		if m.err == nil && outline == nil {
			o, err := ed.Outline(ctx, item, m.matches.Version, opt)
			if err == nil {
				m.outline = &o
			}
		}
		m.under = sections(m.outline, m.matches.All)
		return m
	})
}

// foundText shows the places, or goes straight on where there is only one.
func (a *Acts) foundText(m foundMsg) tea.Cmd {
	if !a.work.end(m.seq) {
		return nil
	}
	a.ClearNote()
	t := m.tag
	if m.err != nil {
		return a.editFailed(t, client.EditRequest{}, m.err)
	}
	m.matches.Text = t.values.Text[inText]
	n := len(m.matches.All)
	if n == 0 {
		return a.SayText(status.Warn, "%s is not in version %d", strconv.Quote(model.Clean(m.matches.Text)), m.matches.Version)
	}
	if m.outline != nil {
		t.subject.outline = m.outline
	}
	begin := 0
	if t.subject.match >= 0 && t.subject.match < n && t.subject.matches.Text == m.matches.Text {
		begin = t.subject.match
	}
	t.subject.matches = m.matches
	if a.Reader.Place().Equal(t.subject.place) {
		a.Reader.SetMatches(m.matches)
	}
	if n == 1 {
		return a.planPicked(t, []int{1})
	}
	return a.Show(dialog.NewMatches(a.Env, dialog.MatchesOptions{
		Origin: t.subject.origin, Tag: t, Matches: m.matches, Sections: m.under,
		Title: a.Env.Text.Say("%d {match|matches} of %s", n, strconv.Quote(model.Clean(m.matches.Text))),
		Begin: begin, One: t.what == askComment,
	}))
}

func (a *Acts) matchesPicked(m dialog.MatchesAnswered) tea.Cmd {
	t, ok := m.Tag.(editTag)
	if !ok {
		return nil
	}
	if !m.OK {
		return a.backedOut(t)
	}
	return a.planPicked(t, m.Pick)
}

// planPicked plans what was asked for, for those matches alone that the person saw.
// To replace all of them the service needs no ranges: the version is the one that
// was seen, so it finds the same.
func (a *Acts) planPicked(t editTag, pick []int) tea.Cmd {
	v := t.values
	e := model.Edit{Kind: model.EditReplace, Old: v.Text[inText], Text: v.Text[inNew]}
	switch t.what {
	case askFormat:
		e = model.Edit{Kind: model.EditFormat, Old: v.Text[inText], Props: propsOf(v)}
	case askComment:
		e = model.Edit{Kind: model.EditComment, Old: v.Text[inText], Text: strings.TrimRight(v.Text[inNew], "\n")}
	}
	if len(pick) == len(t.subject.matches.All) && t.what != askComment {
		pick = nil
		if ed, err := a.EditorOf(t.subject.place); t.what == askReplace && len(t.subject.matches.All) > 1 && err == nil && a.cannot(ed, &t.subject, model.EditReplaceAll) == nil {
			e.Kind = model.EditReplaceAll
		}
	}
	return a.planAgain(t, true, client.EditRequest{
		Item: t.subject.place, Base: t.subject.matches.Version, Class: client.Interactive,
		Edits: []client.EditAt{{Edit: e, Pick: pick}},
	})
}

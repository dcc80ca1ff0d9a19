package changing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/renaming"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
)

// Fields and buttons of the form of rules.
const (
	inPattern = "pattern"
	inSearch  = "search"
	inReplace = "replace"
	inHow     = "how"
	inCase    = "case"
	inTrim    = "trim"

	doPlan   = "plan"
	doEditor = "editor"
)

// cases are the options of the letter-case field.
func cases() []renaming.Case {
	return []renaming.Case{renaming.CaseKept, renaming.CaseLower, renaming.CaseUpper, renaming.CaseTitle}
}

// askRules asks for a naming pattern of the selected entries and previews the names. The pattern starts as the name,
// with the cursor before its extension.
func (a *Acts) askRules(from dialog.Origin, sel pane.Selection) tea.Cmd {
	s, err := a.severalOf(sel)
	if err != nil {
		return a.note.Fail(err)
	}
	say := a.env.Text.Say
	options := func(labels ...text.Text) (out []dialog.FormOption) {
		for _, l := range labels {
			out = append(out, dialog.FormOption{Label: say(l)})
		}
		return out
	}
	return a.screen.Dialogs.Push(dialog.NewForm(a.env, dialog.FormOptions[several]{
		Origin: from, Tag: s, Title: say(model.OpRename.Row().Words.Title, len(s.items)),
		Fields: []dialog.FormField{
			{Name: inPattern, Kind: dialog.FieldLine, Label: say("pattern"), Value: renaming.Unchanged, Tail: "{ext}", Optional: true},
			{Kind: dialog.FieldNote, Value: "{name} {ext} {n:03} {date} {parent}"},
			{Name: inSearch, Kind: dialog.FieldLine, Label: say("search"), Placeholder: say("in the name from the pattern"), Optional: true},
			{Name: inReplace, Kind: dialog.FieldLine, Label: say("replace by"), Placeholder: say("nothing"), Optional: true},
			{Name: inHow, Kind: dialog.FieldCycle, Label: say("search is"), Options: options("text", "regular expression ($1)")},
			{Name: inCase, Kind: dialog.FieldCycle, Label: say("letters"), Options: options("as they are", "lower", "UPPER", "Title")},
			{Name: inTrim, Kind: dialog.FieldCycle, Label: say("trim"), Options: options("no", "blanks at the ends")},
		},
		Buttons: []dialog.FormButton{
			{Label: say("Show the plan"), Value: doPlan},
			{Label: say("In $EDITOR"), Value: doEditor, Key: keys.FormEditor, Anyway: true},
		},
		Check:   func(v dialog.FormValues) (string, string) { return a.rulesWrong(&s, v) },
		Preview: func(v dialog.FormValues) dialog.FormPreview { return a.previewRules(&s, v) },
	}))
}

// rulesOf reads the rules from a form.
func rulesOf(v dialog.FormValues) renaming.Rules {
	return renaming.Rules{
		Pattern: v.Text[inPattern], Search: v.Text[inSearch], Replace: v.Text[inReplace], Regexp: v.At[inHow] == 1,
		Case: cases()[v.At[inCase]], Trim: v.At[inTrim] == 1,
	}
}

// rulesWrong returns why the rules give no names to plan, and the field to go to. The plan asks about taken names.
func (a *Acts) rulesWrong(s *several, v dialog.FormValues) (field, why string) {
	rules, fault := rulesOf(v).Compile()
	if fault != nil {
		return wrongField(v), fault.Say(a.env.Text)
	}
	names, faults := s.listed(rules)
	if i := firstFault(faults); i >= 0 {
		return inPattern, faults[i].Say(a.env.Text)
	}
	changes := false
	for i, flag := range s.check(names) {
		if flag == renaming.Illegal {
			return inPattern, a.note.Sentence(s.legal(names[i]))
		}
		changes = changes || flag != renaming.Same
	}
	if !changes {
		return inPattern, a.env.Text.Say("no name changes yet")
	}
	return "", ""
}

// wrongField returns the field whose rules cannot be compiled.
func wrongField(v dialog.FormValues) string {
	if _, fault := (renaming.Rules{Pattern: v.Text[inPattern]}).Compile(); fault == nil {
		return inSearch
	}
	return inPattern
}

// previewRules shows the names that the form gives.
func (a *Acts) previewRules(s *several, v dialog.FormValues) dialog.FormPreview {
	say := a.env.Text.Say
	out := dialog.FormPreview{Rows: make([]dialog.FormChange, len(s.entries))}
	for i, e := range s.entries {
		out.Rows[i].Old = e.Name
	}
	rules, fault := rulesOf(v).Compile()
	if fault != nil {
		out.Summary, out.Wrong = fault.Say(a.env.Text), true
		return out
	}
	names, faults := s.listed(rules)
	count := map[renaming.Flag]int{}
	for i, flag := range s.check(names) {
		row := &out.Rows[i]
		row.New = names[i]
		switch {
		case faults[i] != nil:
			flag = renaming.Illegal
			row.New, row.Note = "", faults[i].Say(a.env.Text)
		case flag == renaming.Same:
			row.New, row.Note = "", say("stays")
		case flag == renaming.Twice:
			row.Note = say("twice")
		case flag == renaming.Taken:
			row.Note = say("taken")
		case flag == renaming.Illegal:
			row.Note = say("not possible")
		}
		row.Wrong = flag == renaming.Twice || flag == renaming.Taken || flag == renaming.Illegal
		count[flag]++
	}
	parts := []string{say("%d {name changes|names change}", len(names)-count[renaming.Same]-count[renaming.Illegal])}
	for _, n := range []struct {
		flag renaming.Flag
		say  text.Text
	}{{renaming.Taken, "%d taken"}, {renaming.Twice, "%d twice"}, {renaming.Illegal, "%d not possible"}} {
		if count[n.flag] > 0 {
			parts, out.Wrong = append(parts, say(n.say, count[n.flag])), true
		}
	}
	out.Summary = a.env.Text.List(parts)
	return out
}

// ruled handles the answer of the form.
func (a *Acts) ruled(m dialog.FormAnswered[several]) tea.Cmd {
	if m.Button == "" {
		return nil
	}
	names := m.Tag.names()
	if rules, fault := rulesOf(m.Values).Compile(); fault == nil {
		names, _ = m.Tag.listed(rules)
	}
	if m.Button == doEditor {
		return a.editNames(m.Origin, m.Tag, names)
	}
	return a.planSeveral(m.Origin, &m.Tag, names)
}

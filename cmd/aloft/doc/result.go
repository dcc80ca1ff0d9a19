package doc

import (
	"cmp"
	"slices"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// jsonEdit is the result of a command that edits one document.
type jsonEdit struct {
	Place    string       `json:"place"`
	ID       string       `json:"id,omitempty"`
	Action   string       `json:"action"`
	Result   string       `json:"result"`
	Error    string       `json:"error,omitempty"`
	Kind     string       `json:"kind,omitempty"`
	Base     int64        `json:"base,omitempty"`
	Version  int64        `json:"version,omitempty"`
	Requests int          `json:"requests,omitempty"` // dry run
	Done     int          `json:"done,omitempty"`     // steps that were made
	Verified *bool        `json:"verified,omitempty"`
	Missing  []string     `json:"missing,omitempty"`
	Undo     string       `json:"undo,omitempty"`
	Asks     string       `json:"asks,omitempty"` // dry run: what is asked about without --yes
	Notes    []string     `json:"notes,omitempty"`
	Steps    []jsonStep   `json:"steps,omitempty"`
	Matches  []jsonMatch  `json:"matches,omitempty"`
	Found    []jsonFound  `json:"found,omitempty"`
	Changes  []jsonChange `json:"changes,omitempty"`
}

// jsonStep is a step of a dry run, in the order of the calls.
type jsonStep struct {
	Edit   string      `json:"edit"`
	At     *int64      `json:"at,omitempty"`
	Ranges []jsonRange `json:"ranges,omitempty"`
	Under  string      `json:"under,omitempty"`
	Before string      `json:"before"`
	After  string      `json:"after"`
	Old    string      `json:"old,omitempty"`
	Text   string      `json:"text,omitempty"`
	By     string      `json:"suggested_by,omitempty"`
}

type jsonRange struct {
	Begin int64 `json:"begin"`
	End   int64 `json:"end"`
}

type jsonChange struct {
	Change  string   `json:"change"`
	Old     string   `json:"old,omitempty"`
	New     string   `json:"new,omitempty"`
	OldPath []string `json:"old_path,omitempty"`
	NewPath []string `json:"new_path,omitempty"`
}

func toChanges(in []model.OutlineChange) []jsonChange {
	return model.Each(in, func(c model.OutlineChange) jsonChange {
		j := jsonChange{Change: string(c.Kind), OldPath: c.OldPath, NewPath: c.NewPath}
		if c.Old != nil {
			j.Old = c.Old.Title
		}
		if c.New != nil {
			j.New = c.New.Title
		}
		return j
	})
}

// undoWord is how an edit can be undone, for scripts.
func undoWord(u model.EditUndo) string {
	switch u {
	case model.UndoRevert:
		return "revert"
	case model.UndoInverse:
		return "inverse"
	}
	return "none"
}

func undoText(plan *model.EditPlan) text.Text {
	if plan.Undoes != "" {
		return "this undo cannot be undone"
	}
	switch plan.Undo {
	case model.UndoRevert:
		return "aloft doc undo takes it back"
	case model.UndoInverse:
		return "aloft doc undo takes it back with another edit"
	}
	return "it cannot be undone"
}

// showEdit prints a plan: where each step goes, and the text around it.
func (cs *Commands) showEdit(plan *model.EditPlan, e editing, what string) error {
	j := jsonEdit{
		Place: plan.Place.String(), ID: plan.Entry.ID, Action: what, Result: string(model.ItemPlanned), Version: plan.Version,
		Requests: plan.Asked + plan.Calls, Undo: undoWord(plan.Undo), Asks: cs.risk(plan), Notes: notesOf(plan), Steps: []jsonStep{},
	}
	if len(plan.Matches.All) > 0 {
		j.Matches = toMatches(plan.Matches.All)
	}
	for _, s := range plan.Steps {
		x := jsonStep{Edit: string(s.Edit.Kind), Under: s.Where, Before: s.Before, After: s.After, Old: s.Edit.Old, Text: s.Edit.Text, By: s.Edit.Suggest}
		for _, r := range s.Edit.Ranges {
			x.Ranges = append(x.Ranges, jsonRange{r.Begin, r.End})
		}
		if spec, _ := s.Edit.Kind.Spec(); !spec.Ranged() && spec.At != model.EditAtNone && spec.At != model.EditAtBeside {
			x.At = &s.Edit.At
		}
		j.Steps = append(j.Steps, x)
	}
	if e.AsJSON() {
		return cs.con.Encode(j)
	}
	lines := []string{cs.con.Say("%[2]s, version %[3]d: %[1]d {edit|edits}, %[4]d {request|requests}; %[5]s",
		len(plan.Steps), model.Clean(j.Place), plan.Version, plan.Asked+plan.Calls, cs.con.Say(undoText(plan)))}
	for i, s := range plan.Steps {
		lines = append(lines, "  "+cs.stepLine(s, plan.Matches))
		for _, l := range wholeLines(plan, i) {
			lines = append(lines, "    "+l)
		}
		if spec, _ := s.Edit.Kind.Spec(); spec.At == model.EditAtAll && len(plan.Matches.All) > 1 {
			lines = append(lines, console.Aligned(matchRows(plan.Matches), true, true, false)...)
		}
	}
	for _, note := range plan.Notes {
		lines = append(lines, "  "+note.In(cs.con.Catalogue))
	}
	for _, lost := range plan.Lost {
		lines = append(lines, "  "+cs.con.Say("note: %s", lost))
	}
	if risk := cs.risk(plan); risk != "" {
		lines = append(lines, "  "+cs.con.Say("%s; aloft asks first, or needs --yes", risk))
	}
	return cs.con.Lines(lines)
}

// notesOf are those of a plan, with what it loses.
func notesOf(plan *model.EditPlan) []string {
	return model.English(slices.Concat(plan.Notes, plan.Lost))
}

// stepLine is one step: what, where, and the text around with the place in it. One
// that replaces everywhere has its places in the matches, and the text around the
// first.
func (cs *Commands) stepLine(s model.EditStep, all model.Matches) string {
	e := s.Edit
	spec, _ := e.Spec()
	if spec.At == model.EditAtNone || spec.At == model.EditAtBeside {
		return cs.con.Say(spec.Brief, spec.Numbers(&e)...)
	}
	line := cs.con.Say("%s at %d", cs.con.Word(string(e.Kind)), e.At)
	if spec.Ranged() {
		at := model.Each(e.Ranges, rangeText)
		all := all.All
		if spec.At != model.EditAtAll {
			all = nil
		}
		for _, m := range all {
			at = append(at, rangeText(m.Range))
		}
		line = cs.con.Say("%s at %s", cs.con.Word(string(e.Kind)), cs.con.Catalogue.List(at))
		if n := len(at); len(all) > 0 && n > 1 {
			line = cs.con.Say("%s at %d {place|places}, the first at %s", cs.con.Word(string(e.Kind)), n, at[0])
		}
	}
	if s.Where != "" {
		line = cs.con.Say("%s, under %q", line, model.Clean(s.Where))
	}
	in, said := "|"+model.Clean(cs.putIn(&spec, &e)), ""
	switch {
	case spec.Ranged() && !spec.Replaces: // the text stays
		in = model.Clean(e.Old)
		if spec.Has(model.FieldText) {
			said = cs.con.Say(": %q", cs.putIn(&spec, &e))
		}
	case spec.Ranged():
		in = model.Clean(e.Old) + in
	}
	before := model.Clean(s.Before)
	if s.Gap {
		before += "…"
	}
	return cs.con.Say(text.CliItem, line, "…"+before+"["+in+"]"+model.Clean(s.After)+"…"+said)
}

// wholeLines are what a step that has no place takes out and puts in, as far as it is known.
func wholeLines(plan *model.EditPlan, i int) (out []string) {
	e := plan.Steps[i].Edit
	if spec, _ := e.Spec(); spec.At != model.EditAtNone && spec.At != model.EditAtBeside || plan.SaidBefore(i) {
		return nil
	}
	for i, s := range []string{e.Old, e.Text} {
		for l := range strings.Lines(s) {
			out = append(out, strings.TrimRight([]string{"- ", "+ "}[i]+model.Clean(strings.TrimRight(l, "\r\n")), " "))
		}
	}
	return out
}

// putIn is what an edit inserts into the document, in short.
func (cs *Commands) putIn(spec *model.EditSpec, e *model.Edit) string {
	put := ""
	if spec.Brief != "" {
		put = cs.con.Say(spec.Brief, spec.Numbers(e)...)
	}
	for _, f := range spec.Fields {
		switch f.Type {
		case model.FieldLine, model.FieldText:
			put = model.OneLine(e.Text)
		case model.FieldMarkdown:
			lines := strings.FieldsFunc(e.Text, func(r rune) bool { return r == '\n' || r == '\r' })
			for i := range lines {
				lines[i] = model.OneLine(lines[i])
			}
			put = strings.Join(lines, " ⏎ ")
		case model.FieldTasks:
			var all []string
			for _, t := range e.Tasks {
				box := "[ ] "
				if t.Done {
					box = "[x] "
				}
				all = append(all, box+t.Text)
			}
			put = strings.Join(all, ", ")
		case model.FieldFile:
			put = e.Image.ID
			if !e.Image.File.IsZero() {
				put = e.Image.File.Base()
			}
		}
	}
	return model.TruncateEnd(put, 60)
}

// edited prints the outcome of a plan; the exit code depends on it.
func (cs *Commands) edited(plan *model.EditPlan, res model.EditResult, e editing, what string, err error) error {
	err = editError(plan, res, err)
	if e.AsJSON() {
		j := jsonEdit{
			Place: plan.Place.String(), ID: plan.Entry.ID, Action: what, Result: string(res.Outcome), Base: res.Base, Version: res.Version,
			Done: res.Done, Undo: undoWord(res.Undo), Missing: res.Missing, Notes: model.English(plan.Lost), Changes: toChanges(res.Changes),
		}
		j.Result = cmp.Or(j.Result, string(model.EditFailed))
		if res.Outcome == model.EditDone || res.Outcome == model.EditPartly {
			j.Verified = &res.Verified
		}
		if err != nil {
			j.Error, j.Kind = cs.con.Explain(err), string(client.KindOf(err))
		}
		if werr := cs.con.Encode(j); werr != nil {
			return werr
		}
		return err
	}
	cs.sayChanges(toChanges(res.Changes))
	if err != nil {
		return err
	}
	for _, lost := range plan.Lost {
		cs.con.WarnLine(cs.con.Say("%s: note: %s", plan.Place.String(), lost))
	}
	made, n := text.Text("%d {edit|edits} made, version %d"), len(plan.Steps)
	if suggested(plan) {
		made = "%d {edit|edits} suggested, version %d"
	} else if d := destroys(plan); d > 0 && len(plan.Steps) == 1 {
		made, n = "%d {place|places} replaced, version %d", d
	}
	line := cs.con.Say(made, n, res.Version)
	if !res.Verified {
		line = cs.con.Say("%s (not verified)", line)
	}
	return cs.con.Line(line)
}

// editError makes an error of every outcome except success.
func editError(plan *model.EditPlan, res model.EditResult, err error) error {
	if err != nil {
		return err
	}
	var e *client.Error
	at := plan.Place
	switch res.Outcome {
	case model.EditDone:
		return nil
	case model.EditConflict:
		e = client.Errorf(client.KindConflict, "edit", at, "the document has changed; nothing was done")
		e.Hint = "run the command again; it finds the places in the new version"
	case model.EditPartly:
		e = client.Errorf(client.KindServer, "edit", at, "stopped after %d of %d {edit|edits}", res.Done, len(plan.Steps))
		e.Hint, e.HintArgs, e.Changed = text.CliHintPartly, []any{at.String(), at.String()}, client.ChangedSome
	case model.EditUnknown:
		e = client.Errorf(client.KindUnknown, "edit", at, "the edit was sent, but there was no clear answer; check the document before you repeat the edit")
		e.Hint, e.HintArgs, e.Changed = text.CliHintPartly, []any{at.String(), at.String()}, client.ChangedMaybe
	default:
		e = client.Errorf(client.KindServer, "edit", at, "the edit was not made")
	}
	return e
}

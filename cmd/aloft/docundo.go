package main

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) docUndoCommand() *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: "undo PLACE", Short: a.cat.Say("take the newest edit of this machine back"), Long: a.cat.Say(`By the service where it can, else by an edit that restores exactly what was there. Where
neither is possible it says so and changes nothing.`), Args: wantArgs(1, 1),
		ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			d, err := a.document(args[0])
			if err != nil {
				return err
			}
			plan, err := a.edits().PlanUndo(a.ctx(), d.place)
			if err != nil {
				return a.noEdit(d.place, e, "undo", err)
			}
			e.yes = true // it gives back what was there
			return a.carryOutEdit(plan, e, "undo")
		}),
	}
	a.writeFlags(c, &e.writing)
	return c
}

type jsonEdited struct {
	At      string   `json:"at"`
	Kinds   []string `json:"edits"`
	Where   string   `json:"where,omitempty"`
	Outcome string   `json:"outcome"`
	Base    int64    `json:"base,omitempty"`
	Version int64    `json:"version,omitempty"`
	Undo    string   `json:"undo"`
	Undone  bool     `json:"undone"`
}

type jsonRecord struct {
	Version int64  `json:"version"`
	Tool    string `json:"tool"`
	Time    string `json:"time"`
}

// docEditsCommand lists what was done to a document.
func (a *app) docEditsCommand() *cobra.Command {
	var service bool
	var f format
	c := &cobra.Command{
		Use: "edits PLACE", Short: a.cat.Say("list the edits made from this machine, the newest first"), Long: a.cat.Say(`An edit whose end is not known (the program was killed, the connection broke) is listed
as such. --service lists what the service itself remembers and can take back.`), Args: wantArgs(1, 1),
		ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			d, err := a.document(args[0])
			if err != nil {
				return err
			}
			if service {
				return a.remembered(d, f)
			}
			return a.history(d, f)
		}),
	}
	c.Flags().BoolVar(&service, "service", false, a.cat.Say("what the service remembers and can take back"))
	a.formatFlags(c, &f, false)
	return c
}

// history is what was done from this machine.
func (a *app) history(d document, f format) error {
	type jsonHistory struct {
		head
		Edits []jsonEdited `json:"edits"`
	}
	all, err := a.edits().History(a.ctx(), d.place)
	if err != nil {
		return err
	}
	j := jsonHistory{d.head(0), []jsonEdited{}}
	var rows [][]string
	for _, h := range all {
		x := jsonEdited{h.At, nil, h.Where, string(h.Outcome), h.Base, h.Version, undoWord(h.Undo), h.Undone}
		for _, k := range h.Kinds {
			x.Kinds = append(x.Kinds, string(k))
		}
		j.Edits = append(j.Edits, x)
		state := x.Outcome
		if h.Undone {
			state = a.cat.Say("undone")
		}
		versions := itoa(h.Base) + "→-"
		if h.Version != 0 {
			versions = itoa(h.Base) + "→" + itoa(h.Version)
		}
		rows = append(rows, []string{h.At, versions, state, strings.Join(x.Kinds, "+"), a.text(h.Where)})
	}
	switch {
	case f.json:
		return a.encode(j)
	case len(rows) == 0:
		a.warnLine(a.cat.Say("no edit was made from this machine"))
		return nil
	}
	return a.table(rows)
}

// remembered is what the service says that it can take back.
func (a *app) remembered(d document, f format) error {
	type jsonRecords struct {
		head
		Edits []jsonRecord `json:"edits"`
	}
	all, err := d.editor.RecentEdits(a.ctx(), d.ref, readNow)
	if err != nil {
		return err
	}
	j := jsonRecords{d.head(0), []jsonRecord{}}
	var rows [][]string
	for _, r := range all {
		j.Edits = append(j.Edits, jsonRecord{r.Version, r.Tool, r.Time})
		rows = append(rows, []string{itoa(r.Version), model.Clean(r.Time), model.Clean(r.Tool)})
	}
	if f.json {
		return a.encode(j)
	}
	return a.table(rows, true)
}

// docCompareCommand tells how two documents, or two versions of one, differ.
func (a *app) docCompareCommand() *cobra.Command {
	var old, now int64
	var f format
	var md bool
	c := &cobra.Command{
		Use: "compare PLACE [PLACE]", Short: a.cat.Say("tell what differs between two documents or two versions of one"), Long: a.cat.Say(`By headings: sections that were added, are gone, changed, moved or renamed. With one
PLACE two versions of it are compared: --old N, and --new N or the newest. --md prints
the comparison as Markdown.`), Args: wantArgs(1, 2),
		ValidArgsFunction: a.completePlaces(2),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if err := checkVersion(c, "old", old); err != nil {
				return err
			}
			if err := checkVersion(c, "new", now); err != nil {
				return err
			}
			switch {
			case md && f.json:
				return usageErrorFor(c, text.CliOutlineBoth)
			case len(args) == 1 && old == 0:
				return usageErrorFor(c, "with one document --old says the version to compare with")
			}
			left, err := a.document(args[0])
			if err != nil {
				return err
			}
			right := left
			if len(args) > 1 {
				if right, err = a.document(args[1]); err != nil {
					return err
				}
			}
			got, err := a.edits().Compare(a.ctx(), client.DocVersion{Place: left.place, Version: old}, client.DocVersion{Place: right.place, Version: now}, readNow)
			if err != nil {
				return oldVersion(old+now, err)
			}
			return a.compared(got, left, right, f, md)
		}),
	}
	c.Flags().Int64Var(&old, "old", 0, a.cat.Say("the version on the left (of the first document)"))
	c.Flags().Int64Var(&now, "new", 0, a.cat.Say("the version on the right (of the second document)"))
	c.Flags().BoolVar(&md, "md", false, a.cat.Say("as Markdown"))
	a.formatFlags(c, &f, false)
	return c
}

func (a *app) compared(got client.Comparison, left, right document, f format, md bool) error {
	type jsonComparison struct {
		Old      head         `json:"old"`
		New      head         `json:"new"`
		ByLength bool         `json:"by_length"`
		Changes  []jsonChange `json:"changes"`
	}
	switch {
	case f.json:
		j := jsonComparison{left.head(got.A.Version), right.head(got.B.Version), got.ByLength, toChanges(got.Changes)}
		if j.Changes == nil {
			j.Changes = []jsonChange{}
		}
		return a.encode(j)
	case md:
		return a.line(strings.TrimRight(got.Markdown, "\n"))
	case len(got.Changes) == 0:
		a.warnLine(a.cat.Say("the two documents differ in nothing"))
		return nil
	}
	var rows [][]string
	for _, c := range got.Changes {
		rows = append(rows, changeRow(c))
	}
	return a.table(rows)
}

// changeRow is what happened to a section, and where it stands.
func changeRow(c model.OutlineChange) []string {
	var titles []string
	path := c.NewPath
	if c.New == nil {
		path = c.OldPath
	}
	if c.Old != nil && (c.New == nil || c.Old.Title != c.New.Title) {
		titles = append(titles, model.Clean(c.Old.Title))
	}
	if c.New != nil {
		titles = append(titles, model.Clean(c.New.Title))
	}
	under := ""
	for _, t := range path {
		under += model.Clean(t) + " › "
	}
	return []string{string(c.Kind), under + strings.Join(titles, " → ")}
}

package doc

import (
	"slices"
	"strconv"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// editing holds the flags of every command that edits a document.
type editing struct {
	write.Flags
	base int64
	at   string
	nth  int
	pick string
	all  bool

	suggest bool
	author  string
}

// editRow is a command that edits a document.
func (cs *Commands) editRow(flags []console.Flag, r console.Command, do func(console.Call, editing) error) console.Command {
	r.JSON = []any{jsonEdit{}}
	r.Flags = append(append(r.Flags, flags...), console.Flag{Name: "base", Value: int64(0), Help: "edit this version only; when there is a newer one, do nothing (exit 5)"})
	return cs.run.Row(write.Edit, r, func(in console.Call, w write.Flags) error {
		return do(in, editing{w, in.Long("base"), in.Text("at"), in.Int("nth"), in.Text("pick"), in.On("all"), in.On("suggest"), in.Text("author")})
	})
}

// suggestFlags make an edit a suggestion.
func suggestFlags() []console.Flag {
	return []console.Flag{
		{Name: "suggest", Value: false, Help: "as tracked changes that somebody has to accept"},
		{Name: "author", Value: "", Help: "author of the suggestion (default: reader.author, or your user name)"},
	}
}

// atFlags name a place in the document.
func (cs *Commands) atFlags() []console.Flag {
	return append(suggestFlags(),
		console.Flag{Name: "at", Value: "", Complete: cs.whereWords, Help: "where: title, start, end, heading:TEXT, end-of:TEXT, before:TEXT, match:TEXT, after:TEXT, cell:T,ROW,COL, box:N, or a position"},
		console.Flag{Name: "nth", Value: 0, Help: text.CliFlagNth})
}

// matchFlags choose among matches.
func matchFlags(all bool) []console.Flag {
	flags := append(suggestFlags(), console.Flag{Name: "pick", Value: "", Help: "the matches to use, by number, such as 1,3"})
	if all {
		flags = append(flags, console.Flag{Name: "all", Value: false, Help: "all matches"})
	}
	return flags
}

// suggestedBy is who suggests the edit, "" = it is made.
func (cs *Commands) suggestedBy(in console.Call, e *editing) (string, error) {
	switch named := strings.TrimSpace(e.author); {
	case !e.suggest && e.author != "" && in.Cmd.Flags().Lookup("suggest") != nil:
		return "", in.Usage(text.CliAddNeeds, "--author", "--suggest")
	case !e.suggest:
		return "", nil
	case named == "" && in.Given("author"):
		return "", in.Usage(text.CliNeedsValue, "--author")
	case named != "":
		return named, nil
	}
	return cs.session.Config.SuggestedBy(), nil
}

// where reads --at and --nth.
func (e *editing) where(in console.Call) (model.Where, error) {
	if e.at == "" {
		return model.Where{}, console.UsageError("--at is missing: where should the content go?",
			"--at title (before the title), --at start (after it), --at end, --at heading:TEXT; aloft insert --help lists all")
	}
	return whereOf(in, e.at, e.nth, in.Given("nth"))
}

// whereOf parses a place in a document and which of several it is.
func whereOf(in console.Call, at string, nth int, given bool) (model.Where, error) {
	w, err := model.ParseWhere(at)
	if err != nil {
		return w, console.Exit(console.ExitUsage, client.WhereFailed("edit", model.Place{}, err))
	}
	if !given {
		return w, nil
	}
	switch {
	case nth < 1:
		return w, in.Usage(text.CliFrom1, "--nth", nth)
	case w.Text == "":
		return w, in.Usage("--nth is for headings and texts, not for %s", at)
	}
	w.Nth = nth
	return w, nil
}

// picked reads --pick and --all. nil without all means that there must be one.
func (e *editing) picked(in console.Call) ([]int, error) {
	if e.pick == "" {
		if in.Given("pick") {
			return nil, in.Usage(text.CliPickBad, e.pick)
		}
		return nil, nil
	}
	if e.all {
		return nil, in.Usage(text.CliMixed, "--pick", "--all")
	}
	var out []int
	for s := range strings.SplitSeq(e.pick, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return nil, in.Usage(text.CliPickBad, e.pick)
		}
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out, nil
}

// edit plans edits of one document, shows or asks, applies them, and reports the
// outcome.
func (cs *Commands) edit(in console.Call, e editing, what string, edits ...chosen) error {
	if _, err := version(in, "base"); err != nil {
		return err
	}
	p, src, err := cs.places.Source(in.Args[0])
	if err != nil {
		return err
	}
	if _, ok := src.(client.Editor); !ok {
		return client.Errorf(client.KindUnsupported, "edit", p, text.CliNoDocument, string(p.Scheme))
	}
	by, err := cs.suggestedBy(in, &e)
	if err != nil {
		return err
	}
	r := client.EditRequest{Item: p, Base: e.base, Class: client.Interactive, Unseen: !e.DryRun, Priced: e.DryRun}
	for _, x := range edits {
		x.Edit.Suggest = by
		r.Edits = append(r.Edits, x.EditAt)
	}
	plan, err := cs.edits().Plan(cs.session.Context(), r)
	if err == nil {
		err = cs.oneEach(plan, edits)
	}
	if err != nil {
		return cs.noEdit(p, e, what, err)
	}
	return cs.carryOutEdit(plan, e, what)
}

// chosen is an edit and whether it may go to all matches of its text.
type chosen struct {
	client.EditAt
	all bool
}

// carryOutEdit applies a plan, or shows it.
func (cs *Commands) carryOutEdit(plan *model.EditPlan, e editing, what string) error {
	if e.DryRun {
		return cs.showEdit(plan, e, what)
	}
	if err := cs.confirmEdit(plan, e); err != nil {
		return err
	}
	plan.Unseen = true // what comes of it is told in a line
	res, err := cs.edits().Apply(cs.session.Context(), plan)
	return cs.edited(plan, res, e, what, err)
}

// oneEach refuses an edit that is meant for one match and found several: the person
// has to choose.
func (cs *Commands) oneEach(plan *model.EditPlan, edits []chosen) error {
	for _, x := range edits {
		if x.all || len(x.Pick) > 0 || x.Edit.Old == "" || x.At.Kind != "" {
			continue
		}
		n := 0
		for _, s := range plan.Steps {
			if s.Edit.Kind == x.Edit.Kind && s.Edit.Old == x.Edit.Old {
				n += len(s.Edit.Ranges)
			}
		}
		if n > 1 {
			e := client.Errorf(client.KindConflict, "edit", plan.Place, "%q occurs %d {time|times}; nothing was changed", x.Edit.Old, n)
			e.Hint, e.Err = "--pick 1,2 or --all", &several{plan.Matches}
			return e
		}
	}
	return nil
}

// several are the matches of which one has to be chosen, the cause of a conflict.
type several struct{ matches model.Matches }

// Error is their number.
func (s *several) Error() string { return strconv.Itoa(len(s.matches.All)) }

// destroys counts the places at which text is removed.
func destroys(plan *model.EditPlan) (places int) {
	for _, s := range plan.Steps {
		switch spec, _ := s.Edit.Kind.Spec(); {
		case !spec.Replaces:
		case spec.At == model.EditAtMatches:
			places += len(s.Edit.Ranges)
		case spec.At == model.EditAtAll:
			places += len(plan.Matches.All)
		default:
			places++
		}
	}
	return places
}

// suggested reports whether the plan changes nothing for good.
func suggested(plan *model.EditPlan) bool {
	return slices.ContainsFunc(plan.Steps, func(s model.EditStep) bool { return s.Edit.Suggest != "" })
}

// risk says what is replaced and whether that can be taken back, for the dry run and the question
// alike; "" = nothing that is asked about: an edit of one place that can be taken back, or none.
func (cs *Commands) risk(plan *model.EditPlan) string {
	n := destroys(plan)
	if suggested(plan) { // what it deletes is still there
		n = 0
	}
	if n == 0 || n == 1 && plan.Undo != model.UndoNone {
		return ""
	}
	return cs.con.Say("this replaces %d {place|places}; %s", n, cs.con.Say(undoText(plan)))
}

// confirmEdit asks before several places are replaced at once, and before an edit
// that cannot be undone.
func (cs *Commands) confirmEdit(plan *model.EditPlan, e editing) error {
	risk := cs.risk(plan)
	if e.Yes || risk == "" {
		return nil
	}
	if err := cs.con.NeedsAnswer(risk); err != nil {
		return err
	}
	ask := cs.con.Say("%s: %s. Do it? [y/N]", model.Clean(plan.Place.String()), risk)
	for _, line := range console.Aligned(matchRows(plan.Matches), true, true, false) {
		cs.con.Beside("  " + line)
	}
	return cs.con.Agree(cs.session.Context(), "edit", ask)
}

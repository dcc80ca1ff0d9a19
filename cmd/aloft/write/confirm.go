package write

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// confirm asks before something is deleted. Without a terminal to ask on,
// nothing is done.
func (run *Runner) confirm(plan *model.Plan) (bool, error) {
	if err := run.con.NeedsAnswer(); err != nil {
		return false, err
	}
	const most = 10
	n := 0
	var mode client.DeleteMode
	for _, it := range plan.Items {
		if !it.Goes() {
			continue
		}
		if n++; n <= most {
			run.con.Beside("  " + model.Clean(it.Place().String()) + console.Slash(model.Entry{Kind: it.Kind}))
		}
		mode = client.DeleteMode(it.Mode)
	}
	if n == 0 {
		return true, nil
	}
	if n > most {
		run.con.Beside("  " + run.con.Say("and %d more", n-most))
	}
	ask, yes := asking(mode)
	answer, err := run.con.Ask(run.session.Context(), run.con.Say(ask, n))
	if err != nil {
		return false, err
	}
	for _, y := range yes {
		if strings.EqualFold(answer, y) {
			return true, nil
		}
	}
	return false, console.Exit(console.ExitFailed, client.Errorf(client.KindLocal, string(plan.Op), model.Place{}, text.CliNotDone))
}

// asking are the question and the answers before a deletion of that mode. What
// cannot be undone needs more than one key.
func asking(mode client.DeleteMode) (ask text.Text, yes []string) {
	switch mode {
	case client.DeleteForever:
		return "Delete %d {entry|entries} for good? Type yes:", []string{"yes"}
	case client.DeleteNode:
		return "Delete %d {page|pages} for good? The pages under {it move up to its parent|them move up to their parents}. Type yes:", []string{"yes"}
	case client.DeleteTree:
		return "Delete %d {page|pages} and all pages under {it|them} for good? Type yes:", []string{"yes"}
	}
	return "Move %d {entry|entries} to the recycle bin? [y/N]", []string{"y", "yes"}
}

// goes says what will become of what is deleted in that mode.
func goes(mode client.DeleteMode) text.Text {
	switch mode {
	case client.DeleteToBin:
		return "%d {entry goes|entries go} to the recycle bin"
	case client.DeleteRecord:
		return "%d {document goes|documents go} off the recent list"
	case client.DeleteNode:
		return "%d {page goes|pages go} for good; the pages under {it move|them move} up"
	case client.DeleteTree:
		return "%d {page goes|pages go} for good with all pages under {it|them}"
	}
	return "%d {entry goes|entries go} for good"
}

// deleted reports what became of what was deleted in that mode.
func deleted(mode client.DeleteMode) text.Text {
	switch mode {
	case client.DeleteToBin:
		return "%d {entry is|entries are} in the recycle bin"
	case client.DeleteRecord:
		return "%d {document is|documents are} off the recent list"
	case client.DeleteNode:
		return "%d {page is|pages are} gone; the pages under {it|them} have moved up"
	case client.DeleteTree:
		return "%d {page is|pages are} gone with all pages under {it|them}"
	}
	return "%d {entry is|entries are} gone"
}

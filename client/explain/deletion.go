package explain

import (
	"cmp"
	"slices"
	"strconv"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// deletion is what is said about a way of deleting: the question with its button, and that of a
// terminal; what becomes of the entries, and what has.
type deletion struct {
	mode            client.DeleteMode
	title, yes, ask text.Text
	goes, gone      text.Text
	flat            text.Text // goes, of files alone; "" = goes
	final           bool      // perhaps nothing brings them back, so a word is typed
}

// binOfDocuments is a recycle bin that the tools of its service do not reach.
const binOfDocuments client.DeleteMode = "bin of documents"

const (
	askBin  text.Text = "Move %d {entry|entries} to the recycle bin? [y/N]"
	goneBin text.Text = "%d {entry is|entries are} in the recycle bin"
)

// deletions has the gravest way last.
var deletions = []deletion{
	{ // nothing is lost, so no terminal asks
		mode: client.DeleteRecord, title: "Remove %d {entry|entries} from the recent list", yes: "Remove",
		goes: "%d {document is|documents are} removed from the recent list and {stays|stay} in place",
		gone: "%d {document was|documents were} removed from the recent list",
	},
	{
		mode: client.DeleteToBin, title: text.DeleteTitle, yes: text.DeleteYes, ask: askBin,
		goes: "%d {entry goes|entries go} to the recycle bin, with everything inside", gone: goneBin,
		flat: "%d {entry goes|entries go} to the recycle bin",
	},
	{
		mode: binOfDocuments, title: text.DeleteTitle, yes: text.DeleteYes, ask: askBin,
		goes: "%d {entry goes|entries go} to the document service's recycle bin, with everything inside. The service's tools cannot reach that bin: restore {it|them} on the service's website.",
		gone: goneBin,
	},
	{
		mode: client.DeleteNode, title: text.DeleteTitle, yes: text.DeleteYes, final: true,
		ask:  "Delete %d {page|pages} for good? The pages under {it move up to its parent|them move up to their parents}. Type yes:",
		goes: "%d {page is|pages are} deleted; the pages under {it|them} move up. The service does not say whether {it|they} can be restored.",
		gone: "%d {page is|pages are} gone; the pages under {it|them} have moved up",
	},
	{
		mode: client.DeleteTree, title: "Delete %d {page|pages} with all under {it|them}", yes: text.DeleteYes, final: true,
		ask:  "Delete %d {page|pages} and all pages under {it|them} for good? Type yes:",
		goes: "%d {page is|pages are} deleted with every page under {it|them}. The service does not say whether they can be restored.",
		gone: "%d {page is|pages are} gone with all pages under {it|them}",
	},
	{
		mode: client.DeleteForever, title: "Delete %d {entry|entries} for good", yes: text.DeleteYes, final: true,
		ask:  "Delete %d {entry|entries} for good? Type yes:",
		goes: "%d {entry|entries} will be deleted for good, with everything inside",
		flat: "%d {entry|entries} will be deleted for good",
		gone: "%d {entry is|entries are} gone",
	},
}

// gravest is how the items are deleted; mode where they do not say it.
func gravest(items []*model.Item, mode client.DeleteMode) deletion {
	row := func(m client.DeleteMode) int {
		return slices.IndexFunc(deletions, func(d deletion) bool { return d.mode == m })
	}
	at := -1
	for _, it := range items {
		switch m := cmp.Or(client.DeleteMode(it.Mode), mode); {
		case it.Op == model.OpPurge:
			at = max(at, row(client.DeleteForever))
		case m == client.DeleteToBin && it.Parent.Scheme.Documents():
			at = max(at, row(binOfDocuments))
		default:
			at = max(at, row(m))
		}
	}
	if at < 0 {
		at = row(mode)
	}
	return deletions[at]
}

// Goes says what becomes of so many of the entries that the plan deletes, "" of none.
func (r Reading) Goes(n int) string {
	if n == 0 {
		return ""
	}
	if folder := slices.ContainsFunc(r.Deleted, func(it *model.Item) bool { return it.Kind.Container() }); !folder && r.way.flat != "" {
		return r.text.Say(r.way.flat, n)
	}
	return r.text.Say(r.way.goes, n)
}

// Final: perhaps nothing brings back what the plan deletes.
func (r Reading) Final() bool { return r.way.final && len(r.Deleted) > 0 }

// Mode is how the plan deletes, the gravest of several.
func (r Reading) Mode() client.DeleteMode { return r.way.mode }

// Much says what is too much about what the plan deletes, "" = nothing.
func (r Reading) Much(b model.Brake) string {
	x, over := b.StopsPlan(r.plan)
	if !over || r.way.mode == client.DeleteRecord { // nothing is lost
		return ""
	}
	return x.Say(r.text)
}

// Word has to be typed before the plan deletes, "" = none; much is what Much says.
func (r Reading) Word(much string) string {
	switch {
	case much != "":
		return strconv.Itoa(len(r.Deleted))
	case r.Final():
		return r.text.Say(text.DeleteWord)
	}
	return ""
}

// Ask is what a terminal asks about the items that are destroyed, or all where nothing is; and
// what has to be answered, where it is not y or yes. much is what Much says.
func (r Reading) Ask(much string) (about []*model.Item, ask string, yes []string) {
	switch n := len(r.Deleted); {
	case n == 0:
		for i := range r.plan.Items {
			if it := &r.plan.Items[i]; it.Goes() {
				about = append(about, it)
			}
		}
		return about, r.text.Say("Change %d {entry|entries}? [y/N]", len(about)), nil
	case much != "":
		return r.Deleted, r.text.Say("Type %d to confirm:", n), []string{strconv.Itoa(n)}
	case r.way.final:
		return r.Deleted, r.text.Say(r.way.ask, n), []string{"yes"}
	default:
		return r.Deleted, r.text.Say(r.way.ask, n), nil
	}
}

// Gone says what has become of the deleted items.
func Gone(c *text.Catalogue, items []*model.Item) string {
	return c.Say(gravest(items, client.DeleteForever).gone, len(items))
}

package palette

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
)

type help struct {
	*dialog.Picker
	env     *dialog.Env
	context keys.Context
}

// Help returns the help of a context: its keys in groups. A search finds words of descriptions and written keys:
// "ctrl" lists all keys with Ctrl.
func Help(env *dialog.Env, c keys.Context) dialog.Dialog {
	h := &help{env: env, context: c}
	title := env.Text.Say("Keys: %s", env.Text.Say(cmp.Or(names[c], "this dialog")))
	prompt := env.Text.Say("%s search:", env.Keys.Key(keys.HelpSearch))
	h.Picker = dialog.NewPicker(env, title, prompt+" ", env.Text.Say("No key does that."), "").Browse(keys.InHelp, keys.HelpSearch).Across(helpCell)
	h.filter()
	return h
}

// helpCell is the least width of a column: a key and what most keys do.
const helpCell = 36

// names are the contexts for people.
var names = map[keys.Context]text.Text{
	keys.InGlobal: "everywhere", keys.InPane: "file pane", keys.InResults: "list of results", keys.InRecent: "list of results",
	keys.InBin: "recycle bin", keys.InJobs: "jobs panel", keys.InHook: "webhook panel", keys.InDelivery: "delivery", keys.InTalk: "conversations",
	keys.InDocument: "the document", keys.InPassage: "selected text", keys.InSettings: "settings", keys.InFile: "the file", keys.InInput: "typing",
}

func (h *help) filter() {
	query := h.Query()
	var groups []text.Text
	byGroup := map[text.Text][]dialog.PickerRow{}
	for _, d := range h.docs() {
		var shown []string
		for _, k := range h.env.Keys.Keys(d.ID) {
			if does, _ := h.env.Keys.Lookup(h.context, strings.Fields(k)...); does == d.ID { // not another thing here
				shown = append(shown, keys.Show(k))
			}
		}
		if len(shown) == 0 {
			continue // no key
		}
		title, pressed := h.env.Text.Say(d.Title), strings.Join(shown, ", ")
		if !h.matches(query, d.Title, pressed, shown) {
			continue
		}
		if !slices.Contains(groups, d.Group) {
			groups = append(groups, d.Group)
		}
		byGroup[d.Group] = append(byGroup[d.Group], dialog.PickerRow{First: pressed, Brief: shown[0], Text: title})
	}
	var rows []dialog.PickerRow
	for _, g := range groups {
		rows = append(rows, dialog.PickerRow{Text: text.Capital(h.env.Text.Say(g)), Heading: true})
		rows = append(rows, byGroup[g]...)
	}
	h.SetRows(rows)
}

// docs returns the actions of the context: the groups that its hints are of first, going to places and motion last.
func (h *help) docs() []keys.Doc {
	all, hinted := h.env.Keys.Docs(h.context), keys.Hinted(h.context, false)
	rank := map[text.Text]int{text.KeyGroupGoingPlaces: len(hinted) + 1, text.KeyGroupMovingAbout: len(hinted) + 2}
	for i, d := range all {
		if _, reach := d.ID.Step(1); reach != keys.Nowhere {
			all[i].Group = text.KeyGroupMovingAbout
		} else if at := slices.Index(hinted, d.ID); rank[d.Group] == 0 || at >= 0 && at < rank[d.Group] {
			if at < 0 {
				at = len(hinted)
			}
			rank[d.Group] = at
		}
	}
	slices.SortStableFunc(all, func(a, b keys.Doc) int { return rank[a.Group] - rank[b.Group] })
	return all
}

// matches reports whether the query is in the title's words or in a written key.
func (h *help) matches(query string, title text.Text, pressed string, shown []string) bool {
	query = strings.TrimSpace(query)
	if query == "" || slices.Contains(shown, query) {
		return true
	}
	if len(query) > 1 && strings.Contains(strings.ToLower(pressed), strings.ToLower(query)) {
		return true
	}
	return Rate(query, h.env.Text, title) >= Word
}

// Update answers a key.
func (h *help) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch h.Pressed(msg) {
	case keys.HelpNext:
		h.Aside(1)
	case keys.HelpPrev:
		h.Aside(-1)
	}
	did, cmd := h.Picker.Update(msg)
	switch did {
	case input.Edited:
		h.filter()
	case input.Canceled, input.Accepted:
		return nil, false
	}
	return cmd, true
}

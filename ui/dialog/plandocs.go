package dialog

import (
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// fewRefused are named, the rest is counted.
const fewRefused = 3

// leftOut names what was requested and cannot be done, each with its reason: what
// was named itself, and what is in a folder that was.
func leftOut(env *Env, p *model.Plan) []string {
	var out []string
	add := func(name, why string) {
		if name = model.Clean(name); !strings.Contains(why, name) {
			why = name + ": " + why
		}
		out = append(out, why)
	}
	for _, r := range p.Refused {
		add(r.Place.Base(), client.Sentence(r.Err).In(env.Text))
	}
	for _, it := range p.Items {
		if it.LeftOut() {
			add(it.Name, it.Reason.In(env.Text))
		}
	}
	return out
}

// refused says what is not part of a plan, and why.
func refused(env *Env, p *model.Plan, whole bool, w int) []line {
	all := leftOut(env, p)
	if len(all) == 0 {
		return nil
	}
	out := []line{{warn, env.Text.Say("%d {is|are} left out:", len(all)-len(p.Refused)+p.RefusedItems())}}
	for i, s := range all {
		if i == fewRefused && !whole && len(all) > fewRefused+1 {
			return append(out, line{dim, "  " + env.Text.Say(text.JobsMore, len(all)-i)})
		}
		for _, l := range kit.Wrap(env.Ruler, s, w-2) {
			out = append(out, line{dim, "  " + l})
		}
	}
	return out
}

// refusedTall estimates how many lines of a question that takes.
func refusedTall(env *Env, p *model.Plan) int {
	n := len(leftOut(env, p))
	if n == 0 {
		return 0
	}
	return 1 + 2*min(n, fewRefused+1)
}

// formatWords describe what an export makes.
func formatWords(env *Env, p *model.Plan) string {
	it := firstDocument(p)
	if it == nil {
		return ""
	}
	switch it.Format {
	case model.FormatMarkdown:
		return env.Text.Say(text.ExportMarkdown)
	case model.FormatText:
		return env.Text.Say(text.ExportText)
	}
	return env.Text.Say(text.ExportNative)
}

// firstDocument is the first item that is a document and becomes a file, nil when none does.
func firstDocument(p *model.Plan) *model.Item {
	for i := range p.Items {
		if it := &p.Items[i]; it.Op.Transfers() && it.Parent.Scheme.Documents() && !it.Target.Scheme.Documents() {
			return it
		}
	}
	return nil
}

// planNotes are what a person should know before such an operation.
func planNotes(env *Env, p *model.Plan) []string {
	w := p.Op.Row().Words
	note := w.Note
	if converts(p) {
		note = w.Converted
	}
	if note == "" {
		note = p.Originals()
	}
	if note == "" || p.Op == model.OpCopy && !p.Scheme.Documents() {
		return nil
	}
	return []string{env.Text.Say(note)}
}

// converts: this computer makes another format of some item.
func converts(p *model.Plan) bool {
	if it := firstDocument(p); it != nil {
		return it.Format != model.FormatNative
	}
	return p.Op.Transfers() && slices.ContainsFunc(p.Items, func(it model.Item) bool {
		return it.Target.Scheme.Documents() && strings.EqualFold(model.Extension(it.Name), ".md")
	})
}

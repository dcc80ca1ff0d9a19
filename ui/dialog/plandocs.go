package dialog

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// opWords are the title and the act of a plan.
type opWords struct{ title, yes text.Text }

// docsWords are those of what only a document service can do.
func docsWords(op model.Op) (w opWords, ok bool) {
	switch op {
	case model.OpCopy:
		return opWords{"Copy %d {document|documents}", "Copy"}, true
	case model.OpCreate:
		return opWords{"Make %d {document|documents}", text.MakeYes}, true
	case model.OpImport:
		return opWords{"Import %d {file|files}", "Import"}, true
	case model.OpExport:
		return opWords{"Export %d {document|documents}", "Export"}, true
	case model.OpShare:
		return opWords{"Set the permission of %d {entry|entries}", "Set"}, true
	}
	return w, false
}

// fewRefused are named before the rest is counted.
const fewRefused = 3

// leftOut names what was asked for and cannot be done, each with its reason: what
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
		add(r.Place.Base(), sayError(env, r.Err))
	}
	for _, it := range p.Items {
		if it.LeftOut() {
			add(it.Name, model.Clean(it.Reason))
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
	out := []line{{warn, env.Text.Say("%d {is|are} left out:", len(all))}}
	for i, s := range all {
		if i == fewRefused && !whole && len(all) > fewRefused+1 {
			return append(out, line{dim, "  " + env.Text.Say(text.JobsMore, len(all)-i)})
		}
		for _, l := range wrapText(env, s, w-2) {
			out = append(out, line{dim, "  " + l})
		}
	}
	return out
}

// refusedTall is about how many lines of a question that takes.
func refusedTall(env *Env, p *model.Plan) int {
	n := len(leftOut(env, p))
	if n == 0 {
		return 0
	}
	return 1 + 2*min(n, fewRefused+1)
}

// formatWords says what an export makes.
func formatWords(env *Env, p *model.Plan) string {
	if p.Op != model.OpExport || len(p.Items) == 0 {
		return ""
	}
	switch p.Items[0].Format {
	case model.FormatMarkdown:
		return env.Text.Say(text.ExportMarkdown)
	case model.FormatText:
		return env.Text.Say(text.ExportText)
	}
	return env.Text.Say(text.ExportNative)
}

// planNotes are what a person should know before such an act.
func planNotes(env *Env, p *model.Plan) []string {
	say := env.Text.Say
	switch p.Op {
	case model.OpCopy:
		return []string{say("A copy can be seen by you only, until its permission is set.")}
	case model.OpImport:
		for _, it := range p.Items {
			if strings.EqualFold(model.Extension(it.Name), ".md") {
				return []string{say("Markdown is converted to docx on this computer first.")}
			}
		}
		return []string{say("The files are uploaded and converted by the service; what it cannot keep is listed afterwards.")}
	case model.OpExport:
		if len(p.Items) > 0 && p.Items[0].Format != model.FormatNative {
			return []string{say("The service exports its own format; this computer converts it. What is not kept is listed afterwards.")}
		}
	}
	return nil
}

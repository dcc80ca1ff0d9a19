// Package explain reads a plan: what it does, to which entries, at which cost, and what to know
// before. Dialogs lay it out, and commands print it.
package explain

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Reading is a plan as its decisions are now, and the language that it is read in.
type Reading struct {
	plan    *model.Plan
	text    *text.Catalogue
	way     deletion
	Deleted []*model.Item // those that destroy an entry
}

// Of reads a plan.
func Of(c *text.Catalogue, p *model.Plan) Reading {
	r := Reading{plan: p, text: c}
	for i := range p.Items {
		if p.Deletes(i) {
			r.Deleted = append(r.Deleted, &p.Items[i])
		}
	}
	mode := client.DeleteToBin
	if p.Undo == "no" {
		mode = client.DeleteForever
	}
	r.way = gravest(r.Deleted, mode)
	return r
}

// Title asks for the plan, and yes is the button.
func (r Reading) Title() (title, yes string) {
	w, n := r.plan.Op.Row().Words, 0
	for i := range r.plan.Items {
		it := &r.plan.Items[i]
		if it.Decision != model.DecideSkip && r.plan.Means(it) {
			n++
		}
	}
	if r.plan.Op.Row().Deletes {
		w.Title, w.Yes = r.way.title, r.way.yes
	}
	return r.text.Say(w.Title, n), r.text.Say(w.Yes)
}

// Cost says what the plan costs, "" when no service is asked.
func (r Reading) Cost() string {
	if r.plan.Scheme.Local() && !r.plan.Op.Transfers() {
		return ""
	}
	e, say := r.plan.Estimate, r.text.Say
	looks := say("%d {listing|listings}", e.Lookups)
	if e.Audit > 0 {
		looks += say(", %d to check the result", e.Audit)
	}
	cost := say("%s (%s, %s)", say("%d {request|requests}", e.Requests), say("%d {change|changes}", e.Calls), looks)
	if e.Time < time.Second {
		return cost
	}
	return say("%s, about %s", cost, Roughly(e.Time))
}

// Roughly is a duration in seconds or minutes.
func Roughly(d time.Duration) string {
	switch {
	case d < time.Second:
		return "<1 s"
	case d < 2*time.Minute:
		return fmt.Sprintf("%d s", (d+time.Second/2)/time.Second)
	}
	return fmt.Sprintf("%d min", (d+time.Minute/2)/time.Minute)
}

// Compared says by what two folders are compared, and what that cannot see.
func Compared(by model.Comparing) text.Text {
	switch by {
	case model.BySize:
		return "compared by names and sizes; listings have no checksums"
	case model.BySum:
		return "compared by names, sizes and checksums"
	}
	return "compared by names, sizes and times; listings have no checksums"
}

// Lasting says why the job cannot be taken back, "" when it can.
func (r Reading) Lasting() string {
	switch {
	case r.plan.Op.Row().Undo == model.UndoByMode && r.way.mode == binOfDocuments:
		return r.text.Say("restore it on the service's website") // its tools cannot reach the bin
	case r.plan.Undo == "no":
		return r.text.Say("not possible")
	}
	return ""
}

var routes = map[model.Route]text.Text{
	model.RouteService:  "the service copies; no data passes through this machine",
	model.RouteDisk:     "%s, copied on this machine",
	model.RouteUpload:   "%s to upload",
	model.RouteDownload: "%s to download",
	model.RouteSpool:    "%s pass through this machine (download, then upload)",
}

// Route says by which way copies are made and how many bytes that takes, "" for plans that
// make none.
func (r Reading) Route() string {
	var by model.Route
	bytes, documents := int64(0), 0
	for i := range r.plan.Items {
		it := &r.plan.Items[i]
		if !it.Goes() || it.Op != model.OpCopy && !it.Op.Transfers() {
			continue
		}
		by = it.Route()
		if it.Print.Size == model.Unknown || it.Parent.Scheme.Documents() {
			documents++
		} else {
			bytes += it.Print.Size
		}
	}
	if by == "" || by == model.RouteService {
		return r.text.Say(routes[by])
	}
	much := text.Size(bytes)
	switch {
	case documents > 0 && bytes > 0:
		much = r.text.Say("%s and %d {document|documents}", much, documents)
	case documents > 0:
		much = r.text.Say("%d {document|documents}", documents)
	}
	return r.text.Say(routes[by], much)
}

// Room warns of a plan that leaves less than a tenth of what is free where it goes, "" = none.
func (r Reading) Room() string {
	need, free := r.plan.Needs(), r.plan.Free
	if free == 0 || need <= free-free/10 {
		return ""
	}
	needed, there := text.Sizes(need, free)
	return r.text.Say("needs %s, %s free", needed, there)
}

// Originals says what becomes of the originals of a move to elsewhere, "" for other plans.
func (r Reading) Originals() string {
	p := r.plan
	if p.Op != model.OpRelocate || p.Undoes != "" {
		return ""
	}
	out := text.Text("each original goes to the recycle bin once its copy is complete")
	for i := range p.Items {
		switch it := &p.Items[i]; {
		case it.Copied == "" || !it.Goes():
		case it.Mode != model.ModeBin:
			return r.text.Say("each original is deleted for good once its copy is complete")
		case it.Copied == model.CopiedConverted:
			out = "each original goes to the recycle bin once its copy is there; a copy in another format may not keep everything"
		}
	}
	return r.text.Say(out)
}

// Note is what a person should know before such an operation, "" = nothing.
func (r Reading) Note() string {
	w := r.plan.Op.Row().Words
	note := w.Note
	switch {
	case r.plan.Op == model.OpCopy && !r.plan.Scheme.Documents():
		return ""
	case r.converts():
		note = w.Converted
	}
	if note == "" {
		return r.Originals()
	}
	return r.text.Say(note)
}

// Format says what an export makes, "" for other plans.
func (r Reading) Format() string {
	it := r.exported()
	if it == nil {
		return ""
	}
	switch it.Format {
	case model.FormatMarkdown, model.FormatMarkdownAlone:
		return r.text.Say(text.ExportMarkdown)
	case model.FormatText:
		return r.text.Say(text.ExportText)
	case model.FormatPDF:
		if it.Served {
			return r.text.Say(text.ExportServed)
		}
		return r.text.Say(text.ExportPDF)
	}
	return r.text.Say(text.ExportNative)
}

// exported is the first item that is a document and becomes a file, nil when none does.
func (r Reading) exported() *model.Item {
	for i := range r.plan.Items {
		if it := &r.plan.Items[i]; it.Op.Transfers() && it.Parent.Scheme.Documents() && !it.Target.Scheme.Documents() {
			return it
		}
	}
	return nil
}

// converts: this computer makes another format of some item.
func (r Reading) converts() bool {
	if it := r.exported(); it != nil {
		return it.Converted()
	}
	return r.plan.Op.Transfers() && slices.ContainsFunc(r.plan.Items, func(it model.Item) bool {
		return it.Target.Scheme.Documents() && strings.EqualFold(model.Extension(it.Name), ".md")
	})
}

package webhook

import (
	"strconv"
	"strings"
	"time"

	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
	"aloft/ui/kit"
)

// labelWidth is the column width of the names of facts.
const labelWidth = 10

// pages makes the lines of a delivery: its facts and its request.
type pages struct {
	c     *text.Catalogue
	lines []leafLine
}

func (p *pages) add(l look, s string) { p.lines = append(p.lines, leafLine{text: s, look: l}) }

// prose adds a sentence.
func (p *pages) prose(l look, s string) {
	p.lines = append(p.lines, leafLine{text: s, look: l, prose: true})
}

// fact adds a name and a value of one or more lines.
func (p *pages) fact(l look, name text.Text, value string) {
	if value == "" {
		return
	}
	label := model.Fit(p.c.Say(name), labelWidth) + " "
	cutLines(value, func(s string, _ int) {
		p.lines = append(p.lines, leafLine{text: label + s, look: l, label: len(label), prose: true})
		label = strings.Repeat(" ", labelWidth+1)
	})
}

// head begins a part.
func (p *pages) head(name string) {
	if len(p.lines) > 0 {
		p.add(asText, "")
	}
	p.add(asHead, name)
}

// requestLines returns the facts of a delivery, its request and its agent's prompt.
func requestLines(c *text.Catalogue, d *model.DeliveryDetail) []leafLine {
	p := &pages{c: c}
	p.summary(&d.Delivery)
	p.facts(d)
	p.request(d)
	p.prompt(d)
	return p.lines
}

// knownLines returns the facts from the list, and a sentence instead of the rest.
func knownLines(c *text.Catalogue, d *model.Delivery, l look, note string) []leafLine {
	p := &pages{c: c}
	p.summary(d)
	p.facts(&model.DeliveryDetail{Delivery: *d})
	p.add(asText, "")
	p.prose(l, note)
	return p.lines
}

// summary returns the state and its reason in a line.
func (p *pages) summary(d *model.Delivery) {
	l := asOK
	switch {
	case d.State == model.DeliveryAsking || d.State == model.DeliveryWaiting:
		l = asAsks
	case d.State.Bad() || d.State == model.DeliveryRefused:
		l = asBad
	case d.State != model.DeliveryDone && d.State != model.DeliveryRunning:
		l = asMeta
	}
	p.prose(l, standing(p.c, d))
	if !d.Reason.IsZero() {
		p.prose(l, model.OneLine(d.Reason.In(p.c)))
	}
	for _, n := range d.Notes {
		p.prose(asBad, model.OneLine(n.In(p.c)))
	}
	p.add(asText, "")
}

// standing returns a delivery's state, with its exit status if that tells more.
func standing(c *text.Catalogue, d *model.Delivery) string {
	s := State(c, d.State)
	if d.State == model.DeliveryWaiting && d.Ahead > 0 {
		s = c.Say("%s, %s", s, c.Say(text.HookPaneAhead, d.Ahead))
	}
	if d.State.Ended() && !d.Started.IsZero() && d.Exit >= 0 && d.Reason.IsZero() {
		s = c.Say("%s, %s", s, c.Say(text.HookPaneExit, d.Exit))
	}
	if d.Lives > 0 {
		s = c.Say("%s, %s", s, c.Say(text.HookPaneLives, d.Lives))
	}
	if d.Count > 1 {
		s = c.Say("%s, %s", s, c.Say(text.HookPaneTimes, d.Count))
	}
	return s
}

func (p *pages) facts(d *model.DeliveryDetail) {
	work := text.Text("prompt")
	if d.Kind == model.DeliveryExec {
		work = "command"
	}
	p.fact(asText, work, d.Work)
	if len(d.Work) >= model.MaxWork {
		p.fact(asMeta, "", p.c.Say("… the rest is in the body"))
	}
	p.fact(asText, "event", d.Event)
	p.fact(asText, "project", d.Project)
	p.fact(asText, "route", d.Route)
	p.fact(asText, "session", d.Session)
	if d.Silent {
		p.fact(asText, "silent", p.c.Say("yes, nothing is posted to the session"))
	}
	p.fact(asText, "from", d.Remote)
	p.fact(asText, "arrived", p.time(d.At))
	if d.Count > 1 {
		p.fact(asText, "last one", p.time(d.Last))
	}
	p.fact(asText, "began", p.time(d.Started))
	p.fact(asText, "ended", p.time(d.Ended))
	p.fact(asText, "answer", statusText(d.Status))
	if d.Kind == model.DeliveryExec && d.WorkDir != d.Dir {
		p.fact(asText, text.Typed("work_dir"), d.WorkDir)
	}
	p.fact(asText, "folder", d.Dir)
	if len(d.Argv) > 0 && !(len(d.Argv) == 3 && d.Argv[1] == "-c" && d.Kind == model.DeliveryExec) {
		argv := model.Each(d.Argv, hooks.ShellQuote)
		p.fact(asText, "process", strings.Join(argv, " "))
	}
	p.fact(asText, "output file", d.File)
	of := text.Text("repeats")
	if d.Replay {
		of = "again"
	}
	p.fact(asText, of, d.Of)
	p.fact(asMeta, "delivery", d.ID)
}

func (p *pages) time(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(time.Local).Format(p.c.Say("2006-01-02 15:04:05"))
}

func (p *pages) request(d *model.DeliveryDetail) {
	p.head(text.Capital(p.c.Say("request")))
	if d.Method != "" {
		p.add(asText, d.Method+" "+d.Path)
	}
	for _, h := range d.Header {
		name := h.Name + ": "
		p.lines = append(p.lines, leafLine{text: model.Clean(name) + h.Value, label: len(model.Clean(name))})
	}
	p.head(p.c.Say(text.HookViewBody, kit.Size(max(d.Bytes, int64(len(d.Body))))))
	if len(d.Body) == 0 {
		p.prose(asMeta, p.c.Say("(no body)"))
		return
	}
	lines, cut := indented(d.Body)
	for _, s := range lines {
		p.add(asText, s)
	}
	if cut > 0 {
		p.prose(asMeta, p.c.Say(text.HookViewCut, kit.Size(int64(cut))))
	}
}

func (p *pages) prompt(d *model.DeliveryDetail) {
	if d.Prompt == "" || d.Prompt == d.Work {
		return
	}
	p.head(p.c.Say("Prompt sent to the agent"))
	shown := d.Prompt[:min(len(d.Prompt), maxBody)]
	cutLines(shown, func(s string, _ int) { p.add(asText, s) })
	if cut := len(d.Prompt) - len(shown); cut > 0 {
		p.prose(asMeta, p.c.Say(text.HookViewCut, kit.Size(int64(cut))))
	}
}

// prints reports whether a delivery has a process with output.
func prints(d *model.Delivery, argv []string) bool {
	switch d.State {
	case model.DeliveryRefused, model.DeliveryIgnored, model.DeliveryDuplicate, model.DeliveryBusy, model.DeliveryDenied:
		return false
	}
	return d.Output > 0 || len(argv) > 0 || d.Kind == model.DeliveryExec || d.State == model.DeliveryRunning
}

// percentOf formats how far a text is scrolled, or returns "" if all of it is visible.
func percentOf(l *leaf, top kit.Spot, height int) string {
	end := l.last(height)
	if !(kit.Spot{}).Before(end) {
		return ""
	}
	return strconv.Itoa(100*min(top.Line, end.Line)/max(1, end.Line)) + "%"
}

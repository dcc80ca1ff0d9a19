// Package jobs shows work: a line while it runs, and a panel of all jobs. It reads only snapshots.
package jobs

import (
	"strconv"
	"strings"
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/input"
	"aloft/ui/kit"
)

// Live reports whether the job continues by itself.
func Live(s model.JobState) bool { return s == model.JobRunning || s == model.JobWaiting }

// Shown returns the job for the line: a running one, else a waiting one, else a paused one, else nil.
func Shown(all []model.JobSnapshot) *model.JobSnapshot {
	rank := map[model.JobState]int{
		model.JobRunning: 4, model.JobNeedsLogin: 3, model.JobWaiting: 2, model.JobPaused: 1,
	}
	var best *model.JobSnapshot
	for i := range all {
		if r := rank[all[i].State]; r > 0 && all[i].Mine && (best == nil || r > rank[best.State]) {
			best = &all[i]
		}
	}
	return best
}

// What describes a job: "move 120 -> drive:/Backup".
func What(env *input.Env, j *model.JobSnapshot) string {
	switch {
	case j.Again:
		return env.Text.Say("redo: %s", what(env, j))
	case j.Undoes != "":
		return env.Text.Say("undo: %s", what(env, j))
	}
	return what(env, j)
}

func what(env *input.Env, j *model.JobSnapshot) string {
	op := j.Op.Row()
	switch {
	case op.Words.Line == "":
		return model.Word(env.Text, j.Op)
	case op.InBin:
		return env.Text.Say(op.Words.Line, model.Term(j.Op), j.Items)
	case op.Ends == model.EndInTarget:
		return env.Text.Say(op.Words.Line, model.Term(j.Op), j.Items, place(j.To))
	}
	return env.Text.Say(op.Words.Line, model.Term(j.Op), j.Items, place(j.From))
}

// about returns What with the name of the first item, which tells jobs of one kind and place apart.
func about(env *input.Env, j *model.JobSnapshot) string {
	if name := named(j); name != "" {
		return env.Text.Say(text.CliItem, What(env, j), name)
	}
	return What(env, j)
}

// named returns the name of a job's only or first entry, or "".
func named(j *model.JobSnapshot) string {
	name := model.Clean(model.OneLine(j.Name))
	if name != "" && j.Items > 1 {
		name += " …"
	}
	return name
}

// place formats a place for people: without pinned ids.
func place(p model.Place) string {
	if p.IsLoose() {
		p = p.Root()
	}
	return model.Clean(p.Unpinned().String())
}

// Bytes returns the transferred bytes and the rate, or "" if unknown.
func Bytes(c *text.Catalogue, j *model.JobSnapshot) string {
	said := carried(c, j)
	if rate := Rate(c, j.Rate); said != "" && rate != "" {
		said = c.Say("%s, %s", said, rate)
	}
	return said
}

func carried(c *text.Catalogue, j *model.JobSnapshot) string {
	if !j.Op.Transfers() || j.BytesAll <= 0 {
		return ""
	}
	said := c.Say("%s of %s", kit.Size(min(j.Bytes, j.BytesAll)), kit.Size(j.BytesAll))
	if j.State == model.JobRunning && int(900*min(j.Bytes, j.BytesAll)/j.BytesAll) > underWay(j) {
		said = kit.Size(j.Bytes) // the total is unknown yet
	}
	return said
}

// Rate returns the transfer rate, or "" if unknown.
func Rate(c *text.Catalogue, perSecond int64) string {
	if perSecond <= 0 {
		return ""
	}
	return kit.Size(perSecond) + "/s"
}

// Portion returns the done part of a job in thousandths. A transfer counts bytes as they are sent; the service's own
// work then counts when it is done.
func Portion(j *model.JobSnapshot) int {
	if j.Items == 0 {
		return 0
	}
	by := 1000 * j.Settled() / j.Items
	if j.Op.Transfers() && j.BytesAll > 0 && j.Settled() < j.Items {
		by = max(by, min(int(900*min(j.Bytes, j.BytesAll)/j.BytesAll), underWay(j)))
	}
	return min(by, 1000)
}

// bar returns the two parts of a bar of that many cells.
func bar(st *themes.Styles, j *model.JobSnapshot, cells int) (full, rest string) {
	n := cells * Portion(j) / 1000
	return strings.Repeat(st.Glyphs.BarFull, n), strings.Repeat(st.Glyphs.BarRest, cells-n)
}

// lanes is how many items a transfer sends in parallel.
const lanes = 2

// underWay limits the portion, in thousandths, while the last items are running. An item that is converted first has
// no size before, so bytes alone can be far ahead.
func underWay(j *model.JobSnapshot) int { return 1000 * (j.Settled() + lanes) / j.Items }

// Line returns the line of a job: its name, its progress, and exactly what is left.
func Line(env *input.Env, j *model.JobSnapshot, more, width int) string {
	st, c := env.Styles, env.Text
	count := "  " + strconv.Itoa(j.Done) + "/" + strconv.Itoa(j.Items)
	if j.Failed > 0 {
		count += "  " + c.Say(text.JobErrors, j.Failed)
	}
	tail := count
	if b := Bytes(c, j); b != "" {
		tail += "  " + b
	} else if a := j.Audit; a.State == model.AuditRunning {
		tail += "  " + c.Say("checking %d/%d", a.Folders, a.Of)
	} else if j.CallsAll > 0 {
		tail += "  " + c.Say("call %d/%d", min(j.Calls, j.CallsAll), j.CallsAll)
	}
	switch {
	case j.State == model.JobRunning && !j.Error.IsZero():
		// What it waits for matters more than growing figures.
		tail = count
		what := env.Ruler.Truncate(What(env, j), max(12, width/3))
		return " " + st.JobRunning.Render(what) + st.StatusText.Render(tail) +
			st.StatusWarn.Render("  "+env.Ruler.TruncateEnd(j.Error.In(c), max(0, width-env.Ruler.Width(what+tail)-3)))
	case j.State == model.JobRunning:
		if j.Left > 0 {
			tail += "  " + c.Say("%s left", Duration(c, j.Left))
		}
	default:
		tail += "  " + State(env, j.State)
	}
	if more > 0 {
		tail += "  " + c.Say("+%d more", more)
	}
	r := env.Ruler
	size := 14
	if width < 70 {
		size = 6
	}
	room := width - r.Width(tail) - size - 4
	if room < 12 {
		size, room = 0, width-r.Width(tail)-2
	}
	out := " " + st.JobRunning.Render(r.Truncate(What(env, j), max(0, room)))
	if size > 0 {
		full, rest := bar(st, j, size)
		out += " [" + st.JobBar.Render(full) + st.JobBarRest.Render(rest) + "]"
	}
	return out + st.StatusText.Render(tail)
}

var states = map[model.JobState]text.Text{
	model.JobWaiting:     "waiting",
	model.JobRunning:     "running",
	model.JobPaused:      "paused",
	model.JobNeedsLogin:  "needs login",
	model.JobInterrupted: "interrupted",
	model.JobDone:        "done",
	model.JobFailed:      "failed",
	model.JobCancelled:   "cancelled",
}

// Standing returns the state of a job in a word. A job whose failures were fixed by another job is not failed; one
// whose folders are listed again is audited.
func Standing(env *input.Env, j *model.JobSnapshot) string {
	switch {
	case j.Retried != "":
		return env.Text.Say("retried")
	case j.State == model.JobRunning && j.Audit.State == model.AuditRunning:
		return env.Text.Say("checking")
	}
	return State(env, j.State)
}

// State returns the state of a job in a word.
func State(env *input.Env, s model.JobState) string {
	if t, ok := states[s]; ok {
		return env.Text.Say(t)
	}
	return string(s)
}

// Duration formats a time in whole seconds or minutes.
func Duration(c *text.Catalogue, d time.Duration) string {
	s := int((d + time.Second - 1) / time.Second)
	switch {
	case s < 100:
		return c.Say("%d s", s)
	case s < 100*60:
		return c.Say("%d min", (s+59)/60)
	}
	return c.Say("%d h", (s+3599)/3600)
}

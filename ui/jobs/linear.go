package jobs

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/kit"
)

// portions is in how many steps the progress of a job is said.
const portions = 4

// Words returns a job in words, with its progress in few steps.
func Words(env *input.Env, j *model.JobSnapshot) string {
	c := env.Text
	said := []string{about(env, j), Standing(env, j)}
	if done := Portion(j) * portions / 1000 * 100 / portions; done > 0 && done < 100 && !j.State.Ended() {
		said = append(said, c.Say("%d%%", done))
	}
	if j.Failed > 0 {
		said = append(said, c.Say(text.JobErrors, j.Failed))
	}
	if !j.Error.IsZero() && !j.State.Ended() {
		said = append(said, j.Error.In(c))
	}
	return strings.Join(said, "  ")
}

// Now returns the current job in words.
func (p *Panel) Now() kit.Current {
	j := p.Current()
	if j == nil {
		return kit.Current{}
	}
	said := []string{Words(p.env, j)}
	if note := p.note(j); j.State.Ended() && j.Failed == 0 && note != "" {
		said = append(said, note)
	}
	return kit.Current{Text: strings.Join(append(said, p.env.Text.Say("%d of %d", p.At+1, len(p.rows))), "  ")}
}

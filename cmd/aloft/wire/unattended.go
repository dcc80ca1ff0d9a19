package wire

import (
	"context"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
)

// limited: only what jobs.unattended names may be changed, since nobody is at a terminal
// who could have meant anything else.
func limited(s *session.Session) bool {
	return len(s.Config.Jobs.Unattended) > 0 && !s.Con.Attended() && !s.Continues
}

// allow refuses to change a place that is not among those.
func allow(s *session.Session, op string, places iter.Seq[model.Place]) error {
	if !limited(s) {
		return nil
	}
	may := s.Config.Jobs.Unattended
	for p := range places {
		if !allowed(s, may, p) {
			e := client.Errorf(client.KindLocal, op, p, "%s: nothing was done; without a terminal, only places in %s may be changed", p.String(), strings.Join(may, ", "))
			e.Hint = "jobs.unattended in config.toml lists these places"
			return console.Exit(console.ExitUsage, e)
		}
	}
	return nil
}

// may is allow for changes that no job makes.
func (s *Sources) may(op string, places ...model.Place) error {
	return allow(s.session, op, slices.Values(places))
}

func allowed(s *session.Session, may []string, p model.Place) bool {
	if p.Scheme == model.SchemeDisk && session.IsExport(string(filepath.Separator)+filepath.Join(p.Names()...)) {
		return true // on its way to standard output
	}
	p = p.Full(s.Config.Account)
	for _, m := range may {
		if folder, err := model.ParsePlace(m, model.Place{}); err == nil && p.Under(folder.Full(s.Config.Account)) { // it was read once
			return true
		}
	}
	return false
}

// allowedEdits is the engine of edits where jobs.unattended applies.
type allowedEdits struct {
	client.Edits
	session *session.Session
}

// Plan refuses at once, before anything is read.
func (e *allowedEdits) Plan(ctx context.Context, r client.EditRequest) (*model.EditPlan, error) {
	if err := allow(e.session, "edit", slices.Values([]model.Place{r.Item})); err != nil {
		return nil, err
	}
	return e.Edits.Plan(ctx, r)
}

// Apply refuses plans to undo, too.
func (e *allowedEdits) Apply(ctx context.Context, p *model.EditPlan) (model.EditResult, error) {
	if err := allow(e.session, "edit", slices.Values([]model.Place{p.Place})); err != nil {
		return model.EditResult{}, err
	}
	return e.Edits.Apply(ctx, p)
}

package run

import (
	"time"

	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/model"
)

// pace is the time that a request of such a plan has taken before, 0 = shorter than
// the gap; where there is no gap, that of one of its units.
func (g *registry) pace(p *model.Plan) (each time.Duration, known bool) {
	return journal.Pace(g.store.Of(p.Account), p)
}

// learn notes the time of the job's requests for the estimates of later ones. A
// transfer's requests wait for bytes.
func (g *registry) learn(j *job) {
	if j.pace.sent == 0 || j.Plan.Scheme == model.SchemeDisk || j.Plan.Op.Transfers() {
		return
	}
	gap, per := g.o.Gap(j.root()), j.pace.sent
	if gap == 0 {
		per = plan.Units(j.Plan, j.pace.sent)
	}
	each := plan.Beyond(j.pace.worked/time.Duration(per), gap)
	journal.Learn(g.store.Of(j.Plan.Account), j.Plan, each, j.pace.sent)
}

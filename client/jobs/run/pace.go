package run

import (
	"time"

	"aloft/client/jobs/plan"
	"aloft/client/jobs/store"
	"aloft/model"
)

// pace is the time that a request of such a plan has taken before, 0 = shorter than
// the gap.
func (g *registry) pace(p *model.Plan) (each time.Duration, known bool) {
	return store.Pace(g.store.Of(p.Account), p)
}

// learn notes the time of the job's requests for the estimates of later ones. A
// transfer's requests wait for bytes.
func (g *registry) learn(j *job) {
	if j.sent == 0 || j.Plan.Scheme == model.SchemeDisk || j.Plan.Op.Transfers() {
		return
	}
	each := plan.Beyond(j.worked/time.Duration(j.sent), g.o.Gap(j.root()))
	store.Learn(g.store.Of(j.Plan.Account), j.Plan, each, j.sent)
}

package journal

import (
	"encoding/json"
	"path/filepath"
	"time"

	"aloft/client/system"
	"aloft/model"
)

// paceName is a store's file with the time of a request in its jobs, or of a unit of one
// where there is no gap, by operation. It outlives the jobs.
const paceName = "paces"

// Measured requests count in full from here on, fewer in proportion.
const (
	enough = 30
	least  = 5
)

func paceKey(p *model.Plan) string { return string(p.Scheme) + " " + string(p.Op) }

func paces(store string) map[string]time.Duration {
	all := map[string]time.Duration{}
	b, _ := system.ReadFile(filepath.Join(store, paceName))
	if json.Unmarshal(b, &all) != nil {
		return map[string]time.Duration{} // it is measured again
	}
	return all
}

// Pace is the time that a request of such a plan has taken before, 0 when it is
// shorter than the gap; and whether it was measured.
func Pace(store string, p *model.Plan) (each time.Duration, known bool) {
	each, known = paces(store)[paceKey(p)]
	return max(0, each), known
}

// Learn notes the time of each of some requests of such a plan; 0 when it is shorter
// than the gap.
func Learn(store string, p *model.Plan, each time.Duration, requests int) {
	if requests < least {
		return
	}
	all, key := paces(store), paceKey(p)
	if old, known := all[key]; known && requests < enough {
		each = old + (each-old)*time.Duration(requests)/enough
	}
	all[key] = each
	if b, err := json.Marshal(all); err == nil {
		_ = system.Replace(filepath.Join(store, paceName), b, false)
	}
}

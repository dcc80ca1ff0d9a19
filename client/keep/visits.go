package keep

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"aloft/model"
)

// visits is the history of the folders that were shown: each line is a time and a place. The last maxVisits are stored.
const (
	visits    = "visits"
	maxVisits = 1000
)

// Visit remembers that a folder is shown.
func (k *Keeper) Visit(at model.Place, now time.Time) error {
	return k.AddHistory(visits, now.UTC().Format(time.RFC3339Nano)+" "+at.Full(k.Account).String())
}

// Visited returns the places of the visits, the best first. A visit of the last hour counts 4, of the day 2, of the week a
// half, an older one a quarter, as in zoxide.
func (k *Keeper) Visited(now time.Time) []model.Place {
	var out []model.Place
	score := map[string]float64{} // by written place
	for _, line := range slices.Backward(k.History(visits)) {
		when, name, _ := strings.Cut(line, " ")
		at, err := model.ParsePlace(name, model.Place{})
		last, wrong := time.Parse(time.RFC3339, when)
		if err != nil || wrong != nil {
			continue
		}
		at = at.Near(k.Account)
		if name = at.String(); score[name] == 0 {
			out = append(out, at)
		}
		worth := 4.0
		for age, by := range map[time.Duration]float64{time.Hour: 2, 24 * time.Hour: 4, 7 * 24 * time.Hour: 2} {
			if now.Sub(last) >= age {
				worth /= by
			}
		}
		score[name] += worth
	}
	slices.SortStableFunc(out, func(a, b model.Place) int { return cmp.Compare(score[b.String()], score[a.String()]) })
	return out
}

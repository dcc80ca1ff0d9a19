package limited

import "time"

// Age lets time pass since the person was shown anything.
func Age(g *Person, d time.Duration) {
	g.seen.mu.Lock()
	defer g.seen.mu.Unlock()
	for id, s := range g.seen.at {
		s.when = s.when.Add(-d)
		g.seen.at[id] = s
	}
}

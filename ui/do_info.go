package ui

import (
	"aloft/ui/status"
)

// infoOf is what the info column shows.
func (a *App) infoOf() status.About {
	p := a.Pane()
	e := p.Current()
	in := status.About{Place: p.Place(), Entry: a.Current()}
	if e != nil && e.Enterable() {
		in.Place = p.PlaceOf(e)
		in.Inside, in.Known = a.PaneEnv.Store.Entries(in.Place)
	}
	return in
}

package hook

import (
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"aloft/client/webhook"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/route"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

func (cs *Commands) routesCommand() *cobra.Command {
	var f console.Format
	c := &cobra.Command{
		Use: "routes", Short: cs.con.Say("list the routes with their addresses and their last delivery"), Long: cs.con.Say(`A line has the name, how its senders are verified, the last delivery's time and state, and
the address for the sender. "no secret" says that it refuses everything: store one with
"aloft hook login NAME".`), Args: console.WantArgs(0, 0),
		RunE: cs.session.Needs(func(*cobra.Command, []string) error { return cs.routes(f) }),
	}
	cs.con.FormatFlags(c, &f, false)
	return c
}

type jsonRoute struct {
	Name   string     `json:"name"`
	Verify string     `json:"verify"`
	URL    string     `json:"url"`
	Secret bool       `json:"secret"`
	Last   *time.Time `json:"last,omitempty"`
	State  string     `json:"state,omitempty"`
}

func (cs *Commands) routes(f console.Format) error {
	set := cs.receiver.settings(cs.session.Config)
	h, alive, err := cs.owner()
	if err != nil {
		return err
	}
	port, _ := webhook.Port(cs.session.Dirs.State, set)
	address := webhook.URL(set, port)
	if alive && h.URL != "" {
		address = h.URL
	}
	last := map[string]*model.Delivery{}
	s, err := cs.openStore()
	if err != nil {
		return err
	}
	defer s.Close()
	for _, d := range s.Deliveries() { // the newest first
		if last[d.Route] == nil {
			last[d.Route] = d
		}
	}
	out := []jsonRoute{}
	for _, name := range slices.Sorted(maps.Keys(set.Routes)) {
		r := jsonRoute{Name: name, Verify: set.Routes[name].Verify, URL: receive.RouteURL(address, name)}
		_, err := cs.receiver.routeSecret(name)
		r.Secret = err == nil && r.Verify != route.None
		if d := last[name]; d != nil {
			at := d.Last
			r.Last, r.State = &at, string(d.State)
		}
		out = append(out, r)
	}
	if f.JSON {
		return cs.con.Encode(out)
	}
	var rows [][]string
	for _, r := range out {
		verify, when := r.Verify, "-"
		if !r.Secret && r.Verify != route.None {
			verify = cs.con.Say("%s, no secret", r.Verify)
		}
		if r.Last != nil {
			when = r.Last.Local().Format(time.DateTime) + " " + r.State
		}
		rows = append(rows, []string{r.Name, verify, when, r.URL})
	}
	return cs.con.Table(rows)
}

package hook

import (
	"time"

	"aloft/client/webhook"
	"aloft/cmd/aloft/console"
)

func (cs *Commands) routesCommand() console.Command {
	return console.Command{
		Use: "routes", Short: "list the routes", Long: `Each line shows the route's name, how it verifies senders, the time and state
of its last delivery, and the address for the sender. "no secret": the route
refuses everything until you store one with "aloft hook login NAME".`, JSON: []any{jsonRoute{}},
		Run: func(in console.Call) error { return cs.routes(in.Format) },
	}
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
	s, err := cs.openStore()
	if err != nil {
		return err
	}
	defer s.Close()
	out := []jsonRoute{}
	var rows [][]string
	for _, r := range webhook.Routes(set, address, cs.receiver.routeSecret, s.Deliveries()) {
		j := jsonRoute{Name: r.Name, Verify: r.Verify, URL: r.URL, Secret: !r.Open && r.Trouble.IsZero()}
		verify, when := r.Verify, "-"
		if !r.Trouble.IsZero() {
			verify = cs.con.Say("%s, no secret", r.Verify)
		}
		if d := r.Last; d != nil {
			j.Last, j.State = &d.Last, string(d.State)
			when = d.Last.Local().Format(time.DateTime) + " " + cs.con.Word(j.State)
		}
		out, rows = append(out, j), append(rows, []string{r.Name, verify, when, r.URL})
	}
	if f.JSON {
		return cs.con.Encode(out)
	}
	return cs.con.Table(rows)
}

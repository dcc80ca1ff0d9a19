package hook

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/webhook"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
)

func (cs *Commands) tryCommand() console.Command {
	return console.Command{
		Use: "try ROUTE [FILE]", Short: "show how a route would handle a request", Long: `FILE is a saved delivery (from "aloft hook show ID --json", or saved with e in
the receiver's panel), or only the body of a request; --header adds its header
lines. Without FILE, aloft reads standard input. --delivery uses a delivery
that the receiver has stored. The output shows each rule of "when". If the
request has a signature, it is checked.`, Words: cs.completeRoutes, JSON: []any{jsonTry{}},
		Flags: []console.Flag{
			{Name: "header", Short: "H", Value: []string(nil), Help: "a header line of the request, NAME: VALUE (may be repeated)"},
			{Name: "delivery", Value: "", Help: "a delivery of the receiver, by its id"},
		},
		Run: func(in console.Call) error {
			rt, err := cs.route(in.Args[0])
			if err != nil {
				return err
			}
			if in.Text("delivery") != "" && len(in.Args) > 1 {
				return in.Usage(text.CliMixed, "FILE", "--delivery")
			}
			d, err := cs.captured(in.Args[1:], in.Text("delivery"))
			if err != nil {
				return err
			}
			for _, h := range in.List("header") {
				name, value, ok := strings.Cut(h, ":")
				if !ok {
					return in.Usage("--header is NAME: VALUE, not %q", h)
				}
				d.Header = append(d.Header, model.HeaderLine{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
			}
			return cs.try(rt, d, in.Format)
		},
	}
}

// route is a configured route.
func (cs *Commands) route(name string) (*receive.Route, error) {
	s, ok := cs.receiver.settings(cs.session.Config).Routes[name]
	if !ok {
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "there is no route %s", model.Clean(name))
		e.Hint = "add it to config.toml: [webhook.routes.NAME]; aloft guide webhook shows how"
		return nil, e
	}
	return receive.NewRoute(name, s)
}

// captured reads a request: a saved delivery, or a bare body.
func (cs *Commands) captured(file []string, id string) (*model.DeliveryDetail, error) {
	if id != "" {
		var d *model.DeliveryDetail
		err := cs.withDelivery(id, func(s *store.Store, row *model.Delivery) (err error) {
			d, err = s.Delivery(cs.session.Context(), row.ID)
			return err
		})
		return d, err
	}
	name := "-"
	if len(file) > 0 {
		name = file[0]
	}
	body, err := cs.con.Content(name)
	if err != nil {
		return nil, err
	}
	if d, ok := hooks.ParseDelivery([]byte(body)); ok {
		return d, nil
	}
	return &model.DeliveryDetail{Delivery: model.Delivery{At: time.Now()}, Method: http.MethodPost, Body: []byte(body)}, nil
}

type jsonTry struct {
	Route     string     `json:"route"`
	Signature string     `json:"signature"` // right, wrong, unchecked
	Why       string     `json:"why,omitempty"`
	When      []jsonRule `json:"when"`
	Ignored   string     `json:"ignored,omitempty"`
	Refused   string     `json:"refused,omitempty"`
	Request   *body      `json:"request,omitempty"`
	Env       []string   `json:"env,omitempty"`
	Key       string     `json:"key,omitempty"`
}

type jsonRule struct {
	Path  string   `json:"path"`
	Any   []string `json:"any"`
	Is    *string  `json:"is"` // null: it is not there
	Holds bool     `json:"holds"`
}

// try shows what a route makes of a request.
func (cs *Commands) try(rt *receive.Route, d *model.DeliveryDetail, f console.Format) error {
	out := jsonTry{Route: rt.Name, When: []jsonRule{}}
	out.Signature, out.Why = cs.signature(rt, d)
	res, err := webhook.Translate(rt, d.Path, d.Header, d.Body)
	for _, s := range res.Steps {
		r := jsonRule{Path: s.Rule.Path.String(), Any: s.Rule.Any, Holds: s.Holds}
		if s.There {
			r.Is = &s.Is
		}
		out.When = append(out.When, r)
	}
	switch {
	case err != nil:
		out.Refused = err.Error()
	case !res.Ignored.IsZero():
		out.Ignored = res.Ignored.In(cs.con.Catalogue)
	default:
		out.Request = &body{Event: res.Event, Project: res.Project, Session: res.Session, Prompt: res.Prompt, Exec: res.Exec, WorkDir: res.WorkDir, Silent: res.Silent, Payload: res.Payload}
		out.Env, out.Key = res.Env, res.Key
	}
	if f.JSON {
		return cs.con.Encode(out)
	}
	return cs.showTry(out)
}

const (
	signatureRight = "right"
	signatureWrong = "wrong"
	notChecked     = "unchecked"
)

// signature checks a captured request as of the time when it came.
func (cs *Commands) signature(rt *receive.Route, d *model.DeliveryDetail) (state, why string) {
	if rt.Open() {
		return notChecked, cs.con.Say("the route accepts requests from anybody")
	}
	h := http.Header{}
	for _, l := range d.Header {
		if strings.Contains(l.Value, receive.Hidden) {
			continue // what was captured has no secrets
		}
		h.Add(l.Name, l.Value)
	}
	u, err := url.Parse(strings.ReplaceAll(d.Path, receive.Hidden, ""))
	if err != nil {
		return notChecked, err.Error()
	}
	secret, err := cs.receiver.routeSecret(rt.Name)
	if err != nil {
		return notChecked, cs.con.Explain(err)
	}
	proof, no := rt.Prove(h, u.Query(), secret, d.At)
	switch {
	case !no.IsZero() && !signs(rt.Verify):
		return notChecked, cs.con.Say("a saved request contains no token")
	case !no.IsZero():
		return signatureWrong, no.In(cs.con.Catalogue)
	case !proof.Holds(d.Body):
		return signatureWrong, cs.con.Say("it does not match the body and the secret")
	}
	return signatureRight, ""
}

// signs reports whether a sender proves itself by something that a capture keeps.
func signs(verify string) bool { return verify != receive.SharedToken && verify != receive.GitLab }

func (cs *Commands) showTry(t jsonTry) error {
	var failed error
	row := func(name text.Text, v string) {
		if failed == nil {
			failed = cs.con.Line(model.Fit(cs.con.Say(name), 10), model.Clean(v))
		}
	}
	row("route", t.Route)
	s := cs.con.Word(t.Signature)
	if t.Why != "" {
		row("signature", s+": "+t.Why)
	} else {
		row("signature", s)
	}
	for _, r := range t.When {
		want := strings.Join(r.Any, ", ")
		switch {
		case r.Is == nil:
			row("when", cs.con.Say("no: %s is missing; wanted: %s", r.Path, want))
		case r.Holds:
			row("when", cs.con.Say("yes: %s is %s", r.Path, *r.Is))
		default:
			row("when", cs.con.Say("no: %s is %s, not %s", r.Path, *r.Is, want))
		}
	}
	switch {
	case failed != nil:
		return failed
	case t.Refused != "":
		row("refused", t.Refused)
		return failed
	case t.Ignored != "":
		row("ignored", t.Ignored)
		return failed
	}
	for _, v := range t.Env {
		row("env", v)
	}
	if t.Key != "" {
		row("once", t.Key)
	}
	b, err := json.MarshalIndent(t.Request, "", "  ")
	if err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	return cs.indented("", string(b))
}

func (cs *Commands) completeRoutes(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	if _, err := cs.session.Load(); err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return slices.Sorted(maps.Keys(cs.session.Config.Webhook.Routes)), cobra.ShellCompDirectiveNoFileComp
}

package webhook

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/route"
	"aloft/model"
)

// secretAge is how long a secret is kept, at least: reading it may start a program, and anybody can send a wrong
// signature.
const secretAge = 10 * time.Second

// routes are the routes of the owner.
type routes struct {
	o *owner

	mu  sync.Mutex
	all map[string]*routed
}

type routed struct {
	*route.Route
	reading sync.Mutex
	secret  string
	read    time.Time
	err     error
}

// use applies settings. A route that cannot be used is reported, and is not there.
func (rs *routes) use(o *owner, set Settings) {
	all := map[string]*routed{}
	for name, s := range set.Routes {
		r, err := route.New(name, s)
		if err != nil {
			o.s.warn(err)
			continue
		}
		all[name] = &routed{Route: r}
	}
	rs.mu.Lock()
	rs.o, rs.all = o, all
	rs.mu.Unlock()
}

func (rs *routes) find(name string) *routed {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.all[name]
}

// Route returns a route, or nil.
func (rs *routes) Route(name string) *route.Route {
	if r := rs.find(name); r != nil {
		return r.Route
	}
	return nil
}

// names are the names of the routes, in order.
func (rs *routes) names() []string {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return slices.Sorted(maps.Keys(rs.all))
}

// Secret returns the secret of a route.
func (rs *routes) Secret(name string, fresh bool) (string, error) {
	r := rs.find(name)
	if r == nil || r.Open() {
		return "", nil
	}
	r.reading.Lock()
	defer r.reading.Unlock()
	now := rs.o.s.o.Now()
	if r.read.IsZero() || (fresh || r.secret == "") && now.Sub(r.read) >= secretAge {
		r.read = now
		r.secret, r.err = rs.o.s.o.Secret(name)
	}
	return r.secret, r.err
}

// Wait waits for the outcome of a delivery.
func (rs *routes) Wait(ctx context.Context, id string) receive.Outcome {
	rs.o.dispatcher.Wait(ctx, id)
	d, err := rs.o.st.Delivery(context.WithoutCancel(ctx), id)
	if err != nil {
		return receive.Outcome{State: model.DeliveryFailed, Exit: -1}
	}
	out := receive.Outcome{State: d.State, Exit: d.Exit, Output: d.Head}
	if d.Between == 0 {
		out.Output = append(out.Output[:len(out.Output):len(out.Output)], d.Tail...)
	}
	out.Cut = d.Between > 0
	return out
}

// Again accepts a stored delivery once more.
func (rs *routes) Again(ctx context.Context, id string) (string, error) {
	d, err := rs.o.st.Delivery(ctx, id)
	if err != nil {
		return "", err
	}
	return rs.o.replay(ctx, d)
}

// again translates a stored request by its route.
func (rs *routes) again(r *receive.Request, name string) error {
	rt := rs.find(name)
	if rt == nil {
		return &client.Error{Kind: client.KindNotFound, Op: "hook", What: "there is no route %s any more", Args: []any{name}}
	}
	res, err := Translate(rt.Route, r.Path, r.Header, r.Body)
	if err != nil {
		return unreadable(err)
	}
	receive.Routed(r, rt.Route, res)
	if res.Project != "" {
		r.Project = res.Project
	}
	return nil
}

// Translate makes what a route makes of a stored request.
func Translate(rt *route.Route, path string, header []model.HeaderLine, body []byte) (route.Result, error) {
	h := http.Header{}
	for _, l := range header {
		h.Add(l.Name, l.Value)
	}
	u, err := url.Parse(path)
	if err != nil {
		return route.Result{}, err
	}
	v, err := route.NewValues(h, u.Query(), body)
	if err != nil {
		return route.Result{}, err
	}
	return rt.Translate(v)
}

// routeURL is where a delivery of a route is sent to.
func routeURL(url, name string) string {
	if name == "" {
		return url
	}
	return receive.RouteURL(url, name)
}

package webhook

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// secretAge is how long a secret is kept, at least: reading it may start a program, and anybody can send a wrong
// signature.
const secretAge = 10 * time.Second

// routes are those of the instance that owns the store.
type routes struct {
	secret     func(name string) (string, error)
	now        func() time.Time
	warn       func(error)
	st         *store.Store
	dispatcher *dispatch.Dispatcher

	mu  sync.Mutex
	all map[string]*routed
}

type routed struct {
	*receive.Route
	reading sync.Mutex
	secret  string
	read    time.Time
	err     error
}

// use applies settings. A route that cannot be used is reported, and is not there.
func (rs *routes) use(all map[string]receive.Setting) {
	checked := map[string]*routed{}
	for name, s := range all {
		r, err := receive.NewRoute(name, s)
		if err != nil {
			rs.warn(err)
			continue
		}
		checked[name] = &routed{Route: r}
	}
	rs.mu.Lock()
	rs.all = checked
	rs.mu.Unlock()
}

func (rs *routes) find(name string) *routed {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.all[name]
}

// Route returns a route, or nil.
func (rs *routes) Route(name string) *receive.Route {
	if r := rs.find(name); r != nil {
		return r.Route
	}
	return nil
}

// Secret returns the secret of a route.
func (rs *routes) Secret(name string, fresh bool) (string, error) {
	r := rs.find(name)
	if r == nil || r.Open() {
		return "", nil
	}
	r.reading.Lock()
	defer r.reading.Unlock()
	now := rs.now()
	if r.read.IsZero() || (fresh || r.secret == "") && now.Sub(r.read) >= secretAge {
		r.read = now
		r.secret, r.err = rs.secret(name)
	}
	return r.secret, r.err
}

// Wait waits for the outcome of a delivery.
func (rs *routes) Wait(ctx context.Context, id string) receive.Outcome {
	rs.dispatcher.Wait(ctx, id)
	d, err := rs.st.Delivery(context.WithoutCancel(ctx), id)
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
	d, err := rs.st.Delivery(ctx, id)
	if err != nil {
		return "", err
	}
	return rs.replay(ctx, d)
}

// replay accepts a stored request again.
func (rs *routes) replay(ctx context.Context, d *model.DeliveryDetail) (string, error) {
	r, err := rs.again(d)
	if err != nil {
		return "", err
	}
	r.At, r.ReplayOf, r.Key = rs.now(), d.ID, ""
	return rs.dispatcher.Accept(ctx, r)
}

// again makes the request of a stored delivery, by its route as it is now.
func (rs *routes) again(d *model.DeliveryDetail) (receive.Request, error) {
	r := receive.Request{At: d.At, Remote: d.Remote, Method: d.Method, Path: d.Path, Header: d.Header, Body: d.Body, Event: d.Event, Project: d.Project}
	if d.Route != "" {
		if err := rs.route(&r, d.Route); err != nil {
			return r, err
		}
	} else {
		f, err := receive.Parse(d.Body)
		if err != nil {
			return r, unreadable(err)
		}
		r.Session, r.Prompt, r.Exec, r.WorkDir, r.Silent, r.Payload = f.Session, f.Prompt, f.Exec, f.WorkDir, f.Silent, f.Payload
	}
	if projects := rs.dispatcher.Projects(); r.Project == "" && len(projects) == 1 {
		r.Project = projects[0]
	}
	if r.Ignored.IsZero() && !slices.Contains(rs.dispatcher.Projects(), r.Project) {
		return r, &client.Error{Kind: client.KindInvalid, Op: "hook", What: text.HookNoProject, Args: []any{model.Clean(r.Project)}}
	}
	return r, nil
}

// route translates a stored request by its route.
func (rs *routes) route(r *receive.Request, name string) error {
	rt := rs.find(name)
	if rt == nil {
		return &client.Error{Kind: client.KindNotFound, Op: "hook", What: "there is no route %s", Args: []any{name}}
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

// Routes are the routes of these settings, below the receiver's URL. The deliveries are those known, the newest first.
func Routes(set Settings, url string, secret func(string) (string, error), all []*model.Delivery) []model.HookRoute {
	last := map[string]*model.Delivery{}
	for _, d := range all {
		last[d.Route] = cmp.Or(last[d.Route], d)
	}
	var out []model.HookRoute
	for _, name := range slices.Sorted(maps.Keys(set.Routes)) {
		r := model.HookRoute{Name: name, Verify: set.Routes[name].Verify, URL: receive.RouteURL(url, name), Last: last[name]}
		if r.Open = r.Verify == receive.None; !r.Open {
			if _, err := secret(name); err != nil {
				r.Trouble = client.Sentence(err)
			}
		}
		out = append(out, r)
	}
	return out
}

// Translate makes what a route makes of a stored request.
func Translate(rt *receive.Route, path string, header []model.HeaderLine, body []byte) (receive.Result, error) {
	h := http.Header{}
	for _, l := range header {
		h.Add(l.Name, l.Value)
	}
	u, err := url.Parse(path)
	if err != nil {
		return receive.Result{}, err
	}
	v, err := receive.NewValues(h, u.Query(), body)
	if err != nil {
		return receive.Result{}, err
	}
	return rt.Translate(v, "")
}

func unreadable(err error) error {
	return &client.Error{Kind: client.KindLocal, Op: "hook", What: "the stored request cannot be read again: %s", Args: []any{err}}
}

package receive

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
)

// outcomeTime is how long an answer waits for the outcome: senders give up after 10 s.
const outcomeTime = 8 * time.Second

// routed goes through the steps of a route. They are those of judge, with the route's own verification and a
// translation in place of the fields of the body.
func (c *call) routed() (string, *no) {
	rt := c.route
	if why := c.posted(rt.Open()); why != nil {
		return "", why
	}
	if c.replays() {
		return c.again()
	}
	if why := c.verify(); why != nil {
		return "", why
	}
	if wait := rt.Wait(c.at); wait > 0 {
		seconds := strconv.Itoa(int(math.Ceil(wait.Seconds())))
		return "", &no{http.StatusTooManyRequests, "too many requests", model.Say("more than %d {request|requests} a minute (rate of the route)", rt.Rate), [2]string{"Retry-After", seconds}}
	}
	v, err := NewValues(c.r.Header, c.r.URL.Query(), c.body)
	if err == nil {
		c.result, err = rt.Translate(v, c.proof.Once(c.body))
	}
	if err != nil {
		return "", bad(err.Error())
	}
	c.f = c.result.Fields
	if !c.result.Ignored.IsZero() {
		return c.hand()
	}
	if why := c.check(); why != nil {
		return "", why
	}
	return c.hand()
}

// verify checks the request against the route's secret. A kept secret that is wrong is read again once: the person
// may have stored another.
func (c *call) verify() *no {
	var why model.Sentence
	for _, fresh := range []bool{false, true} {
		var err error
		if c.secret, err = c.o.Routes.Secret(c.route.Name, fresh); err != nil {
			return later("the route has no secret", client.Sentence(err))
		}
		if c.proof, why = c.route.Prove(c.r.Header, c.r.URL.Query(), c.secret, c.at); !why.IsZero() {
			continue
		}
		if no := c.taken(); no != nil {
			return no
		}
		if c.proof.Holds(c.body) {
			return nil
		}
		why = model.Say("its signature does not match the secret of the route %s", c.route.Name)
	}
	return unverified(why)
}

// replays reports whether another process of this user asks for a delivery once more: it has the receiver's token.
func (c *call) replays() bool {
	given, ok := strings.CutPrefix(c.r.Header.Get("Authorization"), "Bearer ")
	if !ok || c.token == "" || c.r.Header.Get(HeaderReplayOf) == "" {
		return false
	}
	return unequal(model.Sentence{}, given, c.token).IsZero()
}

func (c *call) again() (string, *no) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.r.Context()), storeTime)
	defer cancel()
	id, err := c.o.Routes.Again(ctx, c.r.Header.Get(HeaderReplayOf))
	if err != nil {
		return "", bad(err.Error())
	}
	return id, nil
}

// Routed puts what a route made of a request into it.
func Routed(r *Request, rt *Route, res Result) {
	r.Route, r.Ignored, r.Env, r.Overlap = rt.Name, res.Ignored, res.Env, rt.Overlap
	if res.Key != "" {
		r.Key = res.Key
	}
	r.Event, r.Session, r.Prompt, r.Exec, r.WorkDir, r.Silent, r.Payload = res.Event, res.Session, res.Prompt, res.Exec, res.WorkDir, res.Silent, res.Payload
}

func (c *call) routeName() string {
	if c.route == nil {
		return ""
	}
	return c.route.Name
}

// answer tells the sender that its request was taken.
func (c *call) answer(id string) {
	switch rt := c.route; {
	case rt == nil:
		c.accept(id)
	case c.result.Reply != nil:
		c.w.Header().Set(HeaderDelivery, id)
		c.send(http.StatusOK, "text/plain; charset=utf-8", c.result.Reply)
	case !c.result.Ignored.IsZero():
		c.tell(id, http.StatusOK, told{Status: string(model.DeliveryIgnored), Event: c.f.Event, Reason: c.result.Ignored.String()})
	case rt.Answer == AnswerOutcome:
		c.outcome(id)
	default:
		c.accept(id)
	}
}

// told is the answer of a route.
type told struct {
	Status string `json:"status"`
	Event  string `json:"event"`
	Reason string `json:"reason,omitempty"`
	Exit   *int   `json:"exit,omitempty"`
	Output string `json:"output,omitempty"`
	Cut    bool   `json:"output_cut,omitempty"`
}

// outcome waits for the outcome: 200 it is done, 202 it goes on, 500 it failed.
func (c *call) outcome(id string) {
	c.release()
	c.body = nil
	ctx, cancel := context.WithTimeout(c.r.Context(), outcomeTime)
	defer cancel()
	o := c.o.Routes.Wait(ctx, id)
	t := told{Status: string(o.State), Event: c.f.Event, Output: string(o.Output), Cut: o.Cut}
	status := http.StatusOK
	switch {
	case !o.State.Ended():
		status = http.StatusAccepted
	case o.State != model.DeliveryDone && o.State != model.DeliveryDuplicate:
		status = http.StatusInternalServerError
	}
	if o.Exit >= 0 && o.State.Ended() {
		t.Exit = &o.Exit
	}
	c.tell(id, status, t)
}

func (c *call) tell(id string, status int, t told) {
	b, err := json.Marshal(t)
	if err != nil {
		panic(fmt.Errorf("an answer cannot be encoded: %w", err))
	}
	c.w.Header().Set(HeaderDelivery, id)
	c.send(status, "application/json", append(b, '\n'))
}

package receive

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"aloft/model"
	"aloft/model/hooks"
)

// What a second delivery does while a command of the first one runs.
const (
	OverlapQueue    = "queue"
	OverlapDrop     = "drop"
	OverlapLatest   = "latest" // of those that wait, only the last one runs
	OverlapParallel = "parallel"
)

// AnswerOutcome waits for the outcome before it answers.
const AnswerOutcome = "outcome"

// Setting is a route as it was configured.
type Setting struct {
	Verify     string              // how a request is verified: one of Schemes
	Header     string              // Hmac: the header with the signature
	TimeHeader string              // Hmac: the header with the time that is signed, "" = none
	When       map[string][]string // values that a request must have, by path
	Project    string
	Session    string // a template
	Event      string // a template
	Prompt     string // a template
	Exec       string
	WorkDir    string
	Payload    string            // path of what the prompt has as its payload
	Env        map[string]string // variables of the command: a path each
	OnceBy     string            // path of what is the same when a delivery is sent again
	Overlap    string
	Answer     string
	Silent     bool
	Rate       int // requests a minute, 0 = any number
}

// Route is a route that was checked.
type Route struct {
	Name string
	Setting
	scheme                 scheme
	when                   []Condition
	session, event, prompt hooks.Template
	payload                *hooks.Path
	once                   []hooks.Path
	env                    []variable
	bucket                 bucket
}

type variable struct {
	name string
	path hooks.Path
}

// maxVariable is the most bytes of a variable: half of what Linux allows.
const maxVariable = 64 << 10

// NewRoute checks a route.
func NewRoute(name string, s Setting) (*Route, error) {
	r := &Route{Name: name, Setting: s, scheme: schemes[s.Verify], bucket: bucket{rate: s.Rate}}
	var first error
	path := func(s string) hooks.Path {
		p, err := hooks.ParsePath(s)
		first = cmp.Or(first, err)
		return p
	}
	template := func(s string) hooks.Template {
		t, err := hooks.ParseTemplate(s)
		first = cmp.Or(first, err)
		return t
	}
	for _, w := range slices.Sorted(maps.Keys(s.When)) {
		r.when = append(r.when, Condition{Path: path(w), Any: s.When[w]})
	}
	r.session, r.event, r.prompt = template(cmp.Or(s.Session, "tui:"+name)), template(cmp.Or(s.Event, name)), template(s.Prompt)
	if s.Payload != "" {
		payload := path(s.Payload)
		r.payload = &payload
	}
	once := r.scheme.once
	if s.OnceBy != "" {
		once = []string{s.OnceBy}
	}
	r.once = model.Each(once, path)
	for _, n := range slices.Sorted(maps.Keys(s.Env)) {
		r.env = append(r.env, variable{n, path(s.Env[n])})
	}
	if first != nil {
		return nil, first
	}
	return r, nil
}

// Open reports whether the route takes requests of anybody.
func (r *Route) Open() bool { return r.Verify == None }

// Step is one rule of when, with what a request has.
type Step struct {
	Rule  Condition
	Is    string
	There bool
	Holds bool
}

// Result is what comes of a request.
type Result struct {
	Steps   []Step
	Ignored model.Sentence // why nothing runs
	Reply   []byte         // plain text that the sender expects instead of the usual answer
	Fields
	Env []string // NAME=VALUE
	Key string   // the same when the delivery is sent again
}

// Translate makes the receiver's request. signed is Proof.Once of the sender's. The error is what a sender is told.
func (r *Route) Translate(v *Values, signed string) (Result, error) {
	out := Result{Fields: Fields{Project: r.Project, Exec: r.Exec, WorkDir: r.WorkDir, Silent: r.Silent}}
	out.Event, _ = v.fill(r.event)
	session, lacks := v.fill(r.session)
	out.Session = session
	if r.scheme.greets != nil {
		out.Reply, out.Ignored = r.scheme.greets(v)
	}
	for _, c := range r.when {
		s := Step{Rule: c}
		s.Holds, s.Is, s.There = c.Holds(v)
		out.Steps = append(out.Steps, s)
		switch {
		case s.Holds || !out.Ignored.IsZero():
		case s.There:
			out.Ignored = model.Say("%s was %s", c.Path.String(), model.Clean(model.TruncateEnd(model.OneLine(s.Is), maxShownName)))
		default:
			out.Ignored = model.Say("%s was missing", c.Path.String())
		}
	}
	if !out.Ignored.IsZero() {
		if lacks != nil {
			out.Session = "tui:" + r.Name
		}
		return out, nil
	}
	if lacks != nil {
		return out, say("the session needs %s, which the request does not have", lacks.String())
	}
	if !r.prompt.Empty() {
		// Without a value the sentence still tells what happened.
		out.Prompt, _ = v.fill(r.prompt)
		if strings.TrimSpace(out.Prompt) == "" {
			return out, say("the prompt would be empty")
		}
	}
	if r.payload != nil {
		out.Payload = v.Raw(*r.payload)
	}
	for _, e := range r.env {
		value, _ := v.Text(e.path)
		switch {
		case len(value) > maxVariable:
			return out, say("the variable %s would have %d {byte|bytes}, more than %d", e.name, len(value), maxVariable)
		case strings.ContainsRune(value, 0):
			return out, say("the variable %s would have a NUL byte", e.name)
		}
		out.Env = append(out.Env, e.name+"="+value)
	}
	out.Key = r.key(v, signed)
	return out, nil
}

// key is the same when the delivery is sent again. Where the signature has a time, only what is signed counts: whoever
// copies a request can change everything else in it.
func (r *Route) key(v *Values, signed string) string {
	for _, p := range r.once {
		if id := p.String(); signed != "" && p.Parts[0] != "body" && !(r.signsID() && (id == standardID || id == svixID)) {
			continue
		}
		if key, ok := v.Text(p); ok {
			return "route/" + r.Name + "/" + key
		}
	}
	if signed == "" {
		return ""
	}
	return "route/" + r.Name + "/" + signed
}

// signsID reports whether a signature with a time covers the id in the headers.
func (r *Route) signsID() bool { return r.Verify == Standard || r.Verify == GitLab }

// maxShownName is how much of a value a reason repeats, in columns.
const maxShownName = 100

// Wait is how long the sender of a request above the rate has to wait; 0: it may come in.
func (r *Route) Wait(now time.Time) time.Duration { return r.bucket.take(now) }

// challenge answers the request by which Slack asks whether the address is right.
func challenge(v *Values) ([]byte, model.Sentence) {
	kind, challenge := mustPath("body.type"), mustPath("body.challenge")
	if is, _ := v.Text(kind); is != "url_verification" {
		return nil, model.Sentence{}
	}
	reply, _ := v.Text(challenge)
	return []byte(reply), model.Say("Slack tested the address")
}

// ping answers what GitHub sends when a webhook is made.
func ping(v *Values) ([]byte, model.Sentence) {
	if is, _ := v.Text(mustPath("header.X-GitHub-Event")); is != "ping" {
		return nil, model.Sentence{}
	}
	return []byte("pong"), model.Say("GitHub tested the address (ping)")
}

func mustPath(s string) hooks.Path {
	p, err := hooks.ParsePath(s)
	if err != nil {
		panic(err)
	}
	return p
}

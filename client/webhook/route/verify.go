package route

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"aloft/model"
	"aloft/model/text"
)

// The ways to verify a request. None takes requests of anybody.
const (
	GitHub   = "github"
	GitLab   = "gitlab"
	Gitea    = "gitea"
	Slack    = "slack"
	Standard = "standard"
	Stripe   = "stripe"
	Drone    = "drone"
	Hmac     = "hmac"
	Token    = "token"
	None     = "none"
)

// window is how far the time in a signature may be from ours.
const window = 5 * time.Minute

// scheme is a way to verify a request.
type scheme struct {
	// prove checks what can be checked without the body, and returns what is left to check. A nil proof needs no body.
	prove func(c check) (proof, model.Sentence)
	once  string // path of the delivery's id
	// greets recognises a request that only asks whether the address is right.
	greets func(*Values) (reply []byte, why model.Sentence)
}

// proof checks the body.
type proof func(body []byte) bool

// check is a request that is to be verified.
type check struct {
	*Route
	header http.Header
	query  url.Values
	secret string
	now    time.Time
}

// The schemes, as the documentation of their senders has them.
var schemes = map[string]scheme{
	GitHub:   {prove: check.github, once: "header.X-GitHub-Delivery", greets: ping},
	GitLab:   {prove: check.gitlab, once: "header.Idempotency-Key"},
	Gitea:    {prove: check.gitea, once: "header.X-Gitea-Delivery"},
	Slack:    {prove: check.slack, once: "body.event_id", greets: challenge},
	Standard: {prove: check.standard, once: "header.webhook-id"},
	Stripe:   {prove: check.stripe, once: "body.id"},
	Drone:    {prove: check.drone},
	Hmac:     {prove: check.hmac},
	Token:    {prove: check.token},
	None:     {prove: func(check) (proof, model.Sentence) { return nil, model.Sentence{} }},
}

// Prove checks a request before its body is read, and returns what is to be checked of the body: nil = nothing. The
// sentence says why the request is refused.
func (r *Route) Prove(header http.Header, query url.Values, secret string, now time.Time) (func(body []byte) bool, model.Sentence) {
	if secret == "" && !r.Open() {
		return nil, model.Say("the route %s has no secret", r.Name)
	}
	return r.scheme.prove(check{r, header, query, secret, now})
}

func (c check) github() (proof, model.Sentence) {
	return c.signed("X-Hub-Signature-256", c.header.Get("X-Hub-Signature-256"), "sha256=", "")
}

// gitea is Forgejo, too.
func (c check) gitea() (proof, model.Sentence) {
	for _, name := range []string{"X-Forgejo-Signature", "X-Gitea-Signature"} {
		if s := c.header.Get(name); s != "" {
			return c.signed(name, s, "", "")
		}
	}
	return c.github()
}

// gitlab has a token, or signs by Standard Webhooks with a signing token, which begins with whsec_.
func (c check) gitlab() (proof, model.Sentence) {
	if strings.HasPrefix(c.secret, standardPrefix) {
		return c.standard()
	}
	return c.same("X-Gitlab-Token", c.header.Get("X-Gitlab-Token"))
}

func (c check) slack() (proof, model.Sentence) {
	at, why := c.stamp("X-Slack-Request-Timestamp")
	if !why.IsZero() {
		return nil, why
	}
	return c.signed("X-Slack-Signature", c.header.Get("X-Slack-Signature"), "v0=", "v0:"+at+":")
}

const standardPrefix = "whsec_"

// standard: the specification of Standard Webhooks, "Signature scheme".
func (c check) standard() (proof, model.Sentence) {
	id := c.header.Get("webhook-id")
	if id == "" {
		return nil, lacksHeader("webhook-id")
	}
	at, why := c.stamp("webhook-timestamp")
	if !why.IsZero() {
		return nil, why
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(c.secret, standardPrefix))
	if err != nil {
		return nil, model.Say("the secret of the route %s is not base64, as %s needs it", c.Name, c.Verify)
	}
	var sums [][]byte
	for s := range strings.FieldsSeq(c.header.Get("webhook-signature")) {
		if value, ok := strings.CutPrefix(s, "v1,"); ok {
			sums = append(sums, decoded(value))
		}
	}
	return keyed("webhook-signature", key, id+"."+at+".", sums)
}

// stripe: "t=SECONDS,v1=HEX", of which v1 may come several times.
func (c check) stripe() (proof, model.Sentence) {
	const name = "Stripe-Signature"
	at, sums := "", [][]byte(nil)
	for part := range strings.SplitSeq(c.header.Get(name), ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch key {
		case "t":
			at = value
		case "v1":
			sums = append(sums, decoded(value))
		}
	}
	if len(sums) == 0 {
		return nil, lacksHeader(name)
	}
	if why := c.timely(name, at); !why.IsZero() {
		return nil, why
	}
	return keyed(name, []byte(c.secret), at+".", sums)
}

// drone signs the date and the digest of the body by "Signing HTTP Messages" (draft-cavage-http-signatures).
func (c check) drone() (proof, model.Sentence) {
	const name = "Signature"
	s := cmp.Or(c.header.Get(name), strings.TrimPrefix(c.header.Get("Authorization"), "Signature "))
	fields := map[string]string{}
	for part := range strings.SplitSeq(s, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[key] = strings.Trim(value, `"`)
	}
	names := strings.Fields(strings.ToLower(cmp.Or(fields["headers"], "date")))
	var lines []string
	for _, n := range names {
		lines = append(lines, n+": "+c.header.Get(n))
	}
	at, err := http.ParseTime(c.header.Get("Date"))
	sum := hmac.New(sha256.New, []byte(c.secret))
	sum.Write([]byte(strings.Join(lines, "\n")))
	digest, covered := strings.CutPrefix(c.header.Get("Digest"), "SHA-256=")
	want, bad := base64.StdEncoding.DecodeString(digest)
	switch {
	case s == "":
		return nil, lacksHeader(name)
	case fields["algorithm"] != "hmac-sha256", !strings.Contains(" "+strings.Join(names, " ")+" ", " digest "), !covered, bad != nil:
		return nil, model.Say("its signature does not cover the body by hmac-sha256 and a SHA-256 digest")
	case err != nil || !strings.Contains(" "+strings.Join(names, " ")+" ", " date "):
		return nil, model.Say("its signature has no time")
	case !hmac.Equal(sum.Sum(nil), decoded(fields["signature"])):
		return nil, model.Say(text.HookSignature, name)
	}
	return func(body []byte) bool {
		is := sha256.Sum256(body)
		return hmac.Equal(is[:], want)
	}, c.near(name, at)
}

// hmac is the HMAC-SHA256 of the body in a header, as hex or base64, with or without "sha256=" before it. With a
// header of the time, "TIME:" stands before the body.
func (c check) hmac() (proof, model.Sentence) {
	before := ""
	if c.TimeHeader != "" {
		at, why := c.stamp(c.TimeHeader)
		if !why.IsZero() {
			return nil, why
		}
		before = at + ":"
	}
	name := cmp.Or(c.Header, "X-Signature")
	s := c.header.Get(name)
	return c.signed(name, strings.TrimPrefix(s, "sha256="), "", before)
}

// token is the secret itself: as a bearer or a password, in X-Webhook-Token, or as the query's token.
func (c check) token() (proof, model.Sentence) {
	if rest, ok := strings.CutPrefix(c.header.Get("Authorization"), "Bearer "); ok {
		return c.same("Authorization", rest)
	}
	if _, password, ok := (&http.Request{Header: c.header}).BasicAuth(); ok {
		return c.same("Authorization", password)
	}
	if t := c.header.Get("X-Webhook-Token"); t != "" {
		return c.same("X-Webhook-Token", t)
	}
	if t := c.query.Get("token"); t != "" {
		return c.equal(model.Say(text.HookTokenQuery), t)
	}
	return nil, model.Say(text.HookNoToken)
}

// same compares the secret itself.
func (c check) same(name, value string) (proof, model.Sentence) {
	if value == "" {
		return nil, lacksHeader(name)
	}
	return c.equal(model.Say(text.HookTokenHeader, name), value)
}

func (c check) equal(where model.Sentence, value string) (proof, model.Sentence) {
	// Digests have the same length, so neither the time nor the length leaks.
	got, want := sha256.Sum256([]byte(value)), sha256.Sum256([]byte(c.secret))
	if subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
		return nil, model.Say(text.HookTokenWrong, where)
	}
	return nil, model.Sentence{}
}

// signed reads one signature in a header; prefix must stand before it.
func (c check) signed(name, value, prefix, before string) (proof, model.Sentence) {
	if value == "" {
		return nil, lacksHeader(name)
	}
	rest, ok := strings.CutPrefix(value, prefix)
	if !ok {
		return nil, model.Say(text.HookSignature, name)
	}
	return keyed(name, []byte(c.secret), before, [][]byte{decoded(rest)})
}

// keyed is the proof that one of the sums is the HMAC-SHA256 of before and the body.
func keyed(name string, key []byte, before string, sums [][]byte) (proof, model.Sentence) {
	if len(sums) == 0 {
		return nil, lacksHeader(name)
	}
	return func(body []byte) bool {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(before))
		h.Write(body)
		want, ok := h.Sum(nil), 0
		for _, s := range sums {
			ok |= subtle.ConstantTimeCompare(want, s)
		}
		return ok == 1
	}, model.Sentence{}
}

// decoded is a signature's bytes; none when it is not one.
func decoded(s string) []byte {
	if len(s) == 2*sha256.Size {
		if b, err := hex.DecodeString(s); err == nil {
			return b
		}
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil
	}
	return b
}

// stamp is the time in a header, in seconds.
func (c check) stamp(name string) (string, model.Sentence) {
	at := c.header.Get(name)
	if at == "" {
		return "", lacksHeader(name)
	}
	return at, c.timely(name, at)
}

func (c check) timely(name, at string) model.Sentence {
	n, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return model.Say("the time in its header %s cannot be read", name)
	}
	return c.near(name, time.Unix(n, 0))
}

func (c check) near(name string, at time.Time) model.Sentence {
	if d := c.now.Sub(at); d > window || d < -window {
		return model.Say("the time in its header %s is more than %s from ours", name, model.Duration(window))
	}
	return model.Sentence{}
}

func lacksHeader(name string) model.Sentence { return model.Say("it has no header %s", name) }

// NewSecret makes a secret for a way to verify.
func NewSecret(verify string) string {
	if verify == Standard {
		return standardPrefix + base64.StdEncoding.EncodeToString([]byte(rand.Text()))
	}
	return rand.Text()
}

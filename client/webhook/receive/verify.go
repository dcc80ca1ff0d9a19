package receive

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
	GitHub      = "github"
	GitLab      = "gitlab"
	Gitea       = "gitea"
	Slack       = "slack"
	Standard    = "standard"
	Stripe      = "stripe"
	Drone       = "drone"
	Hmac        = "hmac"
	SharedToken = "token"
	None        = "none"
)

// window is how far the time in a signature may be from ours.
const window = 5 * time.Minute

// scheme is a way to verify a request.
type scheme struct {
	// prove checks what can be checked without the body, and returns what is left to check.
	prove func(c check) (Proof, model.Sentence)
	once  []string // paths of the delivery's id; the first one that is there counts
	// greets recognises a request that only asks whether the address is right.
	greets func(*Values) (reply []byte, why model.Sentence)
}

// Proof is what is left to check of a request: its body.
type Proof struct {
	before string   // what is signed before the body, with the time; "" = the signature has no time
	key    []byte   // nil: the body is not signed
	sums   [][]byte // one of them must be the HMAC-SHA256 of before and the body
	digest []byte   // instead of sums: the SHA-256 of the body, which the signature covers
}

// Holds reports whether the body is the one that the sender has signed.
func (p Proof) Holds(body []byte) bool {
	switch {
	case p.digest != nil:
		is := sha256.Sum256(body)
		return hmac.Equal(is[:], p.digest)
	case p.key == nil:
		return true
	}
	h := hmac.New(sha256.New, p.key)
	h.Write([]byte(p.before))
	h.Write(body)
	want, ok := h.Sum(nil), 0
	for _, s := range p.sums {
		ok |= subtle.ConstantTimeCompare(want, s)
	}
	return ok == 1
}

// Once names a request by what its sender has signed, the time included. It is "" where no time is signed. Whoever sends
// the same again within the window has copied it.
func (p Proof) Once(body []byte) string {
	if p.before == "" {
		return ""
	}
	h := sha256.New()
	h.Write([]byte(p.before))
	h.Write(body)
	return "signed/" + hex.EncodeToString(h.Sum(nil))
}

// check is a request that is to be verified.
type check struct {
	*Route
	header http.Header
	query  url.Values
	secret string
	key    []byte
	now    time.Time
}

// The id is signed in both names of the headers.
const standardID, svixID = "header.webhook-id", "header.svix-id"

// The schemes, as the documentation of their senders has them.
var schemes = map[string]scheme{
	GitHub:      {prove: check.github, once: []string{"header.X-GitHub-Delivery"}, greets: ping},
	GitLab:      {prove: check.gitlab, once: []string{standardID, svixID, "header.Idempotency-Key"}},
	Gitea:       {prove: check.gitea, once: []string{"header.X-Gitea-Delivery"}},
	Slack:       {prove: check.slack, once: []string{"body.event_id"}, greets: challenge},
	Standard:    {prove: check.standard, once: []string{standardID, svixID}},
	Stripe:      {prove: check.stripe, once: []string{"body.id"}},
	Drone:       {prove: check.drone},
	Hmac:        {prove: check.hmac},
	SharedToken: {prove: check.token},
	None:        {prove: func(check) (Proof, model.Sentence) { return Proof{}, model.Sentence{} }},
}

// Prove checks a request before its body is read, and returns what is to be checked of the body. The sentence says why
// the request is refused.
func (r *Route) Prove(header http.Header, query url.Values, secret string, now time.Time) (Proof, model.Sentence) {
	c := check{Route: r, header: header, query: query, secret: secret, now: now}
	if !r.Open() {
		var why model.Sentence
		if c.key, why = Key(r.Verify, secret); !why.IsZero() {
			return Proof{}, model.Say("the secret of the route %s cannot be used: %s", r.Name, why)
		}
	}
	return r.scheme.prove(c)
}

// Key is the key in a secret: of Standard Webhooks what stands behind whsec_, else the secret itself. The sentence says why
// it is none; anybody can sign with an empty one.
func Key(verify, secret string) ([]byte, model.Sentence) {
	encoded, prefixed := strings.CutPrefix(strings.TrimSpace(secret), standardPrefix)
	if encoded == "" {
		return nil, model.Say("it is empty")
	}
	if verify != Standard && !(prefixed && verify == GitLab) {
		return []byte(secret), model.Sentence{}
	}
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, model.Say("it is not base64, which %s needs", verify)
	}
	return key, model.Sentence{}
}

func (c check) github() (Proof, model.Sentence) {
	return c.signed("X-Hub-Signature-256", c.header.Get("X-Hub-Signature-256"), "sha256=", "")
}

// gitea is Forgejo, too.
func (c check) gitea() (Proof, model.Sentence) {
	for _, name := range []string{"X-Forgejo-Signature", "X-Gitea-Signature"} {
		if s := c.header.Get(name); s != "" {
			return c.signed(name, s, "", "")
		}
	}
	return c.github()
}

// gitlab has a token, or signs by Standard Webhooks with a signing token, which begins with whsec_.
func (c check) gitlab() (Proof, model.Sentence) {
	if strings.HasPrefix(c.secret, standardPrefix) {
		return c.standard()
	}
	return c.same("X-Gitlab-Token", c.header.Get("X-Gitlab-Token"))
}

func (c check) slack() (Proof, model.Sentence) {
	at, why := c.stamp("X-Slack-Request-Timestamp")
	if !why.IsZero() {
		return Proof{}, why
	}
	return c.signed("X-Slack-Signature", c.header.Get("X-Slack-Signature"), "v0=", "v0:"+at+":")
}

const standardPrefix = "whsec_"

// standard: the specification of Standard Webhooks, "Signature scheme". Svix, where it comes from, has its own name in the
// headers.
func (c check) standard() (Proof, model.Sentence) {
	brand := "webhook-"
	if c.header.Get("webhook-id") == "" && c.header.Get("svix-id") != "" {
		brand = "svix-"
	}
	id := c.header.Get(brand + "id")
	if id == "" {
		return Proof{}, lacksHeader(brand + "id")
	}
	at, why := c.stamp(brand + "timestamp")
	if !why.IsZero() {
		return Proof{}, why
	}
	var sums [][]byte
	for s := range strings.FieldsSeq(c.header.Get(brand + "signature")) {
		if value, ok := strings.CutPrefix(s, "v1,"); ok {
			sums = append(sums, decoded(value))
		}
	}
	return keyed(brand+"signature", c.key, id+"."+at+".", sums)
}

// stripe: "t=SECONDS,v1=HEX", of which v1 may come several times.
func (c check) stripe() (Proof, model.Sentence) {
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
		return Proof{}, lacksHeader(name)
	}
	if why := c.timely(name, at); !why.IsZero() {
		return Proof{}, why
	}
	return keyed(name, c.key, at+".", sums)
}

// drone signs the date and the digest of the body by "Signing HTTP Messages" (draft-cavage-http-signatures).
func (c check) drone() (Proof, model.Sentence) {
	const name = "Signature"
	s := cmp.Or(c.header.Get(name), strings.TrimPrefix(c.header.Get("Authorization"), "Signature "))
	fields := map[string]string{}
	for part := range strings.SplitSeq(s, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[key] = strings.Trim(value, `"`)
	}
	names := strings.Fields(strings.ToLower(cmp.Or(fields["headers"], "date")))
	lines := model.Each(names, func(n string) string { return n + ": " + c.header.Get(n) })
	at, err := http.ParseTime(c.header.Get("Date"))
	signed := strings.Join(lines, "\n")
	sum := hmac.New(sha256.New, c.key)
	sum.Write([]byte(signed))
	digest, covered := strings.CutPrefix(c.header.Get("Digest"), "SHA-256=")
	want, bad := base64.StdEncoding.DecodeString(digest)
	switch {
	case s == "":
		return Proof{}, lacksHeader(name)
	case fields["algorithm"] != "hmac-sha256", !strings.Contains(" "+strings.Join(names, " ")+" ", " digest "), !covered, bad != nil:
		return Proof{}, model.Say("its signature is not hmac-sha256 over a SHA-256 digest of the body")
	case err != nil || !strings.Contains(" "+strings.Join(names, " ")+" ", " date "):
		return Proof{}, model.Say("its signature has no timestamp")
	case !hmac.Equal(sum.Sum(nil), decoded(fields["signature"])):
		return Proof{}, model.Say(text.HookSignature, name)
	}
	return Proof{before: signed, digest: want}, c.near(name, at)
}

// hmac is the HMAC-SHA256 of the body in a header, as hex or base64, with or without "sha256=" before it. With a
// header of the time, "TIME:" stands before the body.
func (c check) hmac() (Proof, model.Sentence) {
	before := ""
	if c.TimeHeader != "" {
		at, why := c.stamp(c.TimeHeader)
		if !why.IsZero() {
			return Proof{}, why
		}
		before = at + ":"
	}
	name := cmp.Or(c.Header, "X-Signature")
	s := c.header.Get(name)
	return c.signed(name, strings.TrimPrefix(s, "sha256="), "", before)
}

// token is the secret itself: as a bearer or a password, in X-Webhook-Token, or as the query's token.
func (c check) token() (Proof, model.Sentence) {
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
		return Proof{}, unequal(model.Say(text.HookTokenQuery), t, c.secret)
	}
	return Proof{}, model.Say(text.HookNoToken)
}

// same compares the secret itself.
func (c check) same(name, value string) (Proof, model.Sentence) {
	if value == "" {
		return Proof{}, lacksHeader(name)
	}
	return Proof{}, unequal(model.Say(text.HookTokenHeader, name), value, c.secret)
}

// signed reads one signature in a header; prefix must stand before it.
func (c check) signed(name, value, prefix, before string) (Proof, model.Sentence) {
	if value == "" {
		return Proof{}, lacksHeader(name)
	}
	rest, ok := strings.CutPrefix(value, prefix)
	if !ok {
		return Proof{}, model.Say(text.HookSignature, name)
	}
	return keyed(name, c.key, before, [][]byte{decoded(rest)})
}

// keyed is the proof that one of the sums is the HMAC-SHA256 of before and the body.
func keyed(name string, key []byte, before string, sums [][]byte) (Proof, model.Sentence) {
	if len(sums) == 0 {
		return Proof{}, lacksHeader(name)
	}
	return Proof{before: before, key: key, sums: sums}, model.Sentence{}
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
		return model.Say("the time in its header %s differs from the local time by more than %s", name, model.Duration(window))
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

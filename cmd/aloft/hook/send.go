package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"aloft/client"
	"aloft/client/webhook"
	"aloft/client/webhook/receive"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// sendPatience is the timeout of a request.
const sendPatience = 30 * time.Second

// body is the body of a request: "Webhook request body" in the drive
// specification.
type body struct {
	Event   string          `json:"event,omitempty"`
	Project string          `json:"project,omitempty"`
	Session string          `json:"session_key"`
	Prompt  string          `json:"prompt,omitempty"`
	Exec    string          `json:"exec,omitempty"`
	WorkDir string          `json:"work_dir,omitempty"`
	Silent  bool            `json:"silent,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

func (cs *Commands) sendCommand() console.Command {
	return console.Command{
		Use: "send", Short: "send a request to the running receiver", Long: `Sends to your running receiver with its token. With --url, it sends the token
in ALOFT_WEBHOOK_TOKEN, if that is set; the token in the data folder goes only
to your own receiver. --wait prints the outcome instead of the id, then all the
output. The exit code is then that of "aloft hook wait".`, JSON: []any{jsonSent{}},
		Flags: append(cs.senderFlags("tui:cli"), []console.Flag{
			{Name: "event", Value: "", Help: "name of the event"},
			{Name: "prompt", Value: "", Help: "prompt for the project's agent, - to read it from standard input"},
			{Name: "exec", Value: "", Help: "command for sh, - to read it from standard input"},
			{Name: "work-dir", Value: console.Path(""), Help: "folder that the command runs in"},
			{Name: "payload", Value: "", Help: "JSON to send with the prompt, or @FILE"},
			{Name: "silent", Value: false, Help: "post nothing into the session"},
			{Name: "key", Value: "", Help: "do nothing if this key was sent in the last 24 hours"},
			{Name: "url", Value: "", Help: "send to this address"},
			{Name: "wait", Value: false, Help: "wait until the delivery ends"},
			{Name: "timeout", Value: time.Duration(0), Help: text.CliFlagHookTimeout},
		}...),
		Run: cs.send,
	}
}

// send sends one request and prints the delivery's id.
func (cs *Commands) send(in console.Call) error {
	body, err := cs.requestBody(in)
	if err != nil {
		return err
	}
	to, token, err := cs.target(in)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(cs.session.Context(), http.MethodPost, to.String(), bytes.NewReader(body))
	if err != nil {
		return in.Usage(text.CliBadURL, model.Clean(in.Text("url")))
	}
	r.Header.Set("Content-Type", "application/json")
	if key := in.Text("key"); key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	id, event, err := cs.post(r)
	if err != nil {
		return err
	}
	if in.On("wait") {
		s, err := cs.openStore()
		if err != nil {
			return err
		}
		defer s.Close()
		err = cs.waited(s, id, in.Time("timeout"), in.Format)
		if d := s.Get(id); !in.JSON && d != nil && d.State.Ended() {
			if d.State == model.DeliveryDuplicate && d.Of != "" {
				id = d.Of
			}
			if printed := cs.output(s, id); err == nil {
				err = printed
			}
		}
		return err
	}
	if in.JSON {
		return cs.con.Encode(jsonSent{id, "accepted", event})
	}
	return cs.con.Line(model.Clean(id))
}

type jsonSent struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Event  string `json:"event"`
}

// requestBody makes the body, and reports what the receiver would refuse.
func (cs *Commands) requestBody(in console.Call) ([]byte, error) {
	o := body{
		Event: in.Text("event"), Project: in.Text("project"), Session: in.Text("session"), Prompt: in.Text("prompt"), Exec: in.Text("exec"),
		WorkDir: in.Text("work-dir"), Silent: in.On("silent"),
	}
	switch {
	case in.Given("prompt") == in.Given("exec"):
		return nil, in.Usage("one of --prompt and --exec must be given")
	case o.Session == "":
		return nil, in.Usage("--session must not be empty")
	case in.Given("payload") && !in.Given("prompt"):
		return nil, in.Usage(text.CliAddNeeds, "--payload", "--prompt")
	case in.On("wait") && in.Given("url"):
		return nil, in.Usage(text.CliMixed, "--wait", "--url")
	case strings.ContainsFunc(in.Text("key"), func(r rune) bool { return r != '\t' && unicode.IsControl(r) }):
		return nil, in.Usage("--key has a line end or another control character")
	case in.Given("timeout") && (!in.On("wait") || in.Time("timeout") <= 0):
		return nil, in.Usage(text.CliHookTimeout, in.Time("timeout"))
	}
	for _, p := range []*string{&o.Prompt, &o.Exec} {
		if *p == "-" {
			b, err := io.ReadAll(cs.con.Stdin)
			if err != nil {
				return nil, &client.Error{Kind: client.KindLocal, Op: "hook", What: text.CliInput, Args: []any{err.Error()}, Err: err}
			}
			*p = string(b)
		}
	}
	if o.Prompt == "" && o.Exec == "" {
		return nil, in.Usage("the prompt or the command is empty")
	}
	if err := cs.payload(in, &o); err != nil {
		return nil, err
	}
	if o.WorkDir != "" && !in.Given("url") {
		// The receiver of this user may have been started in another folder.
		dir, err := session.Abs(o.WorkDir)
		if err != nil {
			return nil, err
		}
		o.WorkDir = dir
	}
	for _, s := range []string{o.Event, o.Project, o.Session, o.Prompt, o.Exec, o.WorkDir, string(o.Payload)} {
		if !utf8.ValidString(s) {
			return nil, in.Usage("the message is not UTF-8")
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(o)
	return b.Bytes(), err
}

// payload accepts JSON, or a file that holds it.
func (cs *Commands) payload(in console.Call, o *body) error {
	if !in.Given("payload") {
		return nil
	}
	raw := []byte(in.Text("payload"))
	if file, ok := strings.CutPrefix(in.Text("payload"), "@"); ok {
		var err error
		if raw, err = os.ReadFile(file); err != nil {
			return &client.Error{Kind: client.KindInvalid, Op: "hook", What: "%s cannot be read: %s", Args: []any{file, console.Cause(err)}, Err: err}
		}
	}
	// Only the syntax counts: the receiver accepts numbers that do not fit Go's
	// types.
	if err := json.Unmarshal(raw, new(json.RawMessage)); err != nil {
		return in.Usage("--payload is not JSON: %s", model.Clean(err.Error()))
	}
	o.Payload = raw
	return nil
}

// target is where a request goes and the token for it. The token in the data folder
// goes to no other than the receiver of this user: whoever happens to listen on the
// port must not get it.
func (cs *Commands) target(in console.Call) (*url.URL, string, error) {
	h, alive, err := cs.owner()
	if err != nil {
		return nil, "", err
	}
	ours := alive && h.URL != ""
	given := in.Text("url")
	target := given
	if given == "" {
		if !ours {
			if alive {
				return nil, "", cs.notUp(h)
			}
			_, err := cs.needReceiver()
			return nil, "", err
		}
		target = h.URL
	}
	u, err := url.Parse(target)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return nil, "", in.Usage(text.CliBadURL, model.Clean(given))
	}
	token := cs.con.Env(console.HookToken)
	if own, err := url.Parse(h.URL); token == "" && ours && !h.Open && err == nil && own.Host == u.Host {
		if token, err = receive.Token(cs.session.Dirs.Data); err != nil {
			return nil, "", err
		}
	}
	cs.con.Scrub.Add(token)
	return u, token, nil
}

// post sends a request and returns the delivery's id and event.
func (cs *Commands) post(r *http.Request) (id, event string, err error) {
	resp, err := webhook.Caller(sendPatience).Do(r)
	if err != nil {
		if cs.session.Context().Err() != nil {
			return "", "", cs.session.Context().Err()
		}
		if ue, ok := errors.AsType[*url.Error](err); ok {
			err = ue.Err
		}
		return "", "", &client.Error{Kind: client.KindNetwork, Op: "hook", What: text.CliHookUnreached,
			Args: []any{r.URL.Host, err.Error()}, Hint: text.CliHintHookNone, Err: err}
	}
	defer resp.Body.Close()
	// An answer repeats the event, which may be most of a body.
	said, err := io.ReadAll(io.LimitReader(resp.Body, 32<<20))
	if err != nil {
		return "", "", &client.Error{Kind: client.KindNetwork, Op: "hook", What: text.CliHookUnreached,
			Args: []any{r.URL.Host, err.Error()}, Err: err}
	}
	var ok struct{ Status, Event string }
	if resp.StatusCode == http.StatusOK && json.Unmarshal(said, &ok) == nil && ok.Status == "accepted" {
		return resp.Header.Get("Aloft-Delivery"), ok.Event, nil
	}
	return "", "", cs.refused(resp, said)
}

// refused is the receiver's error, with the exit code that fits.
func (cs *Commands) refused(resp *http.Response, said []byte) error {
	first, _, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
	e := client.Errorf(client.KindServer, "hook", model.Place{}, "the receiver answered %s: %s", fmt.Sprint(resp.StatusCode), model.TruncateEnd(model.Clean(first), 300))
	code := console.ExitFailed
	switch resp.StatusCode {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge:
		code = console.ExitUsage
	case http.StatusUnauthorized:
		code = console.ExitLogin
		e.Hint, e.HintArgs = "set %s to the receiver's token; its owner prints it with: aloft hook token", []any{console.HookToken}
	case http.StatusNotFound:
		code = console.ExitNotFound
	case http.StatusServiceUnavailable:
		e.Hint = "the receiver is paused or too busy; send it again later"
	}
	return console.Exit(code, e)
}

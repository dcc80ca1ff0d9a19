package conn

import (
	"cmp"
	"sync/atomic"

	"errors"
	"net/http"
	"strings"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model/text"
)

// Judge makes the errors of one service.
type Judge struct {
	name     string      // of the account, for hints
	endpoint string      // for messages
	scheme   string      // before the token
	answered atomic.Bool // a document service has answered at the endpoint
}

func NewJudge(name, endpoint, scheme string) *Judge {
	return &Judge{name: name, endpoint: endpoint, scheme: scheme}
}

func (j *Judge) HasAnswered() { j.answered.Store(true) }

// Failure decides by code first, then by status, then by the service's message.
func (j *Judge) Failure(c *tool.Call, f Fault) *client.Error {
	if m := insideTrace().FindStringSubmatch(f.Words); m != nil && f.Trace == "" {
		f.Trace = m[1]
	}
	f = f.open()
	e := &client.Error{Op: c.Op, Place: c.Place, Status: f.Status, Code: f.code, Trace: f.Trace, After: f.After,
		Changed: client.Unchanged(c.Changes || c.Once)}
	if !f.Page {
		e.Server = gate.Shorten(f.Words)
	}
	e.Code = cmp.Or(e.Code, f.RPC)
	say := func(k client.Kind, what text.Text, args ...any) *client.Error {
		e.Kind, e.What, e.Args = k, what, args
		return e
	}
	failed := func(retry bool) *client.Error {
		e.Hint, e.Retry = text.DocsLater, retry
		say(client.KindServer, "the document service failed")
		if f.Status >= 400 {
			e.What, e.Args = "the service failed (HTTP %d)", []any{f.Status}
		}
		if c.Changes { // the change may have been made before the failure
			e.Kind, e.Changed, e.Retry, e.Hint = client.KindUnknown, client.ChangedMaybe, false, c.Look()
		}
		return e
	}
	is := hear(f.Words)
	if c.Tool.OfWord() {
		if own := j.refusedWord(c, e, f); own != nil {
			return own
		}
		is = is.ofWord(f.Words)
	}
	switch {
	case f.code == codeToken, f.code == codeExpired:
		return j.noLogin(e, f)
	case f.Status == http.StatusTooManyRequests, is.often:
		e.Hint, e.Retry = "aloft waits longer between requests now; try again in a moment", true
		return say(client.KindThrottled, "the service asks to slow down")
	case f.code == codeNoRight:
		e.Hint = text.DocsNoRightHint
		return say(client.KindInvalid, text.DocsNoRight)
	case f.code == CodeInvalid && is.gone:
		return say(client.KindNotFound, text.DocsGone)
	case f.code == CodeInvalid:
		return say(client.KindInvalid, text.DocsRefusedCode, f.code)
	case f.code == codeWrongType:
		return say(client.KindUnsupported, "the document service cannot do that with a document of this type")
	case f.code == codePermission:
		return say(client.KindUnsupported, "the document service does not permit %s to this account", c.Tool.Name())
	case is.full, f.Status == http.StatusInsufficientStorage:
		e.Hint = text.DocsFullHint
		return say(client.KindInvalid, text.DocsRefused)
	case f.code == codeBusy, f.code == codeBusyToo, f.code == codeInternal:
		return failed(true)

	case f.Status == http.StatusUnauthorized, f.Status == http.StatusForbidden && is.token:
		return j.noLogin(e, f)
	case f.Status >= 300 && f.Status < 400:
		return j.notService(c, e, "%s redirects to another address (HTTP %d) instead of answering: wrong endpoint?", f.Status)
	case f.Status == http.StatusForbidden && !f.Page:
		e.Hint = text.DocsNoRightHint
		return say(client.KindInvalid, text.DocsNoRight)
	case f.Status >= 500 && f.Data && f.Words != "" && !is.vague:
		// It was decided and not done: a 5xx with a business error has the reason.
		return say(client.KindInvalid, text.DocsRefused)
	case f.Status >= 500, f.Status == http.StatusRequestTimeout:
		return failed(f.Status != http.StatusNotImplemented)
	case f.Page:
		return j.notService(c, e, "%s answers with a web page (HTTP %d) instead of data: wrong address, a proxy, or a login page", f.Status)
	case f.Other:
		return j.notService(c, e, text.DocsNoService, f.Status)
	case f.Status >= 400 && f.code == 0 && (f.RPC == 0 && c.Op == tool.OpConnect || f.Status == http.StatusNotFound || f.Status == http.StatusGone):
		// About the endpoint or the session, never a document: what counts as
		// missing would count as deleted.
		return j.notService(c, e, text.DocsNoService, f.Status)

	case f.RPC == RPCMethod, f.RPC != 0 && is.tool:
		return say(client.KindUnsupported, text.DocsToolGone, c.Tool.Name())
	case is.token:
		return j.noLogin(e, f)
	case is.right:
		e.Hint = text.DocsNoRightHint
		return say(client.KindInvalid, text.DocsNoRight)
	case is.gone:
		return say(client.KindNotFound, text.DocsGone)
	case is.taken:
		return say(client.KindConflict, "the name is taken in that folder")
	case is.failed, f.RPC == rpcInternal && f.code == 0, f.RPC == rpcParse && c.Changes:
		return failed(true)
	case f.code != 0:
		return say(client.KindInvalid, text.DocsRefusedCode, f.code)
	case f.Status >= 400:
		return say(client.KindInvalid, text.DocsRefusedStatus, f.Status)
	}
	return say(client.KindInvalid, text.DocsRefused)
}

// noLogin: where the service has accepted no token yet, it may be the word before it that is wrong.
func (j *Judge) noLogin(e *client.Error, f Fault) *client.Error {
	e.Kind, e.What, e.Args = client.KindAuth, "the document service does not accept the token", nil
	e.Hint, e.HintArgs = text.Typed(text.LoginHint), []any{j.name + " --docs"}
	if f.code == codeExpired || strings.Contains(strings.ToLower(f.Words), "expire") || j.answered.Load() && f.code != codeToken {
		return e
	}
	e.Hint = "aloft account login %s; if the token is right, try it with the prefix Bearer: aloft config set accounts.%s.docs.auth_scheme Bearer"
	if j.scheme != "" {
		e.Hint = "aloft account login %s; if the token is right, try it without a prefix: aloft config unset accounts.%s.docs.auth_scheme"
	}
	e.HintArgs = append(e.HintArgs, j.name)
	return e
}

// notService: something else answers at this address.
func (j *Judge) notService(c *tool.Call, e *client.Error, what text.Text, status int) *client.Error {
	e.Kind, e.What, e.Args = client.KindInvalid, what, []any{j.endpoint, status}
	e.Hint, e.HintArgs = "check endpoint with 'aloft config show --origin', then 'aloft account login %s --docs'", []any{j.name}
	switch {
	case c.Changes && status < 400: // what refuses a request has not passed it on
		e.Kind, e.Changed = client.KindUnknown, client.ChangedMaybe
	case !c.Changes && j.answered.Load() && (status < 300 || status >= 400) && status != http.StatusNotFound && status != http.StatusGone && status != http.StatusMethodNotAllowed:
		// A service has answered there before: something interfered for a moment. A redirect stays.
		e.Kind, e.Retry = client.KindServer, true
	}
	return e
}

func (j *Judge) Unreadable(c *tool.Call, what text.Text, status int) *client.Error {
	e := client.Errorf(client.KindServer, c.Op, c.Place, what)
	if what != text.DocsCut {
		e.Args = []any{status}
	}
	e.Status, e.Retry, e.Hint = status, true, text.DocsLater
	if c.Changes {
		e.Kind, e.What, e.Args = client.KindUnknown, "the service's answer to the change cannot be read (HTTP %d)", []any{status}
		e.Changed, e.Retry, e.Hint = client.ChangedMaybe, false, c.Look()
	}
	return e
}

// refusedWord handles failures that mean something else for doc tools; nil = the
// common rules apply.
func (j *Judge) refusedWord(c *tool.Call, e *client.Error, f Fault) *client.Error {
	say := func(k client.Kind, what, hint text.Text, args ...any) *client.Error {
		e.Kind, e.What, e.Args, e.Hint = k, what, args, hint
		return e
	}
	clash := f.Status == http.StatusConflict || f.Status == http.StatusPreconditionFailed
	words := gate.Shorten(f.Words)
	gone := versionGone.MatchString(words)
	switch {
	case f.code == codeToken, f.code == codeExpired, f.code == codeNoRight, f.Page, f.Status >= 500,
		f.Status == http.StatusTooManyRequests, f.Status == http.StatusUnauthorized, c.Op == tool.OpConnect:
		return nil
	case f.code == codeWrongType, otherType.MatchString(words):
		return say(client.KindUnsupported, "the document service says that this is not a Word document; the doc tools edit only Word documents", "")
	case c.Changes && (clash || stale.MatchString(words)):
		return say(client.KindConflict, "the document has changed: version %d is no longer the newest", "read the document again", c.Base)
	case c.Base > 0 && !c.Changes && (clash || gone || stale.MatchString(words)):
		return say(client.KindConflict, text.DocsVersionGone, text.DocsVersionGoneHint, c.Base)
	}
	return nil
}

func (j *Judge) NoToken(c *tool.Call, cause error) *client.Error {
	var e *client.Error
	if errors.As(cause, &e) && e.What != "" {
		own := *e
		if own.Op == "" {
			own.Op, own.Place = c.Op, c.Place
		}
		if own.Kind == client.KindAuth && own.Hint == "" {
			own.Hint, own.HintArgs = text.Typed(text.LoginHint), []any{j.name + " --docs"}
		}
		return &own
	}
	e = client.Errorf(client.KindAuth, c.Op, c.Place, "there is no token for the document service")
	e.Hint, e.HintArgs, e.Err = text.Typed(text.LoginHint), []any{j.name + " --docs"}, cause
	e.Changed = client.Unchanged(c.Changes || c.Once)
	return e
}

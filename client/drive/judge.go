package drive

import (
	"bytes"
	"cmp"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/lenient"
	"aloft/model/text"
)

// retryable reports the statuses that the most cautious public client retries.
func retryable(status int) bool {
	switch status {
	case 408, 409, 429, 500, 502, 503, 504, 509:
		return true
	}
	return false
}

// judge returns the error of an answer, or nil. Public clients show that HTTP status, body status or code can each
// report a failure.
func (s *reader) judge(r request, reply *gate.Reply, env envelope, isJSON bool) *client.Error {
	e := s.meaning(r, reply, env, isJSON)
	if e == nil {
		return nil
	}
	e.Trace = cmp.Or(e.Trace, string(env.ReqID), gate.TraceID(reply.Header))
	if e.Server == "" && !isJSON {
		e.Server = plainWords(reply)
	}
	return e
}

func (s *reader) meaning(r request, reply *gate.Reply, env envelope, isJSON bool) *client.Error {
	status := reply.Status
	if isJSON && status < 400 && env.Status.Or(0) >= 400 {
		status = int(min(env.Status.V, 599))
	}
	if !isJSON {
		return s.judgePage(r, reply)
	}
	if status < 400 && env.Code.Or(codeOK) == codeOK {
		return s.judgeGood(r, reply, env)
	}
	return s.failure(r, status, env)
}

// judgeGood checks a successful answer for a failed inner task and for a body that no drive would send.
func (s *reader) judgeGood(r request, reply *gate.Reply, env envelope) *client.Error {
	if reply.Status >= 300 {
		return s.notDrive(r, reply.Status, text.DriveRedirect, reply.Header.Get("Location"))
	}
	o := env.Data.outcome
	if !o.TaskSync.V {
		return nil
	}
	inner, ok := parseEnvelope(o.TaskResp)
	if !ok {
		return nil
	}
	status := int(min(inner.Status.Or(0), 599))
	if status < 400 && inner.Code.Or(codeOK) == codeOK {
		return nil
	}
	return s.failure(r, status, inner)
}

// failure classifies a refusal by status, then by code. An unknown code is permanent unless the status is retryable.
func (s *reader) failure(r request, status int, env envelope) *client.Error {
	code := int(env.Code.Or(0))
	e := &client.Error{
		Op: r.op, Place: r.place, Status: status, Code: code,
		Server: gate.Shorten(string(env.Message)), Trace: string(env.ReqID), Changed: client.Unchanged(r.write),
	}
	switch {
	case ended(r, status, code):
		e.Kind, e.What = client.KindNotFound, "the link is dead: it was ended, it has expired, or its files are gone"
	case r.path == pathHash && gate.Says(e.Server, "inner error"), r.path == pathFinish && gate.Says(e.Server, "complete_upload_lock_timeout"):
		// Public clients see both pass, and repeat these two calls.
		e.Kind, e.What, e.Args, e.Retry = client.KindServer, text.DriveServerFailed, []any{status}, true
	case status == http.StatusUnauthorized, status == http.StatusForbidden, code == codeSession:
		auth := s.authError(r, max(status, http.StatusUnauthorized), nil)
		auth.Code, auth.Server, auth.Trace = e.Code, e.Server, e.Trace
		return auth
	case status == http.StatusTooManyRequests, gate.SaysTooOften(e.Server):
		e.Kind, e.What, e.Hint, e.Retry = client.KindThrottled, text.DriveSlowDown, "aloft waits longer between requests now; try again in a moment", true
	case code == codeTaken, r.write && status == http.StatusConflict:
		e.Kind, e.What = client.KindConflict, "the name is taken in that folder"
	case code == codeTooLarge:
		e.Kind, e.What, e.Hint = client.KindUnsupported, "only the drive's own program can download files this large", "download it with the service's own program"
	case code == codeCapacity:
		e.Kind, e.What, e.Hint = client.KindInvalid, "the drive is full", "make room, then try again"
	case code == codeTooMany:
		e.Kind, e.What, e.Hint = client.KindInvalid, "the drive does not accept so many entries in one request", "set a smaller batch in the account's configuration"
	case code == codeParam, code == codeWindow, status >= 500 && refusal(status, code, e.Server):
		e.Kind, e.What, e.Args = client.KindInvalid, text.DriveRefused, []any{code}
	case r.write && (status >= 500 || status == http.StatusRequestTimeout):
		// The change may have been applied before the failure.
		e.Kind, e.What, e.Args = client.KindUnknown, text.DriveServerFailed, []any{status}
		e.Changed, e.Hint = client.ChangedMaybe, text.DriveLookHint
	case status == http.StatusNotFound && r.ofRoot():
		// The root never disappears. Reporting it missing would count as deleted.
		no := s.notDrive(r, status, text.DriveNoDrive, status)
		no.Code, no.Server, no.Trace = e.Code, e.Server, e.Trace
		return no
	case status == http.StatusNotFound:
		e.Kind, e.What = client.KindNotFound, "the service no longer has this entry"
	case retryable(status):
		e.Kind, e.What, e.Args, e.Retry = client.KindServer, text.DriveServerFailed, []any{status}, true
		e.Hint = text.DriveLater
	case status >= 500:
		e.Kind, e.What, e.Args, e.Hint = client.KindServer, text.DriveServerFailed, []any{status}, text.DriveLater
	case status >= 400:
		e.Kind, e.What, e.Args = client.KindInvalid, text.DriveRefused, []any{code}
	default:
		e.Kind, e.What, e.Args = client.KindServer, text.DriveRefused, []any{code}
	}
	return e
}

// refusal reports whether a 5xx gives a business reason, such as a used-up quota: then the change was refused, not
// done. A code that repeats the status, or a message about a failure, is not a reason.
func refusal(status, code int, words string) bool {
	bare := code
	for bare > status && bare%10 == 0 {
		bare /= 10
	}
	return overQuota(words) || code > 999 && bare != status && words != "" && !gate.SaysFailure(words)
}

// overQuota reports whether the message is about a quota or space. It is checked first.
func overQuota(words string) bool {
	return gate.Says(words, "quota", "capacity", "no space", "not enough space", "insufficient space", "storage is full", "容量", "空间不足", "配额")
}

// plainWords returns the message of an answer that is neither JSON nor a web page.
func plainWords(reply *gate.Reply) string {
	b := bytes.TrimSpace(reply.Body)
	if reply.IsPage() || !utf8.Valid(b) || len(b) > 0 && b[0] == '{' {
		return ""
	}
	return gate.Shorten(string(b))
}

// judgePage classifies an answer that is not a JSON object: a login page, a proxy's page, or a truncated answer.
func (s *reader) judgePage(r request, reply *gate.Reply) *client.Error {
	status := reply.Status
	page := reply.IsPage()
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return s.authError(r, status, nil)
	case status == http.StatusTooManyRequests:
		return s.failure(r, status, envelope{})
	case status >= 500, r.write && status == http.StatusRequestTimeout:
		return s.failure(r, status, envelope{Message: lenient.String(plainWords(reply))})
	case r.write && status < 400:
		e := client.Errorf(client.KindUnknown, r.op, r.place, "the service's answer to the change cannot be read (HTTP %d)", status)
		e.Status, e.Changed, e.Hint = status, client.ChangedMaybe, text.DriveLookHint
		return e
	case status >= 300 && status < 400:
		return s.notDrive(r, status, text.DriveRedirect, reply.Header.Get("Location"))
	case page:
		return s.notDrive(r, status, "%s answers with a web page (HTTP %d) instead of data: wrong address, a proxy, or a login page", status)
	case status >= 400 && !bytes.HasPrefix(bytes.TrimSpace(reply.Body), []byte("{")):
		return s.notDrive(r, status, text.DriveNoDrive, status)
	}
	e := client.Errorf(client.KindServer, r.op, r.place, "the drive's answer ends in the middle")
	e.Status, e.Retry, e.Hint = status, true, text.DriveLater
	return e
}

// notDrive returns the error for an address where something other than a drive answers.
func (s *reader) notDrive(r request, status int, what text.Text, arg any) *client.Error {
	e := client.Errorf(client.KindInvalid, r.op, r.place, what, s.o.BaseURL, arg)
	e.Hint, e.HintArgs, e.Status = text.DriveNoDriveHint, []any{s.o.Name}, status
	switch {
	case r.write && status < 400: // a refusal has not passed the change on
		e.Kind, e.Changed, e.Hint = client.KindUnknown, client.ChangedMaybe, text.DriveLookHint
	case !r.write && s.known.Load() && (status < 300 || status >= 400) && status != http.StatusNotFound && status != http.StatusMethodNotAllowed:
		// The address has answered as a drive before, so this is temporary. A redirect is not.
		e.Kind, e.Retry = client.KindServer, true
	}
	return e
}

// noList returns the error for a success without a list, which proves no absence.
func (s *reader) noList(r request, status int) *client.Error {
	e := s.notDrive(r, status, "the drive's answer has no list", nil)
	e.Args = nil
	return e
}

// authError returns the error of a missing login; status 0 means there is no credential.
func (s *reader) authError(r request, status int, cause error) *client.Error {
	var e *client.Error
	if errors.As(cause, &e) && e.What != "" {
		c := *e
		if c.Op == "" {
			c.Op, c.Place = r.op, r.place
		}
		if c.Kind == client.KindAuth && c.Hint == "" {
			c.Hint, c.HintArgs = text.Typed(text.LoginHint), []any{s.o.Name}
		}
		return &c
	}
	e = client.Errorf(client.KindAuth, r.op, r.place, "there is no session for the drive")
	if status != 0 {
		e.What, e.Args = "the drive does not accept the session (HTTP %d)", []any{status}
	}
	e.Hint, e.HintArgs = text.Typed(text.LoginHint), []any{s.o.Name}
	e.Status, e.Changed, e.Err = status, client.Unchanged(r.write), cause
	return e
}

// ended reports whether somebody's link is dead: its code begins with 410.
func ended(r request, status, code int) bool {
	return strings.HasPrefix(r.path, pathShared) && (status == http.StatusForbidden || status == http.StatusNotFound) && code/100 == 410
}

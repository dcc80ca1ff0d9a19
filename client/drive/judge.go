package drive

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"strings"
	"syscall"

	"aloft/client"
	"aloft/client/gate"
	"aloft/model/text"
)

// retryable statuses of the most careful public client (facts/drive.md "Rate").
func retryable(status int) bool {
	switch status {
	case 408, 409, 429, 500, 502, 503, 504, 509:
		return true
	}
	return false
}

// judge says what an answer means; nil is success. Any one of HTTP status, body
// status and code makes a failure (facts/drive.md "Envelope").
func (s *Source) judge(r request, reply *gate.Reply, env envelope, isJSON bool) *client.Error {
	status := reply.Status
	if isJSON && status < 400 && env.Status.or(0) >= 400 {
		status = int(min(env.Status.v, 599))
	}
	if !isJSON {
		return s.judgePage(r, reply)
	}
	if status < 400 && env.Code.or(codeOK) == codeOK {
		return s.judgeGood(r, reply, env)
	}
	e := s.failure(r, status, env)
	return e
}

// judgeGood looks behind a success: for the inner task, and for a body that no
// drive would send.
func (s *Source) judgeGood(r request, reply *gate.Reply, env envelope) *client.Error {
	if reply.Status >= 300 {
		return s.notDrive(r, reply.Status, text.DriveRedirect, reply.Header.Get("Location"))
	}
	o, _ := env.outcome()
	if !o.TaskSync.v {
		return nil
	}
	inner, ok := parseEnvelope(o.TaskResp)
	if !ok {
		return nil
	}
	status := int(min(inner.Status.or(0), 599))
	if status < 400 && inner.Code.or(codeOK) == codeOK {
		return nil
	}
	return s.failure(r, status, inner)
}

// failure classifies a refusal: by status first, then by code; an unknown code
// is permanent unless the status is retryable.
func (s *Source) failure(r request, status int, env envelope) *client.Error {
	code := int(env.Code.or(0))
	e := &client.Error{
		Op: r.op, Place: r.place, Status: status, Code: code,
		Server: string(env.Message), Trace: string(env.ReqID),
	}
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden, code == codeSession:
		auth := s.authError(r, max(status, http.StatusUnauthorized), nil)
		auth.Code, auth.Server, auth.Trace = e.Code, e.Server, e.Trace
		return auth
	case status == http.StatusTooManyRequests, tooFrequent(e.Server):
		e.Kind, e.What, e.Hint, e.Retry = client.KindThrottled, text.DriveThrottled, text.DriveThrottledHint, true
	case r.write && (status >= 500 || status == http.StatusRequestTimeout):
		// It may have been applied before the failure.
		e.Kind, e.What, e.Args = client.KindUnknown, text.DriveServerFailed, []any{status}
		e.Changed = client.ChangedMaybe
	case code == codeTaken, r.write && status == http.StatusConflict:
		e.Kind, e.What = client.KindConflict, text.DriveTaken
	case code == codeCapacity:
		e.Kind, e.What, e.Hint = client.KindInvalid, text.DriveFull, text.DriveFullHint
	case code == codeTooMany:
		e.Kind, e.What, e.Hint = client.KindInvalid, text.DriveTooMany, text.DriveTooManyHint
	case code == codeParam, code == codeWindow:
		e.Kind, e.What, e.Args = client.KindInvalid, text.DriveRefused, []any{code}
	case status == http.StatusNotFound:
		e.Kind, e.What = client.KindNotFound, text.DriveGone
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

// judgePage classifies an answer that is no JSON object: a login page, a
// proxy's page, a cut answer.
func (s *Source) judgePage(r request, reply *gate.Reply) *client.Error {
	status := reply.Status
	page := looksLikePage(reply)
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return s.authError(r, status, nil)
	case status == http.StatusTooManyRequests:
		return s.failure(r, status, envelope{})
	case r.write:
		e := client.Errorf(client.KindUnknown, r.op, r.place, text.DriveUnclear, status)
		e.Status, e.Changed = status, client.ChangedMaybe
		return e
	case status >= 500:
		return s.failure(r, status, envelope{})
	case status >= 300 && status < 400:
		return s.notDrive(r, status, text.DriveRedirect, reply.Header.Get("Location"))
	case page:
		return s.notDrive(r, status, text.DriveWebPage, status)
	case status >= 400 && !bytes.HasPrefix(bytes.TrimSpace(reply.Body), []byte("{")):
		return s.notDrive(r, status, text.DriveNoDrive, status)
	}
	e := client.Errorf(client.KindServer, r.op, r.place, text.DriveCut)
	e.Status, e.Retry, e.Hint = status, true, text.DriveLater
	return e
}

// notDrive: something else than a drive answers at this address.
func (s *Source) notDrive(r request, status int, what text.Text, arg any) *client.Error {
	e := client.Errorf(client.KindInvalid, r.op, r.place, what, s.o.BaseURL, arg)
	e.Hint, e.HintArgs, e.Status = text.DriveNoDriveHint, []any{s.o.Name}, status
	if r.write {
		e.Kind, e.Changed = client.KindUnknown, client.ChangedMaybe
	}
	return e
}

func looksLikePage(reply *gate.Reply) bool {
	b := bytes.TrimSpace(bytes.TrimPrefix(reply.Body, []byte("\ufeff")))
	return bytes.HasPrefix(b, []byte("<")) || strings.HasPrefix(reply.Header.Get("Content-Type"), "text/html")
}

// authError says that nobody is signed in; status 0: there is no credential.
func (s *Source) authError(r request, status int, cause error) *client.Error {
	var e *client.Error
	if errors.As(cause, &e) && e.What != "" {
		c := *e
		if c.Op == "" {
			c.Op, c.Place = r.op, r.place
		}
		if c.Kind == client.KindAuth && c.Hint == "" {
			c.Hint, c.HintArgs = text.DriveLoginHint, []any{s.o.Name}
		}
		return &c
	}
	e = client.Errorf(client.KindAuth, r.op, r.place, text.DriveNoCookie)
	if status != 0 {
		e.What, e.Args = text.DriveNeedsLogin, []any{status}
	}
	e.Hint, e.HintArgs = text.DriveLoginHint, []any{s.o.Name}
	e.Status, e.Err = status, cause
	return e
}

// tooFrequent knows the words of throttling services; no fixed answer is
// public (facts/drive.md "Rate").
func tooFrequent(message string) bool {
	m := strings.ToLower(message)
	for _, w := range [...]string{"too frequent", "too many requests", "rate limit", "频繁"} {
		if strings.Contains(m, w) {
			return true
		}
	}
	return false
}

// notThere: the address itself is wrong or nothing listens there.
func notThere(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && dns.IsNotFound || errors.Is(err, syscall.ECONNREFUSED)
}

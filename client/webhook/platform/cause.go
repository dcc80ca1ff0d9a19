package platform

import (
	"context"
	"errors"
	"net"
	"regexp"
	"strconv"
	"strings"

	"github.com/nicholas-fedor/shoutrrr/pkg/util/jsonclient"

	"aloft/client/system"
	"aloft/model/text"
)

// cause says in our own words why a service rejected a message. Errors of services contain the address, parts of it,
// or the service's answer, even where a chain of errors was joined to one text, so only known texts are reported.
func cause(r sent) (text.Text, []any) {
	err := r.err
	said := err.Error()
	var dns *net.DNSError
	var timeout interface{ Timeout() bool }
	if r.status != 0 {
		return text.PlatformCauseStatus, []any{strconv.Itoa(r.status)}
	}
	if answer, ok := errors.AsType[jsonclient.Error](err); ok && answer.StatusCode >= 400 {
		return text.PlatformCauseStatus, []any{strconv.Itoa(answer.StatusCode)}
	}
	if m := regexp.MustCompile(statusSaid).FindStringSubmatch(said); m != nil {
		return text.PlatformCauseStatus, []any{m[1]}
	}
	switch {
	case errors.As(err, &dns), strings.Contains(said, "no such host"), strings.Contains(said, "server misbehaving"):
		return "its host was not found", nil
	case system.Is(err, system.Refused), refused(said):
		return "the connection was refused", nil
	case system.Is(err, system.Unreachable), strings.Contains(said, "no route to host"), strings.Contains(said, "network is unreachable"), strings.Contains(said, "to an unreachable "):
		return "its host cannot be reached", nil
	case strings.Contains(said, "x509: "), strings.Contains(said, "tls: "):
		return "the TLS connection failed, or its certificate is not trusted", nil
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout(), strings.Contains(said, "deadline exceeded"), strings.Contains(said, "i/o timeout"):
		return "it took too long", nil
	case system.Is(err, system.Cut), strings.Contains(said, "connection reset"), strings.Contains(said, "forcibly closed"), strings.HasSuffix(said, ": EOF"):
		return "the connection was closed", nil
	case strings.Contains(said, "failed to log in"), strings.Contains(said, "authenticat"):
		return "authentication failed", nil
	case strings.Contains(said, "max length"), strings.Contains(said, "too long"):
		return "the message is too long for the service", nil
	}
	if m := regexp.MustCompile(answered).FindString(said); m != "" {
		return "it answered: %s", []any{strings.ToLower(m)}
	}
	return text.PlatformCauseOther, nil
}

// answered are rejections that may be passed on: names of HTTP statuses, and messages of Slack and Telegram.
const answered = `(?i)\b(?:unauthorized|forbidden|chat not found|not found|bad request|method not allowed|too many requests|payload too large|internal server error|bad gateway|service unavailable|gateway timeout|invalid_auth|invalid_token|token_revoked|channel_not_found|channel_is_archived|no_service|account_inactive|ratelimited)\b`

// statusSaid is the status of an answer as the services print it, never a number of
// an address: it must be followed by nothing, or by its name. The two are compiled
// when a post fails: the program starts without them.
const statusSaid = `(?i)\b(?:status|status code|response|http)[: "]+([45]\d\d)(?:$|[ ,;):])`

// refused: the words of Unix, of Windows, and of Wine, where a sender keeps only the words.
func refused(said string) bool {
	return strings.Contains(said, "connection refused") || strings.Contains(said, "actively refused") || strings.Contains(said, "Connection refused")
}

// Package paste reads credentials as people copy them from a browser.
package paste

import (
	"net/http"
	"strings"
	"time"

	"aloft/model/text"
)

// Session is a session as a person copies it from a browser.
type Session struct {
	Header string // of the cookie, a secret
	// Until has the cookies whose end is known.
	Until []*http.Cookie
}

// LoginCookie is the drive's login. Public clients show that answers renew the others.
const LoginCookie = "__pus"

// Read reads a Cookie header, its value alone, a cURL line as browsers copy it
// (for bash and for cmd), or a cookies.txt, of which it takes the cookies that a browser
// sends to one of the hosts. why says what is wrong, "" when nothing is.
func Read(raw string, hosts []string, now time.Time) (p Session, why text.Text) {
	raw = strings.Trim(strings.TrimPrefix(raw, "\ufeff"), " \r\n")
	switch {
	case isCurl(raw):
		v := curlCookie(words(raw))
		if v == "" {
			return p, "the cURL line has no cookie: sign in to the drive, then copy a request to it as cURL"
		}
		p.Header = v
	case IsFile(raw):
		if p = cookieFile(raw, hosts, now); p.Header == "" {
			return p, "the cookies.txt has no valid cookie of the drive: sign in to the drive in the browser, and export it again"
		}
	default:
		p.Header = raw
	}
	if head, value, ok := strings.Cut(p.Header, ":"); ok && strings.EqualFold(head, "cookie") {
		p.Header = strings.TrimSpace(value)
	}
	if !strings.Contains(p.Header, "=") || controls(p.Header) {
		return Session{}, "this is not a cookie: paste the value of the request header Cookie, a cURL line, or a cookies.txt"
	}
	return p, ""
}

func controls(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 || r == 0x7f })
}

func isCurl(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return strings.EqualFold(strings.TrimSuffix(strings.ToLower(first), ".exe"), "curl")
}

// More reports whether a line does not end what has been pasted so far.
func More(sofar string) bool {
	if IsFile(sofar) {
		return true
	}
	if !isCurl(strings.TrimSpace(sofar)) {
		return false
	}
	end := strings.TrimRight(sofar, " \t\r\n")
	return strings.HasSuffix(end, "^") || strings.HasSuffix(end, `\`) || strings.HasSuffix(end, "`") || !cmdLine(sofar) && openQuote(sofar)
}

// curlCookie is the cookie that a cURL command sends, "" when it sends none.
func curlCookie(args []string) string {
	for i, a := range args {
		name, v, glued := a, "", false
		switch {
		case strings.HasPrefix(a, "--"):
			name, v, glued = strings.Cut(a, "=")
		case len(a) > 2 && (a[:2] == "-H" || a[:2] == "-b"):
			name, v, glued = a[:2], a[2:], true
		}
		if !glued && i+1 < len(args) {
			v = args[i+1]
		}
		switch name {
		case "-H", "--header":
			if head, value, ok := strings.Cut(v, ":"); ok && strings.EqualFold(strings.TrimSpace(head), "cookie") {
				return strings.TrimSpace(value)
			}
		case "-b", "--cookie":
			if strings.Contains(v, "=") { // else it names a file
				return strings.TrimSpace(v)
			}
		}
	}
	return ""
}

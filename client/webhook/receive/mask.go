package receive

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"aloft/model"
)

// Hidden replaces a secret.
const Hidden = "[redacted]"

// minHidden is the least length of a masked token: shorter ones would mask ordinary words.
const minHidden = 6

// secretWords mark headers and query parameters with secret values.
var secretWords = []string{
	"authorization", "cookie", "token", "secret", "password", "passwd",
	"api-key", "api_key", "apikey", "access-key", "access_key", "auth-key", "credential",
}

func secretName(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(secretWords, func(w string) bool { return strings.Contains(name, w) })
}

// masker removes secrets from the stored part of a request: values of secret
// fields, and the receiver's token wherever it is.
type masker struct{ token []string }

func newMasker(tokens ...string) (m masker) {
	for _, t := range tokens {
		if len(t) < minHidden {
			continue
		}
		for _, f := range []string{t, url.QueryEscape(t), url.PathEscape(t)} {
			if !slices.Contains(m.token, f) {
				m.token = append(m.token, f)
			}
		}
	}
	return m
}

func (m masker) known(s string) string {
	for _, f := range m.token {
		s = strings.ReplaceAll(s, f, Hidden)
	}
	return s
}

// target masks a request target: a path, or a URL.
func (m masker) target(s string) string {
	s, fragment, marked := strings.Cut(s, "#")
	path, query, asked := strings.Cut(s, "?")
	if from := strings.Index(path, "://"); from >= 0 { // user:password@host
		from += len("://")
		host := path[from:]
		if end := strings.IndexByte(host, '/'); end >= 0 {
			host = host[:end]
		}
		if at := strings.LastIndexByte(host, '@'); at >= 0 {
			path = path[:from] + Hidden + path[from+at:]
		}
	}
	s = path
	if asked {
		s += "?" + m.query(query)
	}
	if marked {
		s += "#" + m.query(fragment)
	}
	return m.known(s)
}

func (m masker) query(q string) string {
	var b strings.Builder
	for q != "" {
		part, end := q, len(q)
		if i := strings.IndexAny(q, "&;"); i >= 0 {
			part, end = q[:i], i+1
		}
		b.WriteString(m.pair(part))
		b.WriteString(q[len(part):end])
		q = q[end:]
	}
	return b.String()
}

func (m masker) pair(s string) string {
	name, value, ok := strings.Cut(s, "=")
	plain := func(s string) string {
		if p, err := url.QueryUnescape(s); err == nil {
			return p
		}
		return s
	}
	if ok && value != "" && secretName(plain(name)) {
		return name + "=" + Hidden
	}
	if k := m.known(s); k != s {
		return k
	}
	// The token in another encoding, such as with all letters percent-encoded.
	if p := plain(s); p != s && m.known(p) != p {
		return Hidden
	}
	return s
}

// header returns the lines of a request's header, sorted by name, with secrets
// masked.
func (m masker) header(r *http.Request) []model.HeaderLine {
	names := slices.Sorted(maps.Keys(r.Header))
	out := make([]model.HeaderLine, 0, len(names)+2)
	if r.Host != "" {
		out = append(out, model.HeaderLine{Name: "Host", Value: m.known(r.Host)})
	}
	if len(r.TransferEncoding) > 0 { // net/http removes it from the map
		out = append(out, model.HeaderLine{Name: "Transfer-Encoding", Value: strings.Join(r.TransferEncoding, ", ")})
	}
	for _, n := range names {
		for _, v := range r.Header[n] {
			out = append(out, model.HeaderLine{Name: n, Value: m.value(n, v)})
		}
	}
	return out
}

func (m masker) value(name, v string) string {
	switch {
	case v == "":
		return ""
	case secretName(name):
		if scheme, _, ok := strings.Cut(v, " "); ok && strings.HasSuffix(strings.ToLower(name), "authorization") && schemeName(scheme) {
			return scheme + " " + Hidden
		}
		return Hidden
	case strings.Contains(v, "?") || strings.Contains(v, "://"): // Referer and similar headers
		return m.target(v)
	}
	return m.known(v)
}

// schemeName reports whether a word can be shown, since it is the name of an
// authentication scheme.
func schemeName(s string) bool {
	switch strings.ToLower(s) {
	case "basic", "bearer", "digest", "negotiate", "ntlm", "token":
		return true
	}
	return false
}

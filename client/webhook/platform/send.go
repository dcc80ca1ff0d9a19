package platform

import (
	"cmp"
	"crypto/tls"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/nicholas-fedor/shoutrrr/pkg/services/push/ntfy"
	"github.com/nicholas-fedor/shoutrrr/pkg/types"

	"aloft/model"
	"aloft/model/text"
)

// send posts a message to the service. Only the service can cancel it.
func send(service, address string, m Message, language *text.Catalogue) (r sent) {
	defer func() {
		if recover() != nil {
			r.err = errBroken
		}
	}()
	s, err := newRouter().Locate(address)
	if err != nil {
		return sent{err: err}
	}
	w := own(s)
	defer w.CloseIdleConnections()
	params := types.Params{}
	if titled(service, address) {
		params["title"] = model.TruncateEnd(model.Clean(title(language, m)), maxShown)
	}
	err = s.Send(plain(m.In(language)), &params)
	return sent{err, int(w.refused.Load())}
}

// wire is the transport of a service's requests. It stores a status that the
// service ignores, and closes its connections after the message: each message makes
// a new service object, whose connections would otherwise be kept forever.
type wire struct {
	http.RoundTripper
	refused atomic.Int32
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	a, err := w.RoundTripper.RoundTrip(r)
	if err == nil && a.StatusCode >= 400 {
		w.refused.Store(int32(a.StatusCode))
	}
	return a, err
}

func (w *wire) CloseIdleConnections() {
	if c, ok := w.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// own puts our wire between the network and a service that supports it.
func own(s types.Service) *wire {
	w := &wire{}
	switch s := s.(type) {
	case *ntfy.Service:
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: s.Config.DisableTLSVerification}
		w.RoundTripper = t
		s.SetHTTPClient(&http.Client{Transport: w, Timeout: maxTime})
	case interface{ GetHTTPClient() *http.Client }:
		if c := s.GetHTTPClient(); c != nil && c.Transport != nil {
			w.RoundTripper, c.Transport = c.Transport, w
		}
	}
	return w
}

// titled reports whether a service shows titles, and its address has none of its
// own. Zulip's title is the topic, which decides where a message is shown.
func titled(service, address string) bool {
	switch service {
	case "bark", "discord", "generic", "gotify", "ifttt", "join", "lark", "ntfy", "opsgenie", "pushbullet", "pushover", "slack", "smtp", "teams", "telegram":
	default:
		return false
	}
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	for key := range u.Query() {
		if strings.EqualFold(key, "title") || strings.EqualFold(key, "subject") {
			return false
		}
	}
	return true
}

// plain is a text for a service: clean lines, and not too many of them.
func plain(s string) string {
	s = model.FirstBytes(strings.TrimSpace(s), 16*maxChat) // the rest is cut in any case
	lines := strings.Split(strings.ToValidUTF8(s, string(model.Shown)), "\n")
	for i, l := range lines {
		lines[i] = model.Clean(strings.ReplaceAll(strings.TrimSuffix(l, "\r"), "\t", "    "))
	}
	// Some services reject a message without any text.
	return cut(cmp.Or(strings.Join(lines, "\n"), "-"), maxChat)
}
